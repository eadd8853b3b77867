import FoundationEssentials

/// A type of the standard library that is encoded without its `encode(to:)`, because its output is known.
protocol DirectlyEncodable {
  /// Writes this value as the value of the encoder.
  func writeInPlace(_ encoder: ValueEncoder) throws
}

extension DirectlyEncodable {
  /// Writes a value of this type as the value of the encoder.
  static func write<Value>(_ value: Value, to encoder: ValueEncoder) throws {
    try same(value, as: Self.self).writeInPlace(encoder)
  }
}

/// A value that is encoded by a single write, also as an element of an array.
protocol EncodablePrimitive: DirectlyEncodable {
  func write(_ encoder: ValueEncoder, element: Int?) throws
}

extension EncodablePrimitive {
  func writeInPlace(_ encoder: ValueEncoder) throws {
    try write(encoder, element: nil)
    encoder.becomeSingle()
  }
}

extension EncodablePrimitive where Self: FixedWidthInteger {
  @inline(__always)
  func write(_ encoder: ValueEncoder, element: Int?) throws { encoder.output.write(integer: self) }
}

extension EncodablePrimitive where Self: EncodableFloat {
  @inline(__always)
  func write(_ encoder: ValueEncoder, element: Int?) throws {
    let text = isFinite ? nil : try encoder.text(of: self, at: element.map { [PathKey(element: $0)] } ?? [])
    encoder.write(self, text)
  }
}

extension Int: EncodablePrimitive {}
extension Int8: EncodablePrimitive {}
extension Int16: EncodablePrimitive {}
extension Int32: EncodablePrimitive {}
extension Int64: EncodablePrimitive {}
extension Int128: EncodablePrimitive {}
extension UInt: EncodablePrimitive {}
extension UInt8: EncodablePrimitive {}
extension UInt16: EncodablePrimitive {}
extension UInt32: EncodablePrimitive {}
extension UInt64: EncodablePrimitive {}
extension UInt128: EncodablePrimitive {}
extension Double: EncodablePrimitive {}
extension Float: EncodablePrimitive {}
extension Bool: EncodablePrimitive {
  @inline(__always)
  func write(_ encoder: ValueEncoder, element: Int?) throws { encoder.output.write(self) }
}
extension String: EncodablePrimitive {
  @inline(__always)
  func write(_ encoder: ValueEncoder, element: Int?) throws {
    encoder.output.write(quoted: self, escapingSlashes: encoder.context.escapesSlashes)
  }
}

extension Array: DirectlyEncodable where Element: EncodablePrimitive {
  func writeInPlace(_ encoder: ValueEncoder) throws {
    let encoder = encoder.claimed(.array)
    for element in self {
      encoder.separate()
      try element.write(encoder, element: encoder.count - 1)
    }
  }
}

/// The keys are data: no strategy changes them.
extension Dictionary: DirectlyEncodable where Key == String, Value: Encodable {
  func writeInPlace(_ encoder: ValueEncoder) throws {
    let encoder = encoder.claimed(.object)
    for (name, value) in self {
      encoder.key = nil
      let count = encoder.output.count
      encoder.begin(name)
      try encoder.write(value, orUndoTo: count)
    }
    encoder.mayRepeat = false
  }
}

extension Optional: DirectlyEncodable where Wrapped: Encodable {
  func writeInPlace(_ encoder: ValueEncoder) throws {
    if let self { try encoder.encode(self) } else { try encoder.encodeNil() }
  }
}
