import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct RequestNormalizingTests {
  private func normalized(_ path: String?, _ method: HTTPRequest.Method = .get) -> Request {
    var request = Request(
      endpoint: Endpoint("Test", method, "test"), head: HTTPRequest(method: method, scheme: "http", authority: "h", path: path))
    request.normalize()
    #expect(request.isNormalized)
    return request
  }

  @Test(
    "a target has one form",
    arguments: [
      ("/a/../b", "/b"), ("/a/./b", "/a/b"), ("/a/..", "/"), ("/a/.", "/a/"), ("/../x", "/x"), ("/a/%2e%2E/b", "/b"),
      ("/a/%2e/b", "/a/b"), ("/a/.%2e/b", "/b"), ("/a//../b", "/a/b"), ("/a?b/../c", "/a?b/../c"), ("/a/..?x=1", "/?x=1"),
      ("/a\"<>\\^`{|}[]b", "/a%22%3C%3E%5C%5E%60%7B%7C%7D%5B%5Db"), ("/a?q[]=\"|", "/a?q%5B%5D=%22%7C"), ("/100%", "/100%25"),
      ("/a%zz?b=%2", "/a%25zz?b=%252"), ("/a{b%2F", "/a%7Bb%2F"), ("/%", "/%25"),
    ])
  func targets(path: String, expected: String) {
    #expect(normalized(path).head.path == expected)
  }

  @Test(
    "what is in order stays as it is, byte by byte",
    arguments: [
      "/", "/a", "/a/b/", "//h/x", "/a//b", "/.well-known/x", "/...", "/a..b/..c", "/%41%2f%2F", "/a;b=1,c", "/a!$&'()*+,;=:@",
      "/a?", "/a??b?c", "/a?!$&'()*+,;=:@/?", "/~a", "/%7Ea", "/%2f..", "/a%00b",
    ])
  func kept(path: String) { #expect(normalized(path).head.path == path) }

  @Test(
    "what validation refuses stays for it to refuse",
    arguments: [nil, "", "/a b", "/é", "/a#|", "/a\u{1}|", "|", "*"])
  func refused(path: String?) { #expect((try? normalized(path).validate()) == nil) }

  @Test("a standard method is in capitals, another one stays as it is, in rows and in requests")
  func methods() throws {
    for (given, expected) in [
      ("get", "GET"), ("Post", "POST"), ("patch", "PATCH"), ("oPtIoNs", "OPTIONS"), ("foo", "foo"), ("Foo", "Foo"),
      ("QUERY", "QUERY"),
    ] {
      let method = try #require(HTTPRequest.Method(given))
      #expect(normalized("/", method).head.method.rawValue == expected)
      #expect(Endpoint("Row", method, "x").method.rawValue == expected)
      var row = Endpoint("Row", .get, "x")
      row.method = method
      #expect(try wire(Call<Okay>(row)).hasPrefix("\(expected) "))
    }
  }

  @Test("a client normalizes what it makes of a row, a base URL and a link")
  func client() throws {
    #expect(try wire(Call<Okay>(Endpoint("Row", .get, "a/../b[c]?d=e[]"))) == "GET http://h:1/api/b%5Bc%5D?d=e%5B%5D")
    #expect(try wire(Person.read(5), base: "http://h/v1/../v2/") == "GET http://h/v2/people/5")
    #expect(try wire(Call<Okay>(.direct(.get, "http://h/a/../b"))) == "GET http://h/b")
    #expect(try wire(Person.enumerate().following("/x/%2e%2e/y|z")) == "GET http://h:1/y%7Cz")
  }
}
