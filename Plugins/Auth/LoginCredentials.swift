public import RefineryCore
import Synchronization

/// Credentials from a call, such as a login with a password whose response holds a token.
///
/// ```swift
/// let login = LoginCredentials(to: api) { _ in
///   Session.create(["user": "reports", "password": .string(password)])
/// } credential: {
///   .bearer($0.token).lasting(.seconds($0.secondsLeft))
/// }
/// api.middleware.append(AuthMiddleware(login))
/// ```
/// The client's ``AuthMiddleware`` adds no credentials to this call, and the call skips the middleware at the stage `limit`:
/// the calls that wait for the credential may hold all places of that limit. Use a provider in only one store.
///
/// Within ``SharedCredentials``, the instances of an app share the credential but not the output for `renewal`: an instance
/// that did not make the last call logs in.
public final class LoginCredentials<Output: Sendable>: CredentialProvider {
  private let client: Client
  private let login: @Sendable (CredentialContext) throws -> Call<Output>
  private let renewal: (@Sendable (Output) throws -> Call<Output>?)?
  private let make: @Sendable (Output) throws -> Credential
  // Removing an output costs one login.
  private static var limit: Int { 10_000 }
  private let last = Mutex(RecentValues<Output>())

  /// The header fields that its credentials set.
  public let fields: [String]

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - client: sends the calls, without its middleware at the stage `limit`.
  ///   - fields: the header fields of the credentials. A call that sets one of them itself needs no credential.
  ///   - login: makes the call that gives the first credential. The context's key is the one that a row or call names with
  ///     `Authentication`.
  ///   - renewal: makes the call that gives the next credential, such as a call with a refresh token, from the output of the
  ///     last call. The call of `login` is sent instead if `renewal` returns nil, or if the server refuses its call with a
  ///     status from 400 to 499 except 408, 425 and 429. Default: `login` is always sent.
  ///   - credential: makes the credential from the output of either call.
  public init(
    to client: Client, fields: [String] = ["Authorization"],
    login: @escaping @Sendable (CredentialContext) throws -> Call<Output>,
    renewal: (@Sendable (Output) throws -> Call<Output>?)? = nil,
    credential: @escaping @Sendable (Output) throws -> Credential
  ) {
    var client = client
    client.middleware.removeAll { $0.stage == .limit }
    self.client = client
    self.fields = fields
    self.login = login
    self.renewal = renewal
    make = credential
  }

  /// Sends the call for the next credential.
  ///
  /// - Throws: the `CallError` of the call; the errors of the closures.
  public func credential(for context: CredentialContext) async throws -> Credential {
    if let old = last.withLock({ $0.peek(context.key) }), let renewal, let call = try renewal(old) {
      do {
        return try await credential(from: call, context)
      } catch let error as CallError where Self.isRefusal(error) {
        // The server no longer accepts the last output, so the next credential needs a login.
        last.withLock { $0.remove(context.key) }
      }
    }
    return try await credential(from: try login(context), context)
  }

  /// Whether the server no longer accepts the output. A status that asks the client to wait does not mean that.
  private static func isRefusal(_ error: CallError) -> Bool {
    guard error.stage == .status, let status = error.status else { return false }
    return (400...499).contains(status) && ![408, 425, 429].contains(status)
  }

  private func credential(from call: Call<Output>, _ context: CredentialContext) async throws -> Credential {
    let output = try await client.send(call.options { $0.authentication = .off })
    let credential = try make(output)
    last.withLock { last in
      last.use(context.key, orCreate: output) { $0 = output }
      last.trim(to: Self.limit)
    }
    return credential
  }
}
