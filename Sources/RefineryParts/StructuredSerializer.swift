import FoundationEssentials

/// The serialization algorithms of RFC 9651 section 4.1. Each function returns false if there is no text.
struct StructuredSerializer {
  private(set) var text = ""
  private static let maximum = 999_999_999_999_999

  mutating func append(_ list: [StructuredMember]) -> Bool {
    for (index, member) in list.enumerated() {
      if index > 0 { text += ", " }
      guard append(member) else { return false }
    }
    return true
  }

  mutating func append(_ dictionary: StructuredMap<StructuredMember>) -> Bool {
    for (index, (name, member)) in dictionary.entries.enumerated() {
      if index > 0 { text += ", " }
      guard StructuredParser.isKey(name) else { return false }
      text += name
      if member.value == .boolean(true) {
        guard append(member.parameters) else { return false }
      } else {
        text += "="
        guard append(member) else { return false }
      }
    }
    return true
  }

  private mutating func append(_ member: StructuredMember) -> Bool { append(member.value) && append(member.parameters) }

  private mutating func append(_ parameters: StructuredMap<StructuredValue>) -> Bool {
    for (name, value) in parameters.entries {
      guard StructuredParser.isKey(name) else { return false }
      text += ";\(name)"
      if case .innerList = value { return false }
      if value == .boolean(true) { continue }
      text += "="
      guard append(value) else { return false }
    }
    return true
  }

  private mutating func append(_ value: StructuredValue) -> Bool {
    switch value {
    case .integer(let number): return append(number)
    case .decimal(let thousandths): return append(thousandths: thousandths)
    case .string(let content):
      guard content.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
      append(string: content.utf8)
    case .token(let token):
      guard StructuredParser.isToken(token) else { return false }
      text += token
    case .bytes(let bytes): text += ":\(Data(bytes).base64EncodedString()):"
    case .boolean(let isTrue): text += isTrue ? "?1" : "?0"
    case .date(let seconds):
      text += "@"
      return append(seconds)
    case .displayString(let content): append(displayString: content)
    case .innerList(let items): return append(innerList: items)
    }
    return true
  }

  private mutating func append(_ number: Int) -> Bool {
    text += String(number)
    return (-Self.maximum...Self.maximum).contains(number)
  }

  /// A decimal has at least one digit after the point, and no zero after that one at its end.
  private mutating func append(thousandths: Int) -> Bool {
    let magnitude = thousandths.magnitude
    if thousandths < 0 { text += "-" }
    let digits = String(magnitude % 1000 + 1000).dropFirst()
    let fraction = digits.dropLast(digits.reversed().prefix { $0 == "0" }.count)
    text += "\(magnitude / 1000).\(fraction.isEmpty ? "0" : fraction)"
    return magnitude <= Self.maximum
  }

  mutating func append(string bytes: some Sequence<UInt8>) {
    text += "\""
    for byte in bytes {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text += "\\" }
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    text += "\""
  }

  private mutating func append(displayString content: String) {
    text += "%\""
    for byte in content.utf8 {
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\"") || !(0x20...0x7E).contains(byte) {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      } else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    text += "\""
  }

  private mutating func append(innerList items: [StructuredMember]) -> Bool {
    text += "("
    for (index, item) in items.enumerated() {
      if case .innerList = item.value { return false }
      if index > 0 { text += " " }
      guard append(item) else { return false }
    }
    text += ")"
    return true
  }
}
