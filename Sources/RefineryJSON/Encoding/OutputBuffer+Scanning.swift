// Reads output that has been written. This is needed only for members that a model continues, and for super encoders. Each read
// is checked against the end.

extension OutputBuffer {
  /// Returns the name of a member, without escapes.
  func name(of member: WrittenMember) -> String {
    let text = text(member.start + 1..<member.start + 1 + member.nameLength)
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    let buffer = DocumentBuffer(Array(text.utf8), count: member.nameLength)
    return withExtendedLifetime(buffer) { (try? buffer.bytes.unescaped(0..<member.nameLength)) ?? text }
  }

  func isASCII(_ range: Range<Int>) -> Bool { range.allSatisfy { self[$0] < 0x80 } }

  /// Returns the offset after the value at an offset; the offset itself if a part is inserted there.
  func end(of offset: Int, emptyAt parts: some Sequence<Int>) -> Int { parts.contains(offset) ? offset : end(of: offset) }

  /// Returns the offset after the value at an offset.
  private func end(of offset: Int) -> Int {
    guard offset < count else { return count }
    var at = offset
    var open = 0
    repeat {
      switch self[at] {
      case UInt8(ascii: "\""):
        at += 1
        while at < count, self[at] != UInt8(ascii: "\"") { at += self[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open -= 1
        at += 1
      case let byte where open > 0 && Self.isBetween(byte): at += 1
      default: while at < count, !Self.isEnd(self[at]) { at += 1 }
      }
    } while open > 0 && at < count
    return min(at, count)
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    isBetween(byte) || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
  }

  /// Returns the contents of the object or array that forms the whole output: its members, or the number of its elements, and
  /// the offset after the last one. Returns nil if the output is not in this encoder's format.
  func contents(isObject: Bool, colonLength: Int) -> (members: [WrittenMember], elements: Int, end: Int)? {
    var members: [WrittenMember] = []
    var elements = 0
    var end = 1
    var at = 1
    while at < count {
      if self[at] == UInt8(ascii: "}") || self[at] == UInt8(ascii: "]") { return (members, elements, end) }
      guard !Self.isBetween(self[at]) else {
        at += 1
        continue
      }
      let start = at
      end = self.end(of: at)
      if isObject {
        let nameLength = end - start - 2
        at = end + colonLength
        guard self[start] == UInt8(ascii: "\""), nameLength >= 0, at < count, !Self.isBetween(self[at]),
          (end..<at).allSatisfy({ Self.isBetween(self[$0]) })
        else { return nil }
        end = self.end(of: at)
        let prefix = prefix(at: start + 1, length: nameLength)
        members.append(WrittenMember(start: start, end: end, prefix: prefix, nameLength: nameLength, partIndex: -1))
      }
      elements += 1
      at = end
    }
    return nil
  }
}
