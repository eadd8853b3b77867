/// Names and where their values are; of a repeated one the first counts.
struct NameList {
  private var few: [(name: String, value: Int)] = []
  private var many: [String: Int] = [:]
  private var isLong = false
  /// Room for the path to a member, for strategies that ask for it.
  var path: [any CodingKey] = []

  /// Forgets all names, and makes ready for others.
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

  /// Where the name's value is; -1 if it is not there.
  func value(of name: String) -> Int {
    if isLong { return many[name] ?? -1 }
    for known in few where known.name == name { return known.value }
    return -1
  }
}
