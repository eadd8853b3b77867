extension JSONValue: Hashable {
  /// Whether both are the same value. Numbers are compared by value; the order of the members of objects is ignored.
  public static func == (left: JSONValue, right: JSONValue) -> Bool { left.equals(right, comparingTexts: ==) }

  /// Hashes the whole value, so that a server cannot choose different values with one hash.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher) { $1.combine($0) } }

  /// Hashes the whole value. Another function hashes its texts.
  ///
  /// The hash is the sum of the hashes of all values within, each with its path, so that the order of members does not matter.
  /// Uses a list instead of recursion, because the server decides how deep values are nested.
  func hash(into hasher: inout Hasher, combiningText combine: (String, inout Hasher) -> Void) {
    var sum = 0
    var open: [(value: JSONValue, place: Int)] = [(self, 0)]
    while let (value, place) = open.popLast() {
      var part = Hasher()
      part.combine(place)
      switch value {
      case .null: part.combine(0)
      case .bool(let value): part.combine(value)
      case .number(let number): part.combine(number)
      case .string(let text): combine(text, &part)
      case .array(let elements):
        part.combine(elements.count)
        for (index, element) in elements.enumerated() { open.append((element, Self.place(index, in: place))) }
      case .object(let object):
        part.combine(object.count)
        for (key, value) in object { open.append((value, Self.place(key, in: place))) }
      }
      sum &+= part.finalize()
    }
    hasher.combine(sum)
  }

  private static func place(_ step: some Hashable, in container: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(container)
    hasher.combine(step)
    return hasher.finalize()
  }
}

extension JSONValue.Object: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: Self, right: Self) -> Bool { JSONValue.object(left) == JSONValue.object(right) }

  /// Hashes the members without regard to their order, as ``JSONValue`` does.
  public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }
}

extension JSONValue {
  /// Compares two values, and their texts with `areEqual`. Uses a list of pairs instead of recursion, because the server
  /// decides how deep values are nested.
  func equals(_ other: JSONValue, comparingTexts areEqual: (String, String) -> Bool) -> Bool {
    var pairs = [(self, other)]
    while let pair = pairs.popLast() {
      switch pair {
      case (.null, .null): continue
      case (.bool(let left), .bool(let right)): guard left == right else { return false }
      case (.number(let left), .number(let right)): guard left == right else { return false }
      case (.string(let left), .string(let right)): guard areEqual(left, right) else { return false }
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pairs.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right)):
        guard left.count == right.count else { return false }
        for (key, value) in left {
          guard let other = right[key] else { return false }
          pairs.append((value, other))
        }
      default: return false
      }
    }
    return true
  }
}
