public import FoundationEssentials

extension JSONValue {
  /// A JSON number that keeps its notation: `1.0`, `1e400` and `18446744073709551616` are not changed.
  ///
  /// Two numbers are equal if they have the same value, in any notation. The comparison is exact: nothing is rounded.
  public struct Number: Sendable {
    /// The number as written in JSON.
    public let text: String

    /// A number whose text is known to be valid JSON.
    init(unchecked text: String) { self.text = text }

    /// A whole number.
    public init(_ integer: some BinaryInteger) { text = String(integer) }

    /// Creates a number in its shortest notation; nil for infinity and NaN, which JSON cannot represent.
    public init?(_ double: Double) {
      guard double.isFinite else { return nil }
      let text = double.description
      self.text = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A decimal number; nil for NaN.
    public init?(_ decimal: Decimal) {
      guard !decimal.isNaN else { return nil }
      text = decimal.description
    }

    /// The value as an `Int`, if it is whole and fits.
    public var int: Int? { integer(Int.self) }

    /// The value in binary floating point, rounded; nil if it is too large.
    public var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The value as a decimal number, rounded to 38 digits; nil if it is too large.
    public var decimal: Decimal? { Decimal(string: text).flatMap { $0.isNaN ? nil : $0 } }

    /// Returns the value as an integer of any width, if it is whole and fits.
    public func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
      if let integer = Integer(text) { return integer }
      guard let canonical, canonical.exponent >= 0, canonical.digits.count + canonical.exponent <= 40 else { return nil }
      let digits = String(decoding: canonical.digits, as: UTF8.self) + String(repeating: "0", count: canonical.exponent)
      return Integer((canonical.isNegative ? "-" : "") + (digits.isEmpty ? "0" : digits))
    }
  }
}

extension JSONValue.Number: Hashable {
  /// A form that is the same for all notations of a value: the sign, the significant digits, and the power of ten of the last
  /// digit.
  private struct Canonical: Hashable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0
  }

  /// The canonical form; nil if the exponent itself is too large. Such numbers are compared as text.
  private var canonical: Canonical? {
    var form = Canonical()
    var isFraction = false
    var exponent: Substring.UTF8View?
    for (index, byte) in zip(text.utf8.indices, text.utf8) {
      switch byte {
      case UInt8(ascii: "-"): form.isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponent = text.utf8[text.utf8.index(after: index)...]
      default:
        if isFraction { form.exponent -= 1 }
        if byte != UInt8(ascii: "0") || !form.digits.isEmpty { form.digits.append(byte) }
      }
      if exponent != nil { break }
    }
    // Zero, whatever its exponent.
    if form.digits.isEmpty { return Canonical() }
    if let exponent {
      guard let power = Int(Substring(exponent)), power.magnitude < 1 << 62 else { return nil }
      form.exponent += power
    }
    while form.digits.last == UInt8(ascii: "0") {
      form.digits.removeLast()
      form.exponent += 1
    }
    return form.digits.isEmpty ? Canonical() : form
  }

  /// Whether both have exactly the same value.
  public static func == (left: Self, right: Self) -> Bool {
    if left.text == right.text { return true }
    switch (left.int, right.int) {
    case (let left?, let right?): return left == right
    case (nil, nil): return left.canonical.map { $0 == right.canonical } ?? false
    default: return false
    }
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    if let int {
      hasher.combine(int)
    } else if let canonical {
      hasher.combine(canonical)
    } else {
      hasher.combine(text)
    }
  }
}

extension JSONValue.Number: CustomStringConvertible {
  /// The number as written in JSON.
  public var description: String { text }
}
