import FoundationEssentials
import HTTPTypes
import Logging
import RefineryCore
import RefineryLogging
import RefineryTesting
import Synchronization

/// Everything that was logged, in order.
final class Log: Sendable {
  struct Line: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: [String: String]
    subscript(key: String) -> String? { metadata[key] }
    var text: String { "\(level) \(message) \(metadata)" }
  }

  private let kept = Mutex<[Line]>([])
  private let touches = Mutex(0)

  var lines: [Line] { kept.withLock { $0 } }
  var messages: [String] { lines.map(\.message) }
  var text: String { lines.map(\.text).joined(separator: "\n") }
  /// How often anything but the level of a handler was used.
  var touched: Int { touches.withLock { $0 } }

  func lines(_ message: String) -> [Line] { lines.filter { $0.message == message } }
  func touch() { touches.withLock { $0 += 1 } }
  func keep(_ event: LogEvent, with own: Logger.Metadata) {
    let metadata = own.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
    kept.withLock { $0.append(Line(level: event.level, message: "\(event.message)", metadata: metadata)) }
  }

  func logger(_ level: Logger.Level = .trace, label: String = "test", metadata: Logger.Metadata = [:]) -> Logger {
    Logger(label: label) { _ in Handler(log: self, logLevel: level, kept: metadata) }
  }
}

private struct Handler: LogHandler {
  let log: Log
  var logLevel: Logger.Level
  var kept: Logger.Metadata
  var metadata: Logger.Metadata {
    get {
      log.touch()
      return kept
    }
    set { kept = newValue }
  }
  var metadataProvider: Logger.MetadataProvider?

  init(log: Log, logLevel: Logger.Level, kept: Logger.Metadata) {
    self.log = log
    self.logLevel = logLevel
    self.kept = kept
  }

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    log.touch()
    log.keep(event, with: kept)
  }
}

/// Sends again while a status is 503, noting why, as a retry policy would.
struct Resender: Middleware {
  func respond(to request: Request, next: Next) async throws -> Response {
    var request = request
    while true {
      let response = try await next(request)
      guard response.head.status == .serviceUnavailable else { return response }
      try await request.context.clock.sleep(for: .milliseconds(200))
      request.resend(because: .retry(after: .status(503), delay: .milliseconds(200)), after: response)
    }
  }
}

/// Adds a credential, as an auth link would.
struct Credential: Middleware {
  let token: String
  func respond(to request: Request, next: Next) async throws -> Response {
    var request = request
    request.head.headerFields[.authorization] = "Bearer \(token)"
    return try await next(request)
  }
}

/// A body whose two chunks arrive as a stream.
func stream(_ chunks: String..., failing error: (any Error)? = nil) -> Body {
  let (chunked, continuation) = AsyncThrowingStream<Data, any Error>.makeStream()
  for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
  continuation.finish(throwing: error)
  return Body(chunked)
}

func request(
  _ name: String = "Person.read", _ method: HTTPRequest.Method = .get, template: URITemplate = "people/{id}",
  path: String = "/people/5", headers: HTTPFields = [:], body: Body? = nil, options: Options = Options(),
  context: CallContext = CallContext(number: 7)
) -> Request {
  Request(
    endpoint: Endpoint(name, method, template),
    head: HTTPRequest(method: method, scheme: "https", authority: "api.example", path: path, headerFields: headers),
    body: body, options: options, context: context)
}

extension Next {
  /// Sends a request through these links to a stub, and reads the whole response.
  static func send(_ request: Request, through links: any Middleware..., to answers: StubTransport) async throws -> String {
    let response = try await Next(links, transport: answers)(request)
    return String(decoding: try await response.body.collect(), as: UTF8.self)
  }
}
