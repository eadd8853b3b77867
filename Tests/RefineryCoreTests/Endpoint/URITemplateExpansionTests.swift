import RefineryCore
import Testing

/// What RFC 6570 says and the public suite does not ask for.
@Suite("URITemplate: expansion by the RFC")
struct URITemplateExpansionTests {
  private static let values: PathValues = [
    "var": "value", "semi": ";", "path": "/foo/bar", "base": "http://example.com/home/", "half": "50%", "empty": "",
    "year": ["1965", "2000", "2012"], "dom": ["example", "com"], "list": ["red", "green", "blue"],
    "keys": ["semi": ";", "dot": ".", "comma": ","], "address": ["city": "Newport Beach", "state": "CA"],
    "gaps": ["a", "", "c"],
    "holes": ["a": "", "b": "1"], "none": nil, "nothing": .list([]), "nobody": .map([]), "word": "drücken", "emoji": "😀😀",
    "flag": "🇩🇪", "cafe": "cafe\u{301}", "encoded": "%C3%A9%20x%", "long": .text(String(repeating: "é", count: 20)),
  ]

  @Test(
    "O02: every operator and modifier expands as RFC 6570 says, sections 2 and 3",
    arguments: [
      // Sections 2.4.1 and 2.4.2, with map order as given.
      ("{var:20}", "value"), ("{var:3}", "val"), ("{semi}", "%3B"), ("{semi:2}", "%3B"),
      ("find{?year*}", "find?year=1965&year=2000&year=2012"),
      ("www{.dom*}", "www.example.com"), ("{/list*,path:4}", "/red/green/blue/%2Ffoo"),
      ("{keys}", "semi,%3B,dot,.,comma,%2C"), ("{keys*}", "semi=%3B,dot=.,comma=%2C"), ("{+keys}", "semi,;,dot,.,comma,,"),
      ("{?address*}", "?city=Newport%20Beach&state=CA"), ("{;address*}", ";city=Newport%20Beach;state=CA"),
      ("{.keys*}", ".semi=%3B.dot=..comma=%2C"), ("{/keys*}", "/semi=%3B/dot=./comma=%2C"),
      ("{#keys*}", "#semi=;,dot=.,comma=,"),
      // Empty members of lists and maps.
      ("{gaps}", "a,,c"), ("{gaps*}", "a,,c"), ("{/gaps*}", "/a//c"), ("{?gaps*}", "?gaps=a&gaps=&gaps=c"),
      ("{;gaps*}", ";gaps=a;gaps;gaps=c"),
      ("{?gaps}", "?gaps=a,,c"), ("{?holes*}", "?a=&b=1"), ("{;holes*}", ";a;b=1"), ("{holes*}", "a=,b=1"),
      ("{holes}", "a,,b,1"),
      // No value.
      ("{none}", ""), ("{?none}", ""), ("{#none}", ""), ("{/none,var}", "/value"), ("{?none,var,nothing}", "?var=value"),
      ("x{nobody}", "x"),
      ("{?nobody*,nothing*}", ""), ("{missing}{+missing}{.missing}", ""), ("{empty}", ""), ("{?empty}", "?empty="),
      ("{;empty}", ";empty"),
      ("{#empty}", "#"), ("{/empty}", "/"), ("{.empty}", "."), ("{+empty}", ""), ("{&empty}", "&empty="), ("{empty:3}", ""),
      // Prefixes are counted in code points; triplets that are kept are not split, not even one that encodes a part of a
      // character.
      ("{word:3}", "dr%C3%BC"), ("{emoji:1}", "%F0%9F%98%80"), ("{flag:1}", "%F0%9F%87%A9"), ("{cafe:4}", "cafe"),
      ("{cafe:5}", "cafe%CC%81"),
      ("{+encoded:1}", "%C3%A9"), ("{+encoded:2}", "%C3%A9%20"), ("{+encoded:3}", "%C3%A9%20x"),
      ("{+encoded:4}", "%C3%A9%20x%25"),
      ("{encoded:1}", "%25"), ("{+half:3}", "50%25"), ("{long:9999}", String(repeating: "%C3%A9", count: 20)),
      ("{long:1}", "%C3%A9"),
      // Explode on a text changes nothing but is allowed.
      ("{var*}", "value"), ("{?var*}", "?var=value"), ("{/var*}", "/value"),
      // Reserved expansion.
      ("{+base}index", "http://example.com/home/index"), ("{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"),
      ("{+half}", "50%25"),
      ("{+word}", "dr%C3%BCcken"), ("{#path:6}here", "#/foo/bhere"), ("{+path,var}/x", "/foo/bar,value/x"),
      // The letter of the RFC, even where it makes little sense.
      ("?a=1{?var}", "?a=1?var=value"), ("{&var}", "&var=value"), ("a{#var}b?c", "a#valueb?c"), ("<var>/{var}", "value/value"),
    ])
  func expansion(text: String, expected: String) throws {
    #expect(try URITemplate(text).expand(Self.values) == expected)
  }

  @Test(
    "O02: a prefix of a list or a map is an error that names the variable",
    arguments: ["{list:3}", "{+list:3}", "{?var,list:1}", "{/keys:2}"])
  func prefix(text: String) throws {
    let template = try URITemplate(text)
    let variable = text.contains("keys") ? "keys" : "list"
    for expand in [template.expand, template.target] {
      let error = #expect(throws: URITemplate.Unsafe.self) { try expand(Self.values) }
      #expect(error?.template == text && error?.variable == variable && error?.reason == .prefix)
    }
    #expect(try URITemplate("{nothing:3}{none:3}").expand(Self.values) == "")
  }

  @Test("O02: every ASCII character is encoded or kept as its operator says")
  func characters() throws {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    let reserved = ":/?#[]@!$&'()*+,;="
    for value in 0..<0x80 {
      let character = String(try #require(Unicode.Scalar(UInt32(value))))
      let digits = String(value, radix: 16, uppercase: true)
      let triplet = "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      let values = PathValues("x", .text(character))
      #expect(try URITemplate(stringLiteral: "{x}").expand(values) == (unreserved.contains(character) ? character : triplet))
      let isKept = (unreserved + reserved).contains(character)
      #expect(try URITemplate(stringLiteral: "{+x}").expand(values) == (isKept ? character : triplet))
    }
  }
}
