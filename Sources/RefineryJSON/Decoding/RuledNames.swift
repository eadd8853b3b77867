/// The names of members that a rule has made of keys.
struct RuledNames {
  /// In the order in which models asked for them first.
  private var known: [(key: String, name: String)] = []
  private var places: [String: Int] = [:]
  private var expected = 0

  /// The name of the member for a key.
  mutating func name(of key: String, by rule: (String) -> String) -> String {
    // Models of one list ask in the same order again and again.
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
    expected = known.count
    return name
  }

  /// Forgets all of them.
  mutating func removeAll() {
    known.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    expected = 0
  }

  /// The key of which a name was made.
  func key(of name: String) -> String? { known.first { $0.name == name }?.key }
}
