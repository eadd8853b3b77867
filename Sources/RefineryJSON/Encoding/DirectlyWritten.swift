import FoundationEssentials

/// A type of the standard library whose `encode(to:)` need not be asked, because what it writes is known.
protocol DirectlyWritten {
  /// Writes the value in place of a level's.
  func writeInPlace(_ level: WritingLevel) throws
}

extension DirectlyWritten {
  /// Writes a value of this type.
  static func write<Value>(_ value: Value, to level: WritingLevel) throws {
    try same(value, as: Self.self).writeInPlace(level)
  }
}

/// What fits into one write, as an element too.
protocol PlainValue: DirectlyWritten {
  func write(_ level: WritingLevel, element: Int?) throws
}

extension PlainValue {
  func writeInPlace(_ level: WritingLevel) throws {
    try write(level, element: nil)
    level.becomeSingle()
  }
}

extension PlainValue where Self: FixedWidthInteger {
  @inline(__always)
  func write(_ level: WritingLevel, element: Int?) throws { level.sink.write(integer: self) }
}

extension PlainValue where Self: WrittenNumber {
  @inline(__always)
  func write(_ level: WritingLevel, element: Int?) throws {
    let text = isFinite ? nil : try level.text(of: self, at: element.map { [PathKey(element: $0)] } ?? [])
    level.write(self, text)
  }
}

extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension Int128: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}
extension UInt128: PlainValue {}
extension Double: PlainValue {}
extension Float: PlainValue {}
extension Bool: PlainValue {
  @inline(__always)
  func write(_ level: WritingLevel, element: Int?) throws { level.sink.write(self) }
}
extension String: PlainValue {
  @inline(__always)
  func write(_ level: WritingLevel, element: Int?) throws {
    level.sink.write(quoted: self, escapingSlashes: level.writing.escapesSlashes)
  }
}

extension Array: DirectlyWritten where Element: PlainValue {
  func writeInPlace(_ level: WritingLevel) throws {
    let level = level.claimed(.array)
    for element in self {
      level.separate()
      try element.write(level, element: level.count - 1)
    }
  }
}

/// Its keys are data: no strategy changes them.
extension Dictionary: DirectlyWritten where Key == String, Value: Encodable {
  func writeInPlace(_ level: WritingLevel) throws {
    let level = level.claimed(.object)
    let isAlone = level.count == 0
    for (name, value) in self {
      level.key = nil
      let count = level.sink.count
      level.begin(name)
      try level.write(value, orUndoTo: count)
    }
    if isAlone { level.mayRepeat = false }
  }
}

extension Optional: DirectlyWritten where Wrapped: Encodable {
  func writeInPlace(_ level: WritingLevel) throws {
    if let self { try level.encode(self) } else { try level.encodeNil() }
  }
}
