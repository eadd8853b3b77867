import FoundationEssentials
import RefineryJSON

/// What came of reading a document: a value, or an error's case, type and path.
enum Outcome<Value: Equatable>: Equatable {
  case value(Value)
  case failure(String, path: [String])

  var isValue: Bool { if case .value = self { true } else { false } }

  init(_ read: () throws -> Value) {
    do {
      self = .value(try read())
    } catch DecodingError.typeMismatch(let type, let context) {
      self = .failure("mismatch \(type)", path: context.codingPath.map(\.stringValue))
    } catch DecodingError.valueNotFound(let type, let context) {
      self = .failure("null \(type)", path: context.codingPath.map(\.stringValue))
    } catch DecodingError.keyNotFound(let key, let context) {
      self = .failure("missing \(key.stringValue)", path: context.codingPath.map(\.stringValue))
    } catch DecodingError.dataCorrupted(let context) {
      self = .failure("corrupted", path: context.codingPath.map(\.stringValue))
    } catch {
      self = .failure("\(error)", path: [])
    }
  }
}

/// A value that is read by Codable, even if it could read itself.
private struct Codably<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
}

/// A value that only the generated code reads.
private struct Directly<Value: JSONReadable>: JSONReadable {
  struct NotDirect: Error {}

  let value: Value

  init(json: inout JSONReader) throws { value = try json.value() }
  init(from decoder: any Decoder) throws { throw NotDirect() }
}

/// What the generated code makes of a list with one document, and what Codable does. If Codable reads the document, the
/// generated code must do so without help.
func outcomes<Value: Decodable & Equatable & JSONReadable>(
  _ type: Value.Type, _ text: String
) -> (direct: Outcome<[Value]>, codable: Outcome<[Value]>) {
  let data = Data("[\(text)]".utf8)
  let codable = Outcome { try JSONModelDecoder().decode([Codably<Value>].self, from: data).map(\.value) }
  let direct =
    codable.isValue
    ? Outcome { try JSONModelDecoder().decode([Directly<Value>].self, from: data).map(\.value) }
    : Outcome { try JSONModelDecoder().decode([Value].self, from: data) }
  return (direct, codable)
}
