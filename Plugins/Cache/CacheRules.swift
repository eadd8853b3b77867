import FoundationEssentials
import HTTPTypes
import RefineryCore

/// What the cache does with a request.
enum CacheAction: Sendable {
  /// Respond with a stored response.
  case reuse(StoredResponse, isStale: Bool)
  /// Respond with a stale stored response, and validate it in the background.
  case reuseAndRevalidate(StoredResponse)
  /// Respond with 304: the caller's own copy is the stored response.
  case notModified(StoredResponse)
  /// Send the request with the validators of a stored response, if that response has any.
  case validate(StoredResponse, why: CacheStatus.ForwardReason, mayUseOnError: Bool)
  /// Send the request as it is.
  case forward(why: CacheStatus.ForwardReason)
  /// Respond with 504: no stored response can be used, and the request permits only stored responses.
  case refuse
}

/// The decisions of a private cache (RFC 9111). Its methods do not wait, do not use a store, and do not read a clock.
struct CacheRules: Sendable {
  /// The fields that can replace `Cache-Control` (RFC 9213). Of these, the first well-formed field of a response applies.
  var targets: [HTTPField.Name] = []

  /// Statuses that may be stored without explicit freshness (RFC 9110 section 15.1). 206 is left out, because partial content
  /// is not stored.
  static let heuristicStatuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
  /// Statuses whose caching rules are implemented, for `must-understand`.
  static let understoodStatuses = heuristicStatuses.union([302, 303, 307])

  /// Fields that only the server can evaluate (section 4.3.2), and fields of ranges.
  private static let preconditions: [HTTPField.Name] = [.range, .ifRange, .ifMatch, .ifUnmodifiedSince]

  /// Returns whether stored responses may be used for a request, and whether its response may be stored or update a stored one.
  func handles(_ request: Request) -> Bool {
    let fields = request.head.headerFields
    return isRead(request) && request.options[Caching.self].isEnabled && request.options[Delivery.self] == .whole
      && (request.body.map { $0.length == 0 } ?? true)
      && !Self.preconditions.contains { fields.contains($0) }
  }

  func isRead(_ request: Request) -> Bool { request.head.method == .get || request.head.method == .head }

  // MARK: Section 4: whether a stored response is used

  /// Returns what to do with a request that the cache handles, with the stored responses of its key.
  func action(for request: Request, stored: [StoredResponse], now: Int) -> CacheAction {
    let wish = CacheControl(request.head.headerFields)
    func send(_ action: CacheAction) -> CacheAction { wish.onlyIfCached ? .refuse : action }
    guard let chosen = select(for: request, from: stored) else {
      return send(.forward(why: stored.isEmpty ? .uriMiss : .varyMiss))
    }
    let policy = request.options[Caching.self]
    let freshness = chosen.freshness
    let age = freshness.age(at: now)
    let remaining = freshness.lifetime(policy) - age
    let isFresh = remaining > 0
    let isWished = !wish.noCache && wish.maxAge.map { age <= $0 } ?? true && wish.minFresh.map { remaining >= $0 } ?? true
    // A request with `max-age` accepts a stale response only if it also has `max-stale` (section 5.2.1.1).
    let acceptsStale = wish.maxAge == nil || wish.maxStale != nil
    if isWished, !freshness.control.noCache {
      if isFresh { return isKnown(chosen, to: request) ? .notModified(chosen) : .reuse(chosen, isStale: false) }
      if acceptsStale, !freshness.mustNotBeStale {
        if let maxStale = wish.maxStale, maxStale == .any || maxStale >= -remaining { return .reuse(chosen, isStale: true) }
        let grace = freshness.control.staleWhileRevalidate ?? CachePolicy.seconds(policy.staleWhileRevalidate)
        // A request with the caller's own conditions cannot validate the stored response.
        if grace > 0, -remaining <= grace, !isConditional(request) {
          return wish.onlyIfCached ? .reuse(chosen, isStale: true) : .reuseAndRevalidate(chosen)
        }
      }
    }
    let grace = wish.staleIfError ?? freshness.control.staleIfError ?? CachePolicy.seconds(policy.staleIfError)
    let mayUseOnError =
      (isWished && acceptsStale || wish.staleIfError != nil && !wish.noCache) && !freshness.mustNotBeStale
      && (isFresh || grace > 0 && -remaining <= grace)
    return send(.validate(chosen, why: isFresh ? .request : .stale, mayUseOnError: mayUseOnError && !isConditional(request)))
  }

  /// Returns the stored response whose variant matches (section 4.1); if several match, the most recent one (section 4).
  func select(for request: Request, from stored: [StoredResponse]) -> StoredResponse? {
    stored.lazy.filter { matches($0, request) }.max {
      ($0.freshness.date, $0.freshness.responseTime) < ($1.freshness.date, $1.freshness.responseTime)
    }
  }

  private func matches(_ stored: StoredResponse, _ request: Request) -> Bool {
    let fields = request.head.headerFields
    return stored.variant.allSatisfy { name, value in
      // By bytes: other bytes can be an equal string. Most requests have the same text as before, which needs no normalization.
      guard let own = Self.value(ofField: name, in: fields) else { return value == nil }
      return value.map { own.utf8.elementsEqual($0.utf8) || Self.normalized(own).utf8.elementsEqual($0.utf8) } ?? false
    }
  }

  /// Returns the value of a field by its name in lower case.
  private static func value(ofField name: String, in fields: HTTPFields) -> String? {
    var found: String?
    for field in fields where field.name.canonicalName == name {
      // Several lines are one value (RFC 9110 section 5.3).
      guard found == nil else { return HTTPField.Name(name).flatMap { fields[$0] } }
      found = field.value
    }
    return found
  }

  /// Returns a field's value without whitespace around commas (section 4.1). A value with quotes is not changed.
  private static func normalized(_ value: String) -> String {
    value.utf8.contains(UInt8(ascii: "\"")) ? value : FieldList.parts(of: value).joined(separator: ",")
  }

  /// Returns the request fields that a response depends on; nil if no request can match (`Vary: *`).
  private func variant(of head: HTTPResponse, for request: Request) -> [String: String?]? {
    var variant: [String: String?] = [:]
    for line in head.headerFields[values: .vary] {
      for part in FieldList.parts(of: line) {
        guard part != "*", let name = HTTPField.Name(String(part)) else { return nil }
        variant.updateValue(request.head.headerFields[name].map(Self.normalized), forKey: name.canonicalName)
      }
    }
    return variant
  }

  // MARK: Section 4.3.2: the caller's own conditions

  func isConditional(_ request: Request) -> Bool {
    request.head.headerFields.contains(.ifNoneMatch) || request.head.headerFields.contains(.ifModifiedSince)
  }

  /// Returns whether the caller already has the stored response, according to its conditions. `If-None-Match` takes precedence.
  private func isKnown(_ stored: StoredResponse, to request: Request) -> Bool {
    guard isConditional(request), stored.head.status == .ok else { return false }
    let fields = request.head.headerFields
    if let tags = fields[.ifNoneMatch] {
      let own = stored.head.headerFields[.eTag].map(Self.opaque)
      return FieldList.parts(of: tags).contains { $0 == "*" || own != nil && Self.opaque(String($0)) == own }
    }
    guard let since = fields[.ifModifiedSince].flatMap({ CacheTime.seconds($0, now: stored.freshness.responseTime) }) else {
      return false
    }
    let modified = stored.head.headerFields[.lastModified].flatMap { CacheTime.seconds($0, now: stored.freshness.responseTime) }
    return modified ?? stored.freshness.date <= since
  }

  /// Whether a weak tag has the opaque value of a strong one.
  static func isWeakForm(_ weak: String?, of strong: String?) -> Bool {
    guard let weak, let strong, weak.hasPrefix("W/") else { return false }
    return weak.dropFirst(2) == strong
  }

  /// Returns an entity tag without `W/`, for the weak comparison of RFC 9110 section 8.8.3.2.
  static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

extension CacheControl.Staleness {
  static func >= (left: Self, right: Int) -> Bool {
    switch left {
    case .any: true
    case .seconds(let seconds): seconds >= right
    }
  }
}

// MARK: Section 3: whether a response is stored

extension CacheRules {
  /// Returns the response to store; nil if it must not be stored or could never be used.
  func storable(
    _ response: HTTPResponse, body: Data, to request: Request, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    let status = response.status.code
    guard request.head.method == .get, handles(request), !CacheControl(request.head.headerFields).noStore,
      (200...599).contains(status), status != 206, status != 304, isWhole(response, body),
      let variant = variant(of: response, for: request)
    else { return nil }
    let stored = StoredResponse(
      requestTime: requestTime, responseTime: responseTime, head: Self.kept(response, at: responseTime), body: body,
      variant: variant, targets: targets)
    let control = stored.freshness.control
    let isUnderstood = Self.understoodStatuses.contains(status)
    if control.mustUnderstand ? !isUnderstood : control.noStore { return nil }
    let isExplicit =
      control.isPublic || control.isPrivate || control.hasSharedMaxAge || stored.freshness.explicitLifetime != nil
    guard isExplicit || Self.heuristicStatuses.contains(status), isUseful(stored, request.options[Caching.self]) else {
      return nil
    }
    return stored
  }

  /// Returns whether a response is complete. An incomplete one is not stored (section 3.3).
  private func isWhole(_ head: HTTPResponse, _ body: Data) -> Bool {
    guard head.headerFields[.contentEncoding] == nil, let length = head.headerFields[.contentLength] else { return true }
    return Int(length) == body.count
  }

  private func isUseful(_ stored: StoredResponse, _ policy: CachePolicy) -> Bool {
    let freshness = stored.freshness
    return freshness.lifetime(policy) > 0 || stored.hasValidator
      || !freshness.mustNotBeStale
        && ((freshness.control.staleWhileRevalidate ?? CachePolicy.seconds(policy.staleWhileRevalidate)) > 0
          || (freshness.control.staleIfError ?? CachePolicy.seconds(policy.staleIfError)) > 0)
  }

  /// Returns a response with only the fields that are stored (section 3.1), and with a `Date` (RFC 9110 section 6.6.1).
  private static func kept(_ head: HTTPResponse, at time: Date) -> HTTPResponse {
    var head = head
    let dropped = hopFields(of: head.headerFields)
    head.headerFields = HTTPFields(head.headerFields.filter { !dropped.contains($0.name.canonicalName) })
    if head.headerFields[.date] == nil { head.headerFields[.date] = HTTPDate.text(of: time) }
    return head
  }

  private static func hopFields(of fields: HTTPFields) -> Set<String> {
    var names: Set<String> = [
      "connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-connection", "proxy-authenticate",
      "proxy-authentication-info", "proxy-authorization",
    ]
    for part in fields[values: .connection].flatMap(FieldList.parts) { names.insert(part.lowercased()) }
    return names
  }

  // MARK: Section 4.3: validation

  /// Adds the validators of a stored response to a request (section 4.3.1), unless the request has the caller's own conditions.
  /// Returns whether it did.
  func addValidators(of stored: StoredResponse, to request: inout Request) -> Bool {
    // A server evaluates conditions only if it would respond with 2xx (RFC 9110 section 13.2.1), so a 304 cannot confirm a
    // stored response with another status.
    guard request.head.method == .get, !isConditional(request), stored.isSuccess, stored.hasValidator else { return false }
    request.head.headerFields[.ifNoneMatch] = stored.head.headerFields[.eTag]
    request.head.headerFields[.ifModifiedSince] = stored.head.headerFields[.lastModified]
    return true
  }

  /// Returns the stored response with the fields of a 304 (sections 4.3.4 and 3.2). Returns nil if the 304 is about another
  /// response, or if the result would have too many fields.
  ///
  /// - Parameter isOwn: whether the request had the validators of the stored response, and no others.
  func freshened(
    _ stored: StoredResponse, by head: HTTPResponse, for request: Request, isOwn: Bool, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    guard stored.isSuccess else { return nil }
    var head = head
    let (old, new) = (stored.head.headerFields, head.headerFields)
    if let tag = new[.eTag] {
      // A strong validator is compared by the strong comparison, a weak one by the weak comparison. If the server compresses,
      // it may weaken the tag of a 200 and not that of a 304, as nginx does. `If-None-Match` is compared weakly (RFC 9110
      // section 13.1.2), so a 304 with the same opaque tag confirms the response whose tag was sent.
      guard isOwn || tag.hasPrefix("W/") ? old[.eTag].map(Self.opaque) == Self.opaque(tag) : old[.eTag] == tag else {
        return nil
      }
      head.headerFields.keepWeakTag(of: old)
    } else if let modified = new[.lastModified], let known = old[.lastModified], modified != known {
      return nil
    }
    return updated(stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
  }

  /// Returns the stored response with the fields of a 200 response to HEAD; nil if it is about another response (section
  /// 4.3.5).
  func freshened(
    _ stored: StoredResponse, byHead head: HTTPResponse, for request: Request, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    guard stored.head.status == .ok else { return nil }
    let (old, new) = (stored.head.headerFields, head.headerFields)
    // As for a 304, the tag of the stored response may be the weak form of the tag of HEAD.
    let hasSameTag = new[.eTag] == nil || new[.eTag] == old[.eTag] || Self.isWeakForm(old[.eTag], of: new[.eTag])
    let agrees = hasSameTag && (new[.lastModified] == nil || new[.lastModified] == old[.lastModified])
    let isSameLength = new[.contentLength].map { Int($0) == stored.body.count } ?? true
    // Stored content is decoded, so its length differs from that of encoded content. In this case, a validator decides.
    let isValidated = new[.contentEncoding] != nil && (new[.eTag] ?? new[.lastModified]) != nil
    guard agrees, isSameLength || isValidated else { return nil }
    var head = head
    head.headerFields.keepWeakTag(of: old)
    return updated(stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
  }

  private func updated(
    _ stored: StoredResponse, by head: HTTPResponse, for request: Request, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    var result = stored.head
    // The body was decoded when it was stored, so fields about its coding and length do not change.
    let kept = Self.hopFields(of: head.headerFields).union(["content-length", "content-encoding", "content-range"])
    let fields = Self.kept(head, at: responseTime).headerFields.filter { !kept.contains($0.name.canonicalName) }
    guard let updated = result.headerFields.updated(by: fields) else { return nil }
    result.headerFields = updated
    guard let variant = variant(of: result, for: request) else { return nil }
    return StoredResponse(
      requestTime: requestTime, responseTime: responseTime, head: result, body: stored.body, variant: variant, targets: targets)
  }

  // MARK: Section 4.4: invalidation

  /// Returns the targets that a response to an unsafe request makes invalid: the request's own target, the target of a followed
  /// redirect, and the targets of `Location` and `Content-Location` within the origin that responded. 412 reports a change.
  func invalidated(by response: Response, to request: Request) -> [String] {
    let safe: [HTTPRequest.Method] = [.get, .head, .options, .trace]
    guard !safe.contains(request.head.method), StatusSet(200...399, 412...412).contains(response.head.status.code),
      let target = Self.target(of: request.head)
    else { return [] }
    // Links are relative to the URL that responded.
    let head = response.redirectURL.flatMap { URL(string: $0) }.flatMap { Self.head(of: $0) } ?? request.head
    guard let last = Self.target(of: head), let origin = Origin(head), let base = URL(string: last) else { return [target] }
    let links = [HTTPField.Name.location, .contentLocation].compactMap { name -> String? in
      guard let text = response.head.headerFields[name], let url = URL(string: text, relativeTo: base)?.absoluteURL,
        let head = Self.head(of: url), Origin(head) == origin
      else { return nil }
      return Self.target(of: head)
    }
    return Array(Set([target, last] + links))
  }

  /// Returns the head of a request for a URL; nil if the URL has no host.
  private static func head(of url: URL) -> HTTPRequest? {
    guard let host = url.host(percentEncoded: true) else { return nil }
    let authority = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let path = url.path(percentEncoded: true)
    return HTTPRequest(
      method: .get, scheme: url.scheme, authority: authority + (url.port.map { ":\($0)" } ?? ""),
      path: (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? ""))
  }

  /// Returns scheme, host, port, path and query of a request as text; nil if they are malformed.
  static func target(of head: HTTPRequest) -> String? {
    guard let origin = Origin(head) else { return nil }
    let path = head.path ?? "/"
    var text = origin.description
    text.reserveCapacity(text.utf8.count + path.utf8.count)
    text += path
    return text
  }
}

extension StoredResponse {
  var isSuccess: Bool { (200...299).contains(head.status.code) }
  var hasValidator: Bool { head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified) }
}

extension HTTPFields {
  /// Replaces the tag by the weak form that the stored response has. Its bytes need not be those of the strong tag.
  fileprivate mutating func keepWeakTag(of stored: HTTPFields) {
    if CacheRules.isWeakForm(stored[.eTag], of: self[.eTag]) { self[.eTag] = stored[.eTag] }
  }
}
