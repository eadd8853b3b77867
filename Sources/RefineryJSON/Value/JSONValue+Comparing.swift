extension JSONValue {
  /// Whether both are the same JSON (RFC 6902 section 4.6). Numbers are compared by value, objects in any order, and text by
  /// its code points. In contrast, `==` treats canonically equivalent text as equal.
  package func isIdentical(to other: JSONValue) -> Bool {
    equals(other) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Counts this value and all values inside it, and 64 bytes of text as one more value. Returns nil if there are more than
  /// `maximum`, or if arrays and objects are nested deeper than `depth`.
  func count(maximum: Int, depth: Int = .max) -> Int? {
    var count = 0
    var open: [(value: JSONValue, depth: Int)] = [(self, 0)]
    while let (value, level) = open.popLast() {
      count += 1
      guard count + open.count <= maximum else { return nil }
      switch value {
      case .array(let elements):
        guard level < depth, count + open.count + elements.count <= maximum else { return nil }
        for element in elements { open.append((element, level + 1)) }
      case .object(let object):
        guard level < depth, count + open.count + object.count <= maximum else { return nil }
        for (name, member) in object {
          count += name.utf8.count / 64
          open.append((member, level + 1))
        }
      case .string(let text): count += text.utf8.count / 64
      case .number(let number): count += number.text.utf8.count / 64
      default: break
      }
    }
    return count <= maximum ? count : nil
  }
}

/// A value as the key of a dictionary, compared with ``JSONValue/isIdentical(to:)``.
struct IdenticalJSON: Hashable {
  let json: JSONValue

  static func == (left: Self, right: Self) -> Bool { left.json.isIdentical(to: right.json) }

  /// Text is hashed by its code points.
  func hash(into hasher: inout Hasher) {
    json.hash(into: &hasher) { text, hasher in
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
