import FoundationEssentials

extension Level {
  /// From how many members on a table is made to find them.
  private static var wide: Int { 16 }

  /// Whether comparing bytes with the text of a key is enough to find members, and fast.
  @inline(__always)
  var isDirect: Bool { isNarrow && reading.rule == nil }

  /// Whether comparing bytes is enough to find members, and fast.
  @inline(__always)
  var isNarrow: Bool {
    let word = word
    return Word.kind(word) == Word.object && !reading.convertsNames && Word.length(word) <= Self.wide
  }

  private var hasTable: Bool { Word.kind(word) == Word.object && !reading.convertsNames }

  /// Makes ready to find members otherwise.
  @inline(never)
  func prepare() throws {
    if isNarrow { return }
    let lookup = lookup
    guard lookup.prepared != index else { return }
    lookup.prepared = -1
    if hasTable {
      tape.index(of: index, members: Word.length(word), seed: reading.seed, into: &lookup.table)
    } else {
      try collectNames(into: lookup)
    }
    lookup.prepared = index
  }

  private func collectNames(into lookup: Rare) throws {
    var names = lookup.takeNames()
    defer { lookup.names = names }
    names.removeAll(count: Word.length(word))
    guard case .custom(let rule) = reading.settings.keyDecodingStrategy else {
      var path: [any CodingKey] = []
      return try forEachMember(of: index) { _, name, value in names.add(convert(name, &path), value) }
    }
    // The last step is put in for each member.
    appendPath(to: &names.path)
    names.path.append(PathKey.parent)
    let last = names.path.count - 1
    try forEachMember(of: index) { _, name, value in
      names.path[last] = PathKey(stringValue: name)
      names.add(rule(names.path).stringValue, value)
    }
  }

  /// The path to a member, for a strategy that asks for it; its last step is put in for each.
  private func pathForNames() -> [any CodingKey] {
    guard case .custom = reading.settings.keyDecodingStrategy else { return [] }
    var path: [any CodingKey] = []
    path.reserveCapacity(8)
    appendPath(to: &path)
    path.append(PathKey.parent)
    return path
  }

  /// Where the value of the first member with a name is in the tape, if bytes did not find it; -1 if there is none.
  @inline(never)
  func findOtherwise(_ name: String) -> Int {
    if let rule = reading.rule { return findRenamed(namesAreData ? name : reading.names.name(of: name, by: rule)) }
    return direct < 0 ? findPrepared(name) : findEquivalent(name)
  }

  /// The same by what was made ready.
  func findPrepared(_ name: String) -> Int {
    let lookup = lookup
    guard hasTable else { return lookup.names.value(of: name) }
    let found = tape.member(named: name, seed: reading.seed, in: lookup.table)
    return found < 0 ? findEquivalent(name) : found
  }

  /// Text that is not ASCII can be equal to text that is: the sign of the kelvin is the letter K.
  @inline(never)
  func findEquivalent(_ name: String) -> Int {
    guard name.utf8.contains(where: { $0 >= 0x80 }) else { return -1 }
    var found = -1
    try? forEachMember(of: index) { _, other, value in
      if found < 0, other == name { found = value }
    }
    return found
  }

  /// Calls a function with each member: where its name is in the tape, the name, where its value is.
  func forEachMember(of index: Int, _ body: (_ key: Int, _ name: String, _ value: Int) throws -> Void) throws {
    let tape = tape
    let end = Word.next(tape.word(index), at: index)
    var key = index + 1
    while key < end {
      try body(key, try string(at: key, .none), key + 1)
      key = Word.next(tape.word(key + 1), at: key + 1)
    }
  }

  /// The coding key of a member as text.
  func name(at key: Int, under path: [any CodingKey]) throws -> String {
    let name = try string(at: key, .none)
    if namesAreData { return name }
    if reading.rule != nil { return modelKey(of: name) }
    guard reading.convertsNames else { return name }
    var path = path + [PathKey.parent]
    return convert(name, &path)
  }

  /// The names of all members, each once, in the document's order.
  func allNames() -> [String] {
    var all: [String] = []
    if reading.rule != nil {
      var seen: Set<String> = []
      try? forEachMember(of: index) { _, name, _ in if seen.insert(name).inserted { all.append(name) } }
      return all
    }
    all.reserveCapacity(Word.length(word))
    var path = pathForNames()
    var others: Set<String> = []
    try? forEachMember(of: index) { _, name, value in
      let name = convert(name, &path)
      // Text beyond ASCII may be written in several ways; a name is one name in all of them.
      if !name.utf8.allSatisfy({ $0 < 0x80 }), !others.insert(name).inserted { return }
      let first = direct < 0 ? -1 : tape.member(of: direct, named: name)
      if (first < 0 ? findOtherwise(name) : first) == value { all.append(name) }
    }
    return all
  }

  /// The name as a coding key's text; the last step of the path is this member's, whatever it was.
  private func convert(_ name: String, _ path: inout [any CodingKey]) -> String {
    switch reading.settings.keyDecodingStrategy {
    case .useDefaultKeys: return name
    case .convertFromSnakeCase:
      if let known = reading.converted[name] { return known }
      let converted = SnakeCase.camelCase(of: name)
      if reading.converted.count < 1024 { reading.converted[name] = converted }
      return converted
    case .custom(let rule):
      path[path.count - 1] = PathKey(stringValue: name)
      return rule(path).stringValue
    }
  }
}

enum SnakeCase {
  /// `one_two` becomes `oneTwo`; underscores at both ends stay.
  static func camelCase(of name: String) -> String {
    guard let first = name.firstIndex(where: { $0 != "_" }), let last = name.lastIndex(where: { $0 != "_" }) else {
      return name
    }
    let words = name[first...last].split(separator: "_")
    guard words.count > 1 else { return name }
    let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return name[..<first] + joined + name[name.index(after: last)...]
  }
}
