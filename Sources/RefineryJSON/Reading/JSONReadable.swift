/// A model that reads itself from JSON, member by member. This is several times as fast as `Codable` with the fastest decoder.
///
/// ``JSONModelDecoder`` uses this conformance for a document of the type or an array of it. `swift package json-readable`
/// can write it. With a key strategy, or a custom strategy for dates or data, the decoder uses `Codable` instead.
///
/// ```swift
/// extension Person: JSONReadable {
///   static let jsonKeys: JSONKeys = ["id", "name", "nickname"]
///
///   init(json: inout JSONReader) throws {
///     var id: Int?, name: String?, nickname: String?
///     var members = try json.object(Self.jsonKeys)
///     while let member = try json.next(in: &members) {
///       switch member {
///       case 0: id = try json.value()
///       case 1: name = try json.value()
///       default: nickname = try json.valueIfPresent()
///       }
///     }
///     self.init(id: try json.require(id, 0, of: members), name: try json.require(name, 1, of: members), nickname: nickname)
///   }
/// }
/// ```
public protocol JSONReadable {
  /// Reads exactly one value, and leaves the reader's position after the value.
  ///
  /// - Throws: the reader's errors. After an error, the reader cannot read anything.
  init(json: inout JSONReader) throws
}

/// The names of a model's members. Create it once, as a `static let`. A member is identified by its index in this list.
public final class JSONKeys: Sendable, ExpressibleByArrayLiteral {
  let keys: [Key]

  struct Key {
    let name: String
    let bytes: [UInt8]
    /// The first eight bytes of the name and the quote after it; `mask` selects the bytes that count. A name with a control
    /// character, a quote or a backslash has a mask of 0 and a head of 1, so its bytes never match. In a document, such a name
    /// is always escaped. It must match neither an escape of another name nor the zeros after the document.
    let head: UInt64
    let mask: UInt64
  }

  /// Creates a list of names. If they are in the order of most documents, finding a member takes one comparison of eight
  /// bytes.
  public init(_ names: [String]) {
    keys = names.map { name in
      let bytes = Array(name.utf8)
      let quoted = (bytes + [UInt8(ascii: "\"")]).prefix(8)
      let head = quoted.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let isEscaped = bytes.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
      if isEscaped { return Key(name: name, bytes: bytes, head: 1, mask: 0) }
      return Key(name: name, bytes: bytes, head: head, mask: quoted.count == 8 ? .max : 1 << UInt64(quoted.count * 8) - 1)
    }
  }

  /// Creates a list of names. If they are in the order of most documents, finding a member takes one comparison of eight
  /// bytes.
  public convenience init(arrayLiteral names: String...) { self.init(names) }
}

/// The members of the object that a reader is in.
public struct JSONMembers {
  let keys: JSONKeys
  /// The offset of the object.
  let start: Int
  var expected = 0
  var isFirst = true
  private var seen: UInt64 = 0
  private var seenBeyond: Set<Int> = []

  init(keys: JSONKeys, start: Int) {
    self.keys = keys
    self.start = start
  }

  /// Records that a member has been read. Returns false if it has been read before.
  @inline(__always)
  mutating func meet(_ place: Int) -> Bool {
    guard place < 64 else { return seenBeyond.insert(place).inserted }
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
    defer { seen |= bit }
    return seen & bit == 0
  }
}

/// The elements of the array that a reader is in.
public struct JSONElements {
  /// The offset of the array, or of the object whose names are data.
  let start: Int
  var isFirst = true

  init(start: Int) { self.start = start }
}
