#if Redis
  /// Whether a server can be used.
  public enum RedisState: Sendable, Equatable {
    /// The first attempt to connect is under way.
    case connecting
    /// The server replies in time.
    case available
    /// There is no connection, or the server does not reply in time. The text says which, and is safe to log.
    case away(String)
  }
#endif
