extension ValueEncoder {
  /// A member: the position of its name, and the position of its value.
  private struct ArrangedMember {
    var head: WrittenMember
    var value: WrittenMember
  }

  /// Inserts parts, sorts members, and removes members that were overwritten later.
  func arrange() {
    if openPart != nil { closePart() }
    let parts = coldState?.parts ?? []
    for part in parts { part.encoder.close() }
    if state == .array {
      if !parts.isEmpty { fill(parts) }
    } else if output.memberCount > base {
      output[member: output.memberCount - 1].end = output.count
      arrangeMembers(parts)
    }
    if coldState?.parts.isEmpty == false { release() }
  }

  /// Drops all parts. Parts that no other object holds are reused.
  private func release() {
    while var encoder = coldState?.parts.popLast()?.encoder { ValueEncoder.recycle(&encoder) }
  }

  private func fill(_ parts: [(encoder: ValueEncoder, offset: Int)]) {
    let scratch = context.scratch.output
    scratch.count = 0
    let first = parts[0].offset
    var done = first
    for part in parts {
      scratch.write(done..<part.offset, of: output)
      scratch.write(0..<part.encoder.output.count, of: part.encoder.output)
      done = part.offset
    }
    scratch.write(done..<output.count, of: output)
    output.count = first
    output.write(0..<scratch.count, of: scratch)
  }

  private func arrangeMembers(_ parts: [(encoder: ValueEncoder, offset: Int)]) {
    let output = output
    let first = output[member: base].start
    if comparesText { return rebuild(arrangedAsText(), parts, from: first) }
    let before = output.memberCount
    if context.sortsNames {
      if isDisordered {
        sortMembers()
        dropRepeated()
      }
    } else if mayRepeat, hasRepeated() {
      sortMembers()
      dropRepeated()
      output.withMembers(from: base) { members in members.sort { $0.start < $1.start } }
    }
    if !parts.isEmpty {
      rebuild(
        (base..<output.memberCount).lazy.map { ArrangedMember(head: output[member: $0], value: output[member: $0]) }, parts,
        from: first)
    } else if context.sortsNames ? isDisordered : output.memberCount < before {
      permute(from: first)
    }
  }

  // MARK: Order

  /// Whether one member precedes another. If the names are equal, the member that was written earlier precedes.
  @inline(__always)
  private func precedes(_ one: WrittenMember, _ other: WrittenMember) -> Bool {
    one.prefix != other.prefix ? one.prefix < other.prefix : output.precedes(one, other) ?? (one.start < other.start)
  }

  private func sortMembers() {
    output.withMembers(from: base) { members in
      guard members.count <= 24 else { return members.sort { precedes($0, $1) } }
      var sorted = 1
      while sorted < members.count {
        let member = members[sorted]
        var place = sorted
        while place > 0, precedes(member, members[place &- 1]) {
          members[place] = members[place &- 1]
          place &-= 1
        }
        members[place] = member
        sorted &+= 1
      }
    }
  }

  /// Whether two members have the same name, in any order.
  private func hasRepeated() -> Bool {
    let (base, end) = (base, output.memberCount)
    guard end - base <= 48 else { return true }
    for one in base..<end {
      let member = output[member: one]
      for other in base..<one where output[member: other].prefix == member.prefix {
        if output.precedes(output[member: other], member) == nil { return true }
      }
    }
    return false
  }

  /// Removes repeated members from a sorted list. The last member of each name remains.
  private func dropRepeated() {
    var kept = base
    for index in base + 1..<max(base + 1, output.memberCount) {
      let member = output[member: index]
      let last = output[member: kept]
      if last.prefix != member.prefix || output.precedes(last, member) != nil { kept += 1 }
      output[member: kept] = member
    }
    output.memberCount = kept + 1
  }

  /// Returns the members by the text of their names. If a member is repeated, its first name and its last value count.
  private func arrangedAsText() -> [ArrangedMember] {
    var places: [String: Int] = [:]
    var list: [(name: String, member: ArrangedMember)] = []
    for index in base..<output.memberCount {
      let member = output[member: index]
      let name = output.name(of: member)
      if let place = places[name] {
        list[place].member.value = member
      } else {
        places[name] = list.count
        list.append((name, ArrangedMember(head: member, value: member)))
      }
    }
    if context.sortsNames { list.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
    return list.map(\.member)
  }

  // MARK: Bytes

  /// The number of bytes between a name and its value.
  var colonLength: Int { context.isPretty ? 3 : 1 }

  /// The bytes of a member's value.
  func value(of member: WrittenMember) -> Range<Int> {
    let start = member.start + member.nameLength + 2 + colonLength
    return start..<max(start, member.end == 0 ? output.count : member.end)
  }

  /// Writes all members again, with the parts as values.
  private func rebuild(
    _ members: some Sequence<ArrangedMember>, _ parts: [(encoder: ValueEncoder, offset: Int)], from first: Int
  ) {
    let scratch = context.scratch.output
    scratch.count = 0
    count = 0
    for member in members {
      if count > 0 { writeSeparator(scratch) }
      var placed = member.head
      placed.start = first + scratch.count
      scratch.write(member.head.start..<value(of: member.head).lowerBound, of: output)
      if member.value.partIndex >= 0 {
        let part = parts[member.value.partIndex].encoder.output
        scratch.write(0..<part.count, of: part)
      } else {
        scratch.write(value(of: member.value), of: output)
      }
      placed.end = first + scratch.count
      placed.partIndex = -1
      // Members are read in order, so the old entry is no longer needed.
      output[member: base + count] = placed
      count += 1
    }
    output.count = first
    output.write(0..<scratch.count, of: scratch)
    output.memberCount = base + count
  }

  /// Moves members to their positions. All except the longest one are copied aside first.
  private func permute(from first: Int) {
    let output = output
    let scratch = context.scratch.output
    scratch.count = 0
    writeSeparator(scratch)
    let separator = scratch.count
    var longest = base
    for index in base..<output.memberCount where length(index) > length(longest) { longest = index }
    for index in base..<output.memberCount where index != longest {
      scratch.write(output[member: index].start..<output[member: index].end, of: output)
    }
    var place = first
    for index in base..<longest { place += length(index) + separator }
    output.move(output[member: longest].start..<output[member: longest].end, to: place)
    place = first
    var taken = separator
    for index in base..<output.memberCount {
      if index > base {
        output.put(0..<separator, of: scratch, at: place)
        place += separator
      }
      let length = length(index)
      if index != longest {
        output.put(taken..<taken + length, of: scratch, at: place)
        taken += length
      }
      output[member: index].start = place
      place += length
      output[member: index].end = place
    }
    output.count = place
  }

  @inline(__always)
  private func length(_ index: Int) -> Int { output[member: index].end - output[member: index].start }

  private func writeSeparator(_ output: OutputBuffer) {
    output.write(byte: UInt8(ascii: ","))
    guard context.isPretty else { return }
    output.write(byte: UInt8(ascii: "\n"))
    output.write(repeating: UInt8(ascii: " "), count: 2 * nesting)
  }
}
