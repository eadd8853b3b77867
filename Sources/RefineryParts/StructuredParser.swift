import FoundationEssentials

/// The parsing algorithms of RFC 9651 section 4.2. Each function returns nil if the text is malformed.
struct StructuredParser {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func list() -> [StructuredMember]? {
    var list: [StructuredMember] = []
    return members { parser in
      guard let member = parser.itemOrInnerList() else { return false }
      list.append(member)
      return true
    } ? list : nil
  }

  mutating func dictionary() -> StructuredMap<StructuredMember>? {
    var dictionary = StructuredMap<StructuredMember>()
    return members { parser in
      guard let name = parser.key() else { return false }
      let member =
        parser.skip("=") ? parser.itemOrInnerList() : parser.parameters().map { StructuredMember(.boolean(true), $0) }
      dictionary[name] = member
      return member != nil
    } ? dictionary : nil
  }

  mutating func wholeItem() -> StructuredMember? {
    skipSpaces()
    guard let item = item() else { return nil }
    skipSpaces()
    return rest.isEmpty ? item : nil
  }

  /// Reads members, separated by commas, to the end of the text. Returns false if the text is malformed.
  private mutating func members(_ read: (inout StructuredParser) -> Bool) -> Bool {
    skipSpaces()
    while !rest.isEmpty {
      guard read(&self) else { return false }
      skipSpacesAndTabs()
      if rest.isEmpty { return true }
      guard skip(",") else { return false }
      skipSpacesAndTabs()
      // A comma at the end is malformed.
      if rest.isEmpty { return false }
    }
    return true
  }

  private mutating func itemOrInnerList() -> StructuredMember? {
    guard skip("(") else { return item() }
    var items: [StructuredMember] = []
    while true {
      skipSpaces()
      if skip(")") { return parameters().map { StructuredMember(.innerList(items), $0) } }
      guard let item = item(), rest.first == 0x20 || rest.first == UInt8(ascii: ")") else { return nil }
      items.append(item)
    }
  }

  private mutating func item() -> StructuredMember? {
    guard let value = value(), let parameters = parameters() else { return nil }
    return StructuredMember(value, parameters)
  }

  private mutating func parameters() -> StructuredMap<StructuredValue>? {
    var parameters = StructuredMap<StructuredValue>()
    while skip(";") {
      skipSpaces()
      guard let name = key() else { return nil }
      guard let value = skip("=") ? value() : .boolean(true) else { return nil }
      parameters[name] = value
    }
    return parameters
  }

  private mutating func key() -> String? {
    guard let first = rest.first, (0x61...0x7A).contains(first) || first == UInt8(ascii: "*") else { return nil }
    return take(while: Self.isKeyByte)
  }

  private mutating func value() -> StructuredValue? {
    guard let byte = rest.first else { return nil }
    return switch byte {
    case UInt8(ascii: "\""): string().map { .string($0) }
    case UInt8(ascii: "?"): boolean()
    case UInt8(ascii: ":"): bytes()
    case UInt8(ascii: "%"): displayString().map { .displayString($0) }
    case UInt8(ascii: "@"): date()
    case UInt8(ascii: "-"), 0x30...0x39: number()
    case UInt8(ascii: "*"), 0x41...0x5A, 0x61...0x7A: .token(take(while: Self.isTokenByte))
    default: nil
    }
  }

  private mutating func number() -> StructuredValue? {
    let sign = skip("-") ? -1 : 1
    let digits = take(while: Self.isDigit)
    guard (1...15).contains(digits.utf8.count), let number = Int(digits) else { return nil }
    guard skip(".") else { return .integer(sign * number) }
    let fraction = take(while: Self.isDigit)
    guard digits.utf8.count <= 12, (1...3).contains(fraction.utf8.count), let thousandths = Int((fraction + "00").prefix(3))
    else { return nil }
    return .decimal(thousandths: sign * (number * 1000 + thousandths))
  }

  private mutating func date() -> StructuredValue? {
    guard skip("@"), case .integer(let seconds)? = number() else { return nil }
    return .date(seconds)
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

  /// Reads Base64. Missing padding is added, as section 4.2.7 recommends.
  private mutating func bytes() -> StructuredValue? {
    _ = skip(":")
    let text = take { $0 != UInt8(ascii: ":") }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard skip(":"), let data = Data(base64Encoded: text + padding) else { return nil }
    return .bytes(Array(data))
  }

  private mutating func displayString() -> String? {
    guard skip("%"), skip("\"") else { return nil }
    var content: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(validating: content, as: UTF8.self)
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit) else { return nil }
        content.append(high << 4 | low)
      case 0x20...0x7E: content.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func skipSpaces() { while rest.first == 0x20 { rest.removeFirst() } }

  private mutating func skipSpacesAndTabs() { while rest.first == 0x20 || rest.first == 0x09 { rest.removeFirst() } }

  private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: isTaken)
    rest = rest[taken.endIndex...]
    return String(Substring(taken))
  }
}

extension StructuredParser {
  static func isKey(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first) || first == UInt8(ascii: "*") else { return false }
    return text.utf8.allSatisfy(isKeyByte)
  }

  static func isToken(_ text: String) -> Bool {
    guard let first = text.utf8.first,
      first == UInt8(ascii: "*") || (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first)
    else { return false }
    return text.utf8.allSatisfy(isTokenByte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || isDigit(byte) || "_-.*".utf8.contains(byte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "!#$%&'*+-.^_`|~:/".utf8.contains(byte)
  }

  /// A hexadecimal digit in lower case: the only form that section 4.2.10 permits.
  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
