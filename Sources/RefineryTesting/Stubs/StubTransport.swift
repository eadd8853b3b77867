public import HTTPTypes
public import RefineryCore
import Synchronization

/// A transport that answers from a script and keeps what it was sent. No network.
///
/// ```swift
/// let stub = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
/// let api = Client(baseURL: "http://stub", transport: stub)
/// #expect(try await api.send(Person.read(5)).name == "Ann")
/// #expect(stub.requests.last?.head.path == "/person/5")
/// ```
///
/// Each row of a table may have a script of its own:
///
/// ```swift
/// let stub = StubTransport(rows: [
///   "Person.read": [.json(#"{"id":5,"name":"Ann"}"#), .status(404)],
///   "Person.delete": [.status(204)],
/// ])
/// // ...
/// #expect(stub.unused.isEmpty)
/// ```
public final class StubTransport: Transport {
  /// One answer of a script.
  public struct Answer: Sendable {
    let respond: @Sendable (Request) async throws -> Response

    /// An answer computed from the request.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) { self.respond = respond }

    /// A response of a status and, if wanted, header fields and a body.
    public static func status(_ code: Int, headers: HTTPFields = [:], body: Body = .empty) -> Answer {
      Answer { _ in Response(status: HTTPResponse.Status(code: code), headers: headers, body: body) }
    }

    /// A JSON body, of status 200 unless told.
    public static func json(_ text: String, status code: Int = 200, headers: HTTPFields = [:]) -> Answer {
      var headers = headers
      headers[.contentType] = headers[.contentType] ?? "application/json"
      return .status(code, headers: headers, body: Body(text))
    }

    /// A failure below HTTP.
    public static func failure(_ error: any Error) -> Answer { Answer { _ in throw error } }

    /// No answer until the task is cancelled.
    public static let never = Answer { _ in
      try await ContinuousClock().sleep(for: .seconds(86_400))
      throw CancellationError()
    }
  }

  private struct Script {
    let answers: [Answer]
    var given = 0

    mutating func next() -> Answer? {
      defer { given += 1 }
      return given < answers.count ? answers[given] : answers.last
    }

    func unused(_ name: String) -> String? {
      given < answers.count ? "\(name): \(answers.count - given) of \(answers.count) answers" : nil
    }
  }

  private struct State {
    var rows: [String: Script] = [:]
    var script: Script
    var requests: [Request] = []
  }

  private let state: Mutex<State>
  /// What this stub claims to be able to do.
  public let capabilities: TransportCapabilities

  /// A stub that gives the answers in order and then repeats the last.
  public convenience init(_ script: Answer..., capabilities: TransportCapabilities = [.streamsDownloads, .backPressure]) {
    self.init(script: script, capabilities: capabilities)
  }

  /// A stub that gives the answers in order and then repeats the last.
  public init(script: [Answer], capabilities: TransportCapabilities = [.streamsDownloads, .backPressure]) {
    state = Mutex(State(script: Script(answers: script)))
    self.capabilities = capabilities
  }

  /// A stub with a script for each row, by the row's name.
  ///
  /// A script gives its answers in order and then repeats its last.
  ///
  /// - Parameters:
  ///   - rows: the scripts.
  ///   - otherwise: the script for all other rows; without one they fail with ``UnscriptedRow``, which names the row.
  ///   - capabilities: what the stub claims to be able to do.
  public init(
    rows: [String: [Answer]], otherwise: [Answer] = [],
    capabilities: TransportCapabilities = [.streamsDownloads, .backPressure]
  ) {
    let scripts = rows.filter { !$0.value.isEmpty }.mapValues { Script(answers: $0) }
    state = Mutex(State(rows: scripts, script: Script(answers: otherwise)))
    self.capabilities = capabilities
  }

  /// A stub that computes every answer from its request.
  public convenience init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
    self.init(Answer(respond))
  }

  /// Everything that was sent, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// The answers that nobody has asked for, a phrase for each script that has some, by the rows' names:
  /// `Person.read: 1 of 2 answers`. To be asserted to be empty at the end of a test.
  public var unused: [String] {
    state.withLock { state in
      let rows = state.rows.sorted { $0.key < $1.key }.compactMap { $0.value.unused($0.key) }
      return rows + (state.script.unused(state.rows.isEmpty ? "the script" : "all other rows").map { [$0] } ?? [])
    }
  }

  /// Keeps the request and gives the next answer of its row's script, or of the script for all.
  ///
  /// - Throws: what the answer throws; ``UnscriptedRow`` or ``ScriptIsEmpty`` when there is none.
  public func send(_ request: Request) async throws -> Response {
    let row = request.endpoint.name
    let (answer, scripted) = state.withLock { state in
      state.requests.append(request)
      return (state.rows[row]?.next() ?? state.script.next(), state.rows.keys.sorted())
    }
    guard let answer else {
      if scripted.isEmpty { throw ScriptIsEmpty() }
      throw UnscriptedRow(row: row, scripted: scripted)
    }
    return try await answer.respond(request)
  }

  /// A stub without a script was asked for an answer.
  public struct ScriptIsEmpty: SafelyDescribed {
    /// One line, safe to log.
    public var description: String { "the stub transport has no answer in its script" }
  }

  /// A stub with scripts for rows was asked by another row.
  public struct UnscriptedRow: SafelyDescribed, Equatable {
    /// The row that asked.
    public let row: String
    /// The rows with a script, by name.
    public let scripted: [String]
    /// One line, safe to log.
    public var description: String {
      "the stub transport has no script for \(row); it has one for \(scripted.joined(separator: ", "))"
    }
  }
}
