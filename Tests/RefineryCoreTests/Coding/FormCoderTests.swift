import FoundationEssentials
import RefineryCore
import Testing

@Suite struct FormCoderTests {
  private struct Login: Codable, Equatable {
    var user: String
    var remember: Bool
    var tries: Int?
    var scopes: [String]
  }

  @Test("C18: a form is written in order of its keys, with a space as plus") func encoding() throws {
    let login = Login(user: "a b+c&d=é", remember: true, tries: nil, scopes: ["r", "w"])
    let text = String(decoding: try FormCoder().encode(login), as: UTF8.self)
    #expect(text == "remember=true&scopes%5B%5D=r&scopes%5B%5D=w&user=a+b%2Bc%26d%3D%C3%A9")
    #expect(FormCoder().contentType == "application/x-www-form-urlencoded")
  }

  @Test("C09, C10: a property without a value is left out, or empty when nullified") func nulls() throws {
    let login = Login(user: "a", remember: false, scopes: [])
    #expect(String(decoding: try FormCoder().encode(login, nulls: .omit), as: UTF8.self) == "remember=false&user=a")
    #expect(String(decoding: try FormCoder().encode(login, nulls: .null), as: UTF8.self) == "remember=false&tries=&user=a")
  }

  @Test("C18: a form reads back into its model", arguments: [QueryEncoder.Arrays.brackets, .repeated])
  func roundTrip(_ arrays: QueryEncoder.Arrays) throws {
    let login = Login(user: "a b+c&d=é%", remember: true, tries: 3, scopes: ["r", "w"])
    let coder = FormCoder(query: QueryEncoder(arrays: arrays))
    #expect(try coder.decode(Login.self, from: coder.encode(login)) == login)
    #expect(try coder.decode(String.self, from: coder.encode(login), at: ["user"]) == login.user)
  }

  @Test("C09, C18: a value may hold equals signs, and the encoder's own form for nulls wins over the empty one") func equals()
    throws
  {
    #expect(try FormCoder().decode([String: String].self, from: Data("a=b=c==&d".utf8)) == ["a": "b=c==", "d": ""])
    let coder = FormCoder(query: QueryEncoder(nulls: .bare))
    let login = Login(user: "a", remember: false, scopes: [])
    #expect(String(decoding: try coder.encode(login, nulls: .null), as: UTF8.self) == "remember=false&tries&user=a")
  }

  @Test("C18: a key that ends in brackets is a list, also where it is there once") func oneElement() throws {
    for text in ["scopes[]=r", "scopes%5B%5D=r"] {
      #expect(try FormCoder().decode([String: [String]].self, from: Data(text.utf8)) == ["scopes": ["r"]])
    }
  }

  @Test("C18: the values of a repeated key are a list, in order, also if only one of them has brackets")
  func repeated() throws {
    for text in ["a=1&b=x&a=2&a=3", "a[]=1&b=x&a=2&a=3", "a=1&b=x&a=2&a[]=3"] {
      #expect(try FormCoder().decode(JSONValue.self, from: Data(text.utf8)) == ["a": ["1", "2", "3"], "b": "x"])
    }
  }

  @Test("C18, I13: the time of reading is proportional to the form, also with one repeated key", .timeLimit(.minutes(1)))
  func longList() throws {
    let count = 300_000
    let body = Data(String(repeating: "a=&", count: count).utf8)
    #expect(try FormCoder().decode([String: [String]].self, from: body)["a"]?.count == count)
  }

  @Test("C13: names go by the strategy in both directions") func keys() throws {
    struct Token: Codable, Equatable { var grantType: String }
    let coder = FormCoder(keys: .snakeCase)
    #expect(String(decoding: try coder.encode(Token(grantType: "x")), as: UTF8.self) == "grant_type=x")
    #expect(try coder.decode(Token.self, from: Data("grant_type=x".utf8)) == Token(grantType: "x"))
  }

  @Test(
    "C06, C08: a bad form is an error that tells what is wrong",
    arguments: [
      ("", MappingError.Kind.emptyBody), ("user=%zz", .malformed), ("user=%4", .malformed), ("user=%FF", .malformed),
      ("user=a", .missing), ("user=a&remember=maybe&scopes[]=", .wrongType), ("user=a&remember=1&tries=x&scopes[]=", .invalid),
      ("user=a&remember=1&scopes=x", .wrongShape),
    ])
  func faults(_ body: String, _ kind: MappingError.Kind) throws {
    let error = try #require(throws: MappingError.self) { try FormCoder().decode(Login.self, from: Data(body.utf8)) }
    #expect(error.kind == kind)
  }

  @Test("I02: what is no object, or cannot be written, is an error") func unencodable() {
    #expect(throws: MappingError.self) { try FormCoder().encode([1]) }
    #expect(throws: MappingError.self) { try FormCoder().encode(["a": Double.infinity]) }
  }
}
