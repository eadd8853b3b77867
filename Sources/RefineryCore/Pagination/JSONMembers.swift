import FoundationEssentials

/// Finds the members of one object in a JSON body without reading what is around them: a page's elements are in the same
/// body, and have been read already.
///
/// Nobody may have checked the body before, so nothing here relies on it: what is no JSON ends the search.
struct JSONMembers {
  let bytes: UnsafeRawBufferPointer
  var index = 0

  /// The members of the object at the end of a path; none where there is nothing at that place.
  ///
  /// - Throws: ``MappingError`` where there is anything but an object.
  static func members(of parent: [String], in data: Data) throws(MappingError) -> [String: PageMember] {
    // Typed errors do not go through `withUnsafeBytes`.
    let found = data.withUnsafeBytes { bytes in
      Result { () throws(MappingError) in
        var scan = JSONMembers(bytes: bytes)
        return try scan.members(of: parent, depth: 0)
      }
    }
    return try found.get()
  }

  private init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    // The coder passes over a byte order mark as well.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private mutating func members(of parent: [String], depth: Int) throws(MappingError) -> [String: PageMember] {
    guard let first = peek(), first != UInt8(ascii: "n") else { return [:] }
    guard first == UInt8(ascii: "{") else {
      throw MappingError(.wrongShape, at: Array(parent[..<depth]), expected: "object")
    }
    index += 1
    var members: [String: PageMember] = [:]
    while let key = key() {
      if depth < parent.count {
        if key == parent[depth] { return try self.members(of: parent, depth: depth + 1) }
        skipValue()
      } else {
        let value = value()
        if members[key] == nil { members[key] = value }
      }
      guard peek() == UInt8(ascii: ",") else { break }
      index += 1
    }
    return members
  }

  /// The name before a colon; nil where the object ends.
  private mutating func key() -> String? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let key = string()
    guard peek() == UInt8(ascii: ":") else { return nil }
    index += 1
    return key
  }

  private mutating func value(isTarget: Bool = false) -> PageMember {
    switch peek() {
    case UInt8(ascii: "\"")?: return string().map(PageMember.text) ?? .other
    case UInt8(ascii: "{")? where !isTarget: return target()
    case let first?:
      let start = index
      skipValue()
      switch first {
      case UInt8(ascii: "t"): return .flag(true)
      case UInt8(ascii: "f"): return .flag(false)
      case UInt8(ascii: "n"): return .nothing
      case UInt8(ascii: "["), UInt8(ascii: "{"): return .other
      default: return .text(text(start..<index))
      }
    case nil: return .other
    }
  }

  /// The `href` of the object that begins here. Looks no deeper, so that no body can exhaust the stack.
  private mutating func target() -> PageMember {
    var target: PageMember?
    index += 1
    while let key = key() {
      if key == "href", target == nil {
        let isText = peek() == UInt8(ascii: "\"")
        let value = value(isTarget: true)
        target = isText || value == .nothing ? value : .other
      } else {
        skipValue()
      }
      guard peek() == UInt8(ascii: ",") else { break }
      index += 1
    }
    if peek() == UInt8(ascii: "}") { index += 1 }
    return target ?? .other
  }
}
