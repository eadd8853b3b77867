// The names of an object's members, and what is known of their order.

extension WritingLevel {
  /// Writes the name of the next member.
  func begin(_ name: String) {
    let sink = sink
    if count > 0 { sink[member: sink.memberCount &- 1].end = sink.count }
    separate()
    let start = sink.count
    let isPlain = sink.write(quoted: name, escapingSlashes: writing.escapesSlashes)
    let length = sink.count &- start &- 2
    var member = WrittenMember(start: start, end: 0, prefix: 0, nameLength: length, hole: -1)
    member.prefix = sink.prefix(at: start &+ 1, length: length)
    if writing.isPretty { sink.write(0x203A20, count: 3) } else { sink.write(byte: UInt8(ascii: ":")) }
    if !isPlain { examine(name, length) }
    note(member)
  }

  /// Takes a member whose name was written.
  @inline(__always)
  func note(_ member: WrittenMember) {
    if writing.sortsNames {
      if count > 1, !isDisordered {
        let last = sink[member: sink.memberCount &- 1]
        isDisordered = last.prefix == member.prefix ? sink.precedes(last, member) != true : last.prefix > member.prefix
      }
    } else {
      let bit = 1 &<< ((member.prefix &* 0x9E37_79B9_7F4A_7C15) &>> 58 ^ UInt64(truncatingIfNeeded: member.nameLength))
      if filter & bit != 0 { mayRepeat = true }
      filter |= bit
    }
    sink.append(member)
  }

  private func examine(_ name: String, _ length: Int) {
    if length != name.utf8.count, writing.sortsNames {
      isDisordered = true
      comparesText = true
    }
    if !name.utf8.allSatisfy(Self.isComposed) {
      mayRepeat = true
      comparesText = true
    }
  }

  /// Whether a byte can only belong to characters that have one form in Unicode: most of Latin, Cyrillic, Chinese, Korean.
  private static func isComposed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0xCB, 0xD0, 0xD1, 0xE4...0xE9, 0xEB, 0xEC: true
    default: false
    }
  }

  /// Takes a member back that could not be written.
  func undo(to count: Int) {
    sink.count = count
    if state == .object { sink.memberCount &-= 1 }
    self.count &-= 1
  }
}
