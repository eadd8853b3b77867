import FoundationEssentials
import RefineryJSON

/// What came of writing a model: a document, or an error and its path.
enum Encoding: Equatable {
  case document(String)
  case failure(String, path: [String])

  init(_ write: () throws -> Data) {
    do {
      self = .document(text(try write()))
    } catch EncodingError.invalidValue(_, let context) {
      self = .failure("invalid", path: context.codingPath.map(\.stringValue))
    } catch {
      self = .failure("\(error)", path: [])
    }
  }
}

/// What both encoders make of a model: Foundation's outcome and ours, with names in order unless the settings say otherwise.
func encodings(
  _ value: some Encodable, _ set: (JSONEncoder) -> Void = { _ in }
) -> (foundation: Encoding, refinery: Encoding) {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  set(encoder)
  var ours = JSONModelEncoder()
  ours.outputFormatting = encoder.outputFormatting
  ours.dateEncodingStrategy = encoder.dateEncodingStrategy
  ours.dataEncodingStrategy = encoder.dataEncodingStrategy
  ours.keyEncodingStrategy = encoder.keyEncodingStrategy
  ours.nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
  ours.userInfo = encoder.userInfo
  let settled = ours
  return (Encoding { try encoder.encode(value) }, Encoding { try settled.encode(value) })
}

func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

/// Any model, or what its code does with an encoder.
///
/// Unchecked, because each is used by one test alone.
struct Written: Encodable, @unchecked Sendable {
  let write: (any Encoder) throws -> Void

  init(_ value: some Encodable) { write = { encoder in try value.encode(to: encoder) } }
  init(by write: @escaping (any Encoder) throws -> Void) { self.write = write }
  func encode(to encoder: any Encoder) throws { try write(encoder) }
}

struct AnyName: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }
  init(stringLiteral name: String) { self.init(name) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
