import FoundationEssentials
import RefineryJSON
import TestSupport
import Testing

/// The parser of `JSONValue` against the vectors, against the decoder of models, and against Foundation.
@Suite struct ParsingVectorTests {
  @Test("I13: every vector that RFC 8259 accepts is parsed, and every one that it refuses is refused")
  func vectors() throws {
    for vector in try Vector.all() {
      let json = try? JSONValue(parsing: vector.data)
      switch vector.verdict {
      case "y": #expect(json != nil, "\(vector.name)")
      case "n": #expect(json == nil, "\(vector.name)")
      // What the RFC leaves open is decided as for models, but the bytes must be UTF-8, and numbers have any size.
      default:
        let isExpected = (vector.isTaken || vector.name.hasPrefix("number-")) && !Self.isWide(vector.data)
        #expect((json != nil) == isExpected, "\(vector.name)")
      }
      guard let json, !vector.name.hasSuffix("-512") else { continue }
      #expect(try JSONModelDecoder().decode(JSONValue.self, from: vector.data) == json, "\(vector.name)")
      #expect(try JSONValue(parsing: json.data()) == json, "\(vector.name)")
      #expect(try JSONValue(parsing: json.text(pretty: true, sortedKeys: true)) == json, "\(vector.name)")
    }
  }

  @Test(
    "I13: the decoder of models reads what the parser accepts, with the same value, and accepts only trailing commas more",
    .afterTheRush)
  func mutations() throws {
    var random = ItemFuzzTests.Random(seed: 11)
    var accepted = 0
    var refused = 0
    for _ in 0..<4000 {
      let bytes = random.broken(#"{"x":\#(random.value(3)),"y":[\#(random.items().joined(separator: ","))]}"#)
      let data = Data(bytes)
      let parsed = Result { try JSONValue(parsing: data) }
      let model = try? JSONModelDecoder().decode(JSONValue.self, from: data)
      let shown = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
      switch parsed {
      case .success(let json):
        accepted += 1
        #expect(model?.text() == json.text(), shown)
        #expect(try JSONValue(parsing: json.data()).text() == json.text(), shown)
      case .failure(let error):
        refused += 1
        let fault = try #require(error as? JSONValue.Malformed)
        #expect((0...bytes.count).contains(fault.offset), shown)
        #expect(model == nil || Self.isWide(data) || Self.hasTrailingComma(bytes, at: fault.offset), shown)
      }
    }
    #expect(accepted > 500 && refused > 500, "\(accepted) accepted, \(refused) refused")
  }

  /// Whether the bytes are UTF-16 or UTF-32, which only models may be.
  private static func isWide(_ data: Data) -> Bool {
    data.prefix(4).contains(0) || data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
  }

  /// Whether a closing bracket follows a comma at the offset.
  private static func hasTrailingComma(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset < bytes.count, [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[offset]) else { return false }
    return bytes[..<offset].last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } == UInt8(ascii: ",")
  }
}
