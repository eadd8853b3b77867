import FoundationEssentials
import RefineryJSON

extension MemberCoding {
  /// Reads a member that must be there.
  func read(_ members: Members, _ name: String) throws -> Value {
    var json: JSONValue = try members.value(name)
    if storage.isNumber, case .string(let text) = json {
      // The decoder of a form reads numbers from text. Any other decoder refuses a text here.
      let _: Double = try members.value(name)
      json = (try? JSONValue(parsing: Data(text.utf8))) ?? json
    }
    do {
      return try storage.decode(json)
    } catch {
      throw CodingFault.decodingError(error, Value.self, at: members.codingPath + [MemberName(name)])
    }
  }

  /// Writes a member.
  func write(_ value: Value, _ members: Members, _ name: String) throws {
    var json: JSONValue
    do {
      json = try storage.encode(value)
    } catch {
      throw CodingFault.encodingError(error, Value.self, at: members.codingPath + [MemberName(name)])
    }
    try members.exchange(name, &json)
  }
}
