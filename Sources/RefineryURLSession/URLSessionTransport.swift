public import RefineryCore
import RefineryTransport

/// The default transport: Foundation's URLSession, on Linux as on Apple's platforms.
///
/// Bodies come back whole or, by `Delivery`, as a stream with a bounded buffer. Redirects are followed here
/// and not by the engine, deadlines are kept to the millisecond, cancellation is prompt, and a 401 of any scheme comes back
/// with its body. Cookies, caches and credential stores are off.
///
/// Transports of equal configuration share one session, and thus connections and limits, for the life of the process:
/// tearing a session down under TLS aborts the process, so none ever is.
///
/// What URLSession on Linux cannot do:
/// - connect timeouts, proxies, trust roots, client certificates and the choice of an HTTP version are refused when the
///   transport is made; proxies in `http_proxy`, `https_proxy` and `NO_PROXY` are honoured by libcurl itself;
/// - there is no back-pressure: a stream whose reader is slower than its buffer allows ends with
///   `TransportError.Code.bufferOverflow`; a streamed upload is stored in a temporary file first;
/// - repeated response fields come joined by a comma, a Latin-1 field or a status line without a reason is a malformed
///   response, and a 3xx without `Location` comes without its body;
/// - while a server that took the connection leaves a handshake of TLS unanswered, the engine keeps a core busy, until the
///   call's deadline;
/// - content that ends within its gzip or brotli coding, but at its declared length, comes short and without an error;
/// - **trailer fields after a chunked body end the process** before Swift 6.4 (`fatalError` in the engine, whatever the form of
///   the task): do not talk to servers that send them without being asked;
/// - `URLSessionDebug` and `URLSessionDebugLibcurl` in the environment print headers, secrets among them: never set them in
///   production.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let response = try await transport.send(request)
/// ```
public struct URLSessionTransport: Transport {
  /// Decodes content; streams downloads.
  public static let capabilities: TransportCapabilities = [.decodesContent, .streamsDownloads]

  private let engine: Engine

  /// The transport of the default configuration.
  public init() {
    engine = SessionRegistry.engine(for: TransportConfiguration())
  }

  /// A transport of a configuration.
  ///
  /// - Throws: `UnusableConfiguration` listing everything that URLSession cannot honour.
  public init(configuration: TransportConfiguration) throws(UnusableConfiguration) {
    let problems = configuration.problems(for: Self.capabilities)
    guard problems.isEmpty else { throw UnusableConfiguration(problems: problems) }
    engine = SessionRegistry.engine(for: configuration)
  }

  /// Decodes content; streams downloads.
  public var capabilities: TransportCapabilities { Self.capabilities }

  /// Its own timers end a request and its stream at the deadline.
  public var keepsDeadline: Bool { true }

  /// Sends the request, follows the redirects its options allow, and returns the response, whatever its status.
  ///
  /// - Throws: `TransportError`, `TimedOut`, `RedirectRefused`, `BodyError.tooLarge` beyond the response limit,
  ///   `CancellationError`, and what a streamed request body throws.
  public func send(_ request: Request) async throws -> Response {
    try await request.followingRedirects(by: engine.exchange)
  }
}
