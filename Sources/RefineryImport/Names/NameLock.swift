/// The names that an import gave, by what they name. A later import gives them again, so that a name in an app stays, whatever
/// is added to the description.
package struct NameLock: Sendable, Equatable {
  /// From what is named, such as `type openapi.yaml#/components/schemas/User`, to its name.
  package private(set) var names: [String: String] = [:]
  private(set) var earlier: [String: String]

  /// Begins with the names of an earlier import.
  package init(_ earlier: [String: String] = [:]) { self.earlier = earlier }

  /// The lock that an import leaves.
  init(keeping names: [String: String]) {
    self.names = names
    earlier = [:]
  }

  /// The name of an earlier import; nil if there is none.
  func name(of thing: String) -> String? { earlier[thing] }

  /// Keeps a name.
  mutating func keep(_ name: String, for thing: String) { names[thing] = name }
}
