extension MockFault {
  /// The names of all faults, as texts write them.
  static let names = [
    "content-length", "damaged-gzip", "delay", "dribble", "dropped-after-head", "dropped-before-head", "duplicated", "empty",
    "expired-token", "malformed", "media-type", "rate-limit", "reset", "status", "truncated",
  ]

  /// The text form, which ``FaultText`` reads.
  ///
  /// - Parameter showsToken: false replaces a token by `<redacted>`.
  func text(showsToken: Bool) -> String {
    switch self {
    case .delay(let delay): "delay \(delay.text)"
    case .dribble(let bytes, let pause): "dribble \(bytes) bytes every \(FaultDuration.text(of: pause))"
    case .empty: "empty"
    case .malformed: "malformed"
    case .truncated(nil): "truncated"
    case .truncated(let bytes?): "truncated after \(bytes) bytes"
    case .droppedBeforeHead: "dropped-before-head"
    case .droppedAfterHead: "dropped-after-head"
    case .reset: "reset"
    case .status(let code, nil): "status \(code)"
    case .status(let code, .seconds(let seconds)?): "status \(code) retry-after \(seconds)s"
    case .status(let code, .date(let seconds)?): "status \(code) retry-after date \(seconds)s"
    case .rateLimit(let quota, let window): "rate-limit \(quota) per \(FaultDuration.text(of: window))"
    case .expiredToken(nil): "expired-token"
    case .expiredToken(let token?): "expired-token \(showsToken ? token : FaultText.hiddenToken)"
    case .contentLength(let difference): "content-length \(difference < 0 ? "" : "+")\(difference)"
    case .duplicated: "duplicated"
    case .mediaType(let type): "media-type \(type)"
    case .damagedGzip: "damaged-gzip"
    }
  }
}

extension MockFault.Delay {
  fileprivate var text: String {
    switch self {
    case .fixed(let wait): FaultDuration.text(of: wait)
    case .uniform(let range):
      "\(FaultDuration.text(of: range.lowerBound)) to \(FaultDuration.text(of: range.upperBound))"
    case .logNormal(let median, let sigma): "log-normal \(FaultDuration.text(of: median)) sigma \(sigma)"
    }
  }
}

/// Durations in the text of faults: `2s`, `1.5s`, `200ms`.
enum FaultDuration {
  /// In seconds if it is a whole number of them, and otherwise in milliseconds, to a nanosecond.
  static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    guard attoseconds != 0 else { return "\(seconds)s" }
    let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflows, seconds >= 0, attoseconds > 0 else { return "\(duration)" }
    let nanoseconds = attoseconds / 1_000_000_000
    let (whole, part) = (milliseconds.addingReportingOverflow(nanoseconds / 1_000_000).partialValue, nanoseconds % 1_000_000)
    guard part > 0 else { return "\(whole)ms" }
    var digits = String(1_000_000 + part).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)ms"
  }

  /// Reads `2s`, `1.5s` or `200ms`; returns nil for any other text.
  static func duration(_ text: Substring) -> Duration? {
    let isMilliseconds = text.hasSuffix("ms")
    guard isMilliseconds || text.hasSuffix("s") else { return nil }
    let number = text.dropLast(isMilliseconds ? 2 : 1)
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    let places = isMilliseconds ? 6 : 9
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let whole = Int64(parts[0]), whole <= 1_000_000_000_000
    else { return nil }
    var nanoseconds: Int64 = 0
    if parts.count == 2 {
      guard parts[1].utf8.count <= places else { return nil }
      nanoseconds = Int64(parts[1] + String(repeating: "0", count: places - parts[1].utf8.count)) ?? 0
    }
    return (isMilliseconds ? Duration.milliseconds(whole) : .seconds(whole)) + .nanoseconds(nanoseconds)
  }
}
