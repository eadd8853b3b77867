#if Curl
  public import RefineryCore
  import RefineryTransport

  /// A transport on libcurl's multi interface, with back-pressure in both directions.
  ///
  /// One thread serves all requests of a transport and its copies, on libcurl's socket interface and epoll. It starts with
  /// the first request, or with ``executor``. It ends with the last copy, or by ``shutdown(grace:)``.
  ///
  /// A streamed response is delivered as it arrives, and its server stops sending when the reader stops reading. A streamed
  /// upload is sent as it is produced. libcurl's redirects, cookies, credentials files, caches and the environment's proxies
  /// are off; content is not decoded (see the Gzip plugin).
  ///
  /// If a kept connection ends before the response begins, or the server refuses the stream, the request is sent once more
  /// on a new connection, provided that it is idempotent and its content can be read again. Otherwise it fails with
  /// `TransportError.Code.connectionLost`. A middleware that retries does not see this second sending.
  ///
  /// - HTTP/2 is used if a server offers it by TLS: many requests share one connection. Requests to a new origin wait for its
  ///   first connection. Streamed responses use HTTP/1.1, each on a connection of its own, because in libcurl 7.88 one paused
  ///   stream delays all others of its connection. Under `TransportConfiguration.Version.http2` they share a connection, with
  ///   that effect.
  /// - If a server allows fewer streams than there are calls at once, libcurl 7.88 opens one more connection for each call
  ///   that finds no stream, since it shares no connection that is still being opened: 200 calls at once to a server that
  ///   allows 100 streams opened 101 connections. To keep one, set `TransportConfiguration.maximumConnectionsPerOrigin` to the
  ///   server's limit (128 in nginx by default); further calls then wait for a place.
  /// - HTTP/2 without TLS takes a connection for each request before libcurl 8.0.0 (curl issue 10634).
  /// - Each request takes a new handle before libcurl 8.3.0, where a malformed response damages a reused one (curl issue
  ///   11101). Connections and TLS sessions are still reused. A new handle costs 4 to 6 us of CPU, 1.1 to 1.24 times the CPU
  ///   of a request on a reused one (236 bytes, 16 at once, libcurl 7.88.1, without Swift's part).
  /// - If a server sends HTTP/2 frames without content faster than they can be read, its connection is closed: its calls end
  ///   with `TransportError.Code.connectionLost`, and other calls go on. A second thread watches for that; it sleeps while
  ///   nothing happens.
  /// - A call that times out without a byte retires its connection: it closes once no other call uses it, and at once where
  ///   the server does not acknowledge what was sent. Idle connections are probed by TCP keep-alive after a minute; libcurl's
  ///   multi interface sends no HTTP/2 pings.
  /// - TLS is 1.2 or later. A server's certificate needs a subject alternative name. Content that ends with its connection
  ///   is complete only if TLS ends with close_notify; with another TLS library than OpenSSL, that is not checked.
  /// - The limit on connecting is libcurl's own 300 seconds where none is set. Addresses of one family are tried one after
  ///   the other, each but the last for half of the time that is left to connect: the first IPv4 address of a host may be
  ///   dead, and costs half of a call's deadline. Set `TransportConfiguration.connectTimeout` to shorten that.
  /// - A response that is complete before its upload is returned, though the server then closes the connection, if its head
  ///   gives its length and libcurl has read it. If the connection is reset at once, libcurl may notice the reset first; the
  ///   call then fails as a lost connection.
  /// - Field values are read as UTF-8, or as ISO 8859-1 if they are not valid UTF-8.
  ///
  /// Measured beside a C program on the same interface (236 bytes, 16 at once, nginx on loopback, medians of interleaved
  /// runs), the whole client and Swift's tasks included: 1.7 to 2.6 times its CPU a request, and 1.1 to 1.9 times where the
  /// tasks that call run on ``executor``. On an idle machine the ratios are near the lower ends.
  ///
  /// Needs libcurl 7.87 or later, built with TLS and asynchronous name lookups, and Linux.
  ///
  /// ```swift
  /// var configuration = TransportConfiguration()
  /// configuration.connectTimeout = .seconds(2)
  /// let api = Client(baseURL: "https://api.example.com", transport: try CurlTransport(configuration: configuration))
  /// ```
  public struct CurlTransport: Transport {
    /// Everything but decoding content.
    public static let capabilities: TransportCapabilities = [
      .streamsDownloads, .streamsUploads, .backPressure, .connectTimeout, .proxies, .customTrust, .clientCertificates,
      .versionControl, .separateFields, .trailers, .unixSockets, .connectionLimit,
    ]

    let engine: Engine

    /// A transport with the default configuration. If libcurl lacks a feature that is needed, every request fails with
    /// `TransportError.Code.unsupported`; ``init(configuration:)`` throws at once.
    public init() {
      engine = Engine(TransportConfiguration())
    }

    /// A transport with a configuration. The files of certificates and keys are read now, as a check, and again for each TLS
    /// handshake: a file that is replaced applies to new connections.
    ///
    /// - Throws: `UnusableConfiguration` listing every option that cannot be honoured, and why.
    public init(configuration: TransportConfiguration) throws(UnusableConfiguration) {
      let problems = configuration.curlProblems
      guard problems.isEmpty else { throw UnusableConfiguration(problems: problems) }
      engine = Engine(configuration)
    }

    /// Everything but decoding content.
    public var capabilities: TransportCapabilities { Self.capabilities }

    /// True: the transport ends a request and its stream at the deadline.
    public var keepsDeadline: Bool { true }

    /// Sends the request, follows the redirects its options allow, and returns the response, whatever its status.
    ///
    /// - Throws: `TransportError`, `TimedOut`, `RedirectRefused`, `BodyError.tooLarge` beyond the response limit,
    ///   `CancellationError`, and what a streamed request body throws.
    public func send(_ request: Request) async throws -> Response {
      try await engine.send(request)
    }

    /// Accepts no further call, waits for the calls under way, then closes all connections and ends the thread. Streams and
    /// calls that wait for a place count as under way.
    ///
    /// Further calls throw `TransportError.Code.closed`. So do calls still under way when `grace` is over or the waiting task
    /// is cancelled. Calling this is optional: a transport that is no longer referenced ends when its last response has been
    /// read.
    public func shutdown(grace: Duration) async {
      await engine.shutDown(grace: grace)
    }

    /// A task executor on the transport's own thread.
    ///
    /// Calls from tasks that prefer it are prepared, sent, received and mapped on this thread, which saves two wake-ups for
    /// each: for small calls, a quarter to a third of a request's CPU. While such a task computes, all other requests
    /// of this transport wait: keep the work between two calls short, as on any event loop, and do not block. A body of a
    /// megabyte takes some milliseconds to map. An actor that such a task waits for may run other tasks' work here, too.
    /// Streamed request bodies are read by tasks of the global executor.
    ///
    /// ```swift
    /// let stocks = try await withTaskExecutorPreference(transport.executor) {
    ///   try await withThrowingTaskGroup(of: Stock.self) { group in … }
    /// }
    /// ```
    /// Starts the thread if it does not run yet. If it cannot be started, and after it has ended, tasks run on the global
    /// executor.
    public var executor: any TaskExecutor { engine.executor }

    /// Counts since the transport was made. Reading them costs a lock and a few loads.
    public var statistics: Statistics { engine.statistics }

    /// Counts for metrics.
    public struct Statistics: Sendable, Hashable {
      /// Requests that were begun; each hop of a redirect counts.
      public internal(set) var requests = 0
      /// Connections that requests opened. A connection attempt that fails before the server accepts it does not count.
      public internal(set) var connectionsOpened = 0
      /// Requests that were sent on an existing connection.
      public internal(set) var connectionsReused = 0
      /// How long the name lookups of opened connections took in total.
      public internal(set) var lookupTime = Duration.zero
    }
  }
#endif
