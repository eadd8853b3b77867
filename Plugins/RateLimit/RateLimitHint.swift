import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

/// The rate limits that one response states.
public struct RateLimitHint: Sendable, Equatable {
  /// How long no request may be sent.
  public var pause: Duration?
  /// How many requests may still be sent within ``window``.
  public var remaining: Int?
  /// The time from now until the server restores the quota.
  public var window: Duration?
  /// The lowest rate of the server's policies with windows of at most 60 s, in requests a second. A policy with a longer window
  /// sets no rate, because a client may use the whole quota of that window at once. It can still limit ``remaining``.
  public var rate: Double?
  /// The smallest quota of the server's policies with windows of at most 60 s.
  public var capacity: Int?
  /// Whether the response has status 429.
  public var isThrottled = false

  /// Creates an empty hint.
  public init() {}

  /// Whether the response says nothing about limits.
  var isEmpty: Bool { self == RateLimitHint() }

  private static let limit = HTTPField.Name("RateLimit")
  private static let policies = HTTPField.Name("RateLimit-Policy")
  private static let legacyRemaining = HTTPField.Name("X-RateLimit-Remaining")
  private static let legacyReset = HTTPField.Name("X-RateLimit-Reset")

  /// Reads the fields of a response. A malformed field is ignored completely (RFC 9651 section 4.2).
  init(_ head: HTTPResponse, _ hints: Set<RateLimitPolicy.Hint>, now: () -> Date) {
    let status = head.status.code
    isThrottled = status == 429
    if hints.contains(.fields) {
      let otherUnits = readPolicies(head.headerFields)
      readLimit(head.headerFields, except: otherUnits)
    }
    if remaining == nil, hints.contains(.legacyFields) { readLegacy(head.headerFields, now) }
    if hints.contains(.retryAfter), status == 429 || status == 503,
      let wait = RetryAfter.wait(head.headerFields, now: now)
    {
      pause = wait
      // A `Retry-After` of zero sets no pause, so `remaining` and `window` still apply.
      if wait > .zero { (remaining, window) = (nil, nil) }
    }
  }

  /// `RateLimit: "default";r=50;t=30`. If there are several limits, the limit with the fewest remaining requests applies; if
  /// several have equally few, the limit with the longest window. A limit is skipped if its policy does not count requests.
  private mutating func readLimit(_ fields: HTTPFields, except otherUnits: Set<String>) {
    for (name, item) in Self.items(fields, Self.limit) where !otherUnits.contains(name) {
      guard case .integer(let left)? = item["r"], left >= 0, case .integer(let seconds)? = item["t"], seconds >= 0
      else { continue }
      let length = Duration.seconds(seconds)
      if let remaining, let window, remaining < left || remaining == left && window >= length { continue }
      (remaining, window) = (left, length)
    }
  }

  /// `RateLimit-Policy: "burst";q=100;w=60`. A policy is skipped if its unit is not requests, if it has no quota above zero,
  /// or if it has no window from 1 to 60 s. Returns the names of the policies whose unit is not requests.
  private mutating func readPolicies(_ fields: HTTPFields) -> Set<String> {
    var otherUnits: Set<String> = []
    for (name, item) in Self.items(fields, Self.policies) {
      if case .string(let unit)? = item["qu"], unit != "requests" {
        otherUnits.insert(name)
        continue
      }
      guard case .integer(let quota)? = item["q"], quota > 0, case .integer(let seconds)? = item["w"],
        (1...60).contains(seconds)
      else { continue }
      rate = min(rate ?? .infinity, Double(quota) / Double(seconds))
      capacity = min(capacity ?? .max, quota)
    }
    return otherUnits
  }

  private typealias Item = (name: String, parameters: StructuredMap<StructuredValue>)

  /// Returns the items of a list of strings; an empty list if the field is missing or malformed.
  private static func items(_ fields: HTTPFields, _ name: HTTPField.Name?) -> [Item] {
    guard let text = name.flatMap({ fields[$0] }), let items = StructuredField.list(text) else { return [] }
    let named = items.compactMap { item -> Item? in
      guard case .string(let name) = item.value else { return nil }
      return (name, item.parameters)
    }
    return named.count == items.count ? named : []
  }

  private mutating func readLegacy(_ fields: HTTPFields, _ now: () -> Date) {
    func number(_ name: HTTPField.Name?) -> Int64? {
      guard let text = name.flatMap({ fields[$0] }), !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return Int64(text)
    }
    guard let left = number(Self.legacyRemaining), let reset = number(Self.legacyReset) else { return }
    let seconds = reset > 1_000_000_000 ? Double(reset) - now().timeIntervalSince1970 : Double(reset)
    guard seconds >= 0, seconds < 1e9 else { return }
    (remaining, window) = (Int(clamping: left), .seconds(seconds.rounded(.up)))
  }
}
