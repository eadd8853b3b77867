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

  private struct State {
    var script: [Answer]
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
    state = Mutex(State(script: script))
    self.capabilities = capabilities
  }

  /// A stub that computes every answer from its request.
  public convenience init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
    self.init(Answer(respond))
  }

  /// Everything that was sent, in order.
  public var requests: [Request] { state.withLock { $0.requests } }

  /// Keeps the request and gives the next answer of the script.
  ///
  /// - Throws: what the answer throws; ``ScriptIsEmpty`` when there is none.
  public func send(_ request: Request) async throws -> Response {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.script.count > 1 ? state.script.removeFirst() : state.script.first
    }
    guard let answer else { throw ScriptIsEmpty() }
    return try await answer.respond(request)
  }

  /// A stub without a script was asked for an answer.
  public struct ScriptIsEmpty: SafelyDescribed {
    /// One line, safe to log.
    public var description: String { "the stub transport has no answer in its script" }
  }
}
