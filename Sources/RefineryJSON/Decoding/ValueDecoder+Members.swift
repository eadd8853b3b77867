import FoundationEssentials

extension ValueDecoder {
  /// Objects with more members than this get a hash table.
  private static var linearLimit: Int { 16 }

  /// Whether a linear search for the unchanged text of the key finds members and is fast.
  @inline(__always)
  var usesLinearSearch: Bool { isNarrow && context.rule == nil }

  /// Whether a linear search for a name finds members and is fast.
  @inline(__always)
  var isNarrow: Bool {
    let entry = entry
    return entry.kind == .object && !context.convertsNames && entry.length <= Self.linearLimit
  }

  private var hasTable: Bool { entry.kind == .object && !context.convertsNames }

  /// Prepares the search for members if a linear search is not enough.
  @inline(never)
  func prepareLookup() throws {
    if isNarrow { return }
    let coldState = coldState
    // A retry of this object may have keys that no strategy changes, after keys that one does.
    let wanted = namesAreData ? -2 - index : index
    guard coldState.prepared != wanted else { return }
    coldState.prepared = -1
    if hasTable {
      tape.fill(&coldState.table, from: index, members: entry.length, seed: context.seed)
    } else {
      try collectNames(into: coldState)
    }
    coldState.prepared = wanted
  }

  private func collectNames(into coldState: ColdState) throws {
    coldState.names.removeAll(count: entry.length)
    var path: [any CodingKey] = []
    swap(&path, &coldState.names.path)
    appendPathForNames(to: &path)
    try forEachMember(of: index) { _, name, value in coldState.names.add(convert(name, &path), value) }
    swap(&path, &coldState.names.path)
  }

  /// Appends the path to a member of this object to an empty path, for a custom strategy. Callers replace the last step for
  /// each member.
  private func appendPathForNames(to path: inout [any CodingKey]) {
    guard case .custom = context.settings.keyDecodingStrategy, !namesAreData else { return }
    appendPath(to: &path)
    path.append(PathKey.parent)
  }

  /// Returns the index of the value of the first member for a key, after a linear search has failed; -1 if there is none.
  @inline(never)
  func findOtherwise(_ name: String) -> Int {
    guard let rule = context.rule else { return linearObject < 0 ? findPrepared(name) : findEquivalent(name) }
    if namesAreData || isUnconverted(name) { return findRenamed(name) }
    let found = findRenamed(context.names.name(of: name, by: rule))
    return found < 0 ? findOtherName(of: name) : found
  }

  private func findOtherName(of key: String) -> Int {
    context.settings.otherMemberName?(key).map(findRenamed) ?? -1
  }

  /// Searches the table or the names that `prepareLookup` has prepared.
  func findPrepared(_ name: String) -> Int {
    let coldState = coldState
    guard hasTable else { return coldState.names.value(of: name) }
    let found = tape.member(named: name, seed: context.seed, in: coldState.table)
    return found < 0 ? findEquivalent(name) : found
  }

  /// Finds a member whose name is equal as text but has other bytes: the kelvin sign equals the letter K.
  @inline(never)
  func findEquivalent(_ name: String) -> Int {
    name.utf8.contains { $0 >= 0x80 } ? firstMember(named: name) : -1
  }

  /// Returns the index of the value of the first member whose name is equal as text; -1 if there is none.
  func firstMember(named name: String) -> Int {
    var found = -1
    try? forEachMember(of: index) { _, other, value in
      if found < 0, other == name { found = value }
    }
    return found
  }

  /// Calls a function with each member: the index of its name, the name, the index of its value.
  func forEachMember(of index: Int, _ body: (_ key: Int, _ name: String, _ value: Int) throws -> Void) throws {
    let tape = tape
    let end = tape[index].next(after: index)
    var key = index + 1
    while key < end {
      try body(key, try string(at: key, .none), key + 1)
      key = tape[key + 1].next(after: key + 1)
    }
  }

  /// Returns the text of a member's coding key.
  func name(at key: Int, under path: [any CodingKey]) throws -> String {
    let name = try string(at: key, .none)
    if namesAreData { return name }
    if context.rule != nil { return modelKey(of: name) }
    guard context.convertsNames else { return name }
    var path = path + [PathKey.parent]
    return convert(name, &path)
  }

  /// Returns the keys of all members in the order of the document, each once. No rule applies.
  func allNames() -> [String] {
    var all: [String] = []
    if namesAreData {
      var seen: Set<String> = []
      try? forEachMember(of: index) { _, name, _ in if seen.insert(name).inserted { all.append(name) } }
      return all
    }
    all.reserveCapacity(entry.length)
    var path: [any CodingKey] = []
    appendPathForNames(to: &path)
    var others: Set<String> = []
    try? forEachMember(of: index) { _, name, value in
      let name = convert(name, &path)
      // Text beyond ASCII can be encoded in several ways, which are all one key.
      if !name.utf8.allSatisfy({ $0 < 0x80 }), !others.insert(name).inserted { return }
      let first = linearObject < 0 ? -1 : tape.member(of: linearObject, named: name)
      if (first < 0 ? findOtherwise(name) : first) == value { all.append(name) }
    }
    return all
  }

  /// Returns the text of the coding key for a name. Replaces the last step of the path.
  private func convert(_ name: String, _ path: inout [any CodingKey]) -> String {
    if namesAreData { return name }
    switch context.settings.keyDecodingStrategy {
    case .useDefaultKeys: return name
    case .convertFromSnakeCase:
      if let known = context.converted[name] { return known }
      let converted = SnakeCase.camelCase(of: name)
      if context.converted.count < 1024 { context.converted[name] = converted }
      return converted
    case .custom(let rule):
      path[path.count - 1] = PathKey(stringValue: name)
      return rule(path).stringValue
    }
  }
}

// MARK: The rule for names

extension ValueDecoder {
  /// Returns the index of the value of the first member with a name that the rule has returned; -1 if there is none.
  func findRenamed(_ name: String) -> Int {
    guard isNarrow else { return findPrepared(name) }
    let found = tape.member(of: index, named: name)
    return found < 0 ? findEquivalent(name) : found
  }

  /// Returns the model's key for a member if the model has used it; otherwise the member's name.
  func modelKey(of name: String) -> String { context.names.key(of: name) ?? name }

  /// Returns the model's key of each member, for `allKeys`. Each key finds its member.
  ///
  /// The rule cannot be reversed, so this looks for a key for which the rule returns the name of the member. If there is none,
  /// the name itself is the key, for models that read any name.
  func allKeys<Key: CodingKey>(by rule: (String) -> String) -> [Key] {
    var keys: [Key] = []
    var known: Set<String> = []
    var unconverted: Set<String> = []
    try? forEachMember(of: index) { _, name, value in
      // If a name is repeated, the first member counts.
      guard findRenamed(name) == value else { return }
      for candidate in KeyCandidates(name) where !known.contains(candidate) {
        let found = findRenamed(rule(candidate))
        guard found == value || found < 0 && findOtherName(of: candidate) == value, let key = Key(stringValue: candidate)
        else { continue }
        known.insert(candidate)
        return keys.append(key)
      }
      guard known.insert(name).inserted, let key = Key(stringValue: name) else { return }
      unconverted.insert(name)
      keys.append(key)
    }
    if !unconverted.isEmpty { coldState.unconverted = (index, unconverted) }
    return keys
  }
}

/// Candidates for the key that a rule may have converted to a name, the likely ones first.
private struct KeyCandidates: Sequence, IteratorProtocol {
  private let name: String
  private var step = 0
  /// The longest prefix or suffix that a rule may have added.
  private static let longestAffix = 8

  init(_ name: String) { self.name = name }

  mutating func next() -> String? {
    defer { step += 1 }
    switch step {
    case 0: return Self.camelCase(of: name, last: Self.capitalized)
    case 1: return name
    case 2: return Self.camelCase(of: name) { $0.uppercased() }
    case 3: return Self.camelCase(of: name.lowercased(), last: Self.capitalized)
    case 4: return name.lowercased()
    case 5: return name.prefix(1).lowercased() + name.dropFirst()
    default:
      let length = (step - 6) / 3 + 1
      guard length <= Self.longestAffix, length < name.count else { return nil }
      switch step % 3 {
      case 0: return String(name.dropFirst(length))
      case 1: return name.dropFirst(length).prefix(1).lowercased() + name.dropFirst(length + 1)
      default: return String(name.dropLast(length))
      }
    }
  }

  private static func camelCase(of name: String, last: (Substring) -> String) -> String {
    let words = name.split { $0 == "_" || $0 == "-" }
    guard let first = words.first, words.count > 1, !name.hasPrefix("_") else { return name }
    return first + words.dropFirst().dropLast().map(capitalized).joined() + last(words[words.count - 1])
  }

  private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
