import FoundationEssentials
import RefineryCore
import Synchronization

/// Shares the credentials of a provider between the instances of an app. One instance at a time renews them, and the others
/// get the result from a vault.
///
/// ```swift
/// let tokens = try OAuth2Grant.clientCredentials(client)
/// let shared = SharedCredentials(tokens, named: "billing", in: vault, sealing: try .aesGCM(key))
/// let api = Client(baseURL: base, middleware: [RetryMiddleware(), AuthMiddleware(shared)])
/// ```
/// Each instance wraps the same provider in the same way, and has a ``CredentialStore`` of its own. The store uses its
/// credential without the vault until a renewal is due, or the server refuses the credential. Then this provider asks the
/// vault. If the vault has a newer credential, it is used. Otherwise one instance gets a lease and renews; the others wait.
///
/// An instance that ends during a renewal blocks the others until the end of its lease. A failed renewal begins a pause of
/// one second, in which the other instances fail at once with the same reason. After it, one of them tries again.
///
/// If the vault fails or is slow, this instance renews without it, but not before calls would wait for the credential: until
/// then, it asks the vault again once a second. A refresh token that the server may replace is never sent
/// without the vault: calls use the current credential until its end, and then fail.
///
/// ## Refresh tokens
///
/// Of an ``OAuth2RefreshToken``, the vault also keeps the refresh token. The token of the initializer is used only if the
/// vault has none. A token that the app passes to ``OAuth2RefreshToken/use(_:)`` is used instead of the one in the vault, and
/// then replaces it for all instances; several instances may pass the same one. If a process ends between the response of the
/// server and the change of the vault, the new refresh token is lost, and the next instance sends the old one. Servers accept
/// it again within a reuse interval, if they have one.
///
/// Only the credential of a ``LoginCredentials`` is shared. The output for its `renewal` remains in the process that logged
/// in, so an instance that renews a credential of another one logs in.
public final class SharedCredentials: CredentialProvider {
  /// What this instance knows of a credential.
  struct Knowledge: Sendable {
    /// The version that it returned last.
    var seen: Int64?
    /// A renewal whose new secret the vault does not have.
    var unsaved: Renewal?
  }

  // Removing what is known of a credential costs at most one request.
  private static var maximum: Int { 10_000 }
  /// The longest rest of a lifetime: three decades. A longer one is a fault of the vault.
  private static let longest = Duration.seconds(1_000_000_000)
  /// How long after a failed renewal no instance renews.
  static let pause = Duration.seconds(1)

  let provider: any CredentialProvider
  let rotating: (any RotatingProvider)?
  let access: VaultAccess
  let sealing: Sealing
  let lease: Duration
  private let prefix: String
  private let knowledge = Mutex(RecentValues<Knowledge>())

  /// Creates a provider. Use it in one store.
  ///
  /// - Parameters:
  ///   - provider: fetches the credentials.
  ///   - name: what the credentials are for: one name for each account, server and environment. Providers with the same name
  ///     and identity use each other's credentials, so the names of two users must differ. It must not contain a secret.
  ///   - vault: the vault that all instances use.
  ///   - sealing: encrypts the credentials in the vault.
  ///   - lease: for how long an instance that ends during a renewal blocks the others. At least 100 ms. Default: 3 s. A
  ///     renewal can take longer, because the instance extends its lease.
  ///   - limit: how long to wait for each step of the vault before this instance renews without it. At least 1 ms. Default:
  ///     250 ms, because a renewal is rare, and takes place before the credential ends. For refresh tokens, which cannot be
  ///     renewed without the vault, at least 1 s.
  ///   - onVaultFailure: called with a problem if the vault fails or is slow, and if an entry cannot be opened, each at most
  ///     once a minute; with nil when the vault can be used again. The text is one line without secrets. It must return
  ///     quickly.
  public init(
    _ provider: some CredentialProvider, named name: String, in vault: some CredentialVault, sealing: Sealing,
    lease: Duration = .seconds(3), limit: Duration = .milliseconds(250),
    onVaultFailure: (@Sendable (_ problem: String?) -> Void)? = nil
  ) {
    self.provider = provider
    rotating = provider as? any RotatingProvider
    access = VaultAccess(vault, limit: rotating == nil ? limit : max(limit, .seconds(1)), onFailure: onVaultFailure)
    self.sealing = sealing
    self.lease = max(lease, .milliseconds(100))
    prefix = OAuth2Form.encoded([("name", name)]) + "&"
  }

  /// The fields of the provider's credentials.
  public var fields: [String] { provider.fields }

  /// The provider's identity of the key.
  public func identity(for key: String) -> String { provider.identity(for: key) }

  /// Returns the credential of the vault, or renews it.
  ///
  /// - Throws: errors of the provider; an error that says that another instance failed to renew it; for refresh tokens, an
  ///   error that says that the vault cannot be used. `TimedOut` if another instance renews for longer than the store waits.
  public func credential(for context: CredentialContext) async throws -> Credential {
    let name = sealing.name(of: prefix + provider.identity(for: context.key))
    var (seen, renewed) = knowledge.withLock { $0.peek(name).map { ($0.seen, $0.unsaved) } ?? (nil, nil) }
    var waits = 0
    while true {
      try Task.checkCancellation()
      guard !context.deadline.hasPassed else { throw TimedOut(.refresh) }
      let checkout: CredentialCheckout
      do {
        checkout = try await access.checkOut(name, seen: seen, lease: lease, context.clock)
      } catch let failure as VaultUnavailable {
        guard rotating == nil else { throw SharedCredentialError.vaultRequired(failure) }
        // Otherwise a short absence of the vault would make all instances renew at the same moment.
        if context.isEarly { throw SharedCredentialError.postponed(failure) }
        if let renewed { return renewed.credential(at: context.clock.now) }
        return try await provider.credential(for: context)
      }
      switch checkout {
      case .entry(let entry):
        if let credential = use(entry, name, context) { return credential }
        // The entry is as good as none, so the next step grants a lease to replace it.
        seen = entry.version
      case .leased(let lease, let old):
        switch try await renew(Renewal.Input(name: name, lease: lease, old: old, context: context), renewed) {
        case .saved(let credential): return credential
        case .expired(let version): (seen, renewed) = (version, nil)
        case .overtaken(let renewal): renewed = renewal
        }
      case .held(let rest):
        if rotating == nil, let renewed { return renewed.credential(at: context.clock.now) }
        try await wait(waits, atMost: rest, context)
        waits += 1
      case .failed(let reason, let rest):
        if rotating == nil, let renewed { return renewed.credential(at: context.clock.now) }
        // The other instances have an older secret, so only this one can end the failures.
        guard let rotating, renewed != nil || rotating.prefersOwnSecret(to: nil) else {
          throw SharedCredentialError.failedElsewhere(reason: reason)
        }
        try await context.clock.sleep(for: max(min(rest, context.deadline.remaining), .milliseconds(1)))
      }
    }
  }

  /// Returns the credential of an entry; nil if it must be replaced.
  private func use(_ entry: CredentialEntry, _ name: String, _ context: CredentialContext) -> Credential? {
    guard let stored = open(entry, name, context), !stored.credential.parts.isEmpty else { return nil }
    if let rotating {
      guard !rotating.prefersOwnSecret(to: stored.secret) else { return nil }
      if let secret = stored.secret { rotating.adopt(secret) }
    }
    remember(name, Knowledge(seen: entry.version))
    return stored.credential.lasting(entry.remaining.map { min($0, Self.longest) })
  }

  /// Waits before the next request to the vault: 5 ms, then twice as long each time, up to 100 ms. Up to half of it is
  /// random, so that the instances do not ask at the same moments.
  private func wait(_ count: Int, atMost rest: Duration, _ context: CredentialContext) async throws {
    let bound = Backoff(from: .milliseconds(5), to: .milliseconds(100)).wait(after: count, random: 1)
    let wait = bound / 2 + bound / 2 * Backoff.fraction(context.clock.random())
    try await context.clock.sleep(for: max(min(wait, rest, context.deadline.remaining), .milliseconds(1)))
  }

  /// Opens an entry; nil, and a report, if that is not possible.
  func open(_ entry: CredentialEntry, _ name: String, _ context: CredentialContext) -> StoredCredential? {
    do {
      let data: Data
      do { data = try sealing.open(entry.data, for: Self.label(name)) } catch {
        throw UnreadableEntry(problem: "it was encrypted with another key, or is damaged")
      }
      return try StoredCredential(data)
    } catch {
      access.report(error as? UnreadableEntry ?? UnreadableEntry(problem: ErrorSummary.text(of: error)), context.clock)
      return nil
    }
  }

  /// The name that an entry is sealed for. A credential does not open as data of another kind with the same name.
  static func label(_ name: String) -> String { "credential \(name)" }

  func remember(_ name: String, _ known: Knowledge) {
    knowledge.withLock { knowledge in
      knowledge.use(name, orCreate: known) { $0 = known }
      knowledge.trim(to: Self.maximum) { $0.unsaved != nil }
    }
  }

  /// Keeps a renewal for the next call, because only this instance has its secret.
  func keep(_ renewal: Renewal, _ name: String) {
    remember(name, Knowledge(seen: renewal.base, unsaved: renewal))
  }
}
