#if Curl
  public import RefineryCore
  import RefineryTransport

  /// A transport on libcurl's multi interface, with back-pressure in both directions.
  ///
  /// A transport and its copies share event loops on libcurl's socket interface and epoll. Each loop has a thread. A loop
  /// starts with its first request or the first use of ``executor``. It ends when the last copy is released or
  /// ``shutdown(grace:)`` is called.
  ///
  /// A streamed response is delivered as it arrives; if the reader stops reading, the server stops sending. A streamed upload
  /// is sent as it is produced. libcurl's own redirects, cookies, credentials files and caches are disabled, and so are the
  /// proxies of the environment. Content is not decoded (see the Gzip plugin).
  ///
  /// If a kept connection ends before the response begins, or the server refuses the stream, the transport may send the request
  /// once more on a new connection. The content of the request must be readable again. The request must also be idempotent, or
  /// the server must not have processed it: over HTTP/2, REFUSED_STREAM and GOAWAY say so (RFC 9113 section 8.7). Otherwise the
  /// request fails with `TransportError.Code.connectionLost`. Middleware does not see this second attempt.
  ///
  /// - HTTP/1.1 is used unless `TransportConfiguration.version` is `http2`. Over HTTP/2, libcurl cannot tell a cut response
  ///   from a whole one if it has no `Content-Length` and the server ends it by RST_STREAM with NO_ERROR (RFC 9113 section
  ///   8.1). Envoy does so when the server behind it fails. So the transport reads libcurl's messages about frames, and such a
  ///   call fails with `TransportError.Code.connectionLost`. If a libcurl has no messages or other ones, the cut response
  ///   counts as whole. The tests check this; they pass with 8.14.1. The messages cost CPU in libcurl: 14 of 47 us for a
  ///   request of 236 bytes, and a fifth to a third for a response of 1 MB. The first transport with `http2` turns them on by
  ///   `curl_global_trace`, so an app's own handles with `CURLOPT_VERBOSE` print them, too.
  /// - `http2` needs libcurl 8.14.1 or later; with an older one, the transport is refused. Version 7.88.1 loses uploads that
  ///   are larger than the server's window, and responses that come before the end of an upload. It also does not return while
  ///   a server sends a flood of frames. The page "Transports" has a table.
  /// - Over HTTP/2 the requests to an origin share one connection, and the first ones wait for it.
  /// - Before libcurl 8.3.0, each request uses a new handle, because a malformed response damages a reused one (curl issue
  ///   11101). Connections and TLS sessions are still reused. A new handle costs 4 to 6 us of CPU: a request takes 1.1 to 1.24
  ///   times the CPU of one on a reused handle (236 bytes, 16 at once, libcurl 7.88.1, without Swift's part).
  /// - If a server sends HTTP/2 frames without content faster than they can be read, the transport closes its connection. The
  ///   calls on it end with `TransportError.Code.connectionLost`; other calls continue.
  /// - If a call is cancelled or ends early for another reason, its connection is closed. If other calls use the connection
  ///   (HTTP/2), the transport ends only the stream, at once. It then closes the connection only if the server does not
  ///   acknowledge the sent data. On a Unix socket the stream may end later, with the next frame of another call. Idle
  ///   connections are probed by TCP keep-alive after a minute; libcurl's multi interface sends no HTTP/2 pings.
  /// - TLS is 1.2 or later. A server's certificate needs a DNS name or an address as a subject alternative name. If content
  ///   ends with its connection, it is complete only if TLS ends with close_notify. Only OpenSSL reports this, so it is not
  ///   checked with other TLS libraries.
  /// - If no connect timeout is set, libcurl's own 300 seconds apply. libcurl tries the addresses of one family one after the
  ///   other. Each address, except for the last one, gets half of the time that is left to connect. A dead first IPv4 address
  ///   therefore costs half of a call's deadline. Set `TransportConfiguration.connectTimeout` to shorten this time. If no
  ///   address can be reached, the error is that of the last one.
  /// - If the server refuses the client certificate under TLS 1.3, the call fails with `TransportError.Code.tlsFailed` and a
  ///   text that names the certificate. During an upload, libcurl may notice first that the server has closed the connection,
  ///   and the call then fails as a lost connection (libcurl 7.88.1: 46 of 200 uploads of 8 MB, and no GET of 200).
  /// - The name of a host is looked up for each new connection, on a thread of libcurl. libcurl's cache of names is off.
  /// - If the lifetime of a connection is over, the next request uses a new connection, and the old one is closed. Over HTTP/2
  ///   and for Unix sockets, libcurl itself does this. It counts whole seconds, and its limit is the same for all connections
  ///   of a loop. An HTTP/2 connection with an open stream gets new requests at any age.
  /// - The connect timeout includes the wait for a connection in libcurl, which has two reasons: the limit
  ///   `TransportConfiguration.maximumConnections`, and HTTP/2, where calls wait for the first connection to their origin. A
  ///   call that waits longer fails with `TimedOut(.connect)`.
  /// - A server may send a complete response and close the connection before the upload is complete. The response is returned
  ///   if its head gives its length and libcurl has read all of it. If the server resets the connection at once, libcurl may
  ///   notice the reset first; the call then fails as a lost connection.
  /// - Field values are read as UTF-8, or as ISO 8859-1 if they are not valid UTF-8.
  ///
  /// CPU for each request, for the whole client with Swift's tasks: 1.7 to 2.6 times the CPU of a C program on the same
  /// interface, or 1.1 to 1.9 times if the calling tasks run on ``executor`` (236 bytes, 16 at once, nginx on loopback, medians
  /// of interleaved runs). On an idle machine the ratios are near the lower ends.
  ///
  /// Needs libcurl 7.87 or later, built with TLS and asynchronous name lookups, and Linux.
  ///
  /// ```swift
  /// var configuration = TransportConfiguration()
  /// configuration.connectTimeout = .seconds(2)
  /// let api = Client(baseURL: "https://api.example.com", transport: try CurlTransport(configuration: configuration))
  /// ```
  public struct CurlTransport: Transport {
    /// Everything except decoding content.
    package static let capabilities: TransportCapabilities = [
      .streamsDownloads, .streamsUploads, .backPressure, .connectTimeout, .proxies, .customTrust, .clientCertificates,
      .versionControl, .separateFields, .trailers, .unixSockets, .connectionLimit,
    ]

    let engine: CurlEngine

    /// Creates a transport with the default configuration. If libcurl lacks a required feature, every request fails with
    /// `TransportError.Code.unsupported`; ``init(configuration:loops:)`` throws at once.
    public init() {
      engine = CurlEngine(TransportConfiguration())
    }

    /// Creates a transport with a configuration. The files of certificates and keys are read now, as a check, and again for
    /// each TLS handshake. So a replaced file applies to new connections.
    ///
    /// - Parameters:
    ///   - configuration: the options of the connections.
    ///   - loops: the maximum number of event loops, each with a thread. By default one for every two processors, at least 1
    ///     and at most 4. The first 16 concurrent requests to an origin use the first loop, the next 16 the second, and so on.
    ///     If `TransportConfiguration.version` is `http2`, the requests to an origin share a connection and therefore a loop.
    ///     With `TransportConfiguration.maximumConnections`, and after the first use of ``executor``, all requests use the
    ///     first loop.
    /// - Throws: `UnusableSettings` listing every option that cannot be honoured, and why.
    public init(configuration: TransportConfiguration, loops: Int? = nil) throws(UnusableSettings) {
      var problems = configuration.curlProblems
      if let loops, loops < 1 { problems.append("loops must be at least 1, not \(loops)") }
      guard problems.isEmpty else { throw UnusableSettings(of: TransportConfiguration.self, problems: problems) }
      engine = CurlEngine(configuration, loops: loops)
    }

    /// Everything except decoding content.
    public var capabilities: TransportCapabilities { Self.capabilities }

    /// Always true: the transport ends a request and its stream at the deadline.
    public var enforcesDeadline: Bool { true }

    /// Sends the request once and returns the response, whatever its status.
    ///
    /// - Throws: `TransportError`, `TimedOut`, `BodyError.tooLarge` for a long success, `CancellationError`, and the
    ///   error of a streamed request body.
    public func send(_ request: Request) async throws -> Response {
      try await engine.send(request)
    }

    /// Refuses further calls, waits for the calls under way, then closes all connections and ends the threads. Open streams and
    /// calls that wait for a slot count as under way.
    ///
    /// Further calls throw `TransportError.Code.closed`. So do calls that are still under way when `grace` is over or the
    /// waiting task is cancelled. This call is optional: when a transport is no longer referenced, it ends with its last
    /// response.
    public func shutdown(grace: Duration) async {
      await engine.shutDown(grace: grace)
    }

    /// A task executor on the thread of the transport's first event loop. From its first use on, the transport uses only this
    /// loop. Read it before the first call: idle connections of other loops stay open until the server closes them.
    ///
    /// Calls from tasks that prefer this executor are prepared, sent, received and mapped on this thread, which saves two
    /// wake-ups for each call. For small requests, 1 to 16 at once, this is 15 to 20 % of the CPU. While such a task computes,
    /// all other requests of this transport wait. As on any event loop, keep the work between two calls short, and do not
    /// block. Mapping a body of one megabyte takes some milliseconds. If such a task waits for an actor, that actor's work for
    /// other tasks may run on this thread, too. Tasks of the global executor read streamed request bodies.
    ///
    /// ```swift
    /// let stocks = try await withTaskExecutorPreference(transport.executor) {
    ///   try await withThrowingTaskGroup(of: Stock.self) { group in … }
    /// }
    /// ```
    /// Reading this property starts the thread if it does not run yet. If the thread has ended or cannot be started, tasks run
    /// on the global executor.
    public var executor: any TaskExecutor { engine.executor }
  }
#endif
