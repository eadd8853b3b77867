import Testing

@testable import RefineryCore

@Suite struct URIReferenceTests {
  private func resolve(_ reference: String, against base: String) throws -> String {
    let target = try #require(URIReference(reference)).resolved(against: try #require(URIReference(base)))
    return (target.scheme.map { $0 + ":" } ?? "") + (target.authority.map { "//" + $0 } ?? "") + target.path
      + (target.query.map { "?" + $0 } ?? "") + (target.fragment.map { "#" + $0 } ?? "")
  }

  // RFC 3986 section 5.4, without the forms that keep a scheme other than http's.
  @Test(
    "the examples of RFC 3986 section 5.4 resolve",
    arguments: [
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
      ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
      ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
      ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
      ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ])
  func examples(reference: String, expected: String) throws {
    #expect(try resolve(reference, against: "http://a/b/c/d;p?q") == expected)
  }

  @Test(
    "nothing is decoded or encoded twice",
    arguments: [
      ("/%2F", "http://a/%2F"), ("/%2e%2e/x", "http://a/%2e%2e/x"), ("/%25", "http://a/%25"), ("/a%zz", "http://a/a%zz"),
      ("/a b", "http://a/a%20b"), ("/é", "http://a/%C3%A9"), ("?q=ü", "http://a/b?q=%C3%BC"), ("HTTP://B/x", "http://B/x"),
      ("//u:p@h:8/x", "http://u:p@h:8/x"), ("//h?q", "http://h?q"), ("a:b/c", "a:b/c"), ("./a:b", "http://a/a:b"),
    ])
  func untouched(reference: String, expected: String) throws {
    #expect(try resolve(reference, against: "http://a/b") == expected)
  }

  @Test("a control character makes no reference", arguments: ["/a\nb", "/a\r\nb", "\u{0}", "/\u{7F}", "a\tb"])
  func controls(reference: String) {
    #expect(URIReference(reference) == nil)
  }
}
