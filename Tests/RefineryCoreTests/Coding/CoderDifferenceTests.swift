import FoundationEssentials
import RefineryCore
import RefineryJSON
import Testing

/// Every type that a coder knows of, in one model.
private struct Everything: Codable, Equatable {
  struct Part: Codable, Equatable {
    var imageURL: URL?
    var sizeInBytes: UInt8?
    var more: [Part]?
  }
  enum Colour: String, Codable { case red, green }

  var id: Int
  var fullName: String
  var isActive: Bool?
  var ratio: Double?
  var share: Float?
  var price: Decimal?
  var createdAt: Date?
  var blob: Data?
  var colour: Colour?
  var part: Part?
  var byName: [String: Part]?
  var byNumber: [Int: String]?
  var nick: Field<String> = .absent
}

/// What came of a reading: a value, or what is wrong and where.
private enum Outcome<Value: Equatable>: Equatable {
  case value(Value)
  case fault(MappingError.Kind, [String])

  init(_ read: () throws -> Value) throws {
    do {
      self = .value(try read())
    } catch let error as MappingError {
      // The place of a fault in malformed JSON differs: it may be in a member that a decoder does not read.
      self = .fault(error.kind, error.kind == .malformed ? [] : error.codingPath)
    }
  }
}

@Suite struct CoderDifferenceTests {
  private static let good = """
    {"id":1,"fullName":"A\\u00e9\\ud83d\\ude00","isActive":true,"ratio":-1.5e-3,"share":0.1,"price":12.340,\
    "createdAt":"2023-11-14T22:13:20.250+01:00","blob":"AP8Q","colour":"red","part":{"imageURL":"https://h/p?q=1",\
    "sizeInBytes":255,"more":[{},{"sizeInBytes":0}]},"byName":{"some_key":{"sizeInBytes":1},"otherKey":{}},\
    "byNumber":{"1":"x"},"nick":null,"unknown":[{"a":1}]}
    """

  /// What takes the place of a piece of the good document, one at a time.
  private static let changes: [(String, String)] = [
    ("", ""), (#""id":1"#, #""id":1.0"#), (#""id":1"#, #""id":1e2"#), (#""id":1"#, #""id":1.5"#), (#""id":1"#, #""id":"1""#),
    (#""id":1"#, #""id":null"#), (#""id":1"#, #""id":18446744073709551616"#), (#""id":1,"#, ""), (#""id":1"#, #""id":{}"#),
    (#""id":1"#, #""id":-0"#), (#""id":1"#, #""id":true"#),
    (#""fullName":"A"#, #""fullName":5,"x":"A"#), (#""fullName":"A"#, #""fullName":["a"],"x":"A"#), (#"\ud83d\ude00"#, #"\\"#),
    ("true", "1"), ("true", "null"), ("true", #""true""#),
    ("-1.5e-3", "1e400"), ("-1.5e-3", #""x""#), ("-1.5e-3", "7"), ("0.1", "1e39"), ("0.1", "[]"), ("12.340", #""12""#),
    ("12.340", "123456789012345678901234567890.12"), ("2023-11-14T22:13:20.250+01:00", "2023-11-14T22:13:20Z"),
    ("2023-11-14T22:13:20.250+01:00", "2023-11-14t22:13:60,123456789-0130"), (#""2023-11-14T22:13:20.250+01:00""#, "5"),
    ("2023-11-14T22:13:20.250+01:00", "2023-02-29T22:13:20Z"), ("2023-11-14T22:13:20.250+01:00", "2024-02-29 22:13:20Z"),
    ("2023-11-14T22:13:20.250+01:00", "2023-11-14"), ("2023-11-14T22:13:20.250+01:00", "2023\\u002d11-14T22:13:20Z"),
    ("2023-11-14T22:13:20.250+01:00", ""), (#""2023-11-14T22:13:20.250+01:00""#, "null"), ("AP8Q", "?"), (#""AP8Q""#, "[1]"),
    (#""red""#, #""blue""#), (#""red""#, "{}"), ("https://h/p?q=1", ""), (#""https://h/p?q=1""#, "1"), ("255", "256"),
    ("255", "-1"), (#"{"sizeInBytes":0}"#, #"{"sizeInBytes":"x"}"#), (#"[{},"#, #"[null,"#), (#"[{},"#, #"{"a":[{},"#),
    (#"{"sizeInBytes":1}"#, #"{"sizeInBytes":0.5}"#), (#"{"sizeInBytes":1}"#, "[]"), (#"{"1":"x"}"#, #"{"x":"x"}"#),
    (#"{"1":"x"}"#, #"{"1":2}"#), (#""nick":null"#, #""nick":"n""#), (#""nick":null"#, #""nick":5"#), (#""nick":null,"#, ""),
    (#"{"a":1}"#, #"{"a":1"#), (#"{"a":1}"#, ""), (#"{"id""#, #"[{"id""#), (#"{"id""#, " \n{ \t\"id\" "), ("}", "} x"),
  ]

  // Members that are not read are not judged: numbers, escapes and repetitions have a test of their own.
  private static var documents: [String] {
    changes.map { $0.isEmpty ? good : good.replacing($0, with: $1, maxReplacements: 1) }
      + ["", "null", "[]", "{}", "5", #""x""#, "{", "<html>", "\u{FEFF}\(good)"]
  }

  /// Names as these strategies write them.
  private static func renamed(_ document: String, _ keys: KeyStrategy) -> String {
    [
      "id", "fullName", "isActive", "ratio", "share", "price", "createdAt", "blob", "colour", "part", "imageURL", "sizeInBytes",
      "more", "byName", "byNumber", "nick",
    ].reduce(document) {
      $0.replacing("\"\($1)\"", with: "\"\(keys.name(of: $1))\"")
    }
  }

  private func compare<Value: Decodable & Equatable>(
    _ type: Value.Type, _ document: String, at path: [String] = [], keys: KeyStrategy = .asWritten,
    dates: DateStrategy = .iso8601
  ) throws {
    let body = Data(document.utf8)
    let ours = try Outcome { try JSONCoder(dates: dates, keys: keys).decode(type, from: body, at: path) }
    let foundations = try Outcome { try FoundationJSONCoder(dates: dates, keys: keys).decode(type, from: body, at: path) }
    #expect(ours == foundations, "\(document)")
    guard !document.isEmpty else { return }
    let exact = try Outcome {
      do {
        return try JSONValueDecoder(dates: dates, keys: keys).decode(type, from: try JSONValue(parsing: body), at: path)
      } catch {
        throw MappingError(decoding: error, expecting: type)
      }
    }
    #expect(ours == exact, "\(document)")
  }

  @Test("C01, C05, C06: every coder reads the same of good and bad documents, with the same error at the same place")
  func models() throws {
    for document in Self.documents {
      try compare(Everything.self, document)
      try compare([String: [Everything]].self, #"{"items":[\#(Self.good),\#(document.isEmpty ? "1" : document)]}"#)
      try compare(Everything?.self, document)
    }
  }

  @Test("C02, C03, C04: so they do inside of envelopes, and where these are missing or something else")
  func envelopes() throws {
    for document in Self.documents {
      let body = #"{"meta":[1,{"data":2}],"data":{"result":\#(document)},"more":3}"#
      try compare(Everything.self, body, at: ["data", "result"])
      try compare([Everything].self, body, at: ["data", "result"])
      try compare(Everything.self, document, at: ["part"])
      try compare(Everything.self, document, at: ["part", "imageURL"])
      try compare(String?.self, document, at: ["fullName"])
    }
  }

  @Test("C13: so they do with names by any strategy, those of dictionaries being left alone", arguments: [0, 1, 2])
  func names(_ number: Int) throws {
    let keys = [KeyStrategy.snakeCase, .kebabCase, .custom { "x-\($0.uppercased())" }][number]
    for document in Self.documents {
      let document = Self.renamed(document, keys)
      try compare(Everything.self, document, keys: keys)
      try compare([Everything].self, #"{"some_items":[\#(document)]}"#, at: ["some_items"], keys: keys)
    }
  }

  @Test("C01: so they do with dates of every kind") func dates() throws {
    let custom = DateStrategy.custom(encode: { _ in nil }) { json in
      guard let day = json["day"]?.int else { throw ForbiddenName() }
      return Date(timeIntervalSince1970: Double(day) * 86_400)
    }
    for value in ["1700000000", "1700000000.25", "-1", "1e3", #""x""#, #"{"day":3}"#, "[]", "true"] {
      for strategy in [DateStrategy.secondsSince1970, .millisecondsSince1970, .iso8601, custom] {
        try compare([Date].self, "[\(value)]", dates: strategy)
        try compare(Everything.self, #"{"id":1,"fullName":"x","createdAt":\#(value)}"#, dates: strategy)
      }
    }
  }

  @Test(
    "C09, C10, C13: both coders write the same bytes, whatever becomes of nulls, names and dates",
    arguments: [NullPolicy.omit, .null])
  func written(_ nulls: NullPolicy) throws {
    let whole = try JSONCoder().decode(Everything.self, from: Data(Self.good.utf8))
    var plain = Everything(id: .min, fullName: "\u{0}\u{1F}\u{7F}\"\\/é\u{2028}😀")
    plain.ratio = 1e16
    plain.share = 1e-7
    plain.nick = .value("")
    plain.createdAt = Date(timeIntervalSince1970: 1_700_000_000)
    plain.byName = ["b_a": .init(), "B": .init(sizeInBytes: 1), "a": .init(more: [.init()])]
    for keys in [KeyStrategy.asWritten, .snakeCase, .kebabCase, .custom { String($0.reversed()) }] {
      for dates in [DateStrategy.iso8601, .secondsSince1970, .millisecondsSince1970] {
        let ours = JSONCoder(dates: dates, keys: keys), other = FoundationJSONCoder(dates: dates, keys: keys)
        for value in [whole, plain] {
          let bytes = try ours.encode([value], nulls: nulls)
          #expect(
            String(decoding: bytes, as: UTF8.self) == String(decoding: try other.encode([value], nulls: nulls), as: UTF8.self))
          #expect(try ours.decode([Everything].self, from: bytes).map(\.byName) == [value.byName])
        }
      }
    }
  }

  @Test("C06, C20: a malformed or repeated member counts where it is read, and is passed over where it is not")
  func unread() throws {
    struct Named: Codable, Equatable { var name: String }
    for malformed in [#""\ud83d""#, #""\q""#, "01", "1e", "-"] {
      for coder in [JSONCoder(), FoundationJSONCoder()] as [any Coder] {
        let read = Data(#"{"name":"x","other":\#(malformed)}"#.utf8)
        #expect(try coder.decode(Named.self, from: read, at: []) == Named(name: "x"))
        let unread = Data(#"{"people":[{"name":\#(malformed)}]}"#.utf8)
        let error = try #require(throws: MappingError.self) {
          try coder.decode([String: [Int]].self, from: Data(#"{"people":[\#(malformed)]}"#.utf8), at: [])
        }
        #expect([.malformed, .invalid, .wrongType].contains(error.kind))
        #expect(throws: MappingError.self) { try coder.decode([Named].self, from: unread, at: ["people"]) }
        let twice = Data(#"{"name":"x","name":\#(malformed)}"#.utf8)
        #expect(try coder.decode(Named.self, from: twice, at: []) == Named(name: "x"))
      }
    }
    let error = try #require(throws: MappingError.self) {
      try JSONCoder().decode([Named].self, from: Data("{\"a\":\n[{\"name\":\"\\q\"}]}".utf8), at: ["a"])
    }
    #expect("\(error)" == "malformed at a[0].name: malformed JSON at line 2, column 12: invalid escape")
  }

  @Test(
    "C01, C12, C16: a model that reads itself does so by the default coder, in lists and places too, unless names go by a rule")
  func direct() throws {
    struct Direct: Decodable, JSONReadable, Equatable {
      private enum CodingKeys: String, CodingKey { case meta, nick, at }
      static let keys: JSONKeys = ["meta", "nick", "at"]
      var meta = JSONValue.null
      var nick = Field<String>.absent
      var at: Date?
      var isDirect = false

      init(json: inout JSONReader) throws {
        isDirect = true
        var members = try json.object(Self.keys)
        while let member = try json.next(in: &members) {
          switch member {
          case 0: meta = try json.value()
          case 1: nick = try json.value()
          default: at = try json.valueIfPresent()
          }
        }
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        meta = try container.decode(JSONValue.self, forKey: .meta)
        nick = try container.decode(Field<String>.self, forKey: .nick)
        at = try container.decodeIfPresent(Date.self, forKey: .at)
      }
    }
    let body = Data(
      #"{"items":[{"meta":{"a":[1.0,{"b":null}],"é":"\n"},"nick":null,"at":"2023-11-14T22:13:20.5+01:00"},{"meta":1e400}]}"#
        .utf8)
    for (coder, isDirect) in [(JSONCoder(), true), (JSONCoder(keys: .snakeCase), false)] {
      let list = try coder.decode([Direct].self, from: body, at: ["items"])
      #expect(list.map(\.isDirect) == [isDirect, isDirect])
      #expect(list.map { $0.meta.text() } == [#"{"a":[1.0,{"b":null}],"é":"\n"}"#, "1e400"])
      #expect(list.map(\.nick) == [.null, .absent])
      #expect(list[0].at == Date(timeIntervalSince1970: 1_699_996_400.5))
      #expect(try coder.decodeList(Direct.self, from: body, at: ["items"], onFailure: .fail).elements == list)
      let fault = try #require(throws: MappingError.self) {
        try coder.decode([Direct].self, from: Data(#"{"items":[{"meta":1,"at":"x"}]}"#.utf8), at: ["items"])
      }
      #expect("\(fault)".hasPrefix("invalid at items[0].at"))
    }
  }

  @Test("C16: raw JSON within models keeps numbers, order and the first of repeated members, wherever it stands")
  func raw() throws {
    struct Holder: Codable, Equatable {
      var meta: JSONValue
      var list: [JSONValue]?
      var byName: [String: JSONValue]?
      var maybe: JSONValue?
    }
    let text = #"{"b":1.0,"a":1e400,"é":[18446744073709551616,{},[],{"x":null}],"s":"\u00e9\n","a":-0.10}"#
    let body = Data(#"{"meta":\#(text),"list":[\#(text),1,true],"byName":{"x":\#(text)},"maybe":null}"#.utf8)
    let json = try JSONValue(parsing: text)
    for coder in [JSONCoder(), JSONCoder(keys: .snakeCase)] {
      let body =
        coder.keys.name(of: "byName") == "byName"
        ? body : Data(String(decoding: body, as: UTF8.self).replacing("byName", with: "by_name").utf8)
      let holder = try coder.decode(Holder.self, from: body)
      #expect(holder.maybe == nil)
      for value in [holder.meta, holder.list?.first, holder.byName?["x"]] { #expect(value?.text() == json.text()) }
      #expect(holder.list?.dropFirst() == [1, true])
    }
    #expect(try JSONCoder().decode([JSONValue].self, from: body, at: ["list"]).first?.text() == json.text())
    let fault = try #require(throws: MappingError.self) {
      try JSONCoder().decode(Holder.self, from: Data(#"{"meta":{"a":[1,{"b":1e}]}}"#.utf8))
    }
    #expect(fault.kind == .malformed)
    #expect("\(fault)" == "malformed at meta: malformed JSON at line 1, column 22: invalid number")
  }
}
