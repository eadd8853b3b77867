public import RefineryCore
import RefineryTransport

/// The default transport: Foundation's URLSession, on Linux as on Apple's platforms.
///
/// It needs only Swift. **For servers in production, choose libcurl or AsyncHTTPClient**: on Linux, memory grows by 150 to 200
/// bytes for each call (measured: 51 to 89 MB over 250,000 calls; the two other transports stay constant), there is no
/// back-pressure, and the transport depends on parts of Foundation that are not documented.
///
/// Bodies are returned whole or, with `Delivery`, as a stream with a bounded buffer. Redirects are returned as they are,
/// deadlines are accurate to the millisecond, cancellation is prompt, and a 401 of any scheme is returned with its body.
/// Cookies, caches and credential stores are off.
///
/// Transports of equal configuration share one session, with its connections and limits, until the process ends. A session is
/// never released, because releasing one under TLS aborts the process.
///
/// Limitations of URLSession on Linux:
/// - **The engine gives a response that nobody asked for to the next call, and some malformed responses end the process.** The
///   transport prevents both: it replaces three callbacks of the engine, through undocumented parts of Foundation. Foundation
///   or libcurl may lack these parts (libcurl before 7.87 does), and `usesFoundationInternals: false` switches them off. Each
///   request then asks the server to close its connection (RFC 9112 section 9.6), which most servers do. A server that does not
///   may still cause a wrong response, and three responses end the process: one that ends within its head, one with
///   `Content-Length: 9223372036854775807`, and trailer fields after a chunked body (before Swift 6.4).
/// - Over TLS, bytes that nobody asked for are not noticed if they come in one record with the end of a response. Over
///   HTTP/1.1, a second response that arrives after the next request was sent is not noticed either.
/// - The engine keeps 150 to 200 bytes of every call. It also keeps some 330 bytes for each chunk of a chunked body until the
///   body pauses. If a server quickly sends chunks of one byte, this takes up to 90 MB. The allocator keeps that memory for
///   each thread that the engine ran on: on 2 cores, 200 to 470 MB were measured, or 105 MB with `MALLOC_ARENA_MAX=1` in the
///   environment.
/// - Connect timeouts, proxies, trust roots, client certificates and the choice of an HTTP version are refused when the
///   transport is created. libcurl itself uses the proxies in `http_proxy`, `https_proxy` and `NO_PROXY`.
/// - There is no back-pressure. If the reader is too slow and the buffer of a stream is full, the stream ends with
///   `TransportError.Code.bufferOverflow`. A streamed upload is stored in a temporary file first.
/// - Repeated response fields are joined by a comma. A Latin-1 field is a malformed response.
/// - A response field `Refinery-Response` is dropped: the transport uses this name within the process.
/// - With `usesFoundationInternals: false`, a redirect whose content is large or does not end fails its call, a 3xx without
///   `Location` is returned without its body, `Content-Length:7` without a space after the colon and a status line without a
///   reason are malformed, and the engine keeps the addresses of a name for a minute, even if they refuse connections.
/// - An IPv6 address as a host (`http://[::1]/`) is refused before sending, because Foundation and libcurl disagree about its
///   brackets. A host name with an IPv6 address works.
/// - If a name has several addresses of one family and the first is dead, the engine waits until the system's own time-out for
///   it, which is longer than most deadlines.
/// - If a kept connection ends before the response to an idempotent request without content, the engine sends the request
///   again. If no new connection can be opened for this, the error says that nothing was sent, although the first attempt was
///   sent.
/// - If a server accepts the connection but does not respond to the TLS handshake, the engine keeps one core busy until the
///   call's deadline.
/// - Gzip or brotli content that is truncated, but has its declared length, is returned incomplete and without an error.
/// - `URLSessionDebug` and `URLSessionDebugLibcurl` in the environment print headers, including secrets: never set them in
///   production.
///
/// ```swift
/// let transport = URLSessionTransport()
/// let response = try await transport.send(request)
/// ```
public struct URLSessionTransport: Transport {
  /// Decodes content; streams downloads.
  package static let capabilities: TransportCapabilities = [.decodesContent, .streamsDownloads]

  private let engine: SessionEngine

  /// Creates a transport with the default configuration.
  public init() {
    engine = SessionRegistry.engine(for: TransportConfiguration(), usesInternals: true)
  }

  /// Creates a transport with a configuration.
  ///
  /// - Parameters:
  ///   - configuration: the settings of all requests of the transport.
  ///   - usesFoundationInternals: whether to use parts of Foundation on Linux that are not documented. They have these effects:
  ///     wrong and malformed responses do not reach the engine, the number of bytes that wait in memory is limited, calls to a
  ///     slow server are cheaper, and other calls continue while one response never ends. With false, the transport uses only
  ///     the documented interface, has more limits (see above), and opens a connection for each request; use this if a later
  ///     version of Foundation is different. Default true.
  /// - Throws: `UnusableSettings` listing every option that URLSession cannot honour.
  public init(
    configuration: TransportConfiguration = TransportConfiguration(), usesFoundationInternals: Bool = true
  ) throws(UnusableSettings) {
    let problems = configuration.problems(for: Self.capabilities)
    guard problems.isEmpty else { throw UnusableSettings(of: TransportConfiguration.self, problems: problems) }
    engine = SessionRegistry.engine(for: configuration, usesInternals: usesFoundationInternals)
  }

  /// Decodes content; streams downloads.
  public var capabilities: TransportCapabilities { Self.capabilities }

  /// Always true: the transport's own timers end a request and its stream at the deadline.
  public var enforcesDeadline: Bool { true }

  /// Sends the request once and returns the response, whatever its status.
  ///
  /// - Throws: `TransportError`, `TimedOut`, `BodyError.tooLarge` for a long success, `CancellationError`, and the error
  ///   of a streamed request body.
  public func send(_ request: Request) async throws -> Response {
    try await request.exchanged(by: engine.exchange)
  }
}
