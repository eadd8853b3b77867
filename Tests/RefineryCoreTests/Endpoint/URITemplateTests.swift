import HTTPTypes
import Testing

@testable import RefineryCore

@Suite("URITemplate", .timeLimit(.minutes(5)))
struct URITemplateTests {
  @Test("O02: a template tells its text and its variables, by place and in order of first use")
  func variables() {
    let template: URITemplate = "{+root}/people{/id,id}{;v}?q={q}{&page,q}{#part}"
    #expect(template.problem == nil)
    #expect(template.text == "{+root}/people{/id,id}{;v}?q={q}{&page,q}{#part}")
    #expect("\(template)" == template.text)
    #expect(template.variables == ["root", "id", "v", "q", "page", "part"])
    #expect(template.pathVariables == ["root", "id", "v"])
    #expect(template.queryVariables == ["q", "page"])
  }

  @Test("O02: templates are equal, and hash alike, when they were written alike")
  func equality() throws {
    let text = "people/{id}"
    let parsed = try URITemplate(text)
    #expect(parsed == "people/{id}")
    #expect(parsed != "people/<id>")
    #expect(Set([parsed, "people/{id}", "people"]).count == 2)
  }

  @Test(
    "A06: a template is absolute when its literal text starts with http or https",
    arguments: [
      ("http://h/x", true), ("HTTPS://h/{id}", true), ("https://{host}/x", true), ("https://", true), ("http:/h", false),
      ("/household/people", false), ("{+base}/x", false), ("ftp://h/x", false), ("x/http://h", false), ("", false),
    ])
  func absolute(text: String, isAbsolute: Bool) throws {
    #expect(try URITemplate(text).isAbsolute == isAbsolute)
  }

  @Test(
    "A02: appending joins with exactly one slash",
    arguments: [
      ("people", "{id}", "people/{id}"), ("people/", "{id}", "people/{id}"), ("people", "/{id}", "people/{id}"),
      ("people/", "/{id}", "people/{id}"), ("people/", "{/id}", "people{/id}"), ("people", "{/id}", "people{/id}"),
      ("/people", "{id}/pets", "/people/{id}/pets"), ("", "{id}", "/{id}"), ("/", "{id}", "/{id}"), ("people", "", "people"),
      ("people/", "", "people/"), ("https://h/api", "{id}", "https://h/api/{id}"), ("a/\u{301}", "b", "a/\u{301}/b"),
      ("a/", "\u{301}b", "a/\u{301}b"), ("people/<id>", "pets", "people/<id>/pets"),
    ])
  func appending(first: String, second: String, joined: String) throws {
    let result = try URITemplate(first).appending(URITemplate(second))
    #expect(result.text.unicodeScalars.elementsEqual(joined.unicodeScalars))
    #expect(result.problem == nil)
  }

  @Test(
    "A14: appending puts the component before the query and the fragment",
    arguments: [
      ("people{?page}", "{id}", "people/{id}{?page}"), ("people?all=1", "{id}", "people/{id}?all=1"),
      ("people/{?page}", "/{id}", "people/{id}{?page}"), ("people{&page}", "{id}", "people/{id}{&page}"),
      ("people{?page}", "{id}{?fields}", "people/{id}{?fields}{&page}"), ("people?a=1", "x?b=2", "people/x?b=2&a=1"),
      ("people#top", "{id}", "people/{id}#top"), ("people{?page}{#top}", "x", "people/x{?page}{#top}"),
      ("people{?page}#top", "x#end", "people/x{?page}#end"), ("people{?page}", "{?fields}", "people{?fields}{&page}"),
      ("people", "https://other/{id}", "https://other/{id}"),
    ])
  func appendingBeforeQuery(first: String, second: String, joined: String) throws {
    #expect(try URITemplate(first).appending(URITemplate(second)).text == joined)
  }

  @Test(
    "O02: what is joined of a malformed template is malformed",
    arguments: ["a{b", "a}", "{a", "%", "a%4", "<", "a<b", "b>", "?%", "{"])
  func appendingMalformed(text: String) {
    let malformed = URITemplate(stringLiteral: text)
    for other: URITemplate in ["1", "b}", "{?x}", "41", "a>", "{id}", "p{?x}", "b?41"] {
      #expect(malformed.problem != nil)
      #expect(malformed.appending(other).problem == malformed.problem)
      #expect(other.appending(malformed).problem == other.problem ?? malformed.problem)
    }
  }

  @Test("A03: the item of a collection is made once and shared by all copies")
  func item() {
    let path: URITemplate = "people"
    let copy = path
    #expect(path.item.text == "people/{id}")
    #expect(path.item.storage === copy.item.storage)
    #expect(path.item.item.text == "people/{id}/{id}")
    #expect(path.detached == path)
    #expect(path.detached.item.storage !== path.item.storage)
  }

  @Test("A18: threads that ask at once get the same item and the same row")
  func concurrency() async {
    let path: URITemplate = "people"
    let key = RowKey(Int.self, .read)
    let seen = await withTaskGroup(of: (ObjectIdentifier, String).self) { group in
      for number in 0..<64 {
        group.addTask {
          (ObjectIdentifier(path.item.storage), path.row(key) { Endpoint("\(number)", .get, path.detached) }.name)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(seen.count == 64)
    #expect(Set(seen.map(\.0)).count == 1)
    #expect(Set(seen.map(\.1)).count == 1)
  }

  @Test("A03: a template keeps the rows that were made from it, by model and operation")
  func rows() {
    let path: URITemplate = "people"
    var made = 0
    func make(_ name: String) -> Endpoint {
      made += 1
      return Endpoint(name, .get, path.detached)
    }
    for _ in 0..<3 {
      #expect(path.row(RowKey(Int.self, .read)) { make("a") }.name == "a")
      #expect(path.row(RowKey(Int.self, .update)) { make("b") }.name == "b")
      #expect(
        path.row(RowKey(String.self, .read)) { make(path.row(RowKey(Bool.self, .create)) { make("c") }.name + "d") }.name
          == "cd")
      #expect(path.row(RowKey(Int.self, .read)) { make("e") }.name == "a")
    }
    #expect(made == 4)
  }

  @Test("A03: a cache with a limit makes the rows beyond it for each look-up")
  func limited() {
    let cache = RowCache<Int, Int>(limit: 2)
    var made = 0
    func row(_ key: Int) -> Int {
      cache.row(key) {
        made += 1
        return key
      }
    }
    for _ in 0..<2 { #expect((1...3).map(row) == [1, 2, 3]) }
    #expect(made == 4)
  }

  @Test("A03: a template and the rows that it keeps are freed together")
  func freed() {
    weak var template: URITemplate.Storage?
    weak var item: URITemplate.Storage?
    do {
      let path = URITemplate(stringLiteral: "people")
      template = path.storage
      item = path.item.storage
      let row = path.row(RowKey(Int.self, .read)) { Endpoint("Person.list", .get, path.detached) }
      #expect(row.path == path)
      #expect(template != nil && item != nil)
    }
    #expect(template == nil)
    #expect(item == nil)
  }
}
