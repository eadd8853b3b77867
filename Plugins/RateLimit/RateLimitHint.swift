import FoundationEssentials
import HTTPTypes
import RefineryCore

/// The rate limits that one response states.
public struct RateLimitHint: Sendable, Equatable {
  /// For how long no request may be sent.
  public var pause: Duration?
  /// How many requests may still be sent within ``window``.
  public var remaining: Int?
  /// The time from now until the server restores the quota.
  public var window: Duration?
  /// The lowest rate of the server's policies with windows of at most 60 s, in requests a second. A policy with a longer
  /// window sets no rate, because a client may use its quota at once. Such a policy can still limit ``remaining``.
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
  init(_ head: HTTPResponse, _ hints: RateLimitPolicy.Hints, now: () -> Date) {
    let status = head.status.code
    isThrottled = status == 429
    if hints.contains(.fields) {
      readPolicies(head.headerFields)
      readLimit(head.headerFields)
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

  /// `RateLimit: "default";r=50;t=30`. Of several limits, the one with the fewest remaining requests applies.
  private mutating func readLimit(_ fields: HTTPFields) {
    guard let text = Self.limit.flatMap({ fields[$0] }), let items = StructuredList.parse(text) else { return }
    for item in items {
      guard let left = item["r"], left >= 0, let seconds = item["t"], seconds >= 0 else { continue }
      if let remaining, remaining <= left { continue }
      (remaining, window) = (Int(left), .seconds(seconds))
    }
  }

  /// `RateLimit-Policy: "burst";q=100;w=60`. A policy is skipped if its unit is not requests, if it has no quota above zero,
  /// or if it has no window from 1 to 60 s.
  private mutating func readPolicies(_ fields: HTTPFields) {
    guard let text = Self.policies.flatMap({ fields[$0] }), let items = StructuredList.parse(text) else { return }
    for item in items {
      guard item.unit == nil || item.unit == "requests", let quota = item["q"], quota > 0, let seconds = item["w"],
        (1...60).contains(seconds)
      else { continue }
      rate = min(rate ?? .infinity, Double(quota) / Double(seconds))
      capacity = min(capacity ?? .max, Int(quota))
    }
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

/// A list of strings with parameters, as structured fields write it (RFC 9651 section 4.2.1). Only two fields need it, so
/// this small parser replaces a dependency.
struct StructuredList {
  struct Item {
    var integers: [String: Int64] = [:]
    /// The parameter `qu`, if it is a string.
    var unit: String?
    subscript(key: String) -> Int64? { integers[key] }
  }

  private enum Value {
    case integer(Int64)
    case string(String)
    case other
  }

  private var rest: Substring.UTF8View

  /// Returns nil if the text is not a list of strings.
  static func parse(_ text: String) -> [Item]? {
    var parser = StructuredList(rest: text[...].utf8)
    return parser.items()
  }

  private mutating func items() -> [Item]? {
    var items: [Item] = []
    skip(" ")
    while true {
      guard case .string? = value() else { return nil }
      var item = Item()
      while take(";") {
        skip(" ")
        guard let key = key() else { return nil }
        // If a parameter occurs twice, the last one applies. A parameter without a value is a Boolean.
        (item.integers[key], item.unit) = (nil, key == "qu" ? nil : item.unit)
        guard take("=") else { continue }
        switch value() {
        case .integer(let number): item.integers[key] = number
        case .string(let text): if key == "qu" { item.unit = text }
        case .other: break
        case nil: return nil
        }
      }
      items.append(item)
      skip(" \t")
      if rest.isEmpty { return items }
      guard take(",") else { return nil }
      skip(" \t")
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skip(_ characters: String) { rest = rest.drop { characters.utf8.contains($0) } }

  private mutating func prefix(_ isMember: (UInt8) -> Bool) -> String {
    let part = rest.prefix(while: isMember)
    rest = rest[part.endIndex...]
    return String(Substring(part))
  }

  private mutating func key() -> String? {
    guard let first = rest.first, (0x61...0x7A).contains(first) || first == UInt8(ascii: "*") else { return nil }
    return prefix { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "_-.*".utf8.contains($0) }
  }

  private mutating func value() -> Value? {
    switch rest.first {
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case let first? where first == UInt8(ascii: "-") || (0x30...0x39).contains(first): return number()
    case UInt8(ascii: "?"):
      rest.removeFirst()
      return take("0") || take("1") ? .other : nil
    case UInt8(ascii: ":"):
      rest.removeFirst()
      _ = prefix { $0.isAlphanumeric || "+/=".utf8.contains($0) }
      return take(":") ? .other : nil
    case let first? where first.isLetter || first == UInt8(ascii: "*"):
      _ = prefix { $0.isAlphanumeric || "!#$%&'*+-.^_`|~:/".utf8.contains($0) }
      return .other
    // Neither field contains inner lists, dates or display strings.
    default: return nil
    }
  }

  private mutating func number() -> Value? {
    let sign: Int64 = take("-") ? -1 : 1
    let digits = prefix { (0x30...0x39).contains($0) }
    guard (1...15).contains(digits.utf8.count), let number = Int64(digits) else { return nil }
    guard take(".") else { return .integer(sign * number) }
    let fraction = prefix { (0x30...0x39).contains($0) }
    return digits.utf8.count <= 12 && (1...3).contains(fraction.utf8.count) ? .other : nil
  }

  private mutating func string() -> String? {
    var text = ""
    rest.removeFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else { return nil }
        text.unicodeScalars.append(Unicode.Scalar(escaped))
      case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: return nil
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  fileprivate var isAlphanumeric: Bool { isLetter || (0x30...0x39).contains(self) }
}
