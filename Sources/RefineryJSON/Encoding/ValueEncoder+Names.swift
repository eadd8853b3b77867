// The names of an object's members, and information about their order.

extension ValueEncoder {
  /// Writes the name of the next member.
  func begin(_ name: String) {
    let output = output
    if count > 0 { output[member: output.memberCount &- 1].end = output.count }
    separate()
    let start = output.count
    let isPlain = output.write(quoted: name, escapingSlashes: context.escapesSlashes)
    let length = output.count &- start &- 2
    var member = WrittenMember(start: start, end: 0, prefix: 0, nameLength: length, partIndex: -1)
    member.prefix = output.prefix(at: start &+ 1, length: length)
    if context.isPretty { output.write(0x203A20, count: 3) } else { output.write(byte: UInt8(ascii: ":")) }
    if !isPlain { examine(name, length) }
    note(member)
  }

  /// Adds a member whose name has been written.
  @inline(__always)
  func note(_ member: WrittenMember) {
    if context.sortsNames {
      if count > 1, !isDisordered {
        let last = output[member: output.memberCount &- 1]
        isDisordered = last.prefix == member.prefix ? output.precedes(last, member) != true : last.prefix > member.prefix
      }
    } else {
      let bit = 1 &<< ((member.prefix &* 0x9E37_79B9_7F4A_7C15) &>> 58 ^ UInt64(truncatingIfNeeded: member.nameLength))
      if filter & bit != 0 { mayRepeat = true }
      filter |= bit
    }
    output.append(member)
  }

  private func examine(_ name: String, _ length: Int) {
    if length != name.utf8.count, context.sortsNames {
      isDisordered = true
      comparesText = true
    }
    if !name.utf8.allSatisfy(Self.isComposed) {
      mayRepeat = true
      comparesText = true
    }
  }

  /// Whether a byte occurs only in characters with a single Unicode encoding: most of Latin, Cyrillic, Chinese and Korean.
  private static func isComposed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0xCB, 0xD0, 0xD1, 0xE4...0xE9, 0xEB, 0xEC: true
    default: false
    }
  }

  /// Removes the last member or element, which could not be written.
  func undo(to count: Int) {
    output.count = count
    if state == .object { output.memberCount &-= 1 }
    self.count &-= 1
  }
}
