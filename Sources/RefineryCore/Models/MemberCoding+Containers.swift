import FoundationEssentials
import RefineryJSON

extension MemberCoding {
  func read(_ container: KeyedDecodingContainer<MemberName>, _ key: MemberName) throws -> Value {
    var json = try container.decode(JSONValue.self, forKey: key)
    if storage.isNumber, case .string(let text) = json {
      // The decoder of a form reads numbers from text. Any other decoder refuses a text here.
      _ = try container.decode(Double.self, forKey: key)
      json = (try? JSONValue(parsing: Data(text.utf8))) ?? json
    }
    do {
      return try storage.decode(json)
    } catch {
      throw CodingFault.decodingError(error, Value.self, at: container.codingPath + [key])
    }
  }

  func readIfPresent(_ container: KeyedDecodingContainer<MemberName>, _ key: MemberName) throws -> Value? {
    guard container.contains(key), try !container.decodeNil(forKey: key) else { return nil }
    return try read(container, key)
  }

  func write(_ value: Value, _ container: inout KeyedEncodingContainer<MemberName>, _ key: MemberName) throws {
    let json: JSONValue
    do {
      json = try storage.encode(value)
    } catch {
      throw CodingFault.encodingError(error, Value.self, at: container.codingPath + [key])
    }
    try container.encode(json, forKey: key)
  }
}
