public import FoundationEssentials
public import RefineryCore

/// Keeps credentials that the instances of an app share, and lets one instance at a time renew each of them.
///
/// ``SharedCredentials`` uses it. Conform to it to share credentials through an engine of your own, and run
/// `CredentialVaultContract` of RefineryContracts on it. An engine guarantees:
///
/// - Each method is one atomic step. One clock measures all durations: the engine's, not that of an instance.
/// - Identities are independent, and are compared by their bytes.
/// - The token of a lease is greater than all earlier tokens of its identity, even if the entry has been removed. A counter
///   that all identities share, and that is never removed, is enough.
/// - The lease that was granted last is the current lease of its identity, until ``save(_:lifetime:retention:under:)`` or
///   ``fail(_:because:pause:)`` ends it. If its time is over, it remains the current lease until another one is granted. An
///   engine may forget it ten minutes after its time is over.
/// - An entry is kept until another one replaces it, or its retention is over.
///
/// The data of an entry is opaque. It can hold any bytes, usually 1 to 10 KiB. If a method throws, it does not matter whether
/// its step took place. An engine does not retry and need not limit the time: ``SharedCredentials`` does.
public protocol CredentialVault: Sendable {
  /// Returns the entry to use, or a lease to renew it.
  ///
  /// The first of these that applies: 1. There is an entry whose version is not `seen`, and it has no lifetime, or more than
  /// the smaller of 15 s and a twentieth
  ///    of its lifetime is left: ``CredentialCheckout/entry(_:)``.
  /// 2. A pause after a failure is not over: ``CredentialCheckout/failed(reason:for:)``.
  /// 3. The time of the current lease is not over: ``CredentialCheckout/held(for:)``.
  /// 4. Otherwise ``CredentialCheckout/leased(_:_:)``, with a new lease.
  ///
  /// - Parameters:
  ///   - identity: the name of the entry.
  ///   - seen: the version of the credential that this instance wants to replace; nil if it has none.
  ///   - lease: how long the new lease lasts.
  func checkOut(_ identity: String, seen: Int64?, lease: Duration) async throws -> CredentialCheckout

  /// Sets the end of the current lease to `duration` from now, even if its time is over.
  ///
  /// - Returns: false, without an effect, if `lease` is not the current lease.
  func extend(_ lease: CredentialLease, by duration: Duration) async throws -> Bool

  /// Stores an entry whose version is the token of the lease, and ends the lease.
  ///
  /// - Parameters:
  ///   - data: the content of the entry.
  ///   - lifetime: how long the entry can be used; nil if that is not known. It can be zero.
  ///   - retention: how long the entry is kept at least, because a renewal may need its data after its lifetime; nil if it is
  ///     kept until it is replaced.
  ///   - lease: the lease that allows the change.
  /// - Returns: false, without an effect, if `lease` is not the current lease.
  func save(_ data: Data, lifetime: Duration?, retention: Duration?, under lease: CredentialLease) async throws -> Bool

  /// Ends the lease after a failure, and begins a pause in which no lease is granted. Has no effect if `lease` is not the
  /// current lease.
  ///
  /// - Parameters:
  ///   - lease: the lease that ends.
  ///   - reason: what ``CredentialCheckout/failed(reason:for:)`` says during the pause: one line of at most 500 bytes, without
  ///     secrets.
  ///   - pause: the length of the pause; zero if the next lease can be granted at once.
  func fail(_ lease: CredentialLease, because reason: String, pause: Duration) async throws
}

/// The right of one instance to renew a credential.
public struct CredentialLease: Sendable, Hashable, Redacted {
  /// The name of the entry.
  public let identity: String
  /// The fencing token: greater than that of every earlier lease.
  public let token: Int64

  /// Creates a lease, in a vault.
  public init(identity: String, token: Int64) {
    self.identity = identity
    self.token = token
  }

  /// The token only: `CredentialLease(7)`. An identity can hold the name of a user.
  public var description: String { "CredentialLease(\(token))" }
}

/// A credential in a vault, in a form that only ``SharedCredentials`` reads.
public struct CredentialEntry: Sendable, Equatable, Redacted {
  /// The token of the lease that it was saved under.
  public let version: Int64
  /// The content as it was saved.
  public let data: Data
  /// How much of its lifetime is left, zero or negative after its end; nil if it was saved without one.
  public let remaining: Duration?

  /// Creates an entry, in a vault.
  public init(version: Int64, data: Data, remaining: Duration?) {
    self.version = version
    self.data = data
    self.remaining = remaining
  }

  /// The version only: `CredentialEntry(7)`.
  public var description: String { "CredentialEntry(\(version))" }
}

/// What a vault returns for a credential.
public enum CredentialCheckout: Sendable, Equatable, Redacted {
  /// The credential to use.
  case entry(CredentialEntry)
  /// The caller renews the credential. The entry is the one to replace, if the vault has one: it can have the secret that the
  /// renewal needs.
  case leased(CredentialLease, CredentialEntry?)
  /// Another instance renews the credential. The duration is the rest of its lease.
  case held(for: Duration)
  /// The last renewal failed. The duration is the rest of the pause.
  case failed(reason: String, for: Duration)

  /// The kind only.
  public var description: String {
    switch self {
    case .entry(let entry): "\(entry)"
    case .leased(let lease, _): "\(lease)"
    case .held: "held by another instance"
    case .failed: "paused after a failure"
    }
  }
}

extension CredentialEntry {
  /// Whether an entry with this rest of its lifetime is returned by `checkOut`: the rule for engines that compute it in
  /// Swift.
  package static func isUsable(remaining: Duration?, of lifetime: Duration?) -> Bool {
    guard let remaining, let lifetime else { return true }
    return remaining > min(.seconds(15), lifetime / 20)
  }
}
