import FoundationEssentials

extension Level {
  /// The whole number at an index of the tape.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(at index: Int, _ place: Place) throws -> Value {
    try tape.integer(index) ?? otherInteger(tape.word(index), place)
  }

  @inline(never)
  private func otherInteger<Value: FixedWidthInteger>(_ word: UInt64, _ place: Place) throws -> Value {
    guard Word.kind(word) == Word.integer || Word.kind(word) == Word.number else {
      throw mismatch(Value.self, word, place)
    }
    guard let value: Value = tape.bytes.anyInteger(word) else { throw unfit(Value.self, word, place) }
    return value
  }

  /// The double at an index of the tape.
  @inline(__always)
  func double(at index: Int, _ place: Place) throws -> Double {
    let word = tape.word(index)
    if Word.kind(word) == Word.integer, Word.length(word) <= 15 {
      let value = tape.bytes.integer(Word.range(word))
      if value != 0 { return Double(value) }
    }
    return try otherDouble(word, place)
  }

  @inline(never)
  private func otherDouble(_ word: UInt64, _ place: Place) throws -> Double {
    guard Word.kind(word) == Word.integer || Word.kind(word) == Word.number else {
      return try notANumber(word, place)
    }
    guard let value = tape.bytes.double(word) else { throw unfit(Double.self, word, place) }
    return value
  }

  /// The float at an index of the tape.
  func float(at index: Int, _ place: Place) throws -> Float {
    let word = tape.word(index)
    guard Word.kind(word) == Word.integer || Word.kind(word) == Word.number else {
      return try notANumber(word, place)
    }
    guard let value = tape.bytes.float(word) else { throw unfit(Float.self, word, place) }
    return value
  }

  private func notANumber<Value: BinaryFloatingPoint>(_ word: UInt64, _ place: Place) throws -> Value {
    if case .convertFromString(let positive, let negative, let nan) = reading.settings.nonConformingFloatDecodingStrategy,
      Word.kind(word) == Word.plain || Word.kind(word) == Word.text
    {
      let bytes = tape.bytes.array(Word.range(word))
      if bytes.elementsEqual(positive.utf8) { return .infinity }
      if bytes.elementsEqual(negative.utf8) { return -.infinity }
      if bytes.elementsEqual(nan.utf8) { return .nan }
    }
    throw mismatch(Value.self, word, place)
  }

  func decimal(at index: Int, _ place: Place) throws -> Decimal {
    let word = tape.word(index)
    switch Word.kind(word) {
    case Word.integer, Word.number:
      guard let value = tape.bytes.decimal(word) else { throw unfit(Decimal.self, word, place) }
      return value
    default: throw mismatch(Decimal.self, word, place)
    }
  }
}

extension Tape {
  /// What is at an index, if that is a whole number that fits and cannot overflow on the way.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ index: Int) -> Value? {
    let word = word(index)
    guard Word.kind(word) == Word.integer, Word.length(word) <= 18 else { return nil }
    return Value(exactly: bytes.integer(Word.range(word)))
  }

  /// What is at an index, if that is ASCII without escapes.
  @inline(__always)
  func plainString(_ index: Int) -> String? {
    let word = word(index)
    return Word.kind(word) == Word.plain ? bytes.plainText(Word.range(word)) : nil
  }

  /// What is at an index, if that is true or false.
  @inline(__always)
  func boolean(_ index: Int) -> Bool? {
    let kind = Word.kind(word(index))
    return kind == Word.isTrue ? true : kind == Word.isFalse ? false : nil
  }
}
