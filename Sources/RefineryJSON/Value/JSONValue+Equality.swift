extension JSONValue: Hashable {
  /// Whether both are the same value. Numbers are compared by value; the order of the members of objects is ignored.
  public static func == (left: JSONValue, right: JSONValue) -> Bool { left.equals(right, comparingTexts: ==) }

  /// Hashes four levels of nesting. An array or object at the fourth level counts only by its size.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 4) }

  fileprivate func hash(into hasher: inout Hasher, levels: Int) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements):
      hasher.combine(elements.count)
      if levels > 1 { for element in elements { element.hash(into: &hasher, levels: levels - 1) } }
    case .object(let object):
      hasher.combine(object.count)
      if levels > 1 { hasher.combine(object.hash(levels: levels - 1)) }
    }
  }
}

extension JSONValue.Object: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: Self, right: Self) -> Bool { JSONValue.object(left) == JSONValue.object(right) }

  /// Hashes the members without regard to their order, as ``JSONValue`` does.
  public func hash(into hasher: inout Hasher) { JSONValue.object(self).hash(into: &hasher) }

  fileprivate func hash(levels: Int) -> Int {
    var sum = 0
    for (key, value) in self {
      var member = Hasher()
      member.combine(key)
      value.hash(into: &member, levels: levels)
      sum &+= member.finalize()
    }
    return sum
  }
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
