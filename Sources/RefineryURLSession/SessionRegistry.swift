import RefineryCore
import Synchronization

/// All sessions of the process, one for each distinct configuration. They are never released.
///
/// The sessions are global because libcurl calls back into a session's state while it closes TLS connections. If the session is
/// being released at that time, the process ends. Sessions for single clients or requests would be released, but these are not.
enum SessionRegistry {
  private struct Key: Hashable {
    let configuration: TransportConfiguration
    let usesInternals: Bool
  }

  private static let engines = Mutex<[Key: SessionEngine]>([:])

  static func engine(for configuration: TransportConfiguration, usesInternals: Bool) -> SessionEngine {
    engines.withLock { engines in
      let key = Key(configuration: configuration, usesInternals: usesInternals)
      if let engine = engines[key] { return engine }
      let engine = SessionEngine(configuration, usesInternals: usesInternals)
      engines[key] = engine
      return engine
    }
  }
}
