import FoundationEssentials
import RefineryJSON

/// What came of reading a document: a value, or an error's case, type and path.
enum Outcome<Value: Equatable>: Equatable {
  case value(Value)
  case failure(String, path: [String])

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

extension Outcome {
  /// The outcome for what Foundation names no path for: a number that it refuses.
  var withoutPath: Outcome {
    if case .failure(let kind, _) = self { return .failure(kind, path: []) }
    return self
  }
}

/// What both decoders make of a document: Foundation's outcome and ours.
func outcomes<Value: Decodable & Equatable>(
  _ type: Value.Type, _ data: Data, _ set: (JSONDecoder) -> Void = { _ in }
) -> (foundation: Outcome<Value>, refinery: Outcome<Value>) {
  let decoder = JSONDecoder()
  set(decoder)
  var ours = JSONModelDecoder()
  ours.dateDecodingStrategy = decoder.dateDecodingStrategy
  ours.dataDecodingStrategy = decoder.dataDecodingStrategy
  ours.keyDecodingStrategy = decoder.keyDecodingStrategy
  ours.nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
  ours.userInfo = decoder.userInfo
  let settled = ours
  return (Outcome { try decoder.decode(type, from: data) }, Outcome { try settled.decode(type, from: data) })
}

func outcomes<Value: Decodable & Equatable>(
  _ type: Value.Type, _ text: String, _ set: (JSONDecoder) -> Void = { _ in }
) -> (foundation: Outcome<Value>, refinery: Outcome<Value>) {
  outcomes(type, Data(text.utf8), set)
}

/// `Codable` was asked for a value that should read itself.
struct NotDirect: Error {}

/// A value that is read only by its ``JSONReadable`` conformance.
struct Directly<Value: JSONReadable>: JSONReadable {
  let value: Value

  init(json: inout JSONReader) throws { value = try json.value() }
  init(from decoder: any Decoder) throws { throw NotDirect() }
}

/// Parses a JSON text.
func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

/// Any JSON, read with every question that a model can ask.
indirect enum Anything: Decodable, Equatable {
  case null, bool(Bool), integer(Int), double(Double), string(String), list([Anything]), object([String: Anything])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([Anything].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: Anything].self))
    }
  }
}
