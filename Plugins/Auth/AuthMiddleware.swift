import HTTPTypes
public import RefineryCore

/// Adds credentials to every attempt; after a 401 it renews them and sends the request once more.
///
/// ```swift
/// AuthMiddleware(.bearer(token))                                  // a credential that stays
/// AuthMiddleware { try await tokens.current() }                   // a bearer token, asked for at every attempt
/// AuthMiddleware(OAuth2ClientCredentials(...))                    // kept and renewed, one fetch for all calls
/// ```
/// Only a provider's credentials are renewed. After a 401 calls wait for one renewal and are each replayed once, with their
/// body if that can be replayed; a second 401 is the call's answer, whatever a retry policy says. Credentials go to the
/// client's own origin alone, over https or to this machine, unless told otherwise. A header field or query key that the
/// call sets itself stays as it is. Rows and calls opt out by ``Authentication``. Belongs after Retry.
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

  /// A credential that stays as it is; a 401 is the call's response.
  ///
  /// - Parameters:
  ///   - credential: the credential.
  ///   - origins: where credentials may go.
  ///   - allowPlaintext: whether they may go over plain http to another machine.
  ///   - replacesCallers: whether they take the place of what the call sets itself.
  public init(
    _ credential: Credential, origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false
  ) {
    self.init(.fixed(credential), origins, allowPlaintext, replacesCallers)
  }

  /// The credentials of a provider, kept in a store of this middleware's own and renewed before they end and after a 401.
  public init(
    _ provider: some CredentialProvider, policy: RefreshPolicy = RefreshPolicy(), clock: CallClock = .continuous,
    origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false
  ) {
    let store = CredentialStore(provider, policy: policy, clock: clock)
    self.init(store: store, origins: origins, allowPlaintext: allowPlaintext, replacesCallers: replacesCallers)
  }

  /// The credentials of a store that others may share.
  public init(
    store: CredentialStore, origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false
  ) {
    let fields = store.fields.compactMap { HTTPField.Name($0) }
    self.init(.kept(store, fields: fields), origins, allowPlaintext, replacesCallers)
  }

  /// A bearer token, asked for at every attempt. After a 401 it is asked for again, and sent if it has changed.
  public init(
    origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false,
    token: @escaping @Sendable () async throws -> String
  ) {
    let source = Source.asked(fields: [.authorization]) { .bearer(try await token()) }
    self.init(source, origins, allowPlaintext, replacesCallers)
  }

  /// A credential, asked for at every attempt. After a 401 it is asked for again, and sent if it has changed.
  public init(
    origins: AllowedOrigins = .home, allowPlaintext: Bool = false, replacesCallers: Bool = false,
    credential: @escaping @Sendable () async throws -> Credential
  ) {
    self.init(.asked(fields: [], credential), origins, allowPlaintext, replacesCallers)
  }

  /// After retry, so that each attempt has fresh credentials.
  public var stage: ChainStage? { .credentials }

  /// Adds the credentials and passes on; after a 401 renews them and passes on once more.
  ///
  /// - Throws: ``CredentialError``, `TimedOut(.refresh)` when the call's time ends before fresh credentials are there, or
  ///   what the rest of the chain throws.
  public func respond(to request: Request, next: Next) async throws -> Response {
    switch verdict(on: request) {
    case .off, .kept, .foreign: return try await next(request)
    case .refused(let error): throw error
    case .added: break
    }
    if let refusal = request.context[replayState].refusal { return refusal }
    guard let lease = try await timedLease(for: request) else { return try await next(request) }
    var outgoing = request
    guard lease.credential.apply(to: &outgoing, replacing: replacesCallers) else { return try await next(request) }
    let response = try await next(outgoing)
    guard response.head.status == .unauthorized, !Self.lacksScope(response.head) else { return response }
    return try await replay(request, after: response, refusing: lease, next)
  }

  private func replay(
    _ request: Request, after first: Response, refusing lease: CredentialStore.Lease, _ next: Next
  ) async throws -> Response {
    // Of passes that overlap, one may have been sent before the other renewed the credential: it is replayed, too.
    if let renewed = request.context[replayState].version, lease.version >= renewed {
      keep(first, for: request)
      return first
    }
    guard request.isReplayable else {
      // Its content is gone, so the 401 is the answer whether or not renewing works; the next call profits.
      _ = try? await timedLease(for: request, refused: lease)
      try Task.checkCancellation()
      return first
    }
    guard let renewed = try await timedLease(for: request, refused: lease) else { return first }
    var outgoing = request
    guard renewed.credential.apply(to: &outgoing, replacing: replacesCallers) else { return first }
    await Self.drain(first.body)
    try Task.checkCancellation()
    request.context.update(replayState) { $0.version = max($0.version ?? 0, renewed.version) }
    outgoing.resend(because: .replay(status: first.head.status.code), after: first)
    let second = try await next(outgoing)
    if second.head.status == .unauthorized { keep(second, for: request) }
    return second
  }

  /// Keeps a second refusal, so that a repetition of the call gets it without being sent.
  private func keep(_ refusal: Response, for request: Request) {
    var refusal = refusal
    // The first to get the response reads its body; a repetition gets it again only where it is small and in memory.
    refusal.body = refusal.body.data.map { $0.count <= 64 * 1024 ? refusal.body : .empty } ?? .empty
    let kept = refusal
    request.context.update(replayState) { $0.refusal = kept }
  }

  /// The credential as ``lease(for:refused:)`` says; a wait for it is noted for the call.
  private func timedLease(
    for request: Request, refused: CredentialStore.Lease? = nil
  ) async throws -> CredentialStore.Lease? {
    if case .fixed = source { return try await lease(for: request, refused: refused) }
    let context = request.context
    let started = context.elapsed
    defer { context.waited(context.elapsed - started, for: .credentials) }
    return try await lease(for: request, refused: refused)
  }

  /// The credential to send; after a 401 another one, or nil where there is none to try.
  private func lease(
    for request: Request, refused: CredentialStore.Lease? = nil
  ) async throws -> CredentialStore.Lease? {
    let lease: CredentialStore.Lease?
    switch source {
    case .fixed(let credential):
      lease = refused == nil ? CredentialStore.Lease(credential: credential, version: 0) : nil
    case .asked(_, let ask):
      let credential =
        if let deadline = request.deadline {
          try await deadline.leavingTimeToSend.enforce(.refresh) { try await ask() }
        } else {
          try await ask()
        }
      let isNews = !(refused?.credential.isSentLike(credential) ?? false)
      lease = isNews ? CredentialStore.Lease(credential: credential, version: 0) : nil
    case .kept(let store, _):
      let key = request.options[Authentication.self].key
      lease = try await store.lease(key, refused: refused?.version, deadline: request.deadline)
    }
    if let problem = lease?.credential.problem { throw CredentialError.malformed(problem) }
    return lease
  }

  /// Reads the little that a 401 says, so that its connection can serve the replay; lets go of anything larger.
  private static func drain(_ body: Body) async {
    guard body.data == nil else { return }
    guard let length = body.length, length <= 64 * 1024 else {
      _ = body.makeAsyncIterator()
      return
    }
    _ = try? await body.collect(upTo: length)
  }
}

extension AuthMiddleware {
  private enum Verdict {
    case added, off, kept(HTTPField.Name), foreign, refused(CredentialError)
  }

  private func verdict(on request: Request) -> Verdict {
    if request.options[Authentication.self] == .off { return .off }
    if request.options[CredentialsWithheld.self] { return .foreign }
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

  /// What it does with this request, for explanations.
  public func explanation(for request: Request) -> String? {
    switch verdict(on: request) {
    case .off: "off for this row"
    case .kept(let name): "leaves \(name.rawName) as the call sets it"
    case .foreign: "not sent: this is not an origin that credentials may go to"
    case .refused(let error): "refuses: \(error.description)"
    case .added:
      switch source {
      case .fixed(let credential): explanation(of: credential, for: request)
      case .asked: "adds a credential asked for at each attempt, redacted"
      case .kept(_, let fields):
        "adds \(fields.map(\.rawName).joined(separator: ", ")), redacted; after a 401 renews it and replays once"
      }
    }
  }

  private func explanation(of credential: Credential, for request: Request) -> String {
    if let problem = credential.problem { return "refuses: \(problem)" }
    var copy = request
    let isAdded = credential.apply(to: &copy, replacing: replacesCallers)
    return isAdded ? "adds \(credential)" : "leaves the credential that the call sets itself"
  }

  /// Whether the server says that these credentials are good but not enough, which no renewal changes (RFC 6750 section 3.1).
  private static func lacksScope(_ head: HTTPResponse) -> Bool {
    head.headerFields[values: .wwwAuthenticate].flatMap(parameters).contains { parameter in
      let pair = parameter.lowercased().split(separator: "=", maxSplits: 1)
      // The first parameter of a challenge follows its scheme.
      return pair.count == 2 && pair[0].split(separator: " ").last == "error"
        && pair[1].split(separator: " ").joined() == "insufficient_scope"
    }
  }

  /// What a list of challenges holds between its commas, with quotes and quoted pairs undone. A comma in a quoted string is a
  /// part of it (RFC 9110 sections 5.6.4 and 11.6.1).
  private static func parameters(of challenges: String) -> [String] {
    var parameters = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in challenges {
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted:
        isEscaped = true
        continue
      case "\"":
        isQuoted.toggle()
        continue
      case "," where !isQuoted:
        parameters.append("")
        continue
      default: break
      }
      parameters[parameters.count - 1].append(character == "\t" ? " " : character)
    }
    return parameters
  }
}

/// Which credential a call has been replayed with, and the response if it was refused again.
private struct Replay: Sendable {
  var version: Int?
  var refusal: Response?
}
