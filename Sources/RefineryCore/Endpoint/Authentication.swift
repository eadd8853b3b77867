/// Whether a row or a call is authenticated, and with which credential of a store: see ``Options/authentication``. Middleware
/// that adds credentials, such as `AuthMiddleware`, obeys it.
public enum Authentication: Sendable, Equatable {
  /// With the default credential.
  case on
  /// Without credentials.
  case off
  /// With the credential that the provider returns for this key, such as a tenant.
  case named(String)

  package var key: String { if case .named(let key) = self { key } else { "" } }

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

extension Options {
  /// Whether a row or a call is authenticated, and with which credential of a store. Default: with the default credential.
  ///
  /// ```swift
  /// Endpoint("Health.read", .get, "health", Options { $0.authentication = .off })
  /// ```
  public var authentication: Authentication {
    get { self[AuthenticationKey.self] }
    set { self[AuthenticationKey.self] = newValue }
  }
}

package enum AuthenticationKey: OptionKey {
  package static let name = "authentication"
  package static let defaultValue = Authentication.on
}
