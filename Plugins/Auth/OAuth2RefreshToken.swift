import RefineryCore
import Synchronization

/// Access tokens from a refresh token (RFC 6749 section 6), for a user who has logged in elsewhere.
///
/// ```swift
/// let tokens = try OAuth2RefreshToken(client, refreshToken: saved) { token in try await vault.save(token) }
/// ```
/// A new refresh token in a response replaces the old one. The closure `rotated` gets it before any call gets the access token.
/// If the closure throws, the calls fail, and the next refresh begins with the closure: no request uses a token that is not
/// saved.
///
/// A server with rotation withdraws all tokens if a used one is sent again (RFC 9700 section 4.14.2). So there is never more
/// than one request at a time, and a request that the server may have received is not repeated. The store's time limit ends the
/// wait for a refresh, but does not cancel the refresh: a response that comes at most a minute late is saved, and the next call
/// uses it.
///
/// One provider keeps this rule. If several providers or processes use the same refresh token of a server with rotation, one of
/// them will send a used token. Wrap the provider in ``SharedCredentials`` if an app has several instances: they then share the
/// refresh token, and one of them at a time sends it. If a process ends during a refresh, a new token that is not yet saved is
/// lost.
///
/// After `invalid_grant` the provider sends no further request: see ``use(_:)``.
public final class OAuth2RefreshToken: CredentialProvider {
  private struct State {
    var token: Secret<String>
    /// The token that the app set, from which `token` descends.
    var origin: Secret<String>
    /// Whether the app set `origin` by `use(_:)`, and no vault has a token that descends from it.
    var isPreferred = false
    /// Whether the closure has not saved the token yet.
    var isUnsaved = false
    var refresh: (task: Task<Credential, any Error>, started: Duration)?
  }

  private static let grant = "refresh_token"
  /// How long a request may last after the store has stopped waiting, so that a new refresh token is not lost.
  private static let grace = Duration.seconds(60)
  private let client: OAuth2Client
  private let target: OAuth2Target
  private let identity: String
  private let state: Mutex<State>
  private let refused = RefusedGrants()
  private let rotated: @Sendable (Secret<String>) async throws -> Void

  /// Creates a provider that starts with `refreshToken`.
  ///
  /// - Parameters:
  ///   - client: the client that the token was issued to.
  ///   - refreshToken: the first refresh token.
  ///   - target: narrower scopes and resources than the user has granted. Default: those that the user has granted.
  ///   - rotated: saves each new refresh token.
  /// - Throws: ``CredentialError/malformed(_:)`` for a target that cannot be sent.
  public init(
    _ client: OAuth2Client, refreshToken: Secret<String>, for target: OAuth2Target = OAuth2Target(),
    rotated: @escaping @Sendable (Secret<String>) async throws -> Void = { _ in }
  ) throws {
    if let problem = target.problem { throw CredentialError.malformed(problem) }
    self.client = client
    self.target = target
    self.rotated = rotated
    identity = target.identity(Self.grant, client)
    state = Mutex(State(token: refreshToken, origin: refreshToken))
  }

  /// The same for all keys: token endpoint, client and target.
  public func identity(for key: String) -> String { identity }

  /// Replaces the refresh token, after the user has logged in again. The closure `rotated` is not called for it.
  ///
  /// Within ``SharedCredentials``, the token also replaces the one that the instances share, when this instance needs a
  /// credential the next time. Pass only tokens of a new login: the vault has the tokens that come from refreshes.
  ///
  /// A store keeps an error for `RefreshPolicy.backOff`; ``CredentialStore/forget(_:)`` removes it at once.
  public func use(_ refreshToken: Secret<String>) {
    state.withLock { state in
      state.token = refreshToken
      state.origin = refreshToken
      state.isPreferred = true
      state.isUnsaved = false
    }
  }

  /// Requests a token from the token endpoint, or waits for the request that is under way.
  ///
  /// - Throws: ``OAuth2Error``, which is final after `invalid_grant`; the errors of the chain to the endpoint, and of the
  ///   closures.
  public func credential(for context: CredentialContext) async throws -> Credential {
    let now = context.clock.now
    let (task, started) = state.withLock { state -> (Task<Credential, any Error>, Duration) in
      if let refresh = state.refresh { return refresh }
      // A task of its own: if the store stops waiting for the fetch, the token in a late response must not be lost.
      let task = Task {
        defer { self.state.withLock { $0.refresh = nil } }
        return try await refresh(context)
      }
      state.refresh = (task, now)
      return (task, now)
    }
    let credential = try await task.value
    // A lifetime begins with the request, and the request may be older than this fetch.
    return credential.lasting(credential.lifetime.map { $0 - max(now - started, .zero) })
  }

  private func refresh(_ context: CredentialContext) async throws -> Credential {
    if state.withLock({ $0.isUnsaved }) { try await save() }
    let old = state.withLock { $0.token.exposed }
    let grant = [("grant_type", Self.grant), ("refresh_token", old)] + target.form
    let advice = "the refresh token has expired or was withdrawn: let the user log in again, and pass the new token to use(_:)"
    // A transport may rely on a client for deadlines, but no client sends these requests. A request without an end would hold
    // back all others.
    let end = Deadline(after: max(context.deadline.remaining, .zero) + Self.grace, on: context.clock)
    let response = try await end.enforce(.refresh) { [client, refused] in
      try await refused.sending(old, advice: advice) {
        try await client.token(grant, secrets: [old], isRepeatable: false, grace: Self.grace, context)
      }
    }
    if let new = response.refreshToken, new != old {
      let isCurrent = state.withLock { state in
        guard state.token.exposed == old else { return false }
        state.token = Secret(new)
        state.isUnsaved = true
        return true
      }
      if isCurrent { try await save() }
    }
    return try response.credential()
  }

  private func save() async throws {
    let token = state.withLock { $0.token }
    try await rotated(token)
    state.withLock { $0.isUnsaved = false }
  }
}

extension OAuth2RefreshToken: RotatingProvider {
  package var secret: RotatingSecret { state.withLock { RotatingSecret(current: $0.token, origin: $0.origin) } }

  package func prefersOwnSecret(to shared: RotatingSecret?) -> Bool {
    state.withLock { $0.isPreferred && $0.origin != shared?.origin }
  }

  package func adopt(_ shared: RotatingSecret) {
    state.withLock { state in
      guard !state.isPreferred || state.origin == shared.origin else { return }
      // A token that the closure has not saved is older than the shared one.
      if state.token != shared.current { state.isUnsaved = false }
      state.token = shared.current
      state.origin = shared.origin
      state.isPreferred = false
    }
  }

  package func didShare(_ secret: RotatingSecret) {
    state.withLock { if $0.origin == secret.origin { $0.isPreferred = false } }
  }
}
