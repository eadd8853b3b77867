/// A model that can read itself from JSON, member by member. This is several times as fast as `Codable` with the fastest
/// decoder.
///
/// ``JSONModelDecoder`` uses this conformance for a document of the type or an array of it. `swift package json-readable`
/// can write it. With a key strategy, or a custom strategy for dates or data, the decoder uses `Codable` instead. It also uses
/// `Codable` for a document that the reader refuses, so both ways give the same values and the same errors.
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
///     self.init(id: try json.require(id), name: try json.require(name), nickname: nickname)
///   }
/// }
/// ```
public protocol JSONReadable: Decodable {
  /// Reads exactly one value, and leaves the reader's position after the value.
  ///
  /// - Throws: the reader's errors, or the model's own. After an error of its own, the reader cannot read anything.
  init(json: inout JSONReader) throws
}

/// A type that distinguishes a missing member from `null`, and is not an optional.
public protocol JSONOmittable {
  /// The value of a missing member.
  static var absent: Self { get }
  /// Whether this is the value of a missing member. ``JSONModelEncoder`` then leaves the member out.
  var isAbsent: Bool { get }
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

  package init(_ names: [String]) {
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
  var expected = 0
  var isFirst = true
  private var seen: UInt64 = 0
  private var seenBeyond: Set<Int> = []

  init(keys: JSONKeys) { self.keys = keys }

  /// Records that a member has been read. Returns false if it has been read before.
  @inline(__always)
  mutating func meet(_ place: Int) -> Bool {
    guard place < 64 else { return seenBeyond.insert(place).inserted }
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
    defer { seen |= bit }
    return seen & bit == 0
  }
}
