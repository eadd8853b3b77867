/// An entry of a tape in 64 bits: a value, or the name of a member.
///
/// From the highest bit: 4 bits of kind; 28 bits of length, in bytes for a leaf and in elements for a container; 32 bits of
/// offset in the document. The entry of a container has, instead of the offset, the index of the entry that follows the
/// container; the entries of its elements are in between.
struct TapeEntry: Equatable {
  struct Kind: Equatable {
    let bits: UInt64

    static var null: Kind { Kind(bits: 0) }
    static var isFalse: Kind { Kind(bits: 1) }
    static var isTrue: Kind { Kind(bits: 2) }
    /// An integer by the grammar of RFC 8259, section 6, without fraction and exponent.
    static var integer: Kind { Kind(bits: 3) }
    /// Any other number. Its grammar is checked when a model reads it.
    static var number: Kind { Kind(bits: 4) }
    /// A string of ASCII without escapes.
    static var plain: Kind { Kind(bits: 5) }
    /// A string without escapes that has bytes beyond ASCII.
    static var text: Kind { Kind(bits: 6) }
    /// A string with escapes or control characters. They are checked when a model reads it.
    static var escaped: Kind { Kind(bits: 7) }
    static var array: Kind { Kind(bits: 8) }
    /// An object in which two names are equal text only if their bytes are equal.
    static var object: Kind { Kind(bits: 9) }
    /// Any other object: one of its names has escapes, or characters that Unicode can write in several ways.
    static var irregularObject: Kind { Kind(bits: 10) }

    var isContainer: Bool { bits >= Kind.array.bits }
    var isObject: Bool { bits >= Kind.object.bits }
    var isNumber: Bool { self == .integer || self == .number }
  }

  /// The greatest length that fits.
  static var maximumLength: Int { 1 << 28 - 1 }
  static var null: TapeEntry { TapeEntry(.null, length: 0, offset: 0) }

  private let bits: UInt64

  @inline(__always)
  init(_ kind: Kind, length: Int, offset: Int) {
    bits = kind.bits << 60 | UInt64(truncatingIfNeeded: length) << 32 | UInt64(truncatingIfNeeded: offset)
  }

  var kind: Kind { @inline(__always) get { Kind(bits: bits >> 60) } }
  var length: Int { @inline(__always) get { Int(truncatingIfNeeded: bits >> 32) & Self.maximumLength } }
  var offset: Int { @inline(__always) get { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) } }
  var range: Range<Int> { @inline(__always) get { Range(uncheckedBounds: (offset, offset &+ length)) } }

  /// The index of the entry that follows this value, whose own index is given.
  @inline(__always)
  func next(after index: Int) -> Int { kind.isContainer ? offset : index &+ 1 }

  /// The kind of the value, for error messages.
  var description: String {
    switch kind {
    case .null: "null"
    case .isFalse, .isTrue: "bool"
    case .integer, .number: "number"
    case .plain, .text, .escaped: "a string"
    case .array: "an array"
    default: "a dictionary"
    }
  }
}
