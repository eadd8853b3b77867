package import FoundationEssentials
package import HTTPTypes

/// Reads the `Retry-After` field (RFC 9110 section 10.2.3) in both its forms: seconds, and a date.
package enum RetryAfter {
  /// Returns how long the server asks to wait; nil if it does not say, or if the value is malformed, such as `-1` or `1.5`.
  ///
  /// A date is compared with the response's own `Date`, so that a wrong clock on either side has no effect. Without a `Date`,
  /// it is compared with `now`. A date in the past gives zero. The result has no upper bound: limit it before you wait.
  public static func wait(_ fields: HTTPFields, now: () -> Date = { Date() }) -> Duration? {
    guard let field = fields[.retryAfter] else { return nil }
    let text = field.trimming { $0 == " " || $0 == "\t" }
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A number of seconds that does not fit in 32 bits exceeds every cap.
      return .seconds(Int64(Int32(text) ?? .max))
    }
    let clock = HTTPDate.seconds(of: now())
    guard let instant = HTTPDate.seconds(field, now: clock) else { return nil }
    let sent = fields[.date].flatMap { HTTPDate.seconds($0, now: clock) }
    let (wait, overflows) = instant.subtractingReportingOverflow(sent ?? clock)
    return overflows ? nil : .seconds(max(0, wait))
  }
}
