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
    guard let text = NumberText(tape.bytes, word) else { throw unfit(Value.self, word, place) }
    if Word.kind(word) == Word.integer {
      guard let value = tape.bytes.text(Word.range(word)).flatMap({ Value($0) }) else {
        throw unfit(Value.self, word, place)
      }
      return value
    }
    // Below 2^53 Foundation goes by the double, which takes 1.0000000000000001 for 1; beyond, nothing may be lost.
    guard let double = text.double ?? tape.bytes.text(Word.range(word)).flatMap({ Double($0) }),
      let value = Value(exactly: double)
    else { throw unfit(Value.self, word, place) }
    if double.magnitude < 0x1p53 { return value }
    guard text.isExact, let exact: Value = Self.exactly(text) else { throw unfit(Value.self, word, place) }
    return exact
  }

  private static func exactly<Value: FixedWidthInteger>(_ text: NumberText) -> Value? {
    var digits = text.digits
    var exponent = text.exponent
    while exponent < 0 {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { return nil }
      digits = quotient
      exponent += 1
    }
    while exponent > 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      digits = product
      exponent -= 1
    }
    guard text.isNegative else { return Value(exactly: digits) }
    return Value(exactly: 0 - Int128(digits))
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
    guard let text = NumberText(tape.bytes, word) else { throw unfit(Double.self, word, place) }
    return try double(word, text, place)
  }

  private func double(_ word: UInt64, _ text: NumberText, _ place: Place) throws -> Double {
    if let double = text.double { return double }
    guard let value = tape.bytes.text(Word.range(word)).flatMap({ Double($0) }), value.isFinite,
      value != 0 || text.digits == 0
    else { throw unfit(Double.self, word, place) }
    return value
  }

  /// The float at an index of the tape.
  func float(at index: Int, _ place: Place) throws -> Float {
    let word = tape.word(index)
    guard Word.kind(word) == Word.integer || Word.kind(word) == Word.number else {
      return try notANumber(word, place)
    }
    guard let text = NumberText(tape.bytes, word) else { throw unfit(Float.self, word, place) }
    if let float = text.float { return float }
    guard let value = tape.bytes.text(Word.range(word)).flatMap({ Float($0) }), value.isFinite,
      value != 0 || text.digits == 0
    else { throw unfit(Float.self, word, place) }
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
      guard NumberText(tape.bytes, word) != nil,
        let value = tape.bytes.text(Word.range(word)).flatMap({ Decimal(string: $0) })
      else { throw unfit(Decimal.self, word, place) }
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

extension Bytes {
  /// The value of at most eighteen digits, perhaps behind a minus.
  @inline(__always)
  func integer(_ range: Range<Int>) -> Int64 {
    var position = range.lowerBound
    let isNegative = byte(position) == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    var value: Int64 = 0
    while position < range.upperBound {
      value = value &* 10 &+ Int64(byte(position) &- 0x30)
      position &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
