import FoundationEssentials

// Output that a model writes out of order: nested containers, super encoders, and members of an object while a value in it is
// unfinished. Each of them is a part: a `ValueEncoder` with its own storage. Its output is inserted when its owner closes.

/// Where the owner inserts the output of a super encoder.
enum Destination {
  case member(String)
  case element(Int)
}

extension ValueEncoder {
  /// The coding path of the value.
  var codingPath: [any CodingKey] { path(to: nil) }

  /// Returns the coding path of the value, or of a member.
  private func path(to key: (any CodingKey)?) -> [any CodingKey] {
    var path: [any CodingKey] = []
    path.reserveCapacity(nesting + 1)
    append(to: &path)
    if let key { path.append(key) }
    return path
  }

  private func append(to path: inout [any CodingKey]) {
    if let known = coldState?.path {
      path += known
    } else if let owner = coldState?.owner {
      owner.append(to: &path)
      if let step = coldState?.step { path.append(step) }
    } else if let parent {
      parent.append(to: &path)
      if let step = parent.step { path.append(step) }
    }
  }

  /// The step to the value that is being written.
  var step: (any CodingKey)? {
    switch state {
    case .array: PathKey(element: count - 1)
    case .object: key ?? PathKey(stringValue: output.name(of: output[member: base + count - 1]))
    case .empty, .single: nil
    }
  }

  /// Returns the name that a strategy makes from a key.
  @inline(never)
  func name(of key: some CodingKey) -> String {
    self.key = key
    if namesAreData || key is any UnconvertedKey { return key.stringValue }
    return context.name(of: key) { path(to: key) }
  }

  // MARK: Parts

  /// Returns a new or reused encoder for a part of this encoder.
  func made(nesting: Int, step: (any CodingKey)?) -> ValueEncoder {
    let encoder = context.spare.popLast() ?? ValueEncoder(context, nesting: 0)
    encoder.output.nesting = nesting
    let coldState = encoder.ensureColdState()
    coldState.owner = self
    coldState.step = step
    return encoder
  }

  /// Returns an encoder whose output is dropped. It is never reused, because only its containers hold it.
  func discardingEncoder(_ state: State, nesting: Int) -> ValueEncoder {
    let encoder = ValueEncoder(context, nesting: nesting - 1)
    encoder.ensureColdState().owner = self
    encoder.ensureColdState().discardsOutput = true
    encoder.begin(state)
    return encoder
  }

  /// Drops all parts. Each part holds its owner, so keeping them would create a cycle.
  func abandon() {
    if var part = openPart {
      openPart = nil
      part.abandon()
      putBack(&part)
    }
    guard let coldState else { return }
    let encoders = coldState.parts.map(\.encoder) + [coldState.standIn].compactMap { $0 }
    coldState.parts = []
    coldState.standIn = nil
    for encoder in encoders {
      encoder.abandon()
      encoder.retire()
    }
  }

  private var discardsOutput: Bool { coldState?.discardsOutput ?? false }

  func ensureColdState() -> ColdState {
    if let coldState { return coldState }
    let made = ColdState()
    coldState = made
    return made
  }

  /// Returns the nested container of a member. If the member exists, the container continues it.
  func part(_ key: some CodingKey, _ kind: State, apart: Bool) -> ValueEncoder {
    guard !discardsOutput else { return discardingEncoder(kind, nesting: nesting + 1) }
    let name = context.convertsNames ? name(of: key) : key.stringValue
    let end = output.count
    begin(name)
    if count > 1, mayRepeat || context.sortsNames, let earlier = earlierMember() {
      undo(to: end)
      return part(again: earlier, key, kind)
    }
    if !apart, let part = openPart(kind) { return part }
    let part = part(kind, step: key)
    output[member: output.memberCount - 1].partIndex = ensureColdState().parts.count - 1
    return part
  }

  /// Returns the nested container of the next element.
  func part(_ kind: State, apart: Bool) -> ValueEncoder {
    guard !discardsOutput else { return discardingEncoder(kind, nesting: nesting + 1) }
    separate()
    if !apart, let part = openPart(kind) { return part }
    return part(kind, step: PathKey(element: count - 1))
  }

  private func part(_ kind: State, step: any CodingKey) -> ValueEncoder {
    guard nesting < EncodingContext.maximumNesting else {
      context.note(tooDeep())
      return discardingEncoder(kind, nesting: nesting + 1)
    }
    let part = made(nesting: nesting, step: step)
    part.begin(kind)
    ensureColdState().parts.append((part, output.count))
    return part
  }

  private func part(again index: Int, _ key: some CodingKey, _ kind: State) -> ValueEncoder {
    let member = output[member: index]
    if member.partIndex >= 0, let part = coldState?.parts[member.partIndex].encoder, part.state == kind { return part }
    let value = value(of: member)
    guard member.partIndex < 0, !value.isEmpty,
      output[value.lowerBound] == (kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    else {
      context.note(twoKinds())
      return discardingEncoder(kind, nesting: nesting + 1)
    }
    let part = part(kind, step: key)
    output[member: index].partIndex = ensureColdState().parts.count - 1
    if !part.reopen(value, of: output) { context.note(notJSON()) }
    return part
  }

  /// Returns the index of an earlier member with the name of the last one.
  private func earlierMember() -> Int? {
    let last = output[member: output.memberCount - 1]
    let name = comparesText ? output.name(of: last) : nil
    for index in (base..<output.memberCount - 1).reversed() {
      let member = output[member: index]
      if let name {
        if output.name(of: member) == name { return index }
      } else if member.prefix == last.prefix, output.precedes(member, last) == nil {
        return index
      }
    }
    return nil
  }

  /// Continues an object or array that has been written: copies its bytes without the closing bracket.
  ///
  /// - Returns: false if a ``JSONValue`` in it is not in this encoder's format. The part is then empty.
  private func reopen(_ value: Range<Int>, of other: OutputBuffer) -> Bool {
    output.count = 0
    output.write(value, of: other)
    guard let (members, elements, end) = output.contents(isObject: state == .object, colonLength: colonLength) else {
      output.count = 1
      return false
    }
    for member in members {
      count += 1
      note(member)
      comparesText = comparesText || output.name(of: member).utf8.count != member.nameLength
    }
    mayRepeat = true
    comparesText = comparesText || !output.isASCII(0..<end)
    count = state == .object ? members.count : elements
    output.count = end
    return true
  }

  // MARK: Super encoders

  func superValueEncoder(_ key: some CodingKey) -> ValueEncoder {
    superValueEncoder(key, .member(context.convertsNames ? context.name(of: key) { path(to: key) } : key.stringValue))
  }

  func superValueEncoder() -> ValueEncoder { superValueEncoder(PathKey(element: count), .element(count)) }

  private func superValueEncoder(_ step: any CodingKey, _ destination: Destination) -> ValueEncoder {
    let encoder = made(nesting: nesting, step: step)
    encoder.coldState?.destination = destination
    return encoder
  }

  /// Inserts the output into the owner. Called when no object can write to this encoder any longer.
  func deliver() {
    guard let coldState, let owner = coldState.owner, let destination = coldState.destination else { return }
    close()
    let encoder = owner.isOnTop ? owner : owner.standIn()
    switch (destination, encoder.state) {
    case (.member(let name), .object):
      encoder.begin(name)
      encoder.output.write(0..<output.count, of: output)
    case (.element(let index), .array): encoder.insert(output, at: index)
    default: break
    }
  }

  private func insert(_ other: OutputBuffer, at index: Int) {
    guard index < count else {
      separate()
      return output.write(0..<other.count, of: other)
    }
    let parts = coldState?.parts.map(\.offset) ?? []
    var offset = start + 1 + separatorLength - 1
    for element in 0..<index { offset = output.end(of: offset, emptyAt: parts.dropFirst(element)) + separatorLength }
    guard offset <= output.count else { return context.note(notJSON()) }
    let scratch = context.scratch.output
    scratch.count = 0
    scratch.write(offset..<output.count, of: output)
    output.count = offset
    output.write(0..<other.count, of: other)
    output.write(byte: UInt8(ascii: ","))
    if context.isPretty { newLine(nesting) }
    let shift = output.count - offset
    output.write(0..<scratch.count, of: scratch)
    for place in parts.indices where parts[place] >= offset { coldState?.parts[place].offset += shift }
    count += 1
  }

  /// The number of bytes between two members or elements.
  var separatorLength: Int { context.isPretty ? 2 + 2 * nesting : 1 }
}
