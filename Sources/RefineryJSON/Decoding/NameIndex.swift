/// Names and the indices of their values. If a name is repeated, the first one counts.
struct NameIndex {
  private var few: [(name: String, value: Int)] = []
  private var many: [String: Int] = [:]
  private var isLong = false
  /// A reused array for the path to a member, for custom strategies.
  var path: [any CodingKey] = []

  /// Removes all names and reserves space.
  mutating func removeAll(count: Int) {
    isLong = count > 8
    path.removeAll(keepingCapacity: true)
    few.removeAll(keepingCapacity: true)
    many.removeAll(keepingCapacity: isLong)
    if isLong { many.reserveCapacity(min(count, 1 << 16)) } else { few.reserveCapacity(count) }
  }

  mutating func add(_ name: String, _ value: Int) {
    guard self.value(of: name) < 0 else { return }
    if isLong { many[name] = value } else { few.append((name, value)) }
  }

  /// The index of a name's value; -1 if there is none.
  func value(of name: String) -> Int {
    if isLong { return many[name] ?? -1 }
    for known in few where known.name == name { return known.value }
    return -1
  }
}
