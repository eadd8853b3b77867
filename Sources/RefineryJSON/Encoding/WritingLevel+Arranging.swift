extension WritingLevel {
  /// A name and the value that counts for it.
  private struct Arranged {
    var head: WrittenMember
    var value: WrittenMember
  }

  /// Puts parts in their places and names in order, and takes out what was written again later.
  func arrange() {
    if openPart != nil { closePart() }
    let parts = rare?.parts ?? []
    for part in parts { part.level.close() }
    if state == .array {
      if !parts.isEmpty { fill(parts) }
    } else if sink.memberCount > base {
      sink[member: sink.memberCount - 1].end = sink.count
      arrangeMembers(parts)
    }
    if rare?.parts.isEmpty == false { release() }
  }

  /// Lets go of parts; those that nobody else has may be used again.
  private func release() {
    while var level = rare?.parts.popLast()?.level { WritingLevel.recycle(&level) }
  }

  private func fill(_ parts: [(level: WritingLevel, offset: Int)]) {
    let scratch = writing.scratch.sink
    scratch.count = 0
    let first = parts[0].offset
    var done = first
    for part in parts {
      scratch.write(done..<part.offset, of: sink)
      scratch.write(0..<part.level.sink.count, of: part.level.sink)
      done = part.offset
    }
    scratch.write(done..<sink.count, of: sink)
    sink.count = first
    sink.write(0..<scratch.count, of: scratch)
  }

  private func arrangeMembers(_ parts: [(level: WritingLevel, offset: Int)]) {
    let sink = sink
    let first = sink[member: base].start
    if comparesText { return rebuild(arrangedAsText(), parts, from: first) }
    let before = sink.memberCount
    if writing.sortsNames {
      if isDisordered {
        sortMembers()
        dropRepeated()
      }
    } else if mayRepeat, hasRepeated() {
      sortMembers()
      dropRepeated()
      sink.withMembers(from: base) { members in members.sort { $0.start < $1.start } }
    }
    if !parts.isEmpty {
      rebuild(
        (base..<sink.memberCount).lazy.map { Arranged(head: sink[member: $0], value: sink[member: $0]) }, parts, from: first)
    } else if writing.sortsNames ? isDisordered : sink.memberCount < before {
      permute(from: first)
    }
  }

  // MARK: Order

  /// Whether one member belongs before another, the earlier one of two with the same name.
  @inline(__always)
  private func precedes(_ one: WrittenMember, _ other: WrittenMember) -> Bool {
    one.prefix != other.prefix ? one.prefix < other.prefix : sink.precedes(one, other) ?? (one.start < other.start)
  }

  private func sortMembers() {
    sink.withMembers(from: base) { members in
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

  /// Whether two members, which need not be in order, have the same name.
  private func hasRepeated() -> Bool {
    let (base, end) = (base, sink.memberCount)
    guard end - base <= 48 else { return true }
    for one in base..<end {
      let member = sink[member: one]
      for other in base..<one where sink[member: other].prefix == member.prefix {
        if sink.precedes(sink[member: other], member) == nil { return true }
      }
    }
    return false
  }

  /// Of members in order that have the same name the last one counts.
  private func dropRepeated() {
    var kept = base
    for index in base + 1..<max(base + 1, sink.memberCount) {
      let member = sink[member: index]
      let last = sink[member: kept]
      if last.prefix != member.prefix || sink.precedes(last, member) != nil { kept += 1 }
      sink[member: kept] = member
    }
    sink.memberCount = kept + 1
  }

  /// The members by their names as text: of those with the same name the first one's name and the last one's value.
  private func arrangedAsText() -> [Arranged] {
    var places: [String: Int] = [:]
    var list: [(name: String, member: Arranged)] = []
    for index in base..<sink.memberCount {
      let member = sink[member: index]
      let name = sink.name(of: member)
      if let place = places[name] {
        list[place].member.value = member
      } else {
        places[name] = list.count
        list.append((name, Arranged(head: member, value: member)))
      }
    }
    if writing.sortsNames { list.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) } }
    return list.map(\.member)
  }

  // MARK: Bytes

  /// Where the value of a member is.
  func value(of member: WrittenMember) -> Range<Int> {
    let start = member.start + member.nameLength + 2 + (writing.isPretty ? 3 : 1)
    return start..<max(start, member.end == 0 ? sink.count : member.end)
  }

  /// Writes members anew, with the parts that belong in there.
  private func rebuild(
    _ members: some Sequence<Arranged>, _ parts: [(level: WritingLevel, offset: Int)], from first: Int
  ) {
    let scratch = writing.scratch.sink
    scratch.count = 0
    count = 0
    for member in members {
      if count > 0 { writeSeparator(scratch) }
      var placed = member.head
      placed.start = first + scratch.count
      scratch.write(member.head.start..<value(of: member.head).lowerBound, of: sink)
      if member.value.hole >= 0 {
        let part = parts[member.value.hole].level.sink
        scratch.write(0..<part.count, of: part)
      } else {
        scratch.write(value(of: member.value), of: sink)
      }
      placed.end = first + scratch.count
      placed.hole = -1
      // Members are taken one after the other, so that this one is not needed any more.
      sink[member: base + count] = placed
      count += 1
    }
    sink.count = first
    sink.write(0..<scratch.count, of: scratch)
    sink.memberCount = base + count
  }

  /// Moves members to where they belong. All but the longest one are taken out meanwhile.
  private func permute(from first: Int) {
    let sink = sink
    let scratch = writing.scratch.sink
    scratch.count = 0
    writeSeparator(scratch)
    let separator = scratch.count
    var longest = base
    for index in base..<sink.memberCount where length(index) > length(longest) { longest = index }
    for index in base..<sink.memberCount where index != longest {
      scratch.write(sink[member: index].start..<sink[member: index].end, of: sink)
    }
    var place = first
    for index in base..<longest { place += length(index) + separator }
    sink.move(sink[member: longest].start..<sink[member: longest].end, to: place)
    place = first
    var taken = separator
    for index in base..<sink.memberCount {
      if index > base {
        sink.put(0..<separator, of: scratch, at: place)
        place += separator
      }
      let length = length(index)
      if index != longest {
        sink.put(taken..<taken + length, of: scratch, at: place)
        taken += length
      }
      sink[member: index].start = place
      place += length
      sink[member: index].end = place
    }
    sink.count = place
    count = sink.memberCount - base
  }

  @inline(__always)
  private func length(_ index: Int) -> Int { sink[member: index].end - sink[member: index].start }

  private func writeSeparator(_ sink: Sink) {
    sink.write(byte: UInt8(ascii: ","))
    guard writing.isPretty else { return }
    sink.write(byte: UInt8(ascii: "\n"))
    sink.write(repeating: UInt8(ascii: " "), count: 2 * nesting)
  }
}
