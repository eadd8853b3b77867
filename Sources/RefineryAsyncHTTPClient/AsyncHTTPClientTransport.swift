#if AsyncHTTPClient
  public import AsyncHTTPClient
  public import RefineryCore
  import RefineryTransport

  /// AsyncHTTPClient as a transport: SwiftNIO under the same contract, for apps that outgrow URLSession.
  ///
  /// Bodies stream both ways with back-pressure: a reader that stops stops the server, and a streamed upload is read only as
  /// fast as the socket takes it. Redirects are returned as they come, and content comes as it was sent (see
  /// `GzipMiddleware`). A request goes out once more, on a new connection, in two cases: it was idempotent, and the server closed
  /// the kept connection without a byte of a response; or it was not processed, whatever its method, because the server
  /// refused its stream or began to close the connection first.
  ///
  /// It speaks HTTP/1.1, and HTTP/2 over TLS where `TransportConfiguration.version` asks for it. HTTP/1.1 is the
  /// default because the engine does not let a transport watch an HTTP/2 connection before the server's first SETTINGS. If a
  /// server breaks the protocol before them, or never sends them, calls to its origin wait for their deadlines, and what the
  /// server sends stays in memory until it closes the connection. When calls to an origin have ended unsent for ten seconds,
  /// later ones use a new connection. From the SETTINGS on, the connection is guarded: an error of the connection or a flood of
  /// frames closes it. A connection takes no more calls if it does not acknowledge a PING within a second, if a call waited a
  /// second on it without a byte from the server, or if the server allowed no stream for a second.
  ///
  /// TLS is 1.2 or later. A certificate must have the host among its subject alternative names; a common name and the name `*` do
  /// not count.
  ///
  /// A transport with connections of its own uses every event loop that the process shares, one for each core. A request stays
  /// on one event loop from start to end, so that no event of it changes threads. Requests made one after another use the same
  /// connection; requests made at once are spread over the loops. The limit of connections to an origin counts all loops
  /// together. Over HTTP/2 the requests to an origin share one connection, and so one loop.
  ///
  /// A transport that is forgotten closes its connections when the last copy of it is gone; ``shutdown(grace:)`` lets the calls
  /// under way end first and closes them for certain.
  ///
  /// What AsyncHTTPClient 1.37 cannot do:
  /// - there is no limit on the connections to all origins together;
  /// - without a `connectTimeout` the limit on connecting is five minutes; a connection that is still being made when its call
  ///   ends goes on until it stands or fails, and a shutdown waits a second for it;
  /// - every proxy is asked for a tunnel by `CONNECT`, for http too; proxies of SOCKS 5 take no credentials;
  /// - a Unix domain socket is spoken to without TLS: https over one is refused when it is sent;
  /// - bytes beyond ASCII that are not UTF-8 come as U+FFFD in field values; trailers are skipped;
  /// - the end of a response of 300 or above that comes before its upload is over, has no length and ends in a packet of its
  ///   own, is known only at the deadline;
  /// - over HTTP/2, calls to a server whose first SETTINGS allow no stream wait for their deadlines, also if the server allows
  ///   streams later; after ten seconds, later calls use a new connection;
  /// - over HTTP/2, more than about a thousand calls cancelled within 30 seconds can end their connection, and with it the calls
  ///   under way on it; later calls use a new connection.
  ///
  /// ```swift
  /// let transport = AsyncHTTPClientTransport()
  /// let api = Client(baseURL: "https://api.example.com", transport: transport)
  /// ```
  public struct AsyncHTTPClientTransport: Transport {
    /// Streams both ways with back-pressure; all options of connections but the limit of connections in all.
    public static let capabilities: TransportCapabilities = [
      .streamsDownloads, .streamsUploads, .backPressure, .connectTimeout, .proxies, .customTrust, .clientCertificates,
      .versionControl, .separateFields, .trailers, .unixSockets,
    ]

    /// What this one can do: less than ``capabilities`` where the client is the app's own.
    public let capabilities: TransportCapabilities

    private let dispatcher: RequestDispatcher

    /// The transport of the default configuration, with connections of its own.
    public init() {
      capabilities = Self.capabilities
      dispatcher = RequestDispatcher(owning: ClientSettings())
    }

    /// A transport of a configuration, with connections of its own.
    ///
    /// - Throws: `UnusableConfiguration` listing every option that AsyncHTTPClient cannot honour and every file, key, proxy and
    ///   socket that cannot be used. Files are read now, and never again.
    public init(configuration: TransportConfiguration) throws(UnusableConfiguration) {
      capabilities = Self.capabilities
      dispatcher = RequestDispatcher(owning: try ClientSettings(configuration))
    }

    /// A transport on the app's own client, whose connections it shares.
    ///
    /// The client's configuration, timeouts of its own among them, and its shutdown stay the app's: ``shutdown(grace:)`` of this
    /// transport does not shut the client down, and after the client's shutdown every call fails with
    /// `TransportError.Code.closed`. Give the client `redirectConfiguration: .disallow`: of one that follows
    /// redirects itself, a redirect is taken away before it can, and comes without its body. Unless the client's
    /// `retryConnectionEstablishment` is off, a refused connection is tried again until its connect timeout (10 s).
    ///
    /// The guards of this transport's own connections are missing on the app's: there, a server ends the process with a status
    /// below 100 (AsyncHTTPClient 1.37, over HTTP/1.1 and HTTP/2), an error of an HTTP/2 connection keeps calls until their
    /// deadlines, a request on a kept connection that the server has closed fails, and TLS is as the client's
    /// configuration has it. Give the client `httpVersion: .http1Only`, and use one of your own for servers that you do not trust.
    ///
    /// - Parameters:
    ///   - client: a client that outlives the transport's calls.
    ///   - decodesContent: whether the client's configuration has decompression on. Decoded content then comes without
    ///     `Content-Encoding` and `Content-Length`, and nothing else decodes it again.
    ///   - maximumConnectionsPerOrigin: how many requests may be under way to one origin; more of them wait their turn. Give it
    ///     the client's `concurrentHTTP1ConnectionsPerHostSoftLimit`, which is 8 unless set, and raise both for more calls at
    ///     once. The client does not tell its limit. With a higher number here, calls wait inside the client, and one whose
    ///     time ends there is `TimedOut(.total)`, not `.queue`. At least 1.
    ///   - maximumWaitingPerOrigin: how many more may wait before further ones fail at once. Default 100,000.
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

    /// Its own timers end a request and its stream at the deadline.
    public var enforcesDeadline: Bool { true }

    /// Sends the request once and returns the response, whatever its status.
    ///
    /// - Throws: `TransportError`, `TimedOut`, `BodyError.tooLarge` beyond the response limit,
    ///   `CancellationError`, and what a streamed request body throws.
    public func send(_ request: Request) async throws -> Response {
      try await request.exchanged(by: dispatcher.send)
    }

    /// Admits no further call, lets those under way end, streams included, and closes the connections.
    ///
    /// Further calls throw `TransportError.Code.closed`, and so do those still under way once `grace` is over or
    /// the task that waits here is cancelled. May be called again. An app's own client is not shut down.
    public func shutdown(grace: Duration) async {
      await dispatcher.shutdown(grace: grace)
    }
  }
#endif
