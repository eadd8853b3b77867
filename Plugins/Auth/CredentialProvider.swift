public import RefineryCore

/// Fetches fresh credentials: from a token endpoint, a metadata service, a vault.
///
/// A ``CredentialStore`` calls the provider. The store keeps the credential, makes one request for all calls that wait, and
/// limits the time. A provider only fetches a new credential each time it is called. It must not swallow cancellation.
///
/// ```swift
/// struct Vault: CredentialProvider {
///   func credential(for context: CredentialContext) async throws -> Credential {
///     let lease = try await vault.issue(role: context.key)
///     return .bearer(lease.token).lasting(lease.duration)
///   }
/// }
/// ```
public protocol CredentialProvider: CredentialProviderDeclaration, Sendable, Redacted {
  /// Fetches a fresh credential. If it throws, every call that waits gets the error as ``CredentialError/refreshFailed(_:)``.
  func credential(for context: CredentialContext) async throws -> Credential

  /// The header fields that its credentials set. A call that sets one of these fields itself needs no credential. Default
  /// `Authorization`.
  var fields: [String] { get }

  /// Returns the identity of the credential that a key of `Authentication` names. Keys with the same identity share one
  /// credential, and one request for it. Identities are compared by their bytes. An identity must not contain a secret, and a
  /// key must always have the same identity. Default: the key itself, so each key has its own credential.
  func identity(for key: String) -> String
}

extension CredentialProvider {
  /// `Authorization`.
  public var fields: [String] { ["Authorization"] }
  /// The key.
  public func identity(for key: String) -> String { key }
}

/// Describes the credential that a provider must fetch.
public struct CredentialContext: Sendable {
  /// The key of the credential, if a row or call names one with `Authentication`; otherwise empty.
  public let key: String
  /// The store's clock.
  public let clock: CallClock
  /// When the store stops waiting for the provider.
  public let deadline: Deadline
  /// Whether the store has a credential that calls can use until the next attempt.
  package var isEarly = false

  /// Creates a context as a store does, to test a provider.
  public init(key: String = "", clock: CallClock = .continuous, limit: Duration = .seconds(30)) {
    self.key = key
    self.clock = clock
    deadline = Deadline(after: limit, on: clock)
  }
}

/// When a store calls its provider, and how many credentials it keeps. Negative values count as zero.
public struct RefreshPolicy: Sendable, Equatable {
  /// How long before expiry a background refresh starts; at most a tenth of the lifetime. Calls keep using the credential. 180
  /// s.
  public var background: Duration = .seconds(180)
  /// How long before expiry calls begin to wait for the next credential; at most a twentieth of the lifetime. 15 s.
  public var wait: Duration = .seconds(15)
  /// The time limit of one refresh. 30 s.
  public var limit: Duration = .seconds(30)
  /// How long after a failure the provider is not called again. 1 s.
  public var backOff: Duration = .seconds(1)
  /// The maximum number of refreshes within the window, at least one; further ones fail at once. A refresh counts if it follows
  /// a failure or a refusal by the server, or if there is no credential to replace. A credential at the end of its lifetime is
  /// always replaced. 5.
  public var maximumRefreshes = 5
  /// The window that ``maximumRefreshes`` applies to. 30 s.
  public var window: Duration = .seconds(30)
  /// The maximum number of credentials that the store keeps, for example one for each key; at least one. If there are more, the
  /// store removes the least recently used ones, and up to an eighth of the limit more. A removed credential costs one more
  /// request. Credentials that are being fetched do not count. 10,000.
  public var maximumCredentials = 10_000

  /// Creates the default policy.
  public init() {}
}

/// Why a call got no credentials. Nothing was sent to the server, unless a 401 came before.
public enum CredentialError: SafelyDescribed {
  /// The credential, or a setting of the middleware, cannot be used. The text says why and what to do.
  case malformed(String)
  /// The credentials were not sent, because they would have gone over plain http to another machine.
  case plaintextRefused(origin: String)
  /// The provider threw an error. Every call that waited gets this error.
  case refreshFailed(any Error)
  /// Too many refreshes within the window failed or returned credentials that the server refused.
  case refreshThrottled(refreshes: Int, window: Duration)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .malformed(let problem): problem
    case .plaintextRefused(let origin):
      "credentials are not sent over plain http to \(origin): use https, or allowPlaintext: true where the network is trusted"
    case .refreshFailed(let error): "fetching credentials failed: \(ErrorSummary.text(of: error))"
    case .refreshThrottled(let refreshes, let window):
      "credentials are not refreshed for now: \(refreshes) refreshes within \(window) failed, or gave credentials that the server "
        + "refused"
    }
  }
}
