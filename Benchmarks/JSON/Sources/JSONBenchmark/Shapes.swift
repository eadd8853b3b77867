import Foundation
import RefineryJSON

extension Documents {
  /// The shapes that a program without Swift reads, too.
  static let shared = ["object 236 B", "list 22 KB", "list 2.3 MB"]

  static var shapes: [Shape] { users + answers + texts + values + names }

  private static var users: [Shape] {
    [
      Shape("object 23 B", Pair.self, models: 1, #"{"id":12,"name":"Anna"}"#),
      Shape("object 236 B", User.self, models: 1, user(1234)).read(by: DirectUser.self),
      Shape("list 22 KB", [User].self, models: 100, list(100, user)).read(by: [DirectUser].self),
      Shape("list 2.3 MB", [User].self, models: 10_000, list(10_000, user)).read(by: [DirectUser].self),
      Shape("list in envelope", Page.self, models: 10_000, "{\"page\":1,\"data\":\(list(10_000, user))}")
        .read(by: DirectPage.self),
      Shape(
        "list with spaces", [User].self, models: 100,
        list(100, user).replacing(",", with: ",\n      ").replacing(":", with: " : ")),
    ]
  }

  private static var answers: [Shape] {
    [
      Shape("issues of an API", [Issue].self, models: 100, dates: .iso8601, list(100, issue)),
      Shape("deep, 250 levels", Node.self, models: 250, deep(250)),
      Shape("wide", [Wide].self, models: 200, list(200) { wide($0) }),
      Shape("wide, reversed", [Wide].self, models: 200, list(200) { wide($0, reversed: true) }),
      Shape("optionals absent", [Optionals].self, models: 500, list(500) { "{\"a\":\($0),\"j\":\"x\"}" }),
      Shape("optionals null", [Optionals].self, models: 500, list(500, optionals)),
      Shape(
        "unknown members", [Pair].self, models: 500,
        list(500) {
          "{\"x\":{\"y\":[1,2,{\"z\":null}]},\"name\":\"Ann\",\"w\":\"long unread text here\",\"id\":\($0),\"v\":1.5e3}"
        }),
      Shape(
        "enumerations", [Enumerated].self, models: 300,
        list(300) { "{\"colour\":\"red\",\"other\":\"blue\",\"pairs\":[{\"id\":\($0),\"name\":\"x\"}]}" }),
      Shape("rare types", [Rare].self, models: 200, list(200, rare)),
    ]
  }

  private static var texts: [Shape] {
    [
      Shape(
        "long strings", [Text].self, models: 100, list(100) { "{\"title\":\"Title \($0)\",\"body\":\"\(prose)\"}" }),
      Shape("escapes", [Text].self, models: 300, list(300) { "{\"title\":\"Title \\n\($0)\",\"body\":\"\(escaped)\"}" }),
      Shape("non-ASCII", [Text].self, models: 300, list(300) { "{\"title\":\"Заголовок \($0)\",\"body\":\"\(foreign)\"}" }),
      Shape("links", [URL].self, models: 500, list(500) { "\"https://example.com/people/\($0)?page=2\"" }),
      Shape(
        "Base64", [Data].self, models: 200,
        list(200) { _ in "\"\(Data((0...100).map { UInt8($0) }).base64EncodedString())\"" }),
    ]
  }

  private static var values: [Shape] {
    [
      Shape(
        "dates, ISO 8601", [Dated].self, models: 500, dates: .iso8601,
        list(500) { "{\"created\":\"2026-01-02T03:04:\(10 + $0 % 50)Z\",\"updated\":\"2025-11-30T23:59:59Z\"}" }),
      Shape(
        "dates, seconds", [Dated].self, models: 500, dates: .secondsSince1970,
        list(500) { "{\"created\":\(1_700_000_000 + $0),\"updated\":\(1_700_000_000 + $0).25}" }),
      Shape(
        "dates, a closure", [Dated].self, models: 300,
        dates: .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self)) },
        list(300) { "{\"created\":\($0),\"updated\":\($0)}" }),
      Shape("numbers", Numbers.self, models: 6000, numbers(3000)),
      Shape("precise doubles", [Double].self, models: 1000, list(1000) { "\(1 / Double($0 + 3))" }),
      Shape("floats", [Float].self, models: 500, list(500) { "\(Float($0) * 0.37)" }),
      Shape("decimals", [Decimal].self, models: 500, list(500) { "\($0).25" }),
      Shape("long integers", [UInt64].self, models: 1000, list(1000) { "\(UInt64.max - UInt64($0))" }),
      Shape("bytes", [UInt8].self, models: 2000, list(2000) { "\($0 % 256)" }),
      Shape("booleans", [Bool].self, models: 2000, list(2000) { "\($0 % 3 == 0)" }),
    ]
  }

  private static var names: [Shape] {
    [
      Shape("empty dictionary", [String: Int].self, models: 1, "{}"),
      Shape("dictionary", [String: Int].self, models: 2000, object((0..<2000).map { "\"key number \($0)\":\($0)" })),
      Shape(
        "small dictionaries", [[String: String]].self, models: 500,
        list(500) { "{\"a\":\"\($0)\",\"b\":\"two\",\"c\":\"three\"}" }),
      Shape("keyed by numbers", [Int: String].self, models: 500, object((0..<500).map { "\"\($0)\":\"v\"" })),
      Shape(
        "snake case", [Snake].self, models: 500, keys: .convertFromSnakeCase,
        list(500) { "{\"first_name\":\"Ann\",\"last_name\":\"Lee\",\"postal_code\":\($0),\"is_active_member\":true}" }),
      Shape(
        "keys by a closure", [Pair].self, models: 300,
        keys: .custom { path in
          let name = path.last?.stringValue ?? ""
          return Name(name.prefix(1).lowercased() + name.dropFirst())
        }, list(300) { "{\"Id\":\($0),\"Name\":\"x\"}" }),
      Shape("non-ASCII names", [Foreign].self, models: 300, list(300) { "{\"имя\":\"Анна\",\"возраст\":\($0)}" }),
      Shape("escaped names", [Pair].self, models: 300, list(300) { "{\"\\u0069d\":\($0),\"name\":\"x\"}" }),
    ]
  }
}

extension Shape {
  /// A model with three readers: Foundation, Foundation without models, and Refinery. Foundation and Refinery must agree.
  fileprivate init<Model: Codable & Equatable>(
    _ name: String, _ type: Model.Type, models: Int, dates: JSONDecoder.DateDecodingStrategy = .deferredToDate,
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys, _ document: @autoclosure @escaping () -> String
  ) {
    self.init(name: name, models: models, document: document) { text in
      let data = Data(text.utf8)
      let foundation = JSONDecoder()
      foundation.dateDecodingStrategy = dates
      foundation.keyDecodingStrategy = keys
      var refinery = JSONModelDecoder()
      refinery.dateDecodingStrategy = dates
      refinery.keyDecodingStrategy = keys
      let decoder = refinery
      guard try foundation.decode(type, from: data) == decoder.decode(type, from: data) else {
        throw Misuse("\(name): the decoders differ")
      }
      return [
        Contender(name: "JSONDecoder") { _ = try foundation.decode(type, from: data) },
        Contender(name: "JSONSerialization") {
          _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        },
        Contender(name: "JSONModelDecoder") { _ = try decoder.decode(type, from: data) },
      ]
    }
  }

  /// Adds a contender whose model reads itself.
  fileprivate func read<Model: Decodable>(by type: Model.Type) -> Shape {
    var shape = self
    shape.contenders = { text in
      let data = Data(text.utf8)
      let decoder = JSONModelDecoder()
      return try contenders(text) + [Contender(name: "JSONReadable") { _ = try decoder.decode(type, from: data) }]
    }
    return shape
  }
}
