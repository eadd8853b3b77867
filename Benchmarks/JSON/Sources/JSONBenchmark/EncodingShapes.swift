import FoundationEssentials
import RefineryJSON

/// A model and the document that is written from it, with names in the encoder's own order and sorted by name.
struct EncodingShape {
  let name: String
  let document: String
  /// The number of models or values, for the allocations of each.
  let models: Int
  let sides: [() throws -> Int]

  init<Model: Codable>(
    _ name: String, _ type: Model.Type, _ text: String, models: Int = 1,
    dates: (JSONDecoder.DateDecodingStrategy, JSONEncoder.DateEncodingStrategy) = (.deferredToDate, .deferredToDate),
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dates.0
    let model = try decoder.decode(type, from: Data(text.utf8))
    try self.init(name, model, models: models, dates: dates.1, keys: keys)
  }

  init<Model: Encodable>(
    _ name: String, _ model: Model, models: Int = 1, dates: JSONEncoder.DateEncodingStrategy = .deferredToDate,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  ) throws {
    func foundation(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
      let encoder = JSONEncoder()
      encoder.outputFormatting = formatting
      encoder.dateEncodingStrategy = dates
      encoder.keyEncodingStrategy = keys
      return encoder
    }
    func refinery(_ formatting: JSONEncoder.OutputFormatting) -> JSONModelEncoder {
      var encoder = JSONModelEncoder()
      encoder.outputFormatting = formatting
      encoder.dateEncodingStrategy = dates
      encoder.keyEncodingStrategy = keys
      return encoder
    }
    self.name = name
    self.models = models
    let (plain, sorted) = (foundation([]), foundation([.sortedKeys]))
    let (ours, oursSorted) = (refinery([]), refinery([.sortedKeys]))
    sides = [
      { try plain.encode(model).count }, { try ours.encode(model).count }, { try sorted.encode(model).count },
      { try oursSorted.encode(model).count },
    ]
    document = String(decoding: try sorted.encode(model), as: UTF8.self)
    for formatting in [[.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes]]
      as [JSONEncoder.OutputFormatting]
    where try foundation(formatting).encode(model) != refinery(formatting).encode(model) {
      print("\(name): the encoders differ")
    }
  }
}

struct Posted: Codable {
  var title: String
  var tags: [String]
  var draft: Bool
  var author: Pair?
  var published: Date?
  var price: Double
}

extension Documents {
  static func encodingShapes() throws -> [EncodingShape] {
    let prose = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)
    let escaped = String(repeating: #"Line \"one\"\nTab\tand a \\ path \u00e9\u4f60 "#, count: 6)
    let foreign = String(repeating: "Привет мир, 你好世界, ñandú 🦊 ", count: 6)
    let seconds = (JSONDecoder.DateDecodingStrategy.secondsSince1970, JSONEncoder.DateEncodingStrategy.secondsSince1970)
    let texts = (JSONDecoder.DateDecodingStrategy.secondsSince1970, JSONEncoder.DateEncodingStrategy.iso8601)
    let dates = list(500) { "{\"created\":\(1_700_000_000 + $0 * 86_399),\"updated\":\(1_700_000_000 + $0).25}" }
    return [
      try EncodingShape("list 2.3 MB", [User].self, list(10_000, user), models: 20_000),
      try EncodingShape("list 22 KB", [User].self, list(100, user), models: 200),
      try EncodingShape("object 22 B", Pair.self, #"{"id":12,"name":"Anna"}"#),
      try EncodingShape(
        "post", Posted(title: "A title", tags: ["a", "b"], draft: true, author: Pair(id: 1, name: "Ann"), price: 9.99),
        models: 2),
      try EncodingShape("deep 250", Node.self, deep(250), models: 250),
      try EncodingShape("wide", [Wide].self, list(200) { wide($0) }, models: 200),
      try EncodingShape("optionals absent", [Optionals].self, list(500) { "{\"a\":\($0),\"j\":\"x\"}" }, models: 500),
      try EncodingShape(
        "optionals present", [Optionals].self,
        list(500) {
          "{\"a\":\($0),\"b\":\"y\",\"c\":true,\"d\":1.5,\"e\":2,\"f\":\"z\",\"g\":[1,2],\"h\":{\"id\":1,\"name\":\"n\"},\"j\":\"x\"}"
        }, models: 1000),
      try EncodingShape("dates ISO 8601", [Dated].self, dates, models: 500, dates: texts),
      try EncodingShape("dates seconds", [Dated].self, dates, models: 500, dates: seconds),
      try EncodingShape("dates deferred", [Dated].self, dates, models: 500),
      try EncodingShape(
        "dates custom", [Dated].self, dates, models: 500,
        dates: (.secondsSince1970, .custom { date, encoder in try date.timeIntervalSince1970.encode(to: encoder) })),
      try EncodingShape(
        "long strings", [Text].self, list(100) { "{\"title\":\"Title \($0)\",\"body\":\"\(prose)\"}" }, models: 100),
      try EncodingShape(
        "escapes", [Text].self, list(300) { "{\"title\":\"Title \\n\($0)\",\"body\":\"\(escaped)\"}" }, models: 300),
      try EncodingShape(
        "non-ASCII", [Text].self, list(300) { "{\"title\":\"Заголовок \($0)\",\"body\":\"\(foreign)\"}" }, models: 300),
      try EncodingShape("numbers", (0..<3000).map { Double($0) * 0.37 }),
      try EncodingShape("precise doubles", (0..<3000).map { 1 / Double($0 + 3) }),
      try EncodingShape("integers", (0..<3000).map { $0 * 7919 }),
      try EncodingShape("long integers", (0..<1000).map { UInt64.max - UInt64($0) }),
      try EncodingShape("floats", (0..<1000).map { Float($0) * 0.37 }),
      try EncodingShape("flags", (0..<2000).map { $0 % 3 == 0 }),
      try EncodingShape("optional numbers", (0..<2000).map { $0 % 3 == 0 ? nil : $0 }),
      try EncodingShape("decimals", (0..<500).map { Decimal($0) / 4 }),
      try EncodingShape("strings", (0..<1000).map { "text number \($0)" }),
      try EncodingShape("links", (0..<500).compactMap { URL(string: "https://example.com/people/\($0)?page=2") }),
      try EncodingShape("base 64", (0..<200).map { _ in Data((0...100).map { UInt8($0) }) }),
      try EncodingShape(
        "dictionary", Dictionary(uniqueKeysWithValues: (0..<2000).map { ("key number \($0)", $0) })),
      try EncodingShape(
        "small dictionaries", (0..<500).map { ["a": "\($0)", "b": "two", "c": "three"] }, models: 500),
      try EncodingShape("keyed by numbers", Dictionary(uniqueKeysWithValues: (0..<500).map { ($0, "v") })),
      try EncodingShape(
        "snake case", (0..<500).map { Snake(firstName: "Ann", lastName: "Lee", postalCode: $0, isActiveMember: true) },
        models: 500, keys: .convertToSnakeCase),
      try EncodingShape(
        "keys custom", (0..<300).map { Pair(id: $0, name: "x") }, models: 300,
        keys: .custom { Name(String(($0.last?.stringValue ?? "").reversed())) }),
      try EncodingShape(
        "enumerations", [Enumerated].self,
        list(300) { "{\"colour\":\"red\",\"other\":\"blue\",\"pairs\":[{\"id\":\($0),\"name\":\"x\"}]}" }, models: 600),
      try EncodingShape("payloads", (0..<500).map { Kind.sized(width: $0, height: 2) }, models: 500),
      try EncodingShape("subclasses", (0..<300).map { Leaf($0) }, models: 300),
      try EncodingShape("rare types", [Rare].self, list(200, rare), models: 200),
      try EncodingShape("non-ASCII names", (0..<300).map { Foreign(имя: "Анна", возраст: $0) }, models: 300),
      try EncodingShape("empty", [String: Int]()),
    ]
  }
}

class Branch: Encodable {
  var id: Int
  var name = "branch"

  init(_ id: Int) { self.id = id }
}

final class Leaf: Branch {
  var colour = "green"

  private enum CodingKeys: String, CodingKey { case colour }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(colour, forKey: .colour)
    try super.encode(to: container.superEncoder())
  }
}
