/// A value of a structured field (RFC 9651) in the forms that `Cache-Status`, targeted fields, `RateLimit` and
/// `RateLimit-Policy` use.
///
/// RefineryCache and RefineryRateLimit share this parser, because a package for it would be a dependency of every app that uses
/// one of them.
public enum StructuredValue: Sendable, Equatable {
  /// From -999,999,999,999,999 to 999,999,999,999,999.
  case integer(Int)
  case string(String)
  case token(String)
  case boolean(Bool)
  /// A decimal, a date, a byte sequence, a display string or an inner list: well formed, but not used here.
  case other

  /// Returns the members of a dictionary, with the last value of each name; nil if the field is malformed.
  public static func dictionary(_ text: String) -> [(name: String, value: StructuredValue)]? {
    var parser = StructuredParser(text)
    let members = parser.members { parser -> (name: String, value: StructuredValue)? in
      guard let name = parser.key() else { return nil }
      var value = StructuredValue.boolean(true)
      if parser.skip("=") {
        guard let read = parser.itemOrList() else { return nil }
        value = read
      }
      guard parser.parameters() != nil else { return nil }
      return (name, value)
    }
    guard let members else { return nil }
    var last: [String: Int] = [:]
    for (index, member) in members.enumerated() { last[member.name] = index }
    return members.enumerated().filter { last[$0.element.name] == $0.offset }.map(\.element)
  }

  /// Returns the items of a list with their parameters; nil if the field is malformed.
  public static func list(_ text: String) -> [(value: StructuredValue, parameters: [String: StructuredValue])]? {
    var parser = StructuredParser(text)
    return parser.members { parser -> (value: StructuredValue, parameters: [String: StructuredValue])? in
      guard let value = parser.itemOrList(), let parameters = parser.parameters() else { return nil }
      return (value, parameters)
    }
  }
}

/// The parsing algorithms of RFC 9651 section 4.2.
private struct StructuredParser {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpace(tabs: Bool) {
    while let byte = rest.first, byte == 0x20 || tabs && byte == 0x09 { rest.removeFirst() }
  }

  /// Reads members, separated by commas, to the end of the text; nil if the text is malformed.
  mutating func members<Member>(_ read: (inout StructuredParser) -> Member?) -> [Member]? {
    var members: [Member] = []
    skipSpace(tabs: false)
    while !rest.isEmpty {
      guard let member = read(&self) else { return nil }
      members.append(member)
      skipSpace(tabs: true)
      if rest.isEmpty { return members }
      guard skip(",") else { return nil }
      skipSpace(tabs: true)
      // A comma at the end is malformed.
      if rest.isEmpty { return nil }
    }
    return members
  }

  mutating func parameters() -> [String: StructuredValue]? {
    var parameters: [String: StructuredValue] = [:]
    while skip(";") {
      skipSpace(tabs: false)
      guard let name = key() else { return nil }
      parameters[name] = .boolean(true)
      if skip("=") {
        guard let value = item() else { return nil }
        parameters[name] = value
      }
    }
    return parameters
  }

  mutating func key() -> String? {
    guard let first = rest.first, (0x61...0x7A).contains(first) || first == UInt8(ascii: "*") else { return nil }
    return take { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "_-.*".utf8.contains($0) }
  }

  mutating func itemOrList() -> StructuredValue? {
    guard skip("(") else { return item() }
    while true {
      skipSpace(tabs: false)
      if skip(")") { return .other }
      guard item() != nil, parameters() != nil, rest.first == 0x20 || rest.first == UInt8(ascii: ")") else { return nil }
    }
  }

  private mutating func item() -> StructuredValue? {
    guard let byte = rest.first else { return nil }
    return switch byte {
    case UInt8(ascii: "\""): string().map { .string($0) }
    case UInt8(ascii: "?"): boolean()
    case UInt8(ascii: ":"): enclosed(by: ":")
    case UInt8(ascii: "%"): skip("%") ? enclosed(by: "\"") : nil
    case UInt8(ascii: "@"): skip("@") ? number().map { _ in .other } : nil
    case UInt8(ascii: "-"), 0x30...0x39: number()
    case UInt8(ascii: "*"), 0x41...0x5A, 0x61...0x7A:
      .token(take { Self.isTokenByte($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") })
    default: nil
    }
  }

  private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: isTaken)
    rest = rest[taken.endIndex...]
    return String(Substring(taken))
  }

  private mutating func number() -> StructuredValue? {
    let sign = skip("-") ? -1 : 1
    let digits = take { (0x30...0x39).contains($0) }
    guard (1...15).contains(digits.utf8.count), let number = Int(digits) else { return nil }
    guard skip(".") else { return .integer(sign * number) }
    let fraction = take { (0x30...0x39).contains($0) }
    return digits.utf8.count <= 12 && (1...3).contains(fraction.utf8.count) ? .other : nil
  }

  private mutating func boolean() -> StructuredValue? {
    _ = skip("?")
    return skip("1") ? .boolean(true) : skip("0") ? .boolean(false) : nil
  }

  private mutating func string() -> String? {
    _ = skip("\"")
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst(), next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") else { return nil }
        content.append(next)
      case 0x20...0x7E: content.append(byte)
      default: return nil
      }
    }
    return nil
  }

  /// Reads a byte sequence or a display string, whose content is not used.
  private mutating func enclosed(by mark: Unicode.Scalar) -> StructuredValue? {
    guard skip(mark) else { return nil }
    _ = take { $0 != UInt8(ascii: mark) && (0x20...0x7E).contains($0) }
    return skip(mark) ? .other : nil
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension StructuredValue {
  /// Returns the text as a token if it is one, otherwise as a string without the characters that strings do not permit.
  public static func text(_ text: String) -> String {
    let bytes = text.utf8
    if let first = bytes.first, first == UInt8(ascii: "*") || (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first),
      bytes.allSatisfy({ StructuredParser.isTokenByte($0) })
    {
      return text
    }
    let content = text.unicodeScalars.filter { (0x20...0x7E).contains($0.value) }.map {
      $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)"
    }
    return "\"\(content.joined())\""
  }
}
