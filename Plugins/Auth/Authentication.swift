public import RefineryCore

/// Whether a row or a call is authenticated, and with which credential of a store.
///
/// ```swift
/// Endpoint("Health.read", .get, "health", Options().setting(Authentication.self, .off))
/// ```
public enum Authentication: OptionKey {
  /// The choices of a row or call.
  public enum Mode: Sendable, Equatable {
    /// With the default credential.
    case on
    /// Without credentials.
    case off
    /// With the credential that the provider returns for this key, such as a tenant.
    case named(String)

    var key: String { if case .named(let key) = self { key } else { "" } }
  }

  /// The name in tables and reports: `authentication`.
  public static let name = "authentication"
  /// The call is authenticated.
  public static let defaultValue = Mode.on
}
