import FoundationEssentials
import RefineryJSON
import Testing

/// What came of writing a model: a document, or an error and its path.
enum Encoding: Equatable {
  case document(String)
  case failure(String, path: [String])

  /// Documents are compared byte by byte: `==` of strings does not tell names apart that are the same text.
  static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.document(let left), .document(let right)): left.utf8.elementsEqual(right.utf8)
    case (.failure(let left, let leftPath), .failure(let right, let rightPath)): left == right && leftPath == rightPath
    default: false
    }
  }

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

/// Compares both encoders' documents of what a model writes: by itself, in an array and in an object, in each format.
func compare(_ write: @escaping (any Encoder) throws -> Void) {
  for value in [Written(by: write), Written([Written(by: write), Written(by: write)]), Written(["k": Written(by: write)])] {
    for format in EncoderTests.formats {
      let (foundation, refinery) = encodings(value) { $0.outputFormatting = format }
      #expect(foundation == refinery)
    }
    // Without `sortedKeys`, the encoder arranges members in another way, and Foundation's order is random.
    let unsorted = Outcome { try JSONValue(parsing: JSONModelEncoder().encode(value), allowsRepeatedKeys: false) }
    #expect(unsorted == Outcome { try JSONValue(parsing: JSONEncoder().encode(value)) })
  }
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
