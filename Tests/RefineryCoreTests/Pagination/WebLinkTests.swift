import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct WebLinkTests {
  private func parsed(_ value: String) -> [String] {
    WebLink.links(in: value).map { "\($0.relations.joined(separator: " ")) -> \($0.target)" }
  }

  @Test("F06: the examples of RFC 8288 section 3.5")
  func examples() throws {
    let previous = try #require(
      WebLink.links(in: #"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#).first)
    #expect(previous.target == "http://example.com/TheBook/chapter2")
    #expect(previous.relations == ["previous"] && previous.title == "previous chapter")

    #expect(parsed(#"</>; rel="http://example.net/foo""#) == ["http://example.net/foo -> /"])

    let terms = try #require(WebLink.links(in: ##"</terms>; rel="copyright"; anchor="#foo""##).first)
    #expect(terms.anchor == "#foo" && terms.relations == ["copyright"])

    let chapters = WebLink.links(
      in: """
        </TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, \
        </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel
        """)
    #expect(chapters.map(\.target) == ["/TheBook/chapter2", "/TheBook/chapter4"])
    #expect(chapters.map(\.title) == ["letztes Kapitel", "nächstes Kapitel"])

    #expect(
      parsed(#"<http://example.org/>; rel="start http://example.net/relation/other""#)
        == ["start http://example.net/relation/other -> http://example.org/"])
    #expect(
      parsed(#"<https://example.org/>; rel="start", <https://example.org/index>; rel="index""#)
        == ["start -> https://example.org/", "index -> https://example.org/index"])
  }

  @Test(
    "F06: every way of writing a link",
    arguments: [
      ("</a>;rel=next", ["next -> /a"]), ("</a> ; rel = \"next\" ; x", ["next -> /a"]), ("</a>; REL=NEXT", ["next -> /a"]),
      ("</a>; rel=\"prev next\"", ["prev next -> /a"]), ("</a>; rel=\"  next\tprev \"", ["next prev -> /a"]),
      ("</a>; rel=next; rel=prev", ["next -> /a"]), ("</a,b;c>; rel=next,</d>;rel=prev", ["next -> /a,b;c", "prev -> /d"]),
      ("</a>; title=\"x, </evil>; rel=next\"; rel=\"next\"", ["next -> /a"]),
      ("</a>; title=\"a \\\"quoted\\\" \\\\ b\"; rel=next", ["next -> /a"]), (" , ,</a>; rel=next , ,", ["next -> /a"]),
      ("<>; rel=self", ["self -> "]), ("</a>; rel=\"n\\ext\"", ["next -> /a"]), ("</a>; hreflang=de; rel=next", ["next -> /a"]),
      ("</a>;;; rel=next;", ["next -> /a"]), ("</a>; rel=next\t,\t</b>; rel=last", ["next -> /a", "last -> /b"]),
    ])
  func forms(value: String, expected: [String]) {
    #expect(parsed(value) == expected)
  }

  @Test(
    "F06: what is malformed is passed over, and the good links around it are not lost",
    arguments: [
      ("", []), (",;,", []), ("</a>", []), ("</a>; rel", []), ("</a>; rel=\"\"", []), ("rel=next", []), ("</a", []),
      ("</a; rel=next", []), ("garbage, </b>; rel=next", ["next -> /b"]),
      ("\"x, </evil>; rel=next\", </b>; rel=next", ["next -> /b"]),
      ("</a>; rel=next, </b", ["next -> /a"]), ("</a>; rel=next, </b>; rel=\"last", ["next -> /a", "last -> /b"]),
      ("</a>x; rel=next, </b>; rel=last", ["last -> /b"]),
      ("</a>; rel=next garbage, </b>; rel=last", ["next -> /a", "last -> /b"]),
      ("</a>; =x; rel=next", ["next -> /a"]), ("</a>; rel=next; title=\"\\", ["next -> /a"]),
    ])
  func malformed(value: String, expected: [String]) {
    #expect(parsed(value) == expected)
  }

  @Test("F06: a title in another character set, or malformed, is not taken for text")
  func titles() throws {
    func title(_ parameters: String) -> String? { WebLink.links(in: "</a>; rel=next; \(parameters)").first?.title }
    #expect(title("title*=iso-8859-1'en'%A3; title=plain") == "plain")
    #expect(title("title*=UTF-8''%ff; title=plain") == "plain")
    #expect(title("title*=nonsense") == nil)
    #expect(title("title*=utf-8''%e2%82%ac; title=plain") == "€")
  }

  @Test("F06: a field of half a megabyte is read once through, whatever is in it")
  func large() {
    #expect(WebLink.links(in: String(repeating: "<,", count: 250_000)).isEmpty)
    #expect(WebLink.links(in: String(repeating: "\"", count: 500_001)).isEmpty)
    #expect(WebLink.links(in: String(repeating: "</a>; rel=next,", count: 30_000)).count == 30_000)
  }

  @Test("F06: a value cut anywhere gives the links that were whole before the cut, and any bytes at all trap nowhere")
  func cut() {
    let value = #"</a>; rel="next"; title="x, \"y", </b>; rel=prev; anchor="/c", <d>; rel="last first""#
    let whole = parsed(value)
    for length in 0...value.utf8.count {
      let links = parsed(String(decoding: value.utf8.prefix(length), as: UTF8.self))
      #expect(links.dropLast() == whole.prefix(max(0, links.count - 1)))
    }
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("<>;,=\"\\ \tarel*'%ü".utf8)
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      for link in WebLink.links(in: String(decoding: bytes, as: UTF8.self)) {
        #expect(!link.relations.isEmpty && (link.title ?? "").utf8.count < 200)
      }
    }
  }

  @Test("F06: several fields are one list")
  func fields() throws {
    var fields = HTTPFields()
    let name = try #require(HTTPField.Name("link"))
    fields.append(HTTPField(name: name, value: "</a>; rel=first"))
    fields.append(HTTPField(name: name, value: "broken"))
    fields.append(HTTPField(name: name, value: "</b>; rel=next, </c>; rel=next"))
    #expect(fields.webLinks.map(\.target) == ["/a", "/b", "/c"])
    #expect(PageLinks(fields.webLinks) == PageLinks(first: "/a", next: "/b"))
  }

  @Test("F06: the page before is prev or previous", arguments: ["prev", "previous", "Previous"])
  func previous(relation: String) {
    #expect(PageLinks(WebLink.links(in: "</a>; rel=\(relation)")) == PageLinks(previous: "/a"))
  }
}
