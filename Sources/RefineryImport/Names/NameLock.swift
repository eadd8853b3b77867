/// The names that an import gave, by what they name. A later import gives them again, so that a name in an app stays, whatever
/// is added to the description.
package struct NameLock: Sendable, Equatable {
  /// From what is named, such as `type openapi.yaml#/components/schemas/User`, to its name.
  package private(set) var names: [String: String] = [:]
  private(set) var earlier: [String: String]

  /// Begins with the names of an earlier import.
  package init(_ earlier: [String: String] = [:]) { self.earlier = earlier }

  /// The lock that an import leaves: the names that it gave, and those of an earlier import for what it did not have, which
  /// may come back. Where a function now has the name of one that is gone, that one loses it.
  func merged() -> NameLock {
    func place(_ thing: String, _ name: String) -> String { "\(thing.prefix { $0 != " " }) \(name)" }
    let given = Set(names.map(place))
    var merged = NameLock()
    merged.names = names.merging(earlier.filter { !given.contains(place($0.key, $0.value)) }) { own, _ in own }
    return merged
  }

  /// The name of an earlier import; nil if there is none.
  func name(of thing: String) -> String? { earlier[thing] }

  /// Keeps a name.
  mutating func keep(_ name: String, for thing: String) { names[thing] = name }
}
