#if AsyncHTTPClient
  public import AsyncHTTPClient
  public import RefineryCore
  import RefineryTransport

  /// A transport on AsyncHTTPClient and SwiftNIO, with the same contract as the others, for apps that need more than
  /// URLSession.
  ///
  /// Bodies stream in both directions with back-pressure: if the reader stops reading, the server stops sending, and a streamed
  /// upload is read only as fast as the socket accepts it. Redirects are returned as they are, and content is not decoded (see
  /// `GzipMiddleware`). A request is sent once more, on a new connection, in two cases:
  /// - The request is idempotent, and the server closed the kept connection without a byte of a response.
  /// - The server refused the stream or was already closing the connection, so it did not process the request. This applies to
  ///   all methods.
  ///
  /// The transport uses HTTP/1.1, or HTTP/2 over TLS if `TransportConfiguration.version` requires it. HTTP/1.1 is the default
  /// because a transport cannot watch an HTTP/2 connection of the engine before the server's first SETTINGS. If a server breaks
  /// the protocol before its SETTINGS, or never sends them, calls to its origin wait for their deadlines, and the bytes from
  /// the server stay in memory until the server closes the connection. When calls to an origin have ended unsent for ten
  /// seconds, later calls use a new connection.
  ///
  /// After the SETTINGS, the transport guards the connection: it closes the connection after a connection error or a flood of
  /// frames. A connection gets no more calls if the server does not acknowledge a PING within a second, if a call waits for a
  /// second without a byte from the server, or if the server allows no stream for a second.
  ///
  /// If a response of known length is complete before its upload, the rest of the upload is not sent, and the connection is
  /// closed.
  ///
  /// A redirect that may be followed (see `redirects`) is returned without its content if the content is longer than 64 KiB or
  /// of unknown length. Its connection is then closed.
  ///
  /// The name of a host is looked up for each new connection. When a connection reaches its lifetime, it is closed, after the
  /// calls under way on it.
  ///
  /// When a file of trust roots, or of a client certificate or its key, is replaced, requests from a second later use it on new
  /// connections. While new files cannot be used, the old content stays in use.
  ///
  /// TLS is 1.2 or later. A certificate must list the host among its subject alternative names; a common name or the name `*`
  /// is not enough.
  ///
  /// A transport with its own connections uses all shared event loops of the process: one for each core. A request stays on one
  /// event loop from start to end, so none of its events changes threads. Sequential requests use the same connection;
  /// concurrent requests are spread over the loops. The limit of connections to an origin applies to all loops together. Over
  /// HTTP/2, the requests to an origin share one connection, and therefore one loop.
  ///
  /// A transport closes its connections when its last copy is released. ``shutdown(grace:)`` waits for the calls under way, and
  /// closes the connections in any case.
  ///
  /// Limitations of AsyncHTTPClient 1.37:
  /// - There is no limit on the total number of connections.
  /// - Without a `connectTimeout`, connecting may take five minutes. If a call ends while its connection is being opened, the
  ///   attempt continues until it succeeds or fails. A shutdown waits for it for at most one second.
  /// - Every proxy gets a `CONNECT` request, for http too. SOCKS 5 proxies get no credentials.
  /// - Unix domain sockets work only without TLS: an https request over such a socket is refused when it is sent.
  /// - In field values, bytes that are not valid UTF-8 become U+FFFD. Trailers are skipped.
  /// - Over HTTP/1.1, a response with more than 256 fields is malformed. Over HTTP/2, a head of more than 16 KiB is an error of
  ///   the connection, which ends all calls on it.
  /// - Interim responses (1xx) do not restart the idle timeout.
  /// - In one case, a call notices the end of its response only at the deadline: the response has a status of 300 or above and
  ///   no length, it arrives before its upload is complete, and its end is in a separate packet.
  /// - Over HTTP/2, if a server's first SETTINGS allow no stream, calls wait for their deadlines, even if the server allows
  ///   streams later. After ten seconds, later calls use a new connection.
  /// - Over HTTP/2, if more than about a thousand calls are cancelled within 30 seconds, their connection can end, and with it
  ///   the calls under way on it. Later calls use a new connection.
  ///
  /// ```swift
  /// let transport = AsyncHTTPClientTransport()
  /// let api = Client(baseURL: "https://api.example.com", transport: transport)
  /// ```
  public struct AsyncHTTPClientTransport: Transport {
    /// Streams in both directions with back-pressure, and every connection option except the total connection limit.
    package static let capabilities: TransportCapabilities = [
      .streamsDownloads, .streamsUploads, .backPressure, .connectTimeout, .proxies, .customTrust, .clientCertificates,
      .versionControl, .separateFields, .trailers, .unixSockets,
    ]

    /// The capabilities of this transport: fewer if the app supplies the client.
    public let capabilities: TransportCapabilities

    private let dispatcher: RequestDispatcher

    /// Creates a transport with the default configuration and its own connections.
    public init() {
      capabilities = Self.capabilities
      dispatcher = RequestDispatcher(owning: ClientSettings())
    }

    /// Creates a transport with a configuration and its own connections.
    ///
    /// - Throws: `UnusableSettings` listing every option that AsyncHTTPClient cannot honour, and every file, key, proxy
    ///   and socket that cannot be used.
    public init(configuration: TransportConfiguration) throws(UnusableSettings) {
      capabilities = Self.capabilities
      dispatcher = RequestDispatcher(owning: try ClientSettings(configuration))
    }

    /// Creates a transport on the app's own client, and shares that client's connections.
    ///
    /// The app remains responsible for the client's configuration, including its timeouts, and for its shutdown:
    /// ``shutdown(grace:)`` does not shut the client down, and after the client's own shutdown every call fails with
    /// `TransportError.Code.closed`. Give the client `redirectConfiguration: .disallow`. If the client tries to follow a
    /// redirect, the transport stops it and returns the redirect without its body. The client retries a refused connection
    /// until its connect timeout (10 s), unless its `retryConnectionEstablishment` is off. If the chain has a
    /// `TracingMiddleware`, set the configuration's `tracing.tracer` to nil: otherwise the engine also writes a span for each
    /// attempt, outside of the trace and with the query of the URL.
    ///
    /// The transport guards only its own connections. The app's connections have no lifetime. On them, a status below 100 from
    /// a server ends the process (AsyncHTTPClient 1.37, over HTTP/1.1 and HTTP/2). After an error of an HTTP/2 connection, its
    /// calls wait until their deadlines. A request on a kept connection fails if the server has closed that connection. TLS
    /// follows the client's configuration. Give the client `httpVersion: .http1Only`, and use a transport with its own
    /// connections for servers that you do not trust.
    ///
    /// - Parameters:
    ///   - client: the app's client. Do not shut it down before the transport's calls have ended.
    ///   - decodesContent: whether the client's configuration enables decompression. Decoded content is returned without
    ///     `Content-Encoding` and `Content-Length`, so nothing decodes it again.
    ///   - maximumConnectionsPerOrigin: how many requests to one origin may be under way; further requests wait. Pass the
    ///     client's `concurrentHTTP1ConnectionsPerHostSoftLimit`, which is 8 by default, and raise both for more concurrent
    ///     calls. The transport cannot read the client's limit. If this number is higher, calls wait inside the client, and a
    ///     call whose deadline passes there fails with `TimedOut(.total)` instead of `.queue`. At least 1.
    ///   - maximumWaitingPerOrigin: how many more requests may wait before further ones fail at once. Default 100,000.
    public init(
      client: HTTPClient, decodesContent: Bool = false, maximumConnectionsPerOrigin: Int = 8,
      maximumWaitingPerOrigin: Int = 100_000
    ) {
      let shared: TransportCapabilities = [
        .streamsDownloads, .streamsUploads, .backPressure, .separateFields, .trailers,
      ]
      capabilities = decodesContent ? shared.union(.decodesContent) : shared
      dispatcher = RequestDispatcher(
        borrowing: client, decodesContent: decodesContent,
        limiter: OriginLimiter(active: max(1, maximumConnectionsPerOrigin), waiting: max(0, maximumWaitingPerOrigin)))
    }

    /// Always true: the transport's own timers end a request and its stream at the deadline.
    public var enforcesDeadline: Bool { true }

    /// Sends the request once and returns the response, whatever its status.
    ///
    /// - Throws: `TransportError`, `TimedOut`, `BodyError.tooLarge` for a long success, `CancellationError`, and the
    ///   error of a streamed request body.
    public func send(_ request: Request) async throws -> Response {
      try await request.exchanged(by: dispatcher.send)
    }

    /// Refuses further calls, waits for the calls under way, including streams, and closes the connections.
    ///
    /// Further calls throw `TransportError.Code.closed`. So do calls that are still under way when `grace` is over or the
    /// waiting task is cancelled. May be called again. The app's own client is not shut down.
    public func shutdown(grace: Duration) async {
      await dispatcher.shutdown(grace: grace)
    }
  }
#endif
