import RefineryCore

/// Finds the id of a record in its content, in the form that paths and look-ups use.
struct RecordIdentity: Sendable {
  /// The member that holds the id.
  let member: String
  private let type: any (Hashable & Sendable).Type

  /// Ids of this type, in this member.
  init(_ member: String, of type: any (Hashable & Sendable).Type = String.self) {
    self.member = member
    self.type = type
  }

  /// The id of a content; nil if it has no id.
  ///
  /// Ids are decoded as their declared type, because a UUID can be written in several ways, and an id type of your own can have
  /// another form in paths.
  func id(of content: JSONValue) -> String? {
    guard let json = content[member], !json.isNull else { return nil }
    if type != String.self, type != Int.self, let type = type as? any (Decodable & Hashable).Type,
      let text = Self.decoded(type, json)
    {
      return text
    }
    return json.string ?? json.number.map { $0.int.map(String.init) ?? $0.text }
  }

  private static func decoded<Value: Decodable & Hashable>(_ type: Value.Type, _ json: JSONValue) -> String? {
    (try? JSONValueDecoder().decode(type, from: json)).flatMap { text(of: $0) }
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
