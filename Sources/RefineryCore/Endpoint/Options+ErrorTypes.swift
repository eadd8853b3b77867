extension Options {
  /// The types of error bodies by status: see ``Options/errors``. The first entry that covers a status applies.
  public struct ErrorTypes: Sendable, Equatable, CustomStringConvertible {
    private var entries: [Entry] = []

    private struct Entry: Sendable, Equatable {
      let statuses: StatusSet
      let type: any (Decodable & Error & Sendable).Type
      let envelope: MemberPath

      static func == (left: Entry, right: Entry) -> Bool {
        left.statuses == right.statuses && left.type == right.type && left.envelope == right.envelope
      }
    }

    /// No types.
    public init() {}

    /// Adds one more type, which takes precedence over the others.
    ///
    /// ```swift
    /// static let options = Options { $0.errors.add(ValidationErrors.self, for: 422) }
    /// ```
    /// - Parameters:
    ///   - type: the type of the details.
    ///   - statuses: the statuses of the responses.
    ///   - envelope: the place of the details in the body; empty for the top level.
    public mutating func add<Details: Decodable & Error & Sendable>(
      _ type: Details.Type, for statuses: StatusSet, at envelope: MemberPath = []
    ) {
      entries.insert(Entry(statuses: statuses, type: type, envelope: envelope), at: 0)
    }

    /// The type of the details for a status, and their place in the body.
    package func place(for status: Int) -> (type: any (Decodable & Error & Sendable).Type, envelope: MemberPath)? {
      entries.first { $0.statuses.contains(status) }.map { ($0.type, $0.envelope) }
    }

    /// Whether there are no types.
    var isEmpty: Bool { entries.isEmpty }

    /// `422:ValidationErrors`.
    public var description: String { entries.map { "\($0.statuses):\($0.type)" }.joined(separator: ",") }
  }
}
