import RefineryParts

/// Values by key, such as the name of a user. ``trim(to:keeping:)`` removes those that were not used for the longest time.
struct RecentValues<Value> {
  private var values: [ExactText: (value: Value, lastUse: Int)] = [:]
  private var uses = 0

  var count: Int { values.count }

  /// Returns a value without using it.
  func peek(_ key: String) -> Value? { values[ExactText(key)]?.value }

  /// Uses the value of a key, and creates it if there is none.
  mutating func use<Output>(
    _ key: String, orCreate initial: @autoclosure () -> Value, _ body: (inout Value) throws -> Output
  ) rethrows -> Output {
    uses += 1
    return try { slot in
      slot.lastUse = uses
      return try body(&slot.value)
    }(&values[ExactText(key), default: (initial(), uses)])
  }

  mutating func remove(_ key: String) { values[ExactText(key)] = nil }

  mutating func removeAll(where isRemoved: (Value) -> Bool) { values = values.filter { !isRemoved($0.value.value) } }

  /// If there are more values than `limit`, removes the least recently used ones. It removes an eighth of the limit more, so
  /// that the next values cost nothing. Values that must be kept are not counted and not removed; `kept` is their number.
  mutating func trim(to limit: Int, _ kept: Int = 0, keeping mustKeep: (Value) -> Bool = { _ in false }) {
    guard values.count - kept > limit else { return }
    let removable = values.filter { !mustKeep($0.value.value) }.map { (key: $0.key, lastUse: $0.value.lastUse) }
    let excess = max(removable.count - (limit - limit / 8), 0)
    for (key, _) in removable.sorted(by: { $0.lastUse < $1.lastUse }).prefix(excess) { values[key] = nil }
  }
}
