/// What an import takes from a description, and how it names and declares it.
package struct ImportOptions: Sendable, Equatable {
  /// The access of what is imported.
  package enum Access: String, Sendable, CaseIterable {
    case `public`, package, `internal`

    /// Before a declaration: `public `, or nothing for internal.
    var modifier: String { self == .internal ? "" : "\(rawValue) " }
  }

  /// The name of the namespace; nil for one made from the title.
  package var name: String?
  package var access = Access.public
  /// The tags and the operations, by their id or by `METHOD /path`, that are imported; empty for all.
  package var only: [String] = []
  /// The tags and operations that are left out.
  package var without: [String] = []
  /// Whether models are `Hashable`, which costs time of the compiler and code.
  package var hashable = false
  /// Whether each object keeps the members that the description does not name.
  package var keepsUnknownMembers = false

  package init() {}
}
