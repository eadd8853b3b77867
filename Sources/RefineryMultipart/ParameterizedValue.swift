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
        parameters.append((name, Self.text(Self.quoted(&rest)[...])))
        _ = rest.takeUntil { $0 == UInt8(ascii: ";") }
      } else {
        parameters.append((name, Self.text(rest.takeUntil { $0 == UInt8(ascii: ";") }.trimmed)))
      }
    }
  }

  /// The value of the first parameter with this name, which is in lower case.
  subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Takes a quoted string. A backslash escapes only a quotation mark or a backslash. Before any other character, it is kept,
  /// because browsers write it unescaped, for example in a Windows path.
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
