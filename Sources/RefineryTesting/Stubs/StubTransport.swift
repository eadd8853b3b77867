public import HTTPTypes
public import RefineryCore
import Synchronization

/// A transport that responds from a script and keeps the requests. It uses no network.
///
/// ```swift
/// let stub = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
/// let api = Client(baseURL: "http://stub", transport: stub)
/// #expect(try await api.send(Person.read(5)).name == "Ann")
/// #expect(stub.requests.last?.head.path == "/person/5")
/// ```
///
/// Each row of a table can have a script of its own:
///
/// ```swift
/// let stub = StubTransport(rows: [
///   "Person.read": [.json(#"{"id":5,"name":"Ann"}"#), .status(404)],
///   "Person.delete": [.status(204)],
/// ])
/// // ...
/// #expect(stub.unused.isEmpty)
/// ```
///
/// With a table, the stub stands for its API: a call on a row that the table lacks fails, and so does every call if a script
/// has the name of no row.
public final class StubTransport: Transport {
  /// One response of a script, or one failure.
  public struct StubResponse: Sendable, Redacted {
    let respond: @Sendable (Request) async throws -> Response

    /// A response computed from the request.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) { self.respond = respond }

    /// A response with a status, and optionally with header fields and a body.
    public static func status(_ code: Int, headers: HTTPFields = [:], body: Body = .empty) -> StubResponse {
      StubResponse { _ in Response(status: HTTPResponse.Status(code: code), headers: headers, body: body) }
    }

    /// A JSON body; by default with status 200.
    public static func json(_ text: String, status code: Int = 200, headers: HTTPFields = [:]) -> StubResponse {
      var headers = headers
      headers[.contentType] = headers[.contentType] ?? "application/json"
      return .status(code, headers: headers, body: Body(text))
    }

    /// A failure below HTTP.
    public static func failure(_ error: any Error) -> StubResponse { StubResponse { _ in throw error } }

    /// No response until the task is cancelled.
    public static let never = StubResponse { _ in
      try await ContinuousClock().sleep(for: .seconds(86_400))
      throw CancellationError()
    }
  }

  private struct Script {
    let answers: [StubResponse]
    var given = 0

    mutating func next() -> StubResponse? {
      defer { given += 1 }
      return given < answers.count ? answers[given] : answers.last
    }

    func unused(_ name: String) -> String? {
      given < answers.count ? "\(name): \(answers.count - given) of \(answers.count) responses" : nil
    }
  }

  private struct State {
    var rows: [String: Script] = [:]
    var script: Script
    var requests: [Request] = []
  }

  private let state: Mutex<State>
  private let table: EndpointTable?
  /// A name with a script that the table lacks.
  private let unknown: String?
  /// The capabilities that this stub declares.
  public let capabilities: TransportCapabilities

  /// A stub that returns the responses in order and then repeats the last.
  public convenience init(_ script: StubResponse..., capabilities: TransportCapabilities = [.streamsDownloads, .backPressure]) {
    self.init(script: script, capabilities: capabilities)
  }

  /// A stub that returns the responses in order and then repeats the last.
  public convenience init(script: [StubResponse], capabilities: TransportCapabilities = [.streamsDownloads, .backPressure]) {
    self.init(rows: [:], otherwise: script, capabilities: capabilities)
  }

  /// A stub with a script for each row, by the row's name.
  ///
  /// A script returns its responses in order and then repeats the last.
  ///
  /// - Parameters:
  ///   - rows: the scripts.
  ///   - table: the table that has the rows; nil for any rows.
  ///   - otherwise: the script for all other rows; without one, they fail with an error that names the row.
  ///   - capabilities: the capabilities that the stub declares.
  public init(
    rows: [String: [StubResponse]], of table: EndpointTable? = nil, otherwise: [StubResponse] = [],
    capabilities: TransportCapabilities = [.streamsDownloads, .backPressure]
  ) {
    self.table = table
    unknown = table.map { table in rows.keys.sorted().first { table[$0] == nil } } ?? nil
    let scripts = rows.filter { !$0.value.isEmpty }.mapValues { Script(answers: $0) }
    state = Mutex(State(rows: scripts, script: Script(answers: otherwise)))
    self.capabilities = capabilities
  }

  /// A stub that computes every response from its request.
  public convenience init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
    self.init(StubResponse(respond))
  }

  /// All requests, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// The responses that were not used, one phrase for each script, with the row's name: `Person.read: 1 of 2 responses`. Assert
  /// at the end of a test that it is empty.
  public var unused: [String] {
    state.withLock { state in
      let rows = state.rows.sorted { $0.key < $1.key }.compactMap { $0.value.unused($0.key) }
      return rows + (state.script.unused(state.rows.isEmpty ? "the script" : "all other rows").map { [$0] } ?? [])
    }
  }

  /// Keeps the request and returns the next response of its row's script, or of the script for all rows.
  ///
  /// - Throws: the script's error; an error that names the row if there is no response, or if the table lacks it.
  public func send(_ request: Request) async throws -> Response {
    let row = request.endpoint.name
    if let table, let missing = unknown ?? (table[row] == nil ? row : nil) {
      throw UnlistedRow(row: missing, isScript: unknown != nil, table: table.name, nearest: table.nearestName(to: missing))
    }
    let (answer, scripted) = state.withLock { state in
      state.requests.append(request)
      return (state.rows[row]?.next() ?? state.script.next(), state.rows.keys.sorted())
    }
    guard let answer else { throw UnscriptedRow(row: row, scripted: scripted) }
    return try await answer.respond(request)
  }

  /// A request reached a stub whose table lacks its row, or a script is for no row of the table.
  package struct UnlistedRow: SafelyDescribed, Equatable {
    let row: String
    let isScript: Bool
    let table: String
    let nearest: String?

    package var description: String {
      let hint = nearest.map { "; did you mean \($0)?" } ?? ""
      let row = Redaction.escaped(row)
      return isScript
        ? "the stub transport has a script for \(row), which the table \(table) lacks\(hint)"
        : "\(row) was called, and the table \(table) lacks it: list it in customEndpoints or in the table's rows"
    }
  }

  /// A request reached a stub that has no script for its row.
  package struct UnscriptedRow: SafelyDescribed, Equatable {
    let row: String
    /// The rows with a script, by name.
    let scripted: [String]

    package var description: String {
      scripted.isEmpty
        ? "the stub transport has no response in its script"
        : "the stub transport has no script for \(row); it has one for \(scripted.joined(separator: ", "))"
    }
  }
}
