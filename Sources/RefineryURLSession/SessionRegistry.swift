import Foundation
import RefineryCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every session of the process, one for each distinct configuration, never released.
///
/// The one justified global: libcurl calls back into a session's state while it closes TLS connections, and a session that
/// is being released then takes the process down. Sessions per client or per request would do that; these cannot.
enum SessionRegistry {
  private struct Key: Hashable {
    let configuration: TransportConfiguration
    let usesInnerQueue: Bool
  }

  private static let engines = Mutex<[Key: Engine]>([:])

  static func engine(for configuration: TransportConfiguration, usesInnerQueue: Bool) -> Engine {
    engines.withLock { engines in
      let key = Key(configuration: configuration, usesInnerQueue: usesInnerQueue)
      if let engine = engines[key] { return engine }
      let engine = Engine(configuration, usesInnerQueue: usesInnerQueue)
      engines[key] = engine
      return engine
    }
  }
}

extension URLSessionConfiguration {
  /// Seconds so many that the engine's timer of a request, which it makes anew for every header line, lies beyond what a timer
  /// can be set to and never reaches the system: a sixth less CPU a call, measured on loopback with 16 at once. Not more, since
  /// the engine counts in milliseconds and would trap.
  static let neverFires: TimeInterval = 1e12

  /// Nothing is stored, nothing is added, and no timer of the engine fires before ours.
  static func bare(maximumConnectionsPerOrigin: Int) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerOrigin
    configuration.timeoutIntervalForRequest = neverFires
    configuration.timeoutIntervalForResource = 86_400 * 7
    return configuration
  }
}

#if canImport(FoundationNetworking)
  /// Runs every callback where the engine raises it, on its one serial queue, in place of a hop to another thread for each
  /// header and chunk. Callbacks thus see bytes before the engine decodes more of them, which makes limits exact; they take
  /// one short lock and never block.
  ///
  /// Unchecked because OperationQueue is; this class adds no state.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
