/// A `JSONValue` that is part of a model is read and written unchanged: numbers keep their digits, and objects keep the order
/// of their members. If a name is repeated, the first value counts.
extension JSONValue: JSONReadable {
  /// Reads any value.
  public init(json: inout JSONReader) throws { self = try json.codable() }
}

extension ValueDecoder {
  /// Reads the value at an index of the tape, whatever its kind. A missing member is null.
  func anyValue(at index: Int, under step: PathStep) throws -> JSONValue {
    guard index >= 0 else { return .null }
    do {
      var reader = TapeReader(tape)
      return try reader.value(at: index)
    } catch {
      throw corrupted("A value is malformed.", step, error)
    }
  }
}

extension ValueEncoder {
  /// Writes a value of any kind.
  func write(_ json: JSONValue) throws {
    guard state == .empty, isOnTop else { throw twoKinds() }
    var printer = ValuePrinter(output, isPretty: false, sortsKeys: context.sortsNames)
    printer.print(json)
    becomeSingle()
  }
}
