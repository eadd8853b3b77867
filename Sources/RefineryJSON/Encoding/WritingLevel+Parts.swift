import FoundationEssentials

// What a model writes out of turn: containers inside of a container, super encoders, and members of an object while a value
// in it is not finished yet.

/// Where a value goes that a super encoder took.
enum Destination {
  case member(String)
  case element(Int)
}

extension WritingLevel {
  /// The path to the value.
  var codingPath: [any CodingKey] { path(to: nil) }

  /// The path to the value, or to a step further.
  private func path(to key: (any CodingKey)?) -> [any CodingKey] {
    var path: [any CodingKey] = []
    path.reserveCapacity(nesting + 1)
    append(to: &path)
    if let key { path.append(key) }
    return path
  }

  private func append(to path: inout [any CodingKey]) {
    if let known = rare?.path {
      path += known
    } else if let owner = rare?.owner {
      owner.append(to: &path)
      if let step = rare?.step { path.append(step) }
    } else if let around {
      around.append(to: &path)
      if let step = around.step { path.append(step) }
    }
  }

  /// What is being written inside of the value.
  var step: (any CodingKey)? {
    switch state {
    case .array: PathKey(element: count - 1)
    case .object: key ?? PathKey(stringValue: sink.name(of: sink[member: base + count - 1]))
    case .empty, .single: nil
    }
  }

  /// The name that a strategy makes of a key.
  @inline(never)
  func name(of key: some CodingKey) -> String {
    self.key = key
    if namesAreData { return key.stringValue }
    return writing.name(of: key) { path(to: key) }
  }

  // MARK: Levels with memory of their own

  /// A level that belongs to this one.
  private func made(nesting: Int, step: (any CodingKey)?) -> WritingLevel {
    let level = writing.spare.popLast() ?? WritingLevel(writing, nesting: 0)
    level.sink.nesting = nesting
    let rare = level.own()
    rare.owner = self
    rare.step = step
    return level
  }

  /// A level that writes to nowhere. Never one that was used before: its containers alone hold it.
  func nowhere(_ state: State, nesting: Int) -> WritingLevel {
    let level = WritingLevel(writing, nesting: nesting - 1)
    level.own().owner = self
    level.own().isNowhere = true
    level.begin(state)
    return level
  }

  /// Lets go of parts that will not be put in their places: each holds its owner.
  func abandon() {
    if var part = openPart {
      openPart = nil
      part.abandon()
      putBack(&part)
    }
    guard let rare else { return }
    let levels = rare.parts.map(\.level) + [rare.standIn].compactMap { $0 }
    rare.parts = []
    rare.standIn = nil
    for level in levels {
      level.abandon()
      level.retire()
    }
  }

  private var isNowhere: Bool { rare?.isNowhere ?? false }

  /// What takes members or elements while a value inside of this level is not finished.
  func standIn() -> WritingLevel {
    if openPart != nil, settlePart() { return self }
    if let standIn = rare?.standIn { return standIn }
    let level = made(nesting: nesting - 1, step: nil)
    level.begin(state)
    own().standIn = level
    return level
  }

  func own() -> Rare {
    if let rare { return rare }
    let made = Rare()
    rare = made
    return made
  }

  /// The container of a member. For a member that is there already it is the same one, or one with what was written.
  func part(_ key: some CodingKey, _ kind: State, apart: Bool) -> WritingLevel {
    guard !isNowhere else { return nowhere(kind, nesting: nesting + 1) }
    let name = writing.convertsNames ? name(of: key) : key.stringValue
    let end = sink.count
    begin(name)
    if count > 1, mayRepeat || writing.sortsNames, let earlier = earlierMember() {
      undo(to: end)
      return part(again: earlier, key, kind)
    }
    if !apart, let part = openPart(kind) { return part }
    let part = part(kind, step: key)
    sink[member: sink.memberCount - 1].hole = own().parts.count - 1
    return part
  }

  /// The container of the next element.
  func part(_ kind: State, apart: Bool) -> WritingLevel {
    guard !isNowhere else { return nowhere(kind, nesting: nesting + 1) }
    separate()
    if !apart, let part = openPart(kind) { return part }
    return part(kind, step: PathKey(element: count - 1))
  }

  private func part(_ kind: State, step: any CodingKey) -> WritingLevel {
    guard nesting < Writing.maximumNesting else {
      writing.note(tooDeep())
      return nowhere(kind, nesting: nesting + 1)
    }
    let part = made(nesting: nesting, step: step)
    part.begin(kind)
    own().parts.append((part, sink.count))
    return part
  }

  private func part(again index: Int, _ key: some CodingKey, _ kind: State) -> WritingLevel {
    let member = sink[member: index]
    if member.hole >= 0, let part = rare?.parts[member.hole].level, part.state == kind { return part }
    let value = value(of: member)
    guard member.hole < 0, !value.isEmpty, sink[value.lowerBound] == (kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    else {
      writing.note(twoKinds())
      return nowhere(kind, nesting: nesting + 1)
    }
    let part = part(kind, step: key)
    sink[member: index].hole = own().parts.count - 1
    part.reopen(value, of: sink)
    return part
  }

  /// The member before the last one that has its name.
  private func earlierMember() -> Int? {
    let last = sink[member: sink.memberCount - 1]
    let name = comparesText ? sink.name(of: last) : nil
    for index in (base..<sink.memberCount - 1).reversed() {
      let member = sink[member: index]
      if let name {
        if sink.name(of: member) == name { return index }
      } else if member.prefix == last.prefix, sink.precedes(member, last) == nil {
        return index
      }
    }
    return nil
  }

  /// Takes an object or a list that was written, without its end.
  private func reopen(_ value: Range<Int>, of other: Sink) {
    sink.count = 0
    sink.write(value, of: other)
    let (members, elements, end) = sink.contents(isObject: state == .object)
    for member in members {
      count += 1
      if member.nameLength > 0 { mayRepeat = true }
      note(member)
      comparesText = comparesText || sink.name(of: member).utf8.count != member.nameLength
    }
    mayRepeat = true
    comparesText = comparesText || !sink.isASCII(0..<end)
    count = state == .object ? members.count : elements
    sink.count = end
  }

  // MARK: Super encoders

  func superLevel(_ key: some CodingKey) -> WritingLevel {
    let name = writing.convertsNames ? writing.name(of: key) { path(to: key) } : key.stringValue
    let level = made(nesting: nesting, step: key)
    level.rare?.destination = .member(name)
    return level
  }

  func superLevel() -> WritingLevel {
    let level = made(nesting: nesting, step: PathKey(element: count))
    level.rare?.destination = .element(count)
    return level
  }

  /// Puts what was written in its place, when nobody can write any more.
  func deliver() {
    guard let rare, let owner = rare.owner, let destination = rare.destination else { return }
    close()
    let level = owner.isOnTop ? owner : owner.standIn()
    switch (destination, level.state) {
    case (.member(let name), .object):
      level.begin(name)
      level.sink.write(0..<sink.count, of: sink)
    case (.element(let index), .array): level.insert(sink, at: index)
    default: break
    }
  }

  private func insert(_ other: Sink, at index: Int) {
    guard index < count else {
      separate()
      return sink.write(0..<other.count, of: other)
    }
    let parts = rare?.parts.map(\.offset) ?? []
    var offset = start + 1 + separatorLength - 1
    for element in 0..<index { offset = sink.end(of: offset, emptyAt: parts.dropFirst(element)) + separatorLength }
    let scratch = writing.scratch.sink
    scratch.count = 0
    scratch.write(offset..<sink.count, of: sink)
    sink.count = offset
    sink.write(0..<other.count, of: other)
    sink.write(byte: UInt8(ascii: ","))
    if writing.isPretty { newLine(nesting) }
    let shift = sink.count - offset
    sink.write(0..<scratch.count, of: scratch)
    for place in parts.indices where parts[place] >= offset { rare?.parts[place].offset += shift }
    count += 1
  }

  /// How many bytes there are between two members or elements.
  var separatorLength: Int { writing.isPretty ? 2 + 2 * nesting : 1 }

  // MARK: Members of an unfinished value

  /// Puts what the stand-in took before the last value, which was not finished when it was written.
  func takeOver(from end: Int) {
    guard let standIn = rare?.standIn else { return }
    standIn.arrange()
    let member = state == .object ? sink[member: sink.memberCount - 1] : nil
    let first = end + separatorLength - (count > 1 ? 0 : 1)
    let kept = SinkMemory(nesting: 0)
    kept.sink.write(first..<sink.count, of: sink)
    undo(to: end)
    takeStandIn()
    separate()
    let shift = sink.count - first
    sink.write(0..<kept.sink.count, of: kept.sink)
    if var member {
      member.start += shift
      note(member)
    }
  }

  /// Appends what the stand-in took.
  func takeStandIn() {
    guard let standIn = rare?.standIn else { return }
    rare?.standIn = nil
    standIn.arrange()
    let other = standIn.sink
    if state == .array, standIn.count > 0 {
      separate()
      sink.write(1 + separatorLength - 1..<other.count, of: other)
      count += standIn.count - 1
    }
    guard state == .object, standIn.count > 0 else { return }
    other[member: other.memberCount - 1].end = other.count
    mayRepeat = true
    comparesText = comparesText || standIn.comparesText
    for index in 0..<other.memberCount {
      var member = other[member: index]
      if count > 0 { sink[member: sink.memberCount - 1].end = sink.count }
      separate()
      let start = sink.count
      sink.write(member.start..<member.end, of: other)
      member.start = start
      note(member)
    }
    standIn.retire()
  }
}
