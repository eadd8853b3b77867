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

    /// Whether both choose the same credential. Keys are compared by their bytes, because two users whose names have different
    /// bytes may be equal strings in Swift.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.on, .on), (.off, .off): true
      case (.named(let left), .named(let right)): left.utf8.elementsEqual(right.utf8)
      case (.on, _), (.off, _), (.named, _): false
      }
    }
  }

  /// The name in tables and reports: `authentication`.
  public static let name = "authentication"
  /// The call is authenticated.
  public static let defaultValue = Mode.on
}
