#if Load
  import Foundation

  /// Numbers as text, the same in all locales.
  enum NumberText {
    /// A whole number with commas: `1,234,567`.
    static func count(_ number: Int) -> String {
      let digits = Array(String(number.magnitude))
      var text = ""
      for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
      }
      return (number < 0 ? "-" : "") + text
    }

    /// A number with this many decimals.
    static func fixed(_ number: Double, _ decimals: Int) -> String {
      guard number.isFinite else { return "-" }
      let factor = pow(10, Double(decimals))
      let scaled = Int(min(max((number * factor).rounded(), -9e15), 9e15))
      let digits = String(scaled.magnitude)
      let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      let text = decimals == 0 ? padded : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
      return (scaled < 0 ? "-" : "") + text
    }

    /// A number with about three digits: `0.123`, `1.23`, `12.3`, `123`, `1,234`.
    static func short(_ number: Double) -> String {
      switch number.magnitude {
      case ..<0.9995: fixed(number, 3)
      case ..<9.995: fixed(number, 2)
      case ..<99.95: fixed(number, 1)
      default: number.isFinite ? count(Int(min(max(number.rounded(), -9e15), 9e15))) : "-"
      }
    }

    /// A rate without needless decimals: `1,000`, `99.7`, `0.25`.
    static func rate(_ number: Double) -> String {
      number.isFinite && number.magnitude < 100 ? trimmed(fixed(number, number.magnitude < 10 ? 2 : 1)) : short(number)
    }

    /// Nanoseconds in milliseconds; `-` for none.
    static func milliseconds(_ nanoseconds: Int64?) -> String { nanoseconds.map { short(Double($0) / 1e6) } ?? "-" }

    /// A share as percentage: `0.5 %`.
    static func percent(_ share: Double) -> String { fixed(share * 100, share < 0.1 ? 1 : 0) + " %" }

    /// A percentile: `50 %`, `99.99 %`.
    static func percentile(_ number: Double) -> String { trimmed(fixed(number, 4)) + " %" }

    /// A number of bytes in decimal units: `999 B`, `1.23 kB`, `12.3 MB`.
    static func bytes(_ count: Int) -> String {
      var (value, unit) = (Double(count), "B")
      for larger in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
        value /= 1000
        unit = larger
      }
      return (unit == "B" ? "\(count)" : short(value)) + " \(unit)"
    }

    /// A time in seconds, at least to the millisecond: `0.25 s`, `90 s`.
    static func seconds(_ nanoseconds: Int64) -> String { trimmed(fixed(Double(nanoseconds) / 1e9, 3)) + " s" }

    /// A number without zeros at the end of its decimals.
    private static func trimmed(_ text: String) -> String {
      guard text.contains(".") else { return text }
      var text = text
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
      return text
    }
  }
#endif
