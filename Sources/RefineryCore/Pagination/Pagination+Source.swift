import HTTPTypes

extension Pagination {
  /// A place in a response that a strategy reads.
  public struct Source: Sendable, Hashable, CustomStringConvertible {
    enum Place: Hashable { case header(String), body(MemberPath) }
    let place: Place

    /// A header field; its name in any case.
    public static func header(_ name: String) -> Source { Source(place: .header(name)) }
    /// A member of the body, by its path.
    public static func body(_ path: MemberPath) -> Source { Source(place: .body(path)) }

    /// Why it cannot be read, in a sentence.
    var problem: String? {
      switch place {
      case .header(let name): HTTPField.Name(name) == nil ? "'\(Redaction.escaped(name))' is not a header field name" : nil
      case .body(let path): path.parts.isEmpty ? "the path to a member of the body is empty" : nil
      }
    }

    /// `header X-Total` or `body meta.total`.
    public var description: String {
      switch place {
      case .header(let name): "header \(name)"
      case .body(let path): "body \(path)"
      }
    }
  }
}
