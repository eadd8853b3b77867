import FoundationEssentials

extension ValueDecoder {
  /// The integer at an index of the tape.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(at index: Int, _ step: PathStep) throws -> Value {
    try tape.integer(index) ?? otherInteger(tape[index], step)
  }

  @inline(never)
  private func otherInteger<Value: FixedWidthInteger>(_ entry: TapeEntry, _ step: PathStep) throws -> Value {
    try number(entry, step) { tape.bytes.anyInteger($0) }
  }

  @inline(__always)
  private func number<Value>(_ entry: TapeEntry, _ step: PathStep, _ parse: (TapeEntry) -> Value?) throws -> Value {
    let entry = try unquoted(entry, step)
    guard entry.kind.isNumber else { throw mismatch(Value.self, entry, step) }
    guard let value = parse(entry) else { throw unfit(Value.self, entry, step) }
    return value
  }

  /// The double at an index of the tape.
  @inline(__always)
  func double(at index: Int, _ step: PathStep) throws -> Double {
    let entry = tape[index]
    if entry.kind == .integer, entry.length <= 15 {
      let value = tape.bytes.integer(entry.range)
      if value != 0 { return Double(value) }
    }
    return try otherDouble(entry, step)
  }

  @inline(never)
  private func otherDouble(_ entry: TapeEntry, _ step: PathStep) throws -> Double {
    if !entry.kind.isNumber, let value: Double = nonConforming(entry) { return value }
    return try number(entry, step) { tape.bytes.double($0) }
  }

  /// The float at an index of the tape.
  func float(at index: Int, _ step: PathStep) throws -> Float {
    let found = tape[index]
    if !found.kind.isNumber, let value: Float = nonConforming(found) { return value }
    return try number(found, step) { tape.bytes.float($0) }
  }

  /// Returns the value of a string that represents infinity or NaN; nil for any other value.
  private func nonConforming<Value: BinaryFloatingPoint>(_ entry: TapeEntry) -> Value? {
    guard entry.kind == .plain || entry.kind == .text,
      case .convertFromString(let positive, let negative, let nan) = context.settings.nonConformingFloatDecodingStrategy
    else { return nil }
    let bytes = tape.bytes.array(entry.range)
    if bytes.elementsEqual(positive.utf8) { return Value.infinity }
    if bytes.elementsEqual(negative.utf8) { return -Value.infinity }
    return bytes.elementsEqual(nan.utf8) ? Value.nan : nil
  }

  func decimal(at index: Int, _ step: PathStep) throws -> Decimal {
    try number(tape[index], step) { tape.bytes.decimal($0) }
  }

  /// Returns the entry of the number in a string, if the settings accept that.
  private func unquoted(_ entry: TapeEntry, _ step: PathStep) throws -> TapeEntry {
    guard entry.kind == .plain, context.settings.acceptsQuotedScalars else { return entry }
    let (end, isInteger) = tape.bytes.endOfNumber(from: entry.offset)
    let number = TapeEntry(isInteger ? .integer : .number, length: entry.length, offset: entry.offset)
    guard end == entry.range.upperBound, isInteger || ParsedNumber(tape.bytes, number) != nil else {
      throw corrupted("The text is not a number.", step)
    }
    return number
  }
}

extension Tape {
  /// Returns the integer at an index; nil if it is not an integer, does not fit, or has too many digits for fast arithmetic.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ index: Int) -> Value? {
    let entry = self[index]
    guard entry.kind == .integer, entry.length <= 18 else { return nil }
    return Value(exactly: bytes.integer(entry.range))
  }

  /// Returns the string at an index; nil unless it is ASCII without escapes.
  @inline(__always)
  func plainString(_ index: Int) -> String? {
    let entry = self[index]
    return entry.kind == .plain ? bytes.plainText(entry.range) : nil
  }

  /// Returns the boolean at an index; nil if it is not a boolean.
  @inline(__always)
  func boolean(_ index: Int) -> Bool? {
    let kind = self[index].kind
    return kind == .isTrue ? true : kind == .isFalse ? false : nil
  }
}
