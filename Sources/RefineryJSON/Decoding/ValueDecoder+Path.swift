extension ValueDecoder {
  /// Returns the decoder of the value at a path of names. If a member is repeated, the first one counts.
  func inside(_ path: [String]) throws -> ValueDecoder {
    var decoder = self
    for name in path {
      try decoder.require(object: decoder.entry, step: .none)
      let found = decoder.member(named: name)
      guard found >= 0 else { throw decoder.missing(PathKey(stringValue: name)) }
      // The path has the names of the document, so no rule applies to them.
      decoder.namesAreData = true
      decoder = ValueDecoder(inside: decoder, at: found, under: .member(found - 1))
    }
    return decoder
  }

  private func member(named name: String) -> Int {
    let found = entry.kind == .object ? tape.member(of: index, named: name) : -1
    return found < 0 ? firstMember(named: name) : found
  }
}

extension JSONReader {
  /// Reads the value at a path of names and skips everything else. If a member is repeated, the first one counts.
  mutating func value<Value: JSONReadable>(_ type: Value.Type, at path: ArraySlice<String>) throws -> Value {
    guard let name = path.first else { return try Value(json: &self) }
    var members = try object([name])
    var found: Value?
    while try next(in: &members) != nil { found = try value(type, at: path.dropFirst()) }
    guard let found else { throw fail() }
    return found
  }
}
