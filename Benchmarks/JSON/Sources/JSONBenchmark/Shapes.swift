import FoundationEssentials
import RefineryJSON

/// A document and the model that is read from it.
struct Shape {
  let name: String
  let data: Data
  let foundation: () throws -> Int
  let refinery: () throws -> Int

  init<Model: Codable & Equatable>(
    _ name: String, _ type: Model.Type, _ text: String, dates: JSONDecoder.DateDecodingStrategy = .deferredToDate,
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  ) {
    let data = Data(text.utf8)
    self.name = name
    self.data = data
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = dates
    decoder.keyDecodingStrategy = keys
    var other = JSONModelDecoder()
    other.dateDecodingStrategy = dates
    other.keyDecodingStrategy = keys
    let ours = other
    foundation = { try withExtendedLifetime(decoder.decode(type, from: data)) { 1 } }
    refinery = { try withExtendedLifetime(ours.decode(type, from: data)) { 1 } }
    guard let one = try? decoder.decode(type, from: data), let two = try? ours.decode(type, from: data), one == two else {
      print("\(name): the decoders differ")
      do { _ = try ours.decode(type, from: data) } catch { print(error) }
      return
    }
  }
}

enum Documents {
  static func user(_ id: Int) -> String {
    """
    {"id":\(id),"name":"Person Number \(id)","email":"person\(id)@example.com","age":\(id % 90),"isActive":\(id % 2 == 0),\
    "nickname":\(id % 3 == 0 ? "null" : "\"nick\(id)\""),"address":{"street":"\(id) Long Street","city":"Springfield",\
    "zip":\(10000 + id % 80000)},"tags":["red","green","blue"]}
    """
  }

  static func rare(_ number: Int) -> String {
    """
    {"link":"https://example.com/\(number)","price":\(number).99,"blob":"aGVsbG8gd29ybGQ=","ratio":0.37,"small":[1,2,3,250],\
    "byNumber":{"1":"one","2":"two"},"kind":{"sized":{"width":\(number),"height":2}},"set":["a","b"],"maybe":[1,null,3],\
    "precise":0.30000000000000004}
    """
  }

  static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  static func wide(_ number: Int, reversed: Bool = false) -> String {
    var members: [String] = []
    for i in 1...8 { members.append("\"alpha0\(i)\":\(number * i)") }
    for i in 1...7 { members.append("\"beta0\(i)\":\"text \(number) \(i)\"") }
    for i in 1...7 { members.append("\"gamma0\(i)\":\(i % 2 == 0)") }
    for i in 1...7 { members.append("\"delta0\(i)\":\(Double(number) / Double(i + 2))") }
    return "{" + (reversed ? members.reversed() : members).joined(separator: ",") + "}"
  }

  static func deep(_ depth: Int) -> String {
    (0..<depth).map { "{\"value\":\($0),\"next\":" }.joined() + "null" + String(repeating: "}", count: depth)
  }

  static var shapes: [Shape] {
    let prose = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 40)
    let escaped = String(repeating: #"Line \"one\"\nTab\tand a \\ path \u00e9\u4f60 "#, count: 6)
    let foreign = String(repeating: "Привет мир, 你好世界, ñandú 🦊 ", count: 6)
    return [
      Shape("list 2.3 MB", [User].self, list(10_000, user)),
      Shape("direct list 2.3 MB", [DirectUser].self, list(10_000, user)),
      Shape("direct in envelope", DirectPage.self, "{\"page\":1,\"data\":\(list(10_000, user))}"),
      Shape("direct list 22 KB", [DirectUser].self, list(100, user)),
      Shape("object 22 B", Pair.self, #"{"id":12,"name":"Anna"}"#),
      Shape("list 22 KB", [User].self, list(100, user)),
      Shape("deep 250", Node.self, deep(250)),
      Shape("wide", [Wide].self, list(200) { wide($0) }),
      Shape("wide reversed", [Wide].self, list(200) { wide($0, reversed: true) }),
      Shape("optionals absent", [Optionals].self, list(500) { "{\"a\":\($0),\"j\":\"x\"}" }),
      Shape(
        "optionals null", [Optionals].self,
        list(500) {
          "{\"a\":\($0),\"b\":null,\"c\":null,\"d\":1.5,\"e\":null,\"f\":null,\"g\":[1,2],\"h\":null,\"i\":null,\"j\":\"x\",\"k\":null,\"l\":null}"
        }),
      Shape(
        "dates ISO 8601", [Dated].self,
        list(500) { "{\"created\":\"2026-01-02T03:04:\(10 + $0 % 50)Z\",\"updated\":\"2025-11-30T23:59:59Z\"}" },
        dates: .iso8601),
      Shape(
        "dates seconds", [Dated].self,
        list(500) { "{\"created\":\(1_700_000_000 + $0),\"updated\":\(1_700_000_000 + $0).25}" }, dates: .secondsSince1970),
      Shape("long strings", [Text].self, list(100) { "{\"title\":\"Title \($0)\",\"body\":\"\(prose)\"}" }),
      Shape("escapes", [Text].self, list(300) { "{\"title\":\"Title \\n\($0)\",\"body\":\"\(escaped)\"}" }),
      Shape("non-ASCII", [Text].self, list(300) { "{\"title\":\"Заголовок \($0)\",\"body\":\"\(foreign)\"}" }),
      Shape(
        "numbers", Numbers.self,
        "{\"values\":[" + (0..<3000).map { "\(Double($0) * 0.37)" }.joined(separator: ",") + "],\"whole\":["
          + (0..<3000).map { "\($0 * 7919)" }.joined(separator: ",") + "]}"),
      Shape(
        "dictionary", [String: Int].self,
        "{" + (0..<2000).map { "\"key number \($0)\":\($0)" }.joined(separator: ",") + "}"),
      Shape(
        "small dictionaries", [[String: String]].self, list(500) { "{\"a\":\"\($0)\",\"b\":\"two\",\"c\":\"three\"}" }),
      Shape(
        "snake case", [Snake].self,
        list(500) { "{\"first_name\":\"Ann\",\"last_name\":\"Lee\",\"postal_code\":\($0),\"is_active_member\":true}" },
        keys: .convertFromSnakeCase),
      Shape(
        "enumerations", [Enumerated].self,
        list(300) { "{\"colour\":\"red\",\"other\":\"blue\",\"pairs\":[{\"id\":\($0),\"name\":\"x\"}]}" }),
      Shape(
        "unknown members", [Pair].self,
        list(500) {
          "{\"x\":{\"y\":[1,2,{\"z\":null}]},\"name\":\"Ann\",\"w\":\"long unread text here\",\"id\":\($0),\"v\":1.5e3}"
        }),
      Shape("rare types", [Rare].self, list(200, rare)),
      Shape("links", [URL].self, list(500) { "\"https://example.com/people/\($0)?page=2\"" }),
      Shape("decimals", [Decimal].self, list(500) { "\($0).25" }),
      Shape("floats", [Float].self, list(500) { "\(Float($0) * 0.37)" }),
      Shape("precise doubles", [Double].self, list(1000) { "\(1 / Double($0 + 3))" }),
      Shape("bytes", [UInt8].self, list(2000) { "\($0 % 256)" }),
      Shape("flags", [Bool].self, list(2000) { "\($0 % 3 == 0)" }),
      Shape("long integers", [UInt64].self, list(1000) { "\(UInt64.max - UInt64($0))" }),
      Shape("base 64", [Data].self, list(200) { _ in "\"\(Data((0...100).map { UInt8($0) }).base64EncodedString())\"" }),
      Shape("keyed by numbers", [Int: String].self, "{" + (0..<500).map { "\"\($0)\":\"v\"" }.joined(separator: ",") + "}"),
      Shape(
        "dates custom", [Dated].self, list(300) { "{\"created\":\($0),\"updated\":\($0)}" },
        dates: .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self)) }),
      Shape(
        "keys custom", [Pair].self, list(300) { "{\"di\":\($0),\"eman\":\"x\"}" },
        keys: .custom { Name(String(($0.last?.stringValue ?? "").reversed())) }),
      Shape("non-ASCII names", [Foreign].self, list(300) { "{\"имя\":\"Анна\",\"возраст\":\($0)}" }),
      Shape("escaped names", [Pair].self, list(300) { "{\"\\u0069d\":\($0),\"name\":\"x\"}" }),
      Shape("empty", [String: Int].self, "{}"),
      Shape(
        "spaced", [User].self,
        list(100, user).replacing(",", with: ",\n      ").replacing(":", with: " : ")),
    ]
  }
}
