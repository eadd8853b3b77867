/// The kind of a value.
package enum JSONKind: Sendable { case null, bool, number, string, array, object }

extension JSONReader {
  /// Returns the kind of the next value, from its first byte; nil if no value begins with it. The reader skips only white
  /// space.
  package mutating func kind() -> JSONKind? {
    switch skipSpace() {
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    default: nil
    }
  }
}
