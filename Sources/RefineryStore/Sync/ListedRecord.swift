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
      let members = (try? [String: Member](from: decoder)) ?? [:]
      content = .object(JSONValue.Object(members.compactMap { name, member in member.value.map { (name, $0) } }))
    }
  }

  private struct Member: Decodable {
    let value: JSONValue?
    init(from decoder: any Decoder) { value = try? JSONValue(from: decoder) }
  }
}
