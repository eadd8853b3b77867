import FoundationEssentials
public import HTTPTypes
import RefineryAuth
public import RefineryCore
import RefineryParts

/// Stores responses and uses them again, as RFC 9111 permits a private cache.
///
/// A fresh response is returned without a request. A stale one is validated with `If-None-Match` and `If-Modified-Since`; after
/// a 304 the caller gets the stored response. A server can permit the use of a stale response while the cache validates it in
/// the background (`stale-while-revalidate`, RFC 5861), or when the server fails (`stale-if-error`). A request with an unsafe
/// method that succeeds, or gets status 412, removes the stored responses of its URL and of the URL that a redirect led to. If
/// the response of such a request is lost, the stored responses of its URL are removed. `Response.source` and ``CacheStatus``
/// say where a response came from.
///
/// ```swift
/// Client(baseURL: url, middleware: [CacheMiddleware(for: .client), RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
///
/// Only responses to GET are stored; they are also used for HEAD. Requests with `Range`, `If-Range`, `If-Match` or
/// `If-Unmodified-Since`, and calls whose response body is a stream, are sent as if there were no cache. The response after a
/// redirect is not stored. The option `Options.caching` changes the policy for a row or call.
///
/// A response is never used for another identity: see ``Identity``. Copies of a `CacheMiddleware` share its store.
public struct CacheMiddleware: Middleware {
  /// The option `caching`, for the argument `keys` of the functions that read an overrides file.
  public static let overridableOptions: [any OverridableOption.Type] = [CachingKey.self]

  /// For whom responses are stored. Choose with care: a response that was made for one user must not be returned to another.
  public enum Identity: Sendable {
    /// All calls of the client act for the same user, or for none. Place the cache before the middleware that adds credentials;
    /// it then does not see these credentials. Header fields of the call or the client whose names look like credentials or
    /// users, such as `Authorization` or `X-User-ID`, and the option `authentication` are compared. If other fields identify
    /// the user, use ``each(_:)``. Several clients need a cache each: see ``CacheMiddleware/forAnotherClient()``.
    case client
    /// The closure returns the identity of each call, such as a user's id from a task-local value. It must return a different
    /// text for each credential that could be sent. If it returns nil, the call is sent as if there were no cache. Several
    /// caches, even in several processes, can share a store if they use the same texts.
    case each(@Sendable (Request) -> String?)
    /// The values of the request's credential fields are the identity. Place the cache after the middleware that adds
    /// credentials; it then runs for each retry. With a new access token, it finds no stored responses.
    case fields
  }

  private(set) var access: StoreAccess
  let identity: Identity
  let rules: CacheRules
  let cacheName: String
  let isUnavailable: @Sendable (any Error) -> Bool
  let exchanges: CacheExchanges
  /// Separates the responses of this cache from those of other caches in a shared store.
  private var partition = CacheMiddleware.newPartition()

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - identity: for whom responses are stored.
  ///   - store: where the responses are stored. Default: in the memory of this process, up to 64 MiB.
  ///   - storeLimit: how long a call waits for each read or change of a store that does not return promptly. Default: 50 ms,
  ///     and at least 1 ms. After that, the call continues without the store, and later calls do not wait for it until it is
  ///     fast again: see ``CacheStore``.
  ///   - targets: header fields that replace `Cache-Control` and `Expires` if the response has them (RFC 9213), the most
  ///     specific one first. Default: none, because `CDN-Cache-Control` is not meant for private caches.
  ///   - name: the name in `Cache-Status`.
  ///   - revalidations: how many responses may be validated in the background at the same time. Beyond this number, a stale
  ///     response is validated only after a later call.
  ///   - isUnavailable: whether an error of the rest of the chain counts as a failure of the server for `stale-if-error`.
  ///     Default: ``isUnavailable(_:)``.
  ///   - onStoreFailure: called if a read or a change of the store fails, with its error, or takes longer than `storeLimit`,
  ///     with `TimedOut`. Called at most once a minute for reads, and once for changes. The call itself does not fail. It must
  ///     return quickly. Default: nothing is called.
  public init(
    for identity: Identity, store: any CacheStore = MemoryCacheStore(), storeLimit: Duration = .milliseconds(50),
    targets: [HTTPField.Name] = [], name: String = "Refinery", revalidations: Int = 8,
    isUnavailable: @escaping @Sendable (any Error) -> Bool = { CacheMiddleware.isUnavailable($0) },
    onStoreFailure: (@Sendable (any Error) -> Void)? = nil
  ) {
    self.identity = identity
    access = StoreAccess(store, limit: storeLimit, onFailure: onStoreFailure)
    rules = CacheRules(targets: targets)
    cacheName = name
    exchanges = CacheExchanges(limit: revalidations)
    self.isUnavailable = isUnavailable
  }

  /// Returns a cache for another client, whose calls may act for another user. It has the same settings, and shares this
  /// cache's store and background validations. With ``Identity/client``, neither cache uses a stored response of the other.
  public func forAnotherClient() -> CacheMiddleware {
    var link = self
    link.partition = Self.newPartition()
    return link
  }

  /// The store in the memory of this process; nil for another one.
  package var localStore: MemoryCacheStore? { access.store as? MemoryCacheStore }

  /// Whether another process cannot find the responses, because the identity is that of one client.
  package var isForOneClient: Bool { if case .client = identity { true } else { false } }

  /// Returns this cache with its responses in another store.
  package func keepingResponses(in store: any CacheStore) -> CacheMiddleware {
    var link = self
    link.access = access.with(store)
    return link
  }

  private static func newPartition() -> String { "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))" }

  /// Whether an error shows that the server cannot be reached: an unknown host, a refused or lost connection, a malformed
  /// response, a full queue, a time limit other than that of the whole call, or a `Refusal`, such as an open circuit. A failure
  /// of TLS does not count.
  public static func isUnavailable(_ error: any Error) -> Bool {
    switch error {
    case let error as TransportError:
      [.cannotFindHost, .cannotConnect, .connectionLost, .malformedResponse, .queueFull].contains(error.code)
    case let error as TimedOut: error.timer != .total
    case is any Refusal: true
    default: false
    }
  }

  /// For ``Identity/fields``, the stage after the middleware that adds credentials; otherwise the first stage of the chain.
  public var stage: ChainStage? {
    if case .fields = identity { ChainStage("cache", between: .credentials, and: .admission) } else { .answer }
  }

  /// True: no call waits for the store beyond its deadline.
  public var enforcesDeadline: Bool { true }

  package var revalidationsUnderWay: Int { exchanges.revalidationCount }

  /// Cancels the validations in the background, and waits until they have ended. `Client.shutdown(grace:)` does this, too.
  /// Otherwise, each validation ends at the time limit of its row, or when the transport is shut down.
  public func endBackgroundWork() async { await exchanges.endRevalidations() }

  /// Returns a stored response, or passes the request on and stores the response.
  ///
  /// - Throws: the error of `next`, unless a stored response may be used instead.
  public func respond(to request: Request, next: Next) async throws -> Response {
    guard let key = key(for: request) else { return try await passOn(request, next) }
    try Task.checkCancellation()
    let stored = await access.responses(for: key, in: request.context)
    let time = CacheTime.seconds(of: request.context.clock.date)
    switch rules.action(for: request, stored: stored, now: time) {
    case .reuse(let response, let isStale):
      return reused(response, for: request, isStale ? .staleCache : .freshCache)
    case .reuseAndRevalidate(let response):
      revalidate(response, for: request, key, next)
      return reused(response, for: request, .staleCache)
    case .notModified(let response):
      return notModified(response, for: request)
    case .validate(let response, let why, let mayUseOnError):
      let plan = Plan(key: key, stored: response, why: why, mayUseOnError: mayUseOnError)
      return try await exchange(request, plan, next)
    case .forward(let why):
      return try await exchange(request, Plan(key: key, stored: nil, why: why, mayUseOnError: false), next)
    case .refuse:
      var status = CacheStatus(cache: cacheName)
      status.detail = "only-if-cached"
      return Response(status: .gatewayTimeout, headers: [.cacheStatus: status.description])
    }
  }

  /// Passes on a request that the cache does not handle, and removes the stored responses that it makes invalid.
  private func passOn(_ request: Request, _ next: Next) async throws -> Response {
    do {
      let response = try await next(request)
      let targets = rules.invalidated(by: response, to: request)
      // An earlier attempt may have made the change, for example if a DELETE gets 404 after its first response was lost.
      let isUncertain = targets.isEmpty && Self.mayHaveActed(request)
      await remove(isUncertain ? rules.invalidated(by: Response(status: .ok), to: request) : targets, request.context)
      return response
    } catch {
      // The response was lost, but the server may have acted on the request, so this counts as a success.
      if request.context.attemptCount > 0, (error as? any SendingFailure)?.isUnsent != true {
        await remove(rules.invalidated(by: Response(status: .ok), to: request), request.context)
      }
      throw error
    }
  }

  /// Whether the response of an attempt was lost, or was a 303, which the server sends after the change.
  private static func mayHaveActed(_ request: Request) -> Bool {
    request.context.attempts.contains { attempt in
      switch attempt.outcome {
      case .failure?, .status(303)?: true
      default: false
      }
    }
  }

  private func remove(_ targets: [String], _ context: CallContext) async {
    for target in targets {
      exchanges.invalidate(target)
      await access.remove(StoreAccess.Removal(target: target, identity: nil), in: context)
    }
  }

  // MARK: Responses from the store

  func reused(
    _ stored: StoredResponse, for request: Request, _ source: ResponseSource, forwarded: ForwardReason? = nil,
    status: Int? = nil
  ) -> Response {
    let time = CacheTime.seconds(of: request.context.clock.date)
    let age = stored.freshness.age(at: time)
    var note = CacheStatus(cache: cacheName)
    note.isHit = forwarded == nil
    note.forwarded = forwarded?.rawValue
    note.forwardStatus = status
    note.timeToLive = stored.freshness.lifetime(request.options.caching) - age
    var head = stored.head
    head.headerFields[.age] = "\(min(age, CacheControl.maximumSeconds))"
    append(note, to: &head)
    var response = Response(head: head, body: request.head.method == .head ? .empty : Body(stored.body))
    response.source = source
    return response
  }

  /// Returns a 304 with the fields of RFC 9110 section 15.4.5. A 304 says that the caller's own copy is up to date.
  private func notModified(_ stored: StoredResponse, for request: Request) -> Response {
    let names: [HTTPField.Name] = [.cacheControl, .contentLocation, .date, .eTag, .expires, .lastModified, .vary, .cacheStatus]
    var head = HTTPResponse(
      status: .notModified, headerFields: HTTPFields(stored.head.headerFields.filter { names.contains($0.name) }))
    let age = stored.freshness.age(at: CacheTime.seconds(of: request.context.clock.date))
    head.headerFields[.age] = "\(min(age, CacheControl.maximumSeconds))"
    var note = CacheStatus(cache: cacheName)
    note.isHit = true
    append(note, to: &head)
    var response = Response(head: head)
    response.source = .freshCache
    return response
  }

  func append(_ note: CacheStatus, to head: inout HTTPResponse) {
    // A parser ignores a malformed field completely (RFC 9651 section 4.2), so the new member replaces such a field.
    let others = head.headerFields[.cacheStatus].flatMap { StructuredField.list($0)?.isEmpty == false ? $0 : nil }
    head.headerFields[.cacheStatus] = others.map { "\($0), \(note)" } ?? note.description
  }
}

extension CacheMiddleware {
  /// Returns a sentence that says what the cache does with a request.
  public func explanation(for request: Request) -> String? {
    if rules.handles(request) {
      return key(for: request) == nil
        ? "not cached: the call has no identity" : "returns a stored response if RFC 9111 permits it"
    }
    if !rules.isRead(request) { return "not cached: \(request.head.method), whose success removes stored responses" }
    if !request.options.caching.isEnabled { return "not cached: off for this row" }
    if request.options.delivery != .whole { return "not cached: the response is a stream" }
    return "not cached: the request has a range, a precondition or content"
  }

  /// The key of a request; nil if the cache does not handle it.
  private func key(for request: Request) -> CacheKey? {
    guard rules.handles(request), let target = CacheRules.target(of: request.head) else { return nil }
    var text: String
    switch identity {
    case .client: text = partition
    case .each(let read):
      guard let own = read(request) else { return nil }
      text = Self.exact(own.utf8)
    case .fields: text = ""
    }
    switch request.options.authentication {
    case .on: break
    case .off: text += "\noff"
    case .named(let name): text += "\nnamed \(Self.exact(name.utf8))"
    }
    if request.options.credentialsWithheld { text += "\nwithheld" }
    let own = request.options.credentialFields
    for field in request.head.headerFields where Self.suggestsUser(field.name) || own.contains(field.name) {
      text += "\n\(field.name.canonicalName) \(field.withUnsafeBytesOfValue { Self.exact($0) })"
    }
    return CacheKey(target: target, identity: text)
  }

  /// Returns a value as ASCII text. Swift compares characters, so two strings with different bytes may be equal. Each value has
  /// its length before it, so different lists of values have different texts.
  private static func exact(_ value: some Collection<UInt8>) -> String {
    guard value.contains(where: { $0 >= 0x80 }) else { return "\(value.count) \(String(decoding: value, as: UTF8.self))" }
    return "%" + value.map { String($0, radix: 16) }.joined(separator: ".")
  }

  /// Returns whether the name of a field suggests that its value identifies a user.
  private static func suggestsUser(_ name: HTTPField.Name) -> Bool {
    // Almost every request has these two.
    guard name != .accept, name != .userAgent else { return false }
    var name = name.canonicalName
    return name.withUTF8 { name in
      words.contains { word in
        name.count >= word.count
          && (0...name.count - word.count).contains { start in
            word.indices.allSatisfy { name[start + $0] == word[$0] }
          }
      }
    }
  }

  /// Parts of the names of such fields.
  private static let words = [
    "account", "actor", "auth", "behalf", "cookie", "credential", "impersonate", "key", "passw", "secret", "session",
    "signature", "tenant", "token", "user",
  ].map { Array($0.utf8) }
}
