import Foundation
import RefineryCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// All sessions of the process, one for each distinct configuration. They are never released.
///
/// The sessions are global because libcurl calls back into a session's state while it closes TLS connections. If the
/// session is being released at that time, the process ends. Sessions per client or per request would cause this; these sessions
/// cannot.
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
  /// A timeout in seconds, so large that the engine's request timer, which it recreates for every header line, is beyond the
  /// range of system timers and is never set: a sixth less CPU for each call, measured on loopback with 16 at once. It cannot be
  /// larger, because the engine counts in milliseconds and would trap.
  static let neverFires: TimeInterval = 1e12

  /// Returns a configuration that stores nothing, adds nothing, and whose timers never fire before ours.
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
  /// Runs every callback directly on the engine's serial queue, instead of switching to another thread for each header and chunk.
  /// Callbacks therefore see bytes before the engine decodes more of them, which makes limits exact. They take one short lock and
  /// never block.
  ///
  /// Unchecked because OperationQueue is; this class adds no state.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
