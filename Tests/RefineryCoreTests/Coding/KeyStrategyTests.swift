import FoundationEssentials
import RefineryCore
import Testing

@Suite struct KeyStrategyTests {
  struct Address: Codable, Equatable {
    var address1: String?
    var line2Text: Int?
    var md5: String?
  }

  @Test(
    "C13: digits may be words of their own in a name that is read, as for Foundation",
    arguments: [
      (#"{"address1":"a","line2_text":2,"md5":"x"}"#, Address(address1: "a", line2Text: 2, md5: "x")),
      (#"{"address_1":"a","line_2_text":2,"md_5":"x"}"#, Address(address1: "a", line2Text: 2, md5: "x")),
      (#"{"address_1":"b","address1":"a"}"#, Address(address1: "a")), (#"{"address__1":"b"}"#, Address()),
    ])
  func digits(document: String, address: Address) throws {
    for coder in [JSONCoder(keys: .snakeCase), FoundationJSONCoder(keys: .snakeCase)] as [any Coder] {
      #expect(try coder.decode(Address.self, from: Data(document.utf8), at: []) == address)
    }
    let kebab = document.replacing("_", with: "-")
    #expect(try JSONCoder(keys: .kebabCase).decode(Address.self, from: Data(kebab.utf8)) == address)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard !document.contains("address1"), !document.contains("__") else { return }
    #expect(try decoder.decode(Address.self, from: Data(document.utf8)) == address)
  }

  @Test("C13: digits are written as they are") func written() throws {
    let address = Address(address1: "a", line2Text: 2)
    #expect(try JSONCoder(keys: .snakeCase).encode(address) == Data(#"{"address1":"a","line2_text":2}"#.utf8))
  }

  @Test("C13: a model with any members is read with every strategy", arguments: 0..<4) func anyMembers(number: Int) throws {
    struct Prices: Decodable {
      struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      var sum = 0
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys { sum += try container.decode(Int.self, forKey: key) }
      }
    }
    let keys = [KeyStrategy.asWritten, .snakeCase, .kebabCase, .custom { "x-\($0.uppercased())" }][number]
    let body = Data(#"{"USD":1,"eur":2,"address_1":4,"x-A":8,"one-two":16,"One_Two":32}"#.utf8)
    #expect(try JSONCoder(keys: keys).decode(Prices.self, from: body).sum == 63)
    #expect(try FoundationJSONCoder(keys: keys).decode(Prices.self, from: body).sum == 63)
  }

  @Test("C20: every reader takes the first of two members with one name") func repeated() throws {
    struct User: Codable, Equatable { var role: String }
    for body in [#"{"role":"user","role":"admin"}"#, #"{"role":"user","r\u006fle":"admin"}"#] {
      let data = Data(body.utf8)
      for coder in [JSONCoder(), JSONCoder(keys: .snakeCase), FoundationJSONCoder()] as [any Coder] {
        #expect(try coder.decode(User.self, from: data, at: []).role == "user")
        #expect(try coder.decode(JSONValue.self, from: data, at: [])["role"] == "user")
        #expect(try coder.decode([String: String].self, from: data, at: [])["role"] == "user")
        #expect(try coder.decode(String.self, from: data, at: ["role"]) == "user")
      }
      #expect(try JSONValueDecoder().decode(User.self, from: try JSONValue(parsing: data)).role == "user")
    }
  }

  @Test("A text of JSON with a repeated name is not shown, because the second member may be a secret") func hidden() throws {
    let shown = Redaction().redacted(.string(#"{"a":1,"a":"Bearer 1234567890abcdef"}"#))
    #expect(shown.string?.contains("1234567890abcdef") == false)
  }
}
