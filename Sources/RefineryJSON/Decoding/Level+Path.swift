extension Level {
  /// The level of the value inside of members with these names, the first of each.
  func inside(_ path: [String]) throws -> Level {
    var level = self
    for name in path {
      try level.require(object: level.word, place: .none)
      let found = level.member(named: name)
      guard found >= 0 else { throw level.missing(PathKey(stringValue: name)) }
      // The names are the server's: no rule makes others of them in coding paths.
      level.namesAreData = true
      level = Level(inside: level, at: found, under: .member(found - 1))
    }
    return level
  }

  private func member(named name: String) -> Int {
    var found = Word.kind(word) == Word.object ? tape.member(of: index, named: name) : -1
    guard found < 0 else { return found }
    try? forEachMember(of: index) { _, other, value in
      if found < 0, other == name { found = value }
    }
    return found
  }
}

extension JSONReader {
  /// Reads the value inside of members with these names, the first of each, and passes over what stands around it.
  mutating func value<Value: JSONReadable>(_ type: Value.Type, at path: ArraySlice<String>) throws -> Value {
    guard let name = path.first else { return try Value(json: &self) }
    var members = try object(JSONKeys([name]))
    var found: Value?
    while try next(in: &members) != nil { found = try value(type, at: path.dropFirst()) }
    return try require(found, 0, of: members)
  }
}
