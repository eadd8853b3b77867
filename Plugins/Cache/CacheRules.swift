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
  case validate(StoredResponse, why: ForwardReason, mayUseOnError: Bool)
  /// Send the request as it is.
  case forward(why: ForwardReason)
  /// Respond with 504: no stored response can be used, and the request permits only stored responses.
  case refuse
}

/// Why the cache sends a request (RFC 9211 section 2.2).
enum ForwardReason: String, Sendable {
  /// No response is stored for the URL.
  case uriMiss = "uri-miss"
  /// Responses are stored for the URL, but `Vary` excludes all of them.
  case varyMiss = "vary-miss"
  /// A response is stored, but the request does not permit its use.
  case request
  /// A response is stored, but it is stale.
  case stale
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
    return isRead(request) && request.options.caching.isEnabled && request.options.delivery == .whole
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
    let policy = request.options.caching
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
      // Compares bytes, because texts with different bytes can be equal strings. Most requests have the same text as before and
      // need no normalization.
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
  func variant(of head: HTTPResponse, for request: Request) -> [String: String?]? {
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
