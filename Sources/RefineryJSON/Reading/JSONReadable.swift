/// A model that reads itself from JSON, member by member: several times as fast as `Codable` with the fastest decoder.
///
/// ``JSONModelDecoder`` reads a document this way where its type, or the elements of its list, conform. The names of members
/// are written out, by `swift package json-readable` if you like; a strategy for keys makes the decoder go by `Codable` again, and so does a custom one for dates or data.
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
  /// Reads exactly one value, from where the reader stands to behind it.
  ///
  /// - Throws: what the reader throws. Nothing can be read after an error.
  init(json: inout JSONReader) throws
}

/// The names of a model's members. Make it once, as a `static let`; a member is known by its place in here.
public final class JSONKeys: Sendable, ExpressibleByArrayLiteral {
  let keys: [Key]

  struct Key {
    let name: String
    let bytes: [UInt8]
    /// The first bytes of the name, or all of them and the quote behind, as they stand in a document.
    let head: UInt64
    let mask: UInt64
  }

  /// Names, in the order in which documents mostly have them: then finding one is a comparison of eight bytes.
  public init(_ names: [String]) {
    keys = names.map { name in
      let bytes = Array(name.utf8)
      let quoted = (bytes + [UInt8(ascii: "\"")]).prefix(8)
      let head = quoted.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Key(name: name, bytes: bytes, head: head, mask: quoted.count == 8 ? .max : 1 << UInt64(quoted.count * 8) - 1)
    }
  }

  /// Names, in the order in which documents mostly have them.
  public convenience init(arrayLiteral names: String...) { self.init(names) }
}

/// The members of an object that a reader stands in.
public struct JSONMembers {
  let keys: JSONKeys
  /// Where the object begins.
  let start: Int
  var expected = 0
  var isFirst = true
  private var seen: UInt64 = 0
  private var seenBeyond: Set<Int> = []

  init(keys: JSONKeys, start: Int) {
    self.keys = keys
    self.start = start
  }

  /// Notes that the member was met; false if that was so before.
  @inline(__always)
  mutating func meet(_ place: Int) -> Bool {
    guard place < 64 else { return seenBeyond.insert(place).inserted }
    let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
    defer { seen |= bit }
    return seen & bit == 0
  }
}

/// The elements of a list that a reader stands in.
public struct JSONElements {
  /// Where the list, or the object whose names are data, begins.
  let start: Int
  var isFirst = true

  init(start: Int) { self.start = start }
}
