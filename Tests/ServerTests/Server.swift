import Foundation
import Refinery
import Synchronization
import Testing

/// The suites that use real servers. They run one after another, because some of them use the same records of one server.
@Suite(.serialized) enum Servers {}

/// A real server that tests talk to where the environment says where it is.
struct Server: Sendable {
  let variable: String
  let url: String?

  init(_ variable: String) {
    self.variable = variable
    url = ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  static let kinto = Server("REFINERY_KINTO_URL")
  static let httpbin = Server("REFINERY_HTTPBIN_URL")
  static let oauth2 = Server("REFINERY_OAUTH2_URL")

  /// Lets a suite run only where there is the server, and says otherwise why not.
  var trait: ConditionTrait { .enabled(if: url != nil, "\(variable) does not say where the server is") }
}

/// The lines that a client logs.
final class Log: Sendable {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

extension Client {
  /// A client with the full standard chain. What it logs, with all details, goes to `log`.
  init(_ baseURL: String?, auth: AuthMiddleware? = nil, log: Log = Log()) {
    var links: [any Middleware] = [GzipMiddleware(), RetryMiddleware()]
    if let auth { links.append(auth) }
    let logging = LoggingMiddleware(policy: LoggingPolicy(detailLevel: .debug, bodies: true), to: { log.add($0) })
    links = [logging] + links + [logging]
    self.init(baseURL: baseURL ?? "", middleware: links, transport: URLSessionTransport())
  }
}
