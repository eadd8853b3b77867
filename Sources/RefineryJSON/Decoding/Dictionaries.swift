/// A dictionary whose keys are the names of an object.
protocol KeyedByNames {
  static func read(_ level: Level) throws -> Self
}

extension Dictionary: KeyedByNames where Key: MemberName, Value: Decodable {
  static func read(_ level: Level) throws -> [Key: Value] { try Key.dictionary(level) }
}

/// A dictionary of any keys.
protocol KeyedByData {}

extension Dictionary: KeyedByData {}

/// The type as a dictionary's. What has another size is none, which takes no look at the runtime's tables.
func keyedByDataType<Value>(_ type: Value.Type) -> (any KeyedByData.Type)? {
  guard MemoryLayout<Value>.size == MemoryLayout<[Int: Int]>.size else { return nil }
  return type as? any KeyedByData.Type
}

/// A type that the names of an object can be in a dictionary.
protocol MemberName: Hashable {
  static func dictionary<Value: Decodable>(_ level: Level) throws -> [Self: Value]
}

extension String: MemberName {
  /// No strategy changes these keys, and no coding keys are asked for.
  static func dictionary<Value: Decodable>(_ level: Level) throws -> [String: Value] {
    level.namesAreData = true
    try level.require(object: level.word, place: .none)
    var result = [String: Value](minimumCapacity: Swift.min(Word.length(level.word), 1 << 16))
    try level.forEachMember { key in
      let name = try level.string(at: key, .none)
      do {
        let value = try level.read(Value.self, at: key &+ 1, under: .member(key))
        if let first = result.updateValue(value, forKey: name) { result[name] = first }
      } catch {
        // A repeated member does not count, whatever it is; under a strategy Foundation reads it.
        if result[name] == nil || level.reading.convertsNames { throw error }
      }
    }
    return result
  }
}

extension Int: MemberName {
  /// As the dictionary reads itself, where a strategy changes its names or one of them is not how a number is printed: others
  /// can mean the same number.
  static func dictionary<Value: Decodable>(_ level: Level) throws -> [Int: Value] {
    try level.require(object: level.word, place: .none)
    // A rule makes names of keys; these are none.
    if level.reading.rule != nil { level.namesAreData = true }
    guard !level.reading.convertsNames, level.namesArePrintedNumbers() else { return try [Int: Value](from: level) }
    let bytes = level.tape.bytes
    var result = [Int: Value](minimumCapacity: Swift.min(Word.length(level.word), 1 << 16))
    try level.forEachMember { key in
      let name = Int(truncatingIfNeeded: bytes.integer(Word.range(level.tape.word(key))))
      guard result[name] == nil else { return }
      result[name] = try level.read(Value.self, at: key &+ 1, under: .member(key))
    }
    return result
  }
}

extension Level {
  /// Calls a function with the place in the tape of each name of the object.
  @inline(__always)
  fileprivate func forEachMember(_ body: (_ key: Int) throws -> Void) rethrows {
    let tape = tape
    let end = Word.next(word, at: index)
    var key = index &+ 1
    while key < end {
      try body(key)
      key = Word.next(tape.word(key &+ 1), at: key &+ 1)
    }
  }

  /// Whether every name is a whole number as it is printed, which no two numbers share.
  fileprivate func namesArePrintedNumbers() -> Bool {
    var answer = true
    forEachMember { key in
      let word = tape.word(key)
      if answer { answer = Word.kind(word) == Word.plain && tape.bytes.isPrintedNumber(Word.range(word)) }
    }
    return answer
  }
}

extension Bytes {
  /// Whether text is a number of at most eighteen digits without a needless sign or zero.
  fileprivate func isPrintedNumber(_ range: Range<Int>) -> Bool {
    let isNegative = byte(range.lowerBound) == UInt8(ascii: "-")
    let digits = range.dropFirst(isNegative ? 1 : 0)
    guard digits.count >= 1, digits.count <= 18 else { return false }
    if byte(digits.lowerBound) == UInt8(ascii: "0") { return digits.count == 1 && !isNegative }
    return digits.allSatisfy { byte($0) &- 0x30 < 10 }
  }
}
