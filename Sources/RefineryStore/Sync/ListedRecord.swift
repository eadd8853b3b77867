import RefineryCore

/// An element of a listing. Text that is not valid Unicode, such as half a surrogate pair, makes only
/// its own element fail.
struct ListedRecord: Decodable, Sendable {
  /// The record. If it cannot be read, only its readable members.
  let content: JSONValue
  /// Why it cannot be read.
  let error: MappingError?

  init(_ content: JSONValue) {
    self.content = content
    error = nil
  }

  init(from decoder: any Decoder) throws {
    do {
      content = try JSONValue(from: decoder)
      error = nil
    } catch {
      self.error = MappingError(decoding: error, expecting: JSONValue.self)
      var members: JSONValue.Object = [:]
      if let container = try? decoder.container(keyedBy: Name.self) {
        for name in container.allKeys { members[name.stringValue] = try? container.decode(JSONValue.self, forKey: name) }
      }
      content = .object(members)
    }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}
