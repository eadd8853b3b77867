extension Level {
  /// Where the value of the first member is that has a name which a rule has made; -1 if there is none.
  func findRenamed(_ name: String) -> Int {
    guard isNarrow else { return findPrepared(name) }
    let found = tape.member(of: index, named: name)
    return found < 0 ? findEquivalent(name) : found
  }

  /// The key that a model has for a member: one that it asked for, or the name itself.
  func modelKey(of name: String) -> String { reading.names.key(of: name) ?? name }

  /// The keys that may belong to a member: its name's words in camel case, and the name itself.
  static func keys<Key: CodingKey>(renamed names: [String]) -> [Key] {
    names.compactMap { Key(stringValue: camelCase(of: $0)) ?? Key(stringValue: $0) }
  }

  private static func camelCase(of name: String) -> String {
    let words = name.split { $0 == "_" || $0 == "-" }
    guard let first = words.first, words.count > 1, !name.hasPrefix("_") else { return name }
    return first + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
