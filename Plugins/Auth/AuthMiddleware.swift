import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// Adds credentials to every attempt. After a 401 it renews them and sends the request again once.
///
/// ```swift
/// AuthMiddleware(.bearer(token))                                  // a credential that stays
/// AuthMiddleware { try await tokens.current() }                   // a bearer token, asked for at every attempt
/// AuthMiddleware(try OAuth2Grant.clientCredentials(...))          // kept and renewed, one fetch for all calls
/// ```
/// The credentials of a provider or a closure are renewed; a fixed credential is not. After a 401, all calls wait for one
/// renewal by the provider, and each call is replayed once if its body is replayable. If a redirect has turned a call that is
/// not idempotent into a GET, the call is not replayed, because the server has acted on it. A second 401 is the response of
/// the call, even if a retry policy covers 401. By default, credentials are sent only to the client's own origin, and only
/// over https or to this machine. A request to another origin gets no credentials; the explanation of the call says so, and
/// so does the error of a failed call. A header field or query key that the call itself sets is not replaced. Rows and calls
/// opt out with `authentication`. Place this middleware after Retry.
public struct AuthMiddleware: Middleware {
  private enum Source: Sendable {
    case fixed(Credential)
    case asked(fields: [HTTPField.Name], @Sendable () async throws -> Credential)
    case kept(CredentialStore, fields: [HTTPField.Name])
  }

  private let source: Source
  private let origins: AllowedOrigins
  private let allowPlaintext: Bool
  private let replacesCallers: Bool
  private let replayState = CallContextKey(Replay())

  private init(_ source: Source, _ origins: AllowedOrigins, _ allowPlaintext: Bool, _ replacesCallers: Bool) {
    self.source = source
    self.origins = origins
    self.allowPlaintext = allowPlaintext
    self.replacesCallers = replacesCallers
  }

  /// Adds a fixed credential. A 401 is the call's response.
  ///
  /// - Parameters:
  ///   - credential: the credential.
  ///   - origins: the origins that credentials may be sent to.
  ///   - allowPlaintext: whether credentials may be sent over plain http to another machine.
  ///   - replacesCallers: whether credentials replace fields that the call itself sets.
  public init(
    _ credential: Credential, origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false
  ) {
    self.init(.fixed(credential), origins, allowPlaintext, replacesCallers)
  }

  /// Adds the credentials of a provider. They are kept in a store of this middleware, and renewed before they expire and
  /// after a 401.
  public init(
    _ provider: some CredentialProvider, policy: RefreshPolicy = RefreshPolicy(), clock: CallClock = .continuous,
    origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false
  ) {
    let store = CredentialStore(provider, policy: policy, clock: clock)
    self.init(store: store, origins: origins, allowPlaintext: allowPlaintext, replacesCallers: replacesCallers)
  }

  /// Adds the credentials of a store, which may be shared.
  public init(
    store: CredentialStore, origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false
  ) {
    let fields = store.fields.compactMap { HTTPField.Name($0) }
    self.init(.kept(store, fields: fields), origins, allowPlaintext, replacesCallers)
  }

  /// Adds a bearer token. The closure is called for every attempt, and again after a 401. If it then returns another token,
  /// the request is sent again with that token.
  public init(
    origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false,
    token: @escaping @Sendable () async throws -> String
  ) {
    let source = Source.asked(fields: [.authorization]) { .bearer(try await token()) }
    self.init(source, origins, allowPlaintext, replacesCallers)
  }

  /// Adds a credential. The closure is called for every attempt, and again after a 401. If it then returns another
  /// credential, the request is sent again with that credential.
  public init(
    origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false,
    credential: @escaping @Sendable () async throws -> Credential
  ) {
    self.init(.asked(fields: [], credential), origins, allowPlaintext, replacesCallers)
  }

  /// Returns this middleware with credentials that the instances of an app share; nil if it has no store, or if they are
  /// shared.
  package func sharing(_ share: (any CredentialProvider) -> SharedCredentials) -> AuthMiddleware? {
    guard case .kept(let store, let fields) = source, !store.isShared else { return nil }
    return AuthMiddleware(.kept(store.sharing(share), fields: fields), origins, allowPlaintext, replacesCallers)
  }

  /// After retry, so that each attempt has fresh credentials.
  public var stage: ChainStage? { .credentials }

  /// Adds the credentials and passes the request on. After a 401 it renews them and passes the request on again.
  ///
  /// - Throws: ``CredentialError``; `TimedOut(.refresh)` if the call's time ends before there are fresh credentials; the errors
  ///   of the rest of the chain.
  public func respond(to request: Request, next: Next) async throws -> Response {
    switch verdict(on: request) {
    case .off, .kept: return try await next(request)
    case .withheld, .foreign:
      request.context.note("no credential was sent: \(withholding(from: request))")
      return try await next(request)
    case .refused(let error): throw error
    case .added: break
    }
    if let refusal = request.context[replayState].refusal { return refusal }
    guard let lease = try await timedLease(for: request) else { return try await next(request) }
    var outgoing = request
    guard lease.credential.apply(to: &outgoing, replacing: replacesCallers) else { return try await next(request) }
    let response = try await next(outgoing)
    // A redirect to another origin is followed without credentials, so the 401 of that origin says nothing about them.
    guard response.head.status == .unauthorized, !response.isFromOtherOrigin(than: outgoing), !Self.lacksScope(response.head)
    else { return response }
    return try await replay(request, after: response, refusing: lease, next)
  }

  private func replay(
    _ request: Request, after refusal: Response, refusing lease: CredentialStore.Lease, _ next: Next
  ) async throws -> Response {
    // If two passes overlap, one may have been sent before the other renewed the credential. It is replayed, too.
    if let renewed = request.context[replayState].version, lease.version >= renewed {
      keep(refusal, for: request)
      return refusal
    }
    // A fixed credential is not renewed, so nothing is sent after its 401.
    if case .fixed = source { return refusal }
    let first = await Self.read(refusal)
    guard request.isReplayable, !request.hasTakenEffect else {
      // The request cannot be sent again, so the 401 is the response even if renewing works. The next call uses the new
      // credential.
      _ = try? await timedLease(for: request, refused: lease)
      try Task.checkCancellation()
      return first
    }
    guard let renewed = try await timedLease(for: request, refused: lease) else { return first }
    var outgoing = request
    guard renewed.credential.apply(to: &outgoing, replacing: replacesCallers) else { return first }
    // Releases content that has not been read.
    if first.body.data == nil { _ = first.body.makeAsyncIterator() }
    try Task.checkCancellation()
    request.context.update(replayState) { $0.version = max($0.version ?? 0, renewed.version) }
    outgoing.resend(because: .replay(status: first.head.status.code), after: first)
    let second = try await next(outgoing)
    if second.head.status == .unauthorized { keep(second, for: request) }
    return second
  }

  /// Keeps a second refusal, so that a retry of the call returns it without sending a request.
  private func keep(_ refusal: Response, for request: Request) {
    var refusal = refusal
    // The caller reads the body of this response; a retry gets the body again only if it is small and in memory.
    refusal.body = refusal.body.data.map { $0.count <= 64 * 1024 ? refusal.body : .empty } ?? .empty
    let kept = refusal
    request.context.update(replayState) { $0.refusal = kept }
  }

  /// Does the same as ``lease(for:refused:)``, and adds its time to the call's waits.
  private func timedLease(
    for request: Request, refused: CredentialStore.Lease? = nil
  ) async throws -> CredentialStore.Lease? {
    if case .fixed = source { return try await lease(for: request, refused: refused) }
    let context = request.context
    let started = context.elapsed
    defer { context.waited(context.elapsed - started, for: "credentials") }
    return try await lease(for: request, refused: refused)
  }

  /// Returns the credential to send; after a 401, another credential, or nil if there is none.
  private func lease(
    for request: Request, refused: CredentialStore.Lease? = nil
  ) async throws -> CredentialStore.Lease? {
    let lease: CredentialStore.Lease?
    switch source {
    case .fixed(let credential):
      lease = refused == nil ? CredentialStore.Lease(credential: credential, version: 0) : nil
    case .asked(_, let ask):
      // Read before the closure is called, because another pass may renew the credential meanwhile.
      let renewals = request.context[replayState].version ?? 0
      let credential =
        if let deadline = request.deadline {
          try await deadline.leavingTimeToSend.enforce(.refresh) { try await ask() }
        } else {
          try await ask()
        }
      let isNews = !(refused?.credential.isSentLike(credential) ?? false)
      lease = isNews ? CredentialStore.Lease(credential: credential, version: refused == nil ? renewals : renewals + 1) : nil
    case .kept(let store, _):
      let key = request.options.authentication.key
      lease = try await store.lease(key, refused: refused?.version, deadline: request.deadline)
    }
    if let problem = lease?.credential.problem { throw CredentialError.malformed(problem) }
    return lease
  }

  /// Reads the content of a 401 into memory if it is small. Then its connection is free for renewing the credential and for
  /// the replay.
  private static func read(_ response: Response) async -> Response {
    guard response.body.data == nil, let length = response.body.length, length <= 64 * 1024 else { return response }
    var response = response
    do {
      response.body = Body(try await response.body.collect(upTo: length))
    } catch {
      response.body = Body(AsyncThrowingStream<Data, any Error> { $0.finish(throwing: error) })
    }
    return response
  }
}

extension AuthMiddleware {
  private enum Verdict {
    case added, off, kept(HTTPField.Name), withheld, foreign, refused(CredentialError)
  }

  private func verdict(on request: Request) -> Verdict {
    if request.options.authentication == .off { return .off }
    if request.options.credentialsWithheld { return .withheld }
    if let problem = origins.problem { return .refused(.malformed(problem)) }
    guard origins.admit(request) else { return .foreign }
    let fields =
      switch source {
      case .fixed: [HTTPField.Name]()
      case .asked(let fields, _), .kept(_, let fields): fields
      }
    if !replacesCallers, let own = fields.first(where: { request.head.headerFields.contains($0) }) { return .kept(own) }
    if allowPlaintext || request.head.scheme == "https" { return .added }
    let origin = Origin(request.head)
    guard origin?.isConfidential != true else { return .added }
    return .refused(.plaintextRefused(origin: origin.map { Redaction.escaped($0.description) } ?? "an unknown host"))
  }

  /// Says what this middleware does with a request.
  public func explanation(for request: Request) -> String? {
    switch verdict(on: request) {
    case .off: "off for this row"
    case .kept(let name): "leaves \(name.rawName) as the call sets it"
    case .withheld, .foreign: "not sent: \(withholding(from: request))"
    case .refused(let error): "refuses: \(error.description)"
    case .added:
      switch source {
      case .fixed(let credential): explanation(of: credential, for: request)
      case .asked(let fields, _):
        "asks for a credential at each attempt and adds it, redacted"
          + (fields.isEmpty && !replacesCallers ? ", unless the call sets it itself" : "")
      case .kept(_, let fields):
        "adds \(fields.map(\.rawName).joined(separator: ", ")), redacted; after a 401, renews it and sends once more"
      }
    }
  }

  /// Why a request gets no credential.
  private func withholding(from request: Request) -> String {
    if request.options.credentialsWithheld { return "the request must carry none (credentialsWithheld)" }
    let origin = Origin(request.head).map { Redaction.escaped($0.description) } ?? "the unknown host"
    return "\(origin) is not an origin that credentials may go to"
  }

  private func explanation(of credential: Credential, for request: Request) -> String {
    if let problem = credential.problem { return "refuses: \(problem)" }
    var copy = request
    let isAdded = credential.apply(to: &copy, replacing: replacesCallers)
    return isAdded ? "adds \(credential)" : "leaves the credential that the call sets itself"
  }

  /// Whether the server accepts the credentials but they do not permit this request. Renewing them cannot change that (RFC
  /// 6750 section 3.1).
  private static func lacksScope(_ head: HTTPResponse) -> Bool {
    head.headerFields.authenticationChallenges.contains { $0["error"]?.lowercased() == "insufficient_scope" }
  }
}

/// The credential that a call was replayed with, and the response if the server refused that, too.
private struct Replay: Sendable {
  /// The version of the store's credential; for a closure, how often it has renewed the credential in this call.
  var version: Int?
  var refusal: Response?
}
