public import RefineryCore
import RefineryTransport

/// The default transport: Foundation's URLSession, on Linux as on Apple's platforms.
///
/// It needs nothing beside Swift. **For servers in production choose libcurl or AsyncHTTPClient**: on Linux, Foundation's engine
/// can be ended by a malformed response, with the whole process, and grows by 150 to 200 bytes a call (measured: 51 to 89 MB
/// over 250,000 calls; the two others stay flat).
///
/// Bodies come back whole or, by `Delivery`, as a stream with a bounded buffer. Redirects are returned as they come, deadlines
/// are kept to the millisecond, cancellation is prompt, and a 401 of any scheme comes back with its body. Cookies, caches and
/// credential stores are off.
///
/// Transports of equal configuration share one session, and thus connections and limits, for the life of the process:
/// tearing a session down under TLS aborts the process, so none ever is.
///
/// What URLSession on Linux cannot do:
/// - **Three responses end the process** inside the engine: one that ends within its head (`HTTP/1.1 200 OK` and the end of the
///   stream), one with `Content-Length: 9223372036854775807`, and trailer fields after a chunked body (before Swift 6.4). The
///   engine reads the head before it calls any code of ours, and its public interface has no option that prevents this. Talk
///   only to servers that you trust not to send them.
/// - The engine keeps 150 to 200 bytes of every call. It also keeps some 330 bytes for each chunk of a chunked body until it
///   pauses: chunks of a few bytes, sent fast, take 100 MB and more for a moment.
/// - Connect timeouts, proxies, trust roots, client certificates and the choice of an HTTP version are refused when the
///   transport is made. libcurl itself honours proxies in `http_proxy`, `https_proxy` and `NO_PROXY`.
/// - There is no back-pressure: a stream whose reader is slower than its buffer allows ends with
///   `TransportError.Code.bufferOverflow`. A streamed upload is stored in a temporary file first.
/// - Repeated response fields come joined by a comma, a Latin-1 field or a status line without a reason is a malformed
///   response, and a 3xx without `Location` comes without its body.
/// - An IPv6 address as a host (`http://[::1]/`) is refused before sending, because Foundation and libcurl disagree about its
///   brackets. A name that has such an address works.
/// - Where a name has several addresses of one family and the first is dead, the engine waits for the system to give that one
///   up, which takes longer than most deadlines.
/// - While a server that took the connection leaves a handshake of TLS unanswered, the engine keeps a core busy, until the
///   call's deadline.
/// - Content that ends within its gzip or brotli coding, but at its declared length, comes short and without an error.
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
    engine = SessionRegistry.engine(for: TransportConfiguration(), usesInnerQueue: true)
  }

  /// A transport of a configuration.
  ///
  /// - Parameters:
  ///   - configuration: what is the same for all its requests.
  ///   - usesFoundationInternals: whether to use a private queue of Foundation on Linux, so that one endless response cannot
  ///     hold up all others, and a private option of its engine, so that connections are kept. A check at the start of each
  ///     session decides whether both can be used; false turns them off without a check. Default true.
  /// - Throws: `UnusableConfiguration` listing everything that URLSession cannot honour.
  public init(
    configuration: TransportConfiguration = TransportConfiguration(), usesFoundationInternals: Bool = true
  ) throws(UnusableConfiguration) {
    let problems = configuration.problems(for: Self.capabilities)
    guard problems.isEmpty else { throw UnusableConfiguration(problems: problems) }
    engine = SessionRegistry.engine(for: configuration, usesInnerQueue: usesFoundationInternals)
  }

  /// Decodes content; streams downloads.
  public var capabilities: TransportCapabilities { Self.capabilities }

  /// Its own timers end a request and its stream at the deadline.
  public var enforcesDeadline: Bool { true }

  /// Sends the request once and returns the response, whatever its status.
  ///
  /// - Throws: `TransportError`, `TimedOut`, `BodyError.tooLarge` beyond the response limit,
  ///   `CancellationError`, and what a streamed request body throws.
  public func send(_ request: Request) async throws -> Response {
    try await request.exchanged(by: engine.exchange)
  }
}
