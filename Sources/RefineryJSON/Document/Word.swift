/// The words of a tape: one for a value, one for a member's name.
///
/// From the top: 4 bits of kind, 28 bits of length in bytes or count of elements, 32 bits of offset in the document. A
/// container's word has in place of the offset the index of what follows the container; its elements are in between.
enum Word {
  static let null: UInt64 = 0
  static let isFalse: UInt64 = 1
  static let isTrue: UInt64 = 2
  /// A whole number without fraction and exponent, in the grammar of RFC 8259.
  static let integer: UInt64 = 3
  /// Anything else that begins like a number; whether it is one is found out when it is read.
  static let number: UInt64 = 4
  /// ASCII without escapes.
  static let plain: UInt64 = 5
  /// Without escapes, with bytes beyond ASCII.
  static let text: UInt64 = 6
  /// With escapes or control characters, which are judged when it is read.
  static let escaped: UInt64 = 7
  static let array: UInt64 = 8
  /// An object whose names are equal as text where their bytes are.
  static let object: UInt64 = 9
  /// An object with another name.
  static let oddObject: UInt64 = 10

  /// The most that a length or a count can say.
  static let limit = 1 << 28 - 1

  @inline(__always)
  static func make(_ kind: UInt64, length: Int, offset: Int) -> UInt64 {
    kind << 60 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
  }

  @inline(__always)
  static func kind(_ word: UInt64) -> UInt64 { word >> 60 }

  @inline(__always)
  static func length(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word >> 32) & limit }

  @inline(__always)
  static func offset(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  @inline(__always)
  static func range(_ word: UInt64) -> Range<Int> {
    Range(uncheckedBounds: (offset(word), offset(word) &+ length(word)))
  }

  /// The index behind a value.
  @inline(__always)
  static func next(_ word: UInt64, at index: Int) -> Int { kind(word) >= array ? offset(word) : index &+ 1 }

  /// What stands there, in a word or two.
  static func description(_ word: UInt64) -> String {
    switch kind(word) {
    case null: "null"
    case isFalse, isTrue: "bool"
    case integer, number: "number"
    case plain, text, escaped: "a string"
    case array: "an array"
    default: "a dictionary"
    }
  }
}
