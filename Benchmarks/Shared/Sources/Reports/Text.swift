/// Formats a number for comparison: three digits, and a comma between thousands.
public func number(_ value: Double) -> String {
  guard value.isFinite else { return "-" }
  guard value < 100 else { return grouped(Int(value.rounded())) }
  return fixed(value, value < 10 ? 2 : 1)
}

/// Formats a ratio with two decimals, or with one from ten on.
public func ratioText(_ value: Double) -> String { value.isFinite ? fixed(value, value < 10 ? 2 : 1) + "x" : "-" }

/// Formats a number with one or two decimals.
public func fixed(_ value: Double, _ decimals: Int) -> String {
  let factor = decimals == 1 ? 10 : 100
  let parts = Int((value * Double(factor)).rounded()).quotientAndRemainder(dividingBy: factor)
  let fraction = String(parts.remainder)
  return "\(parts.quotient)." + String(repeating: "0", count: decimals - fraction.count) + fraction
}

private func grouped(_ value: Int) -> String {
  var text = ""
  for (index, digit) in String(value).reversed().enumerated() {
    if index > 0, index % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return String(text.reversed())
}

/// Pads text with spaces on the right, up to a width.
public func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }

/// Pads text with spaces on the left, up to a width.
public func padded(left text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

extension [Double] {
  /// The middle element, or the mean of the middle two.
  public var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }
}
