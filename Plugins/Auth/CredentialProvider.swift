public import RefineryCore

/// Fetches fresh credentials: from a token endpoint, a metadata service, a vault.
///
/// A provider is asked by a ``CredentialStore``, which keeps the answer, asks once for all calls that wait, and bounds the
/// time. So a provider just fetches, anew each time, and lets cancellation through.
///
/// ```swift
/// struct Vault: CredentialProvider {
///   func credential(for context: CredentialContext) async throws -> Credential {
///     let lease = try await vault.issue(role: context.key)
///     return .bearer(lease.token).lasting(lease.duration)
///   }
/// }
/// ```
public protocol CredentialProvider: Sendable, Redacted {
  /// Fetches a fresh credential. Every call that waits for it gets the same error as ``CredentialError/refreshFailed(_:)``.
  func credential(for context: CredentialContext) async throws -> Credential

  /// The header fields that its credentials go into. A call that sets one of them itself needs none. Default `Authorization`.
  var fields: [String] { get }
}

extension CredentialProvider {
  /// `Authorization`.
  public var fields: [String] { ["Authorization"] }
}

/// What a provider is asked for.
public struct CredentialContext: Sendable {
  /// Which credential, where a row or call names one by ``Authentication``; empty otherwise.
  public let key: String
  /// The store's clock.
  public let clock: CallClock
  /// When the store will have given up.
  public let deadline: Deadline

  /// What a store would hand over; make one yourself to try out a provider.
  public init(key: String = "", clock: CallClock = .continuous, limit: Duration = .seconds(30)) {
    self.key = key
    self.clock = clock
    deadline = Deadline(after: limit, on: clock)
  }
}

/// When a store asks its provider. Negative values count as zero.
public struct RefreshPolicy: Sendable, Equatable {
  /// So long before its end a credential is replaced while calls go on with it; at most a tenth of its lifetime. 180 s.
  public var background: Duration = .seconds(180)
  /// So long before its end calls wait for the next one; at most a twentieth of its lifetime. 15 s.
  public var wait: Duration = .seconds(15)
  /// The longest a provider may take. 30 s.
  public var limit: Duration = .seconds(30)
  /// How long a failure stands before the provider is asked again. 1 s.
  public var backOff: Duration = .seconds(1)
  /// How many refreshes a window admits before further ones fail at once; at least one. 5.
  public var maximumRefreshes = 5
  /// The window of ``maximumRefreshes``. 30 s.
  public var window: Duration = .seconds(30)

  /// The values above.
  public init() {}
}

/// Why a call got no credentials. Nothing was sent to the server, unless a 401 came before.
public enum CredentialError: SafelyDescribed {
  /// The credential, or a setting of the middleware, cannot be used; the text says why and what to do.
  case malformed(String)
  /// Credentials would have gone over plain http to another machine.
  case plaintextRefused(origin: String)
  /// The provider threw; every call that waited for it gets this same error.
  case refreshFailed(any Error)
  /// There were so many refreshes within the window that another would hardly help.
  case refreshThrottled(refreshes: Int, window: Duration)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .malformed(let problem): problem
    case .plaintextRefused(let origin):
      "credentials are not sent over plain http to \(origin): use https, or allowPlaintext: true where the network is trusted"
    case .refreshFailed(let error): "fetching credentials failed: \(ErrorSummary.text(of: error))"
    case .refreshThrottled(let refreshes, let window):
      "no more refreshing for now: \(refreshes) refreshes within \(window), so the server keeps refusing what the provider gives"
    }
  }
}
