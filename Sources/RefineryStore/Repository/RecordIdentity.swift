import RefineryCore

/// Finds the id of a record in its content, in the form that paths and look-ups use.
struct RecordIdentity: Sendable {
  /// The member that holds the id.
  let member: String
  private let type: any IdentifierReading

  /// Ids of this type, in this member.
  init<ID: Hashable & Sendable>(_ member: String, of type: ID.Type) {
    self.member = member
    self.type = TypedIdentifier<ID>()
  }

  /// Ids that are text, in this member.
  init(_ member: String) { self.init(member, of: String.self) }

  /// The id of a content; nil if it has no id.
  func id(of content: JSONValue) -> String? {
    guard let json = content[member], !json.isNull else { return nil }
    return type.text(of: json)
  }

  /// The text of an id in paths and look-ups.
  static func text(of id: some Hashable) -> String? {
    if case .text(let text) = PathValue(id: id) { text } else { nil }
  }

  /// The texts of ids.
  ///
  /// - Throws: ``StoreError`` of kind ``StoreError/Kind/missingIdentifier`` if one of them is nil or has no text.
  static func texts(of ids: [some Hashable]) throws -> [String] {
    try ids.map { id in
      guard let text = Self.text(of: id) else { throw StoreError(.missingIdentifier) }
      return text
    }
  }
}

private protocol IdentifierReading: Sendable {
  func text(of json: JSONValue) -> String?
}

/// Decodes ids as their declared type, because a UUID can be written in several ways, and an id type of your own can have
/// another form in paths.
private struct TypedIdentifier<ID: Hashable & Sendable>: IdentifierReading {
  func text(of json: JSONValue) -> String? {
    if ID.self != String.self, ID.self != Int.self, let type = ID.self as? any (Decodable & Hashable).Type,
      let text = decoded(type, json)
    {
      return text
    }
    return json.string ?? json.number.map { $0.int.map(String.init) ?? $0.text }
  }

  private func decoded<Value: Decodable & Hashable>(_ type: Value.Type, _ json: JSONValue) -> String? {
    (try? JSONValueDecoder().decode(type, from: json)).flatMap { RecordIdentity.text(of: $0) }
  }
}
