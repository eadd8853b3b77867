/// A model whose members are listed once, for reading, writing and describing. `refinery import` writes such models.
///
/// ```swift
/// struct Job: ObjectModel {
///   var id: String
///   var note: String?
///   var created: Date
///
///   init(id: String, note: String? = nil, created: Date) {
///     self.id = id
///     self.note = note
///     self.created = created
///   }
///
///   init(_ unread: Unread) {
///     id = ""
///     created = .distantPast
///   }
///
///   mutating func list(_ members: Members) {
///     members.required("id", &id)
///     members.optional("note", &note)
///     members.required("created_at", &created, .unixTime)
///   }
/// }
/// ```
/// The list takes the place of `CodingKeys` and of the synthesized `Codable`. It compiles in half of the time, to half of the
/// code. Errors have the kind and the path that a synthesized `Codable` gives.
///
/// The names in the list are those of the document: the strategies of Refinery's coders for names do not apply to them. Those
/// of Foundation's coders do, so leave them at their default.
public protocol ObjectModel: Codable, Sendable {
  /// Creates a model with values that nobody reads: ``list(_:)`` replaces them next.
  init(_ unread: Unread)

  /// Calls a function of `members` for each member, in any order. It must call the same functions each time.
  mutating func list(_ members: Members)
}

extension ObjectModel {
  /// Reads the members in the list.
  public init(from decoder: any Decoder) throws {
    self.init(Unread())
    let members = try Members(reading: decoder, of: Self.self)
    list(members)
    try members.end()
  }

  /// Writes the members in the list.
  public func encode(to encoder: any Encoder) throws {
    var model = self
    let members = Members(writing: encoder, of: Self.self)
    model.list(members)
    try members.end()
  }
}

/// Selects the initializer of a model whose values are read next. Only Refinery creates it; a model passes it on to the models
/// within: `owner = Owner(unread)`.
public struct Unread: Sendable {
  init() {}
}
