import Testing

@testable import RefineryCore

@Suite("URITemplate: targets of requests")
struct URITemplateTargetTests {
  @Test("A08: placeholders <name> and {name} are filled in wherever they stand")
  func placeholders() throws {
    #expect(try URITemplate(stringLiteral: "custom/<type>/<id>").target(["type": "persons", "id": "1"]) == "custom/persons/1")
    #expect(try URITemplate(stringLiteral: "<id>/x/{id}?again=<id>").target(["id": 1]) == "1/x/1?again=1")
    #expect(try URITemplate(stringLiteral: "<_a1>").target(["_a1": "b c"]) == "b%20c")
  }

  @Test(
    "A09: a placeholder before the query without a value is an error that names it",
    arguments: [
      ("x/<id>", "id"), ("x/{id}", "id"), ("x{/id}", "id"), ("{+id}/x", "id"), ("x/a{.id}", "id"), ("x{;id}", "id"),
      ("x/{a,id}", "id"), ("https://{id}/x", "id"), ("x/{list}", "list"), ("x{/list*}", "list"), ("x/{map*}", "map"),
    ])
  func missing(text: String, variable: String) throws {
    let template = try URITemplate(text)
    let values: PathValues = ["a": "1", "list": .list([]), "map": .map([]), "id": nil]
    let error = try #require(throws: URITemplate.Unsafe.self) { try template.target(values) }
    #expect(error.template == text && error.variable == variable && error.reason == .missing)
    #expect("\(error)" == "template \"\(text)\": \"\(variable)\" has no value, so the placeholder cannot be resolved")
  }

  @Test("A09: variables of the query may be without a value, or empty")
  func query() throws {
    let template: URITemplate = "people{?page,limit,tags*}"
    #expect(try template.target([:]) == "people")
    #expect(try template.target(["limit": "5"]) == "people?limit=5")
    #expect(try template.target(["page": "", "tags": ["a", "b&c"]]) == "people?page=&tags=a&tags=b%26c")
  }

  @Test(
    "A12: an identifier stays one segment and cannot change path or query",
    arguments: [
      ("a/b", "a%2Fb"), ("a b", "a%20b"), ("é", "%C3%A9"), ("?x", "%3Fx"), ("#x", "%23x"), ("%2e%2e", "%252e%252e"),
      ("a&b=c", "a%26b%3Dc"),
      ("...", "..."), ("..a", "..a"), ("a..", "a.."), ("😀", "%F0%9F%98%80"), ("\u{301}", "%CC%81"), ("a\\b", "a%5Cb"),
      ("//h/x", "%2F%2Fh%2Fx"),
      ("http://h", "http%3A%2F%2Fh"), ("@h:1", "%40h%3A1"), ("+", "%2B"), ("~", "~"), (" ", "%20"), ("{id}", "%7Bid%7D"),
      ("<id>", "%3Cid%3E"),
      ("\u{2028}", "%E2%80%A8"), ("\u{A0}", "%C2%A0"), ("-", "-"), ("0", "0"), ("a;b", "a%3Bb"),
    ])
  func segment(value: String, encoded: String) throws {
    let path: URITemplate = "people"
    #expect(try path.item.target(PathValues("id", .text(value))) == "people/" + encoded)
    #expect(try URITemplate(stringLiteral: "/people/{id}/pets").target(["id": .text(value)]) == "/people/\(encoded)/pets")
  }

  @Test(
    "A12: a value that would leave its place in the path is refused, and the error does not show it",
    arguments: [
      ("p/{x}", ".", .dotSegment), ("p/{x}", "..", .dotSegment), ("p/{x}/q", "..", .dotSegment), ("{x}", "..", .dotSegment),
      ("{x}?q", "..", .dotSegment), ("{x}{?q}", ".", .dotSegment), ("p{/x}", "..", .dotSegment), ("p/{x}#f", "..", .dotSegment),
      // Joined with its neighbours, decoded or not.
      ("p/.{x}", ".", .dotSegment), ("p/{x}.", ".", .dotSegment), ("p/{.x}", ".", .dotSegment), ("p/%2e{x}", ".", .dotSegment),
      ("p/{x}%2E/q", ".", .dotSegment), ("p/{x}{x}", ".", .dotSegment), ("p/{x,x}", "", .empty),
      ("p/{x:2}", "..a", .dotSegment),
      // What a server might decode, unify or strip before it resolves dots.
      ("p/{x}", "../q", .dotSegment), ("p/{x}", "a/../../q", .dotSegment), ("p/{x}", "..\\q", .dotSegment),
      ("p/{x}", "a\\..", .dotSegment),
      ("p/{x}", "..;q", .dotSegment), ("p/{x};q", "..", .dotSegment), ("p/{x}%2Fq", "..", .dotSegment),
      ("p/q%2f{x}", "..", .dotSegment),
      ("p/{x}{;x}", "..", .dotSegment), ("p/{x}%5c", "..", .dotSegment), ("p/{x}", "./", .dotSegment),
      ("p/{x}", "", .empty), ("p/a{x}b", "", .empty), ("p{;x}", "", .empty), ("p{/x}", "", .empty), ("p/{+x}", "", .empty),
      ("p/{x}", "a\u{0}", .controlCharacter), ("p/{x}", "a\r\nb", .controlCharacter), ("p/{x}", "\t", .controlCharacter),
      ("p/{x}", "\u{7F}", .controlCharacter), ("p/{x}", "\u{85}", .controlCharacter), ("p/{+x}", "a\nb", .controlCharacter),
      // Reserved expansion.
      ("p/{+x}", "../q", .dotSegment), ("p/{+x}", "a/./b", .dotSegment), ("p/{+x}", "a/..", .dotSegment),
      ("p/{+x}", "%2e%2E", .dotSegment),
      ("p/{+x}", "a/.%2e/b", .dotSegment), ("p/{+x}", "a%2f..%2Fb", .dotSegment), ("p/{+x}", "a%5c..", .dotSegment),
      ("p/{+x}", "..;/q", .dotSegment),
      ("{+x}", "..", .dotSegment), ("{+x}./q", "a/", .dotSegment), ("{+x}../q", "a/", .dotSegment),
      ("p/{+x}", "a//b", .emptySegment), ("p/{+x}", "/a", .emptySegment), ("p/{+x}", "a/", .emptySegment),
      ("{+x}/p", "a/", .emptySegment),
      ("{+x}", "//h/a", .emptySegment), ("{+x}", "/", .emptySegment), ("{+x}{/x}", "a/", .emptySegment),
      ("{+x}?q", "a/", .emptySegment),
      ("{+x}", "http://h/", .emptySegment), ("p/{+x}", "a?b", .delimiter), ("p/{+x}", "a#b", .delimiter),
      ("p/{+x}", "a%00", .controlCharacter),
      ("p/{+x}", "%0d%0A", .controlCharacter), ("p/{+x}", "%C2%85", .controlCharacter), ("p?q={+x}", "a#b", .delimiter),
      // The host.
      ("https://{x}/p", "a/b", .authority), ("https://{x}/p", "a@b", .authority), ("https://{x}.h/p", "a:80", .authority),
      ("https://{+x}/p", "a@b", .authority), ("https://h{+x}", "/p", .authority), ("https://{x}/p", "", .empty),
      ("https://{x}", "é", .authority),
      ("https://{x}?q", "a?b", .authority), ("https://h/{x}", "..", .dotSegment),
    ] as [(String, String, URITemplate.Unsafe.Reason)])
  func refused(text: String, value: String, reason: URITemplate.Unsafe.Reason) throws {
    let template = try URITemplate(text)
    let error = try #require(throws: URITemplate.Unsafe.self) { try template.target(PathValues("x", .text(value))) }
    #expect(error.template == text && error.variable == "x" && error.reason == reason)
    #expect(error.description == "template \"\(URITemplate.textForLogs(text))\": \"x\" \(reason.rawValue)")
  }

  @Test("A12: each member of a list or a map is held to the rules of a path")
  func members() throws {
    let template: URITemplate = "p{/x*}"
    #expect(try template.target(["x": ["a/b", "c"]]) == "p/a%2Fb/c")
    #expect(try template.target(["x": ["k": "v"]]) == "p/k=v")
    #expect(try URITemplate(stringLiteral: "p/{x}").target(["x": ["..", "a"]]) == "p/..,a")
    for value: PathValue in [["a", ".."], [".", "a"], ["a", ""], ["a\u{0}"], ["": "v"], ["k": ""], ["k": "\n"]] {
      #expect(throws: URITemplate.Unsafe.self) { try template.target(["x": value]) }
    }
  }

  @Test(
    "A12: what a template itself says is its author's affair",
    arguments: [
      ("a//b/../{x}/", "a//b/../1/"), ("./{x}", "./1"), ("{x}/..", "1/.."), ("{x}//", "1//"), ("", ""), ("/", "/"), (".", "."),
      ("a;.;{x}", "a;.;1"),
      ("..{x}", "..1"), ("{x}{x}", "11"), ("https://h/../{x}", "https://h/../1"), ("{/x}/../{x}", "/1/../1"),
    ])
  func literal(text: String, expected: String) throws {
    #expect(try URITemplate(text).target(["x": 1]) == expected)
  }

  @Test(
    "A12: reserved expansion may add segments",
    arguments: [
      ("files/{+x}", "a/b c", "files/a/b%20c"), ("{+x}/here", "/foo/bar", "/foo/bar/here"), ("files/{+x}/", "a", "files/a/"),
      ("files/{+x}", "%41%2f", "files/%41%2f"), ("files/{+x}", "a:b@c", "files/a:b@c"), ("files/{+x}", "50%", "files/50%25"),
      ("{+x}?q", "...", "...?q"), ("a?q={+x}", "http://h/?b&c", "a?q=http://h/?b&c"),
      ("https://{+x}/p", "[::1]:80", "https://[::1]:80/p"),
    ])
  func reserved(text: String, value: String, expected: String) throws {
    #expect(try URITemplate(text).target(["x": .text(value)]) == expected)
  }

  @Test(
    "L08: a target has one question mark, and no fragment",
    arguments: [
      ("p?a=1{?x,y}", "p?a=1&x=1&y=2"), ("p{?none}{&x}", "p?x=1"), ("p{&x,y}", "p?x=1&y=2"), ("p{?x}{?y}", "p?x=1&y=2"),
      ("p?{x}", "p?1"),
      ("p?{&x}", "p?x=1"), ("p?a&{?x}", "p?a&x=1"), ("p{?none}&b=2", "p?&b=2"), ("p/{?none}{x}", "p/?1"),
      ("p{?x}/{y}", "p?x=1/2"),
      ("p#top{x}?q", "p"), ("p{#x}", "p"), ("p{#none}/{x}", "p"), ("p{?x}{#y}", "p?x=1"), ("p?q={none}", "p?q="),
      ("{?x}", "?x=1"),
      ("p{?none}{/x}", "p?/1"), ("p?q={+x}#f", "p?q=1"), ("p{?x:1}", "p?x=1"),
    ])
  func query(text: String, expected: String) throws {
    #expect(try URITemplate(text).target(["x": 1, "y": 2]) == expected)
  }

  @Test("I02: a value of the query may hold anything: line breaks and NUL go out encoded")
  func queryValues() throws {
    let value = PathValue.text("\r\n\u{0}#&=?/..")
    #expect(try URITemplate(stringLiteral: "p{?x}").target(["x": value]) == "p?x=%0D%0A%00%23%26%3D%3F%2F..")
  }

  @Test(
    "A02: a target joins its base with exactly one slash",
    arguments: [
      ("/api", "people", "/api/people"), ("/api/", "people", "/api/people"), ("/api", "/people", "/api/people"),
      ("/api/", "/people", "/api/people"),
      ("/", "people", "/people"), ("/", "/people", "/people"), ("", "people", "people"), ("", "/people", "/people"),
      ("/api", "{x}", "/api/a"),
      ("/api/", "{x}", "/api/a"), ("/api", "{/x}", "/api/a"), ("/api/", "{/x}", "/api/a"), ("/api", "{+y}", "/api/b/c"),
      ("/api/", "{+y}", "/api/b/c"), ("/api", "{+x}", "/api/a"), ("/api/", "{+x}", "/api/a"), ("/api", "{.x}", "/api/.a"),
      ("/api", "{;x}", "/api/;x=a"),
      ("/api", "{?x}", "/api?x=a"), ("/api/", "{?x}", "/api/?x=a"), ("/api", "?x={x}", "/api?x=a"), ("/api/", "", "/api/"),
      ("/api", "", "/api"),
      ("/api", "/", "/api/"), ("/api/", "/", "/api/"), ("/api", "{x:1}", "/api/a"), ("", "https://h/{x}", "https://h/a"),
      ("/é", "{x}", "/é/a"),
      ("/api/", "/people/{x:9}", "/api/people/a"), ("/api/", "people/{x:9}", "/api/people/a"),
      ("/api", "people/{x:9}", "/api/people/a"),
    ])
  func joint(base: String, text: String, expected: String) throws {
    var target = base
    try URITemplate(text).appendTarget(["x": "a", "y": "/b/c"], to: &target)
    #expect(target == expected)
  }

  @Test("A09: what stood before is left alone when a target is refused", arguments: ["", "/api", "/api/", "/é\u{301}"])
  func untouched(base: String) throws {
    for text in ["/p/{x}", "p{/x}", "{x}", "/p/{y}/{x}", "p/{none}", "p/{", "{+y}/{x}"] {
      var target = base
      #expect(throws: (any Error).self) {
        try URITemplate(stringLiteral: text).appendTarget(["x": "..", "y": "b"], to: &target)
      }
      #expect(target == base)
    }
  }
}
