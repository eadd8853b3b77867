/// The value of `Content-Range`: the part of a whole that a body has (RFC 9110 section 14.4).
///
/// ```swift
/// let range = ContentRange("bytes 0-499/1234")
/// print(range?.range ?? 0...0, range?.completeLength ?? 0)   // 0...499 1234
/// ```
public struct ContentRange: Sendable, Hashable, CustomStringConvertible {
  /// The unit, in lower case; usually `bytes`.
  public let unit: String
  /// The first and the last position; nil if the server says that the requested range does not exist: `bytes */1234`.
  public let range: ClosedRange<Int>?
  /// The length of the whole; nil if the server does not know it: `*`.
  public let completeLength: Int?

  /// Reads the value of a header field. Returns nil if it breaks a rule: the last position must not be before the first, and
  /// both must be below the length of the whole.
  public init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, !words[0].isEmpty else { return nil }
    let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    unit = words[0].lowercased()
    let complete = Self.number(halves[1])
    guard complete != nil || halves[1] == "*" else { return nil }
    completeLength = complete
    if halves[0] == "*" {
      guard complete != nil else { return nil }
      range = nil
      return
    }
    let bounds = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]), first <= last else {
      return nil
    }
    if let complete, last >= complete { return nil }
    range = first...last
  }

  /// The value as a header field has it.
  public var description: String {
    let positions = range.map { "\($0.lowerBound)-\($0.upperBound)" } ?? "*"
    return "\(unit) \(positions)/\(completeLength.map(String.init) ?? "*")"
  }

  /// Only digits: `Int` would also read a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
