import FoundationEssentials
import RefineryJSON
import Testing

@Suite struct StrategyTests {
  struct Dated: Codable, Equatable { var at: Date, then: Date? }

  @Test(
    "Each date strategy reads what Foundation reads",
    arguments: [
      "0", "1.5", "-1e3", "\"2026-01-02T03:04:05Z\"", "\"2024-02-29T23:59:59Z\"", "\"2023-02-29T00:00:00Z\"",
      "\"2000-02-29T00:00:00Z\"",
      "\"2100-02-29T00:00:00Z\"", "\"1969-12-31T23:59:59Z\"", "\"9999-12-31T23:59:59Z\"", "\"2026-04-31T00:00:00Z\"",
      "\"2026-01-02T03:04:05+02:00\"", "\"2026-01-02T03:04:05.123Z\"", "\"2026-01-02\"", "\"\"", "\"x\"", "null", "[]",
      "\"2026-12-31T23:59:60Z\"", "\"2026-01-02T03:04:60Z\"", "\"2026-01-02T24:00:00Z\"", #""2026-01-02T03:04:05\u005A""#,
    ])
  func dates(_ text: String) {
    for strategy: JSONDecoder.DateDecodingStrategy in [.deferredToDate, .secondsSince1970, .millisecondsSince1970] {
      let (foundation, refinery) = outcomes(Dated.self, "{\"at\":\(text)}") { $0.dateDecodingStrategy = strategy }
      #expect(foundation == refinery)
    }
    // Foundation leaves the name out of the path of text that is no date.
    let (foundation, refinery) = outcomes(Dated.self, "{\"at\":\(text)}") { $0.dateDecodingStrategy = .iso8601 }
    if case .failure("corrupted", _) = foundation {
      #expect(refinery == .failure("corrupted", path: ["at"]))
    } else {
      #expect(foundation == refinery)
    }
  }

  @Test("The last day of every month from 1970 to 2400 is the same day as Foundation's")
  func calendar() throws {
    var decoder = JSONModelDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let foundation = JSONDecoder()
    foundation.dateDecodingStrategy = .iso8601
    let days = stride(from: 1970, through: 2400, by: 1).flatMap { year in
      [(1, 31), (2, 28), (2, 29), (3, 1), (4, 30), (6, 31), (12, 31)].map { month, day in
        "\"\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)T12:30:15Z\""
      }
    }
    for day in days {
      let data = Data(day.utf8)
      #expect(Outcome { try decoder.decode(Date.self, from: data) } == Outcome { try foundation.decode(Date.self, from: data) })
    }
  }

  @Test("A custom strategy gets the decoder of its value and can read anything there")
  func customDates() throws {
    var decoder = JSONModelDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      #expect(
        decoder.codingPath.map(\.stringValue) == ["Index 1", "at"]
          || decoder.codingPath.map(\.stringValue) == ["Index 0", "at"])
      return Date(timeIntervalSince1970: Double(try decoder.singleValueContainer().decode([Int].self)[0]))
    }
    let dates = try decoder.decode([Dated].self, from: Data("[{\"at\":[1]},{\"at\":[2]}]".utf8))
    #expect(dates.map(\.at.timeIntervalSince1970) == [1, 2])
  }

  @Test(
    "Each data strategy reads what Foundation reads",
    arguments: ["\"aGk=\"", "\"aGk\"", "\"\"", "[1,2]", "null", #""aG\u006B=""#])
  func data(_ text: String) {
    for strategy: JSONDecoder.DataDecodingStrategy in [.base64, .deferredToData, .custom { _ in Data([7]) }] {
      let (foundation, refinery) = outcomes([Data].self, "[\(text)]") { $0.dataDecodingStrategy = strategy }
      #expect(foundation == refinery)
    }
  }

  @Test("Infinity and NaN are read from the strategy's strings, and from no other text")
  func floats() {
    let text = #"["inf","-inf","nan?","\u0069nf"]"#
    for end in 1...4 {
      let part = "[" + text.dropFirst().dropLast().split(separator: ",").prefix(end).joined(separator: ",") + "]"
      let (foundation, refinery) = outcomes([Float].self, part) {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      }
      #expect(foundation == refinery)
    }
    #expect(outcomes(Double.self, "\"inf\"").refinery == .failure("mismatch Double", path: []))
  }

  @Test("Each key strategy converts names except those of dictionaries; paths have the converted names")
  func names() {
    struct Snake: Decodable, Equatable {
      var firstName: String, link: Int?, map: [String: Int]?, inner: [Inner]?
      enum CodingKeys: String, CodingKey { case firstName, link = "_URLString_", map, inner }
    }
    struct Inner: Decodable, Equatable { var postCode: Int }
    for text in [
      #"{"first_name":"a","_URL_string_":1,"map":{"a_b":1}}"#, #"{"first_name":"a","firstName":"b"}"#, #"{"first__name":"a"}"#,
      #"{"FIRST_NAME":"a"}"#, #"{"first_name":"a","inner":[{"post_code":"x"}]}"#, #"{"first_name":"a","map":{"a_b":"x"}}"#,
      #"{"_":1}"#,
      #"{"first_näme":"a","first\u005fname":"b"}"#,
    ] {
      let (foundation, refinery) = outcomes(Snake.self, text) { $0.keyDecodingStrategy = .convertFromSnakeCase }
      #expect(foundation == refinery)
    }
    let (foundation, refinery) = outcomes([Inner].self, #"[{"edoCtsop":1},{"edoCtsop":null}]"#) {
      $0.keyDecodingStrategy = .custom { path in Reversed(stringValue: String((path.last?.stringValue ?? "").reversed())) }
    }
    #expect(foundation == refinery)
    #expect(refinery == .failure("null Int", path: ["Index 1", "postCode"]))
  }

  private struct Reversed: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test("User info reaches the model")
  func userInfo() throws {
    struct Asking: Decodable {
      let answer: Int?
      init(from decoder: any Decoder) throws {
        answer = try #require(CodingUserInfoKey(rawValue: "answer").map { decoder.userInfo[$0] }) as? Int
      }
    }
    var decoder = JSONModelDecoder()
    decoder.userInfo = [try #require(CodingUserInfoKey(rawValue: "answer")): 42]
    #expect(try decoder.decode([Asking].self, from: Data("[1]".utf8))[0].answer == 42)
  }
}
