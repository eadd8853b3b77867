import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct InternetDateTests {
  private struct Dated: Codable, Equatable { var at: Date }
  private struct Direct: JSONReadable {
    static let keys: JSONKeys = ["at"]
    let at: Date
    init(json: inout JSONReader) throws {
      var at: Date?
      var members = try json.object(Self.keys)
      while try json.next(in: &members) != nil { at = try json.value() }
      self.at = try json.require(at)
    }
  }

  private static var decoder: JSONModelDecoder {
    var decoder = JSONModelDecoder()
    decoder.readsInternetDates = true
    return decoder
  }

  @Test(
    "Codable, JSONReadable and text read the same dates, with any fraction and offset",
    arguments: [
      ("2023-11-14T22:13:20Z", 1_700_000_000), ("2023-11-14t22:13:20z", 1_700_000_000), ("2023-11-14 22:13:20Z", 1_700_000_000),
      ("2023-11-14T22:13:20.25Z", 1_700_000_000.25), ("2023-11-14T22:13:20,5Z", 1_700_000_000.5),
      ("2023-11-14T22:13:20.123456789Z", 1_700_000_000.123456789), ("2023-11-15T00:13:20+02:00", 1_700_000_000),
      ("2023-11-14T20:43:20-0130", 1_700_000_000), ("2023-11-14T23:13:20+01", 1_700_000_000),
      ("1969-12-31T23:59:59.5Z", -0.5), ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("2023\\u002d11-14T22:13:20Z", 1_700_000_000),
      ("2023-11-14T22:13:20.12345678901234567890Z", 1_700_000_000.1234567890123),
    ] as [(String, Double)])
  func accepts(_ text: String, _ seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let document = Data(#"{"at":"\#(text)"}"#.utf8)
    #expect(try Self.decoder.decode(Dated.self, from: document).at == date)
    #expect(try Self.decoder.decode(Directly<Direct>.self, from: document).value.at == date)
    if !text.contains("\\") { #expect(InternetDate.date(text) == date) }
  }

  @Test(
    "Text that is not a date of RFC 3339, or names a day that does not exist, is refused with its path",
    arguments: [
      "", "2023", "2023-11-14", "2023-11-14T22:13:20", "2023-11-14T22:13:20.Z", "2023-11-14T22:13:20+", "2023-11-14T22:13:20+1",
      "2023-11-14T22:13:20+01:", "2023-11-14T22:13:20+01:6", "2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20+01:60",
      "2023-11-14T22:13:20ZZ", "2023-11-14T22:13:20Z ", "2023-11-14X22:13:20Z", "2023-13-01T00:00:00Z", "2023-00-01T00:00:00Z",
      "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2023-04-31T00:00:00Z", "2023-01-00T00:00:00Z", "2023-01-01T24:00:00Z",
      "2023-01-01T00:60:00Z", "2023-01-01T00:00:61Z", "+023-01-01T00:00:00Z", "２023-01-01T00:00:00Z", "2023-1-01T00:00:00Z",
    ])
  func refuses(_ text: String) throws {
    let document = Data(#"{"at":"\#(text)"}"#.utf8)
    #expect(InternetDate.date(text) == nil)
    for read in [
      { _ = try Self.decoder.decode(Dated.self, from: document) }, { _ = try Self.decoder.decode(Direct.self, from: document) },
    ] {
      let error = try #require(throws: DecodingError.self, performing: read)
      guard case .dataCorrupted(let context) = error else {
        Issue.record(error)
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["at"])
      #expect(!"\(context)".contains(text) || text.count < 5)
    }
  }

  @Test("Another kind of value, or null, is not a date", arguments: ["5", "true", "[]", "{}", "null"])
  func mismatches(_ value: String) throws {
    let document = Data(#"{"at":\#(value)}"#.utf8)
    let errors = [
      try #require(throws: DecodingError.self) { try Self.decoder.decode(Dated.self, from: document) },
      try #require(throws: DecodingError.self) { try Self.decoder.decode(Direct.self, from: document) },
    ]
    for error in errors {
      switch (value, error) {
      case ("null", .valueNotFound(let type, let context)):
        #expect(context.codingPath.map(\.stringValue) == ["at"])
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Date.self))
      case (_, .typeMismatch(let type, let context)):
        #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
        #expect(context.codingPath.map(\.stringValue) == ["at"])
      default: Issue.record("\(value): \(error)")
      }
    }
  }

  @Test("Dates are written in UTC, with milliseconds unless they are zero; dates after the year 9999 are refused")
  func writing() throws {
    var encoder = JSONModelEncoder()
    encoder.writesInternetDates = true
    for (seconds, text) in [
      (1_700_000_000, "2023-11-14T22:13:20Z"), (1_700_000_000.25, "2023-11-14T22:13:20.250Z"),
      (-0.001, "1969-12-31T23:59:59.999Z"),
      (-62_167_219_200, "0000-01-01T00:00:00Z"), (253_402_300_799.999, "9999-12-31T23:59:59.999Z"),
      (0.0004, "1970-01-01T00:00:00Z"),
    ] as [(Double, String)] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(String(decoding: try encoder.encode(Dated(at: date)), as: UTF8.self) == #"{"at":"\#(text)"}"#)
      #expect(InternetDate.text(of: date) == text)
    }
    for seconds in [253_402_300_800, -62_167_219_200.001, .infinity, -.infinity, .nan, 1e300] as [Double] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(InternetDate.text(of: date) == nil)
      let error = try #require(throws: EncodingError.self) { try encoder.encode(["x": [date]]) }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["x", "Index 0"])
    }
  }
}
