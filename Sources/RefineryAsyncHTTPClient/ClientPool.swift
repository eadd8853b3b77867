#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOCore
  import Synchronization

  /// The engine's two clients on one event loop: one keeps its connections, the other uses each connection once. The second
  /// client is for requests that are sent again, and is created for the first of them. It always uses a new connection; the
  /// first client may keep several dead connections.
  final class ClientPool: Sendable {
    let kept: HTTPClient
    private let settings: ClientSettings
    private let single = Mutex<HTTPClient?>(nil)

    init(_ settings: ClientSettings, on loop: any EventLoop) {
      self.settings = settings
      kept = HTTPClient(eventLoopGroup: loop, configuration: settings.client)
    }

    // In a debug build, releasing a client without a shutdown ends the process. The shutdown retains the client.
    deinit {
      kept.shutdown { _ in }
      single.withLock { $0?.shutdown { _ in } }
    }

    /// The client that opens a new connection for every request.
    var singleUse: HTTPClient {
      single.withLock { single in
        if let single { return single }
        var configuration = settings.client
        configuration.maximumUsesPerConnection = 1
        let client = HTTPClient(eventLoopGroup: kept.eventLoopGroup, configuration: configuration)
        single = client
        return client
      }
    }

    /// Closes all connections. A second shutdown of a client does nothing.
    func shutdown(_ completion: @escaping @Sendable () -> Void) {
      let single = single.withLock { $0 }
      kept.shutdown { _ in
        guard let single else { return completion() }
        single.shutdown { _ in completion() }
      }
    }
  }
#endif
