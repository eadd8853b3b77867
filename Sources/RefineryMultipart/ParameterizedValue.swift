/// The value of `Content-Type` or `Content-Disposition`: a name and parameters.
struct ParameterizedValue {
  /// The text before the first semicolon, in lower case.
  let name: String
  private var parameters: [(name: String, value: String)] = []

  /// Reads a value. It skips text that breaks the grammar, because many senders write such text.
  init(_ text: String) {
    var rest = Array(text.utf8)[...]
    name = Self.text(rest.takeUntil { $0 == UInt8(ascii: ";") }.trimmed).lowercased()
    while rest.popFirst() != nil {
      let name = Self.text(rest.takeUntil { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }.trimmed).lowercased()
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      if rest.first == UInt8(ascii: "\"") {
        let value = self.name == "form-data" ? Self.browserQuoted(&rest) : Self.quoted(&rest)
        parameters.append((name, Self.text(value[...])))
        _ = rest.takeUntil { $0 == UInt8(ascii: ";") }
      } else {
        parameters.append((name, Self.text(rest.takeUntil { $0 == UInt8(ascii: ";") }.trimmed)))
      }
    }
  }

  /// The value of the first parameter with this name. The name must be in lower case.
  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Takes a quoted string of a form's part. Browsers write a backslash as it is and a quotation mark as `%22` (WHATWG HTML,
  /// multipart/form-data). Older senders write a backslash before both (RFC 2183). The sign of such a sender is a quotation
  /// mark inside the string: a quotation mark after a backslash, unless the value ends there or another parameter follows.
  private static func browserQuoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var end = rest.startIndex + 1
    var isEscaped = false
    while end < rest.endIndex {
      if rest[end] == UInt8(ascii: "\""), rest[end - 1] != UInt8(ascii: "\\") || isEnd(rest[(end + 1)...]) { break }
      if rest[end] == UInt8(ascii: "\"") { isEscaped = true }
      end += 1
    }
    if isEscaped { return quoted(&rest) }
    defer { rest = rest[min(end + 1, rest.endIndex)...] }
    return Array(rest[(rest.startIndex + 1)..<end])
  }

  /// Whether the value of a parameter may end before these bytes: they are empty, or another parameter with a value follows.
  private static func isEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard let semicolon = rest.popFirst() else { return true }
    guard semicolon == UInt8(ascii: ";") else { return false }
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    let name = rest.prefix { $0.isAlphanumeric || "-_*".utf8.contains($0) }
    let value = rest.dropFirst(name.count)
    guard !name.isEmpty, value.first == UInt8(ascii: "="), let first = value.dropFirst().first else { return name.isEmpty }
    return first == UInt8(ascii: "\"") || first.isAlphanumeric
  }

  /// Takes a quoted string. A backslash escapes only a quotation mark or a backslash. Before any other character, a backslash
  /// is kept, because many senders do not escape it, for example in a Windows path.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\"), let next = rest.first, next == UInt8(ascii: "\"") || next == UInt8(ascii: "\\") {
        value.append(next)
        rest = rest.dropFirst()
      } else {
        value.append(byte)
      }
    }
    return value
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func takeUntil(_ isEnd: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = prefix { !isEnd($0) }
    self = dropFirst(taken.count)
    return taken
  }

  /// The bytes without spaces and tabs at both ends.
  var trimmed: ArraySlice<UInt8> {
    let rest = drop { $0 == 0x20 || $0 == 0x09 }
    let end = rest.lastIndex { $0 != 0x20 && $0 != 0x09 }
    return end.map { rest[...$0] } ?? []
  }
}
