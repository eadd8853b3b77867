/// A dictionary that is decoded by a loop over the members of an object.
protocol DecodableDictionary {
  static func read(_ decoder: ValueDecoder) throws -> Self
}

extension Dictionary: DecodableDictionary where Key: DictionaryKey, Value: Decodable {
  static func read(_ decoder: ValueDecoder) throws -> [Key: Value] { try Key.dictionary(decoder) }
}

/// A dictionary with keys of any type.
protocol AnyDictionary {}

extension Dictionary: AnyDictionary {}

/// Returns the type if it is a dictionary. Types of another size cannot be dictionaries; comparing sizes is faster than a
/// dynamic cast.
func dictionaryType<Value>(_ type: Value.Type) -> (any AnyDictionary.Type)? {
  guard MemoryLayout<Value>.size == MemoryLayout<[Int: Int]>.size else { return nil }
  return type as? any AnyDictionary.Type
}

/// A dictionary key that a member's name represents.
protocol DictionaryKey: Hashable {
  static func dictionary<Value: Decodable>(_ decoder: ValueDecoder) throws -> [Self: Value]
}

extension String: DictionaryKey {
  /// The names are data: no strategy changes them, and no coding keys are created.
  static func dictionary<Value: Decodable>(_ decoder: ValueDecoder) throws -> [String: Value] {
    decoder.namesAreData = true
    try decoder.require(object: decoder.entry, step: .none)
    var result = [String: Value](minimumCapacity: Swift.min(decoder.entry.length, 1 << 16))
    try decoder.forEachMember { key in
      let name = try decoder.string(at: key, .none)
      do {
        let value = try decoder.read(Value.self, at: key &+ 1, under: .member(key))
        if let first = result.updateValue(value, forKey: name) { result[name] = first }
      } catch {
        // A repeated member is ignored, even if it is invalid. With a key strategy, Foundation reads a repeated member, so its
        // error is thrown.
        if result[name] == nil || decoder.context.convertsNames { throw error }
      }
    }
    return result
  }
}

extension Int: DictionaryKey {
  /// Uses the dictionary's own `init(from:)` if a strategy changes names, or if a name is not the canonical form of an `Int`:
  /// two such names can represent the same number.
  static func dictionary<Value: Decodable>(_ decoder: ValueDecoder) throws -> [Int: Value] {
    try decoder.require(object: decoder.entry, step: .none)
    // The rule changes the names of models. These names are data.
    if decoder.context.rule != nil { decoder.namesAreData = true }
    guard !decoder.context.convertsNames, decoder.namesArePrintedNumbers() else { return try [Int: Value](from: decoder) }
    let bytes = decoder.tape.bytes
    var result = [Int: Value](minimumCapacity: Swift.min(decoder.entry.length, 1 << 16))
    try decoder.forEachMember { key in
      let name = Int(truncatingIfNeeded: bytes.integer(decoder.tape[key].range))
      guard result[name] == nil else { return }
      result[name] = try decoder.read(Value.self, at: key &+ 1, under: .member(key))
    }
    return result
  }
}

extension ValueDecoder {
  /// Calls a function with the index of each member's name.
  @inline(__always)
  fileprivate func forEachMember(_ body: (_ key: Int) throws -> Void) rethrows {
    let tape = tape
    let end = entry.next(after: index)
    var key = index &+ 1
    while key < end {
      try body(key)
      key = tape[key &+ 1].next(after: key &+ 1)
    }
  }

  /// Whether each name is the canonical form of an integer. Two different numbers never share such a name.
  fileprivate func namesArePrintedNumbers() -> Bool {
    var answer = true
    forEachMember { key in
      let entry = tape[key]
      if answer { answer = entry.kind == .plain && tape.bytes.isPrintedNumber(entry.range) }
    }
    return answer
  }
}

extension DocumentBytes {
  /// Whether the text is a number of at most eighteen digits without redundant signs or zeros.
  fileprivate func isPrintedNumber(_ range: Range<Int>) -> Bool {
    let isNegative = byte(range.lowerBound) == UInt8(ascii: "-")
    let digits = range.dropFirst(isNegative ? 1 : 0)
    guard digits.count >= 1, digits.count <= 18 else { return false }
    if byte(digits.lowerBound) == UInt8(ascii: "0") { return digits.count == 1 && !isNegative }
    return digits.allSatisfy { byte($0) &- 0x30 < 10 }
  }
}
