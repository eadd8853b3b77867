/// The names that `memberName` has returned for the keys of models.
struct MemberNameCache {
  /// In the order in which models first use them.
  private var known: [(key: String, name: String)] = []
  private var places: [String: Int] = [:]
  /// The first key for each name.
  private var keys: [String: String] = [:]
  private var expected = 0

  /// The name of the member for a key.
  mutating func name(of key: String, by rule: (String) -> String) -> String {
    // The models of a list use the same keys in the same order.
    if expected >= known.count { expected = 0 }
    if expected < known.count, known[expected].key == key {
      expected += 1
      return known[expected - 1].name
    }
    if let place = places[key] {
      expected = place + 1
      return known[place].name
    }
    let name = rule(key)
    places[key] = known.count
    known.append((key, name))
    if keys[name] == nil { keys[name] = key }
    expected = known.count
    return name
  }

  mutating func removeAll() {
    known.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    expected = 0
  }

  /// The key from which a name was made; nil if no model has used it.
  func key(of name: String) -> String? { keys[name] }
}
