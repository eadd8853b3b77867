import FoundationEssentials
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

private struct Human: Codable {
  var id: Int
  var name: String
  var ratio: Double?
  var born: Date?
  var link: URL?
  var price: Decimal?
  var blob: Data?
  var tags: [String: [Int8?]]?
  var nick: Field<String> = .absent
  var meta: JSONValue?
  var friends: [Human]?
}

private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}

@Suite struct CodingFuzzTests {
  private static let documents = [
    """
    {"id":1,"name":"A\\u00e9\\ud83d\\ude00\\n","ratio":-1.5e-3,"born":"2023-11-14T22:13:20.250Z","link":"https://h/p?q=1",\
    "price":12.340,"blob":"AP8Q","tags":{"x":[1,null,-128]},"nick":null,"meta":{"a":[1e400,{}]},"friends":[{"id":2,"name":"B"}]}
    """,
    #"[{"id":1,"name":"a"},{"id":18446744073709551616,"name":""},null,[],true,false,-0.0,"x\\\"y"]"#,
    #"{"type":"t","title":"T","status":403,"detail":"D","errors":[{"status":"422","source":{"pointer":"/a"},"code":1}]}"#,
    #"{"errors":{"first_name":["can't be blank","Must"],"age":"is low","a":{"b":["c"]}}}"#,
    #"{"error":{"message":"m","code":5},"errorsList":[{"title":"t"}],"message":["a"],"code":412,"errno":114}"#,
    #"{"error":"invalid_grant","error_description":"d","detail":[{"loc":["a",0],"msg":"m"}]}"#,
  ].map { Data($0.utf8) }

  /// Whatever the bytes are: an error or a value, and a value that is what it says.
  private func feed(_ data: Data) throws {
    let parsed = try? JSONValue(parsing: data)
    if let parsed {
      #expect(try JSONValue(parsing: parsed.data()) == parsed)
      #expect(try JSONValue(parsing: parsed.text(pretty: true, sortedKeys: true)) == parsed)
      #expect(throws: Never.self) { try JSONDecoder().decode(Anything.self, from: data) }
      _ = try? JSONValueDecoder().decode(Human.self, from: parsed)
      _ = try? JSONValueDecoder(keys: .snakeCase).decode([Human].self, from: parsed)
      _ = QueryEncoder(arrays: .comma, nulls: .bare).encode(Query(["k": parsed]))
    }
    for coder in [JSONCoder(), JSONCoder(keys: .kebabCase), FormCoder()] as [any Coder] {
      check { _ = try coder.decode(Human.self, from: data, at: []) }
      check { _ = try coder.decode(JSONValue.self, from: data, at: ["errors"]) }
      check { _ = try coder.decodeList(Human.self, from: data, at: [], onFailure: .skip) }
      check { _ = try coder.decodeList(Human.self, from: data, at: ["friends"], onFailure: .fail) }
    }
    for type in [nil, "application/problem+json"] {
      let problem = ProblemDetails(body: data, contentType: type, status: 500)
      if let problem { #expect(!problem.description.isEmpty) }
      if parsed == nil { #expect(problem == nil) }
    }
  }

  /// Only mapping errors come out, each one line that is not long.
  private func check(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      #expect(error is MappingError)
      #expect("\(error)".utf8.count < 2000 && !"\(error)".contains("\n"))
    }
  }

  @Test("I13: a body cut off anywhere gives errors and no trap", .afterTheRush, arguments: documents.indices)
  func truncated(_ index: Int) async throws {
    let document = Self.documents[index]
    for length in 0..<document.count {
      await Task.yield()  // Other tests use the same threads.
      #expect(throws: JSONValue.Malformed.self) { try JSONValue(parsing: document.prefix(length)) }
      try feed(document.prefix(length))
    }
    try feed(document)
  }

  @Test("I13: a body damaged at random gives errors or values and no trap", .afterTheRush, arguments: documents.indices)
  func mutated(_ index: Int) async throws {
    var random = SeededRandom(seed: UInt64(index) + 1)
    let interesting = Array("\"\\{}[],:0129.eE+-utfn \u{0}\u{FF}\u{1F}".utf8) + [0x80, 0xC0, 0xED, 0xF4, 0xFF]
    for _ in 0..<400 {
      await Task.yield()  // Other tests use the same threads.
      var bytes = Array(Self.documents[index])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let byte = interesting.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        case 3: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        default:
          let end = Int.random(in: place..<bytes.count, using: &random)
          bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0..<bytes.count, using: &random))
        }
        if bytes.isEmpty { bytes = [byte] }
      }
      try feed(Data(bytes))
    }
  }

  @Test("I13: random numbers of any notation keep text and value") func numbers() throws {
    var random = SeededRandom(seed: 7)
    func digits(_ most: Int) -> String {
      String(
        (0..<Int.random(in: 1...most, using: &random)).map { _ in Character(String(Int.random(in: 0...9, using: &random))) })
    }
    for _ in 0..<2000 {
      var text = Bool.random(using: &random) ? "-" : ""
      text += Bool.random(using: &random) ? "0" : "\(Int.random(in: 1...9, using: &random))" + digits(25)
      if Bool.random(using: &random) { text += "." + digits(25) }
      if Bool.random(using: &random) {
        text +=
          "eE".randomElement(using: &random).map(String.init) ?? "" + ["", "+", "-"][Int.random(in: 0..<3, using: &random)];
        text += digits(3)
      }
      let number = try #require(JSONValue.Number(text))
      #expect(number.text == text)
      #expect(number == number)
      if let double = number.double, let shortest = JSONValue.Number(double) { #expect(shortest.double == double) }
      if let integer = number.int { #expect(number == JSONValue.Number(integer)) }
      if let shifted = JSONValue.Number(text.contains(where: { "eE".contains($0) }) ? text : text + "e0") {
        #expect(shifted == number && shifted.hashValue == number.hashValue)
      }
    }
  }

  @Test("I13: dates of every era survive writing and reading") func dates() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      let date = Date(
        timeIntervalSince1970: Double(Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)) / 1000)
      let json = try JSONValueEncoder().encode(date)
      let read = try JSONValueDecoder().decode(Date.self, from: json)
      #expect(abs(read.timeIntervalSince(date)) < 0.0005)
      #expect(try JSONValueEncoder().encode(read) == json)
      // Foundation counts in the Julian calendar before 1582, RFC 3339 never does.
      guard date > Date(timeIntervalSince1970: -12_219_292_800), let text = json.string else { continue }
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
      #expect(abs(try style.parse(text).timeIntervalSince(date)) < 0.0015, "\(text)")
    }
  }
}
