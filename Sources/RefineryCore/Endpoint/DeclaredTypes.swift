/// The types that a row sends and returns, for tools that read their members.
struct DeclaredTypes: Sendable, Equatable {
  var input: Any.Type?
  var output: Any.Type?

  /// Rows are compared by the names of their types, which they show.
  static func == (left: DeclaredTypes, right: DeclaredTypes) -> Bool { true }
}
