#if Curl
  public import RefineryCore
  import RefineryTransport

  /// libcurl's multi interface as a transport: the fastest there is here, with back-pressure both ways.
  ///
  /// One thread serves all requests of a transport and its copies, on libcurl's socket interface and epoll. It starts with
  /// the first request, or with ``executor``, and ends with the last copy, or by ``shutdown(grace:)``.
  ///
  /// Streams are passed on as they come and stop the sender when their reader stops; streamed uploads are sent as they are
  /// produced. libcurl's redirects, cookies, credentials files, caches and proxies of the environment are off; content is
  /// left in its coding (see the Gzip plugin). A request whose kept connection ends before any of the response, or whose
  /// stream the server refuses, is sent once more on a new connection, and only where it is idempotent and its content can
  /// be read again; any other fails with `TransportError.Code.connectionLost`. A middleware that tries again
  /// does not see this second sending.
  ///
  /// - HTTP/2 is spoken where a server offers it by TLS, many requests on one connection. Streamed answers come by HTTP/1.1
  ///   all the same, each on a connection of its own, because libcurl 7.88 lets one paused stream hold up all others of its
  ///   connection; under `TransportConfiguration.Version.http2` they share one, and that applies.
  /// - HTTP/2 without TLS takes a connection for each request before libcurl 8.0.0 (curl issue 10634).
  /// - A server that sends HTTP/2 frames without content faster than they can be read loses its connection: its calls end
  ///   with `TransportError.Code.connectionLost`, and calls to other servers go on. A second thread, which sleeps while
  ///   nothing happens, watches for that.
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
  /// - Field values come as UTF-8 where they are that, else as ISO 8859-1.
  ///
  /// Measured beside a C program on the same interface (236 bytes, 16 at once, nginx on loopback, medians of interleaved
  /// runs), the whole client and Swift's tasks included: 1.7 to 2.6 times its CPU a request, and 1.1 to 1.9 times where the
  /// tasks that call run on ``executor``; the less else the machine does, the nearer to the lower ends.
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

    /// A transport of the default configuration. Where libcurl lacks what is needed, every request fails with
    /// `TransportError.Code.unsupported`; ``init(configuration:)`` tells at once.
    public init() {
      engine = Engine(TransportConfiguration())
    }

    /// A transport of a configuration. The files of certificates and keys are read now, to see that they can be used, and
    /// again for each TLS handshake: a file that is replaced applies to new connections.
    ///
    /// - Throws: `UnusableConfiguration` listing every option that cannot be honoured, and why.
    public init(configuration: TransportConfiguration) throws(UnusableConfiguration) {
      let problems = configuration.curlProblems
      guard problems.isEmpty else { throw UnusableConfiguration(problems: problems) }
      engine = Engine(configuration)
    }

    /// Everything but decoding content.
    public var capabilities: TransportCapabilities { Self.capabilities }

    /// Its own timers end a request and its stream at the deadline.
    public var keepsDeadline: Bool { true }

    /// Sends the request, follows the redirects its options allow, and returns the response, whatever its status.
    ///
    /// - Throws: `TransportError`, `TimedOut`, `RedirectRefused`, `BodyError.tooLarge` beyond the response limit,
    ///   `CancellationError`, and what a streamed request body throws.
    public func send(_ request: Request) async throws -> Response {
      try await engine.send(request)
    }

    /// Admits no further call, lets those under way end, streams and calls that wait for a place included, closes all
    /// connections and ends the thread.
    ///
    /// Further calls throw `TransportError.Code.closed`, and so do those still under way once `grace` is over or
    /// the task that waits here is cancelled. Need not be called: a transport that is let go of ends what it has when its last
    /// response has been read.
    public func shutdown(grace: Duration) async {
      await engine.shutDown(grace: grace)
    }

    /// The transport's own thread as a place for tasks: what runs there waits for nobody else's thread.
    ///
    /// Calls that are made from tasks which prefer it are prepared, sent, received and mapped on the one thread, which saves two
    /// wake-ups and what processors tell each other: for small calls, a quarter to a third of a request's CPU. What
    /// such a task computes between two calls holds up all other requests of this transport: keep it to what is short, as in
    /// any event loop, and do not block. A body of a megabyte takes some milliseconds to map. An actor that such a task waits
    /// for may do other tasks' work here, too. Streamed request bodies are read by tasks of the global executor.
    ///
    /// ```swift
    /// let stocks = try await withTaskExecutorPreference(transport.executor) {
    ///   try await withThrowingTaskGroup(of: Stock.self) { group in … }
    /// }
    /// ```
    /// Starts the thread where it does not run yet. Where it cannot be started, and after it has ended, tasks run on the global
    /// executor.
    public var executor: any TaskExecutor { engine.executor }

    /// What the transport has done since it was made. Costs a few loads.
    public var statistics: Statistics { engine.statistics }

    /// Counts for metrics.
    public struct Statistics: Sendable, Hashable {
      /// Requests that were begun, each hop of a redirect for itself.
      public internal(set) var requests = 0
      /// Connections that requests had to open, failed attempts included.
      public internal(set) var connectionsOpened = 0
      /// Requests that went over a connection that was there already.
      public internal(set) var connectionsReused = 0
      /// How long the name lookups of opened connections took, all together.
      public internal(set) var lookupTime = Duration.zero
    }
  }
#endif
