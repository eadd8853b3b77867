import RefineryCore

/// A secret that each renewal replaces, such as a refresh token.
package struct RotatingSecret: Sendable, Equatable {
  /// The secret for the next renewal.
  package let current: Secret<String>
  /// The secret that the app set, from which the current one descends. It tells two logins of a user apart.
  package let origin: Secret<String>
}

extension RotatingSecret: Redacted {}

/// A provider whose renewals replace the secret that they need. Instances that share its credentials must share the secret,
/// too, and must never renew at the same time.
package protocol RotatingProvider: CredentialProvider {
  /// The secret that the next renewal uses.
  var secret: RotatingSecret { get }

  /// Whether the provider's own secret must be used instead of `shared`, because a user has logged in again and `shared` does
  /// not descend from that login. Always false until the app has replaced the first secret.
  func prefersOwnSecret(to shared: RotatingSecret?) -> Bool

  /// Takes over the secret of an entry, unless the provider prefers its own.
  func adopt(_ shared: RotatingSecret)

  /// Called when the vault has this secret. The provider does not prefer it any more.
  func didShare(_ secret: RotatingSecret)
}
