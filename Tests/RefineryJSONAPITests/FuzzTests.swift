import FoundationEssentials
import RefineryCore
import RefineryJSONAPI
import RefineryTesting
import TestSupport
import Testing

private enum Mixed: PolymorphicResource {
  case article(Article), person(Person), other(GenericResource)

  static let cases = ResourceCases<Mixed>(Mixed.article, Mixed.person, otherwise: Mixed.other)
  var resource: any ResourceObject {
    switch self {
    case .article(let article): article
    case .person(let person): person
    case .other(let resource): resource
    }
  }
}

@Suite struct FuzzTests {
  private static let documents = [
    compound,
    #"{"data":{"type":"articles","id":"1","lid":"l","attributes":{"title":"T"},"relationships":{"author":{"data":null}}}}"#,
    #"{"errors":[{"status":"422","code":"c","source":{"pointer":"/a"},"links":{"about":{"href":"x"}}}],"jsonapi":{}}"#,
    #"{"atomic:results":[{"data":{"type":"articles","id":"1","attributes":{"title":"T"}}},{"data":[]},{}]}"#,
    #"{"data":[{"type":"people","id":"2"}],"links":{"self":"/x","next":null},"meta":{"a":[1,2]}}"#,
  ]

  private static let odd: [JSONValue] = [
    nil, true, 0, -1, "", "articles", "people", [], [:], ["data": nil], [["type": "people", "id": "9"]],
    ["type": "articles", "id": "1"], ["type": "people"], ["links": 5, "meta": nil], ["data": [["data": [:]]]],
  ]

  /// Whatever the document: an error of mapping on one line, or a value that can be walked and written.
  private func feed(_ data: Data) {
    check { try walk(coder.decode(Document<Article>.self, from: data)) }
    check { try walk(coder.decode(Document<[Mixed]>.self, from: data)) }
    check {
      for article in try coder.decodeList(Article.self, from: data, onFailure: .skip).elements {
        check { _ = try article.author.value?.favorite.value?.comments.values }
        check { for comment in article.comments { _ = try comment.value?.author.value } }
        check { _ = try coder.encode(article) }
      }
    }
    check { _ = try coder.decode(Person?.self, from: data) }
    check { _ = try coder.decode(JSONAPIErrors.self, from: data).description }
    check {
      let results = try coder.decode(AtomicResults.self, from: data)
      for index in results.results.indices { check { _ = try results.value(Article.self, at: index) } }
    }
    check { _ = try coder.decode(Relationship.self, from: data).linkage?.ids }
  }

  private func walk<Content>(_ document: Document<Content>) throws {
    for resource in document.included {
      _ = resource.links.names + (resource.relationships.keys.flatMap { resource.related($0) }.map(\.type))
      #expect(throws: Never.self) { try JSONAPICoder(conformance: .lenient).encode(resource) }
    }
    _ = document.links.next?.href
  }

  private func check(_ work: () throws -> Void) {
    do {
      try work()
    } catch {
      #expect(error is MappingError)
      #expect("\(error)".utf8.count < 2000 && !"\(error)".contains("\n"))
    }
  }

  @Test("D13: documents damaged in their bytes give errors and no trap", .afterTheRush, arguments: documents.indices)
  func bytes(_ index: Int) async {
    var random = SeededRandom(seed: UInt64(index) + 1)
    let document = Data(Self.documents[index].utf8)
    for _ in 0..<600 {
      await Task.yield()  // Other tests use the same threads.
      var damaged = document
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged.remove(at: place)
        case 2: damaged.insert(Data(#""{}[]:,n1"#.utf8).randomElement(using: &random) ?? 0, at: place)
        default: damaged = damaged.prefix(place) + damaged.suffix(Int.random(in: 0...place, using: &random))
        }
        if damaged.isEmpty { damaged = Data("{".utf8) }
      }
      feed(Data(damaged))
    }
  }

  @Test("D13: documents of damaged structure give errors and no trap", .afterTheRush, arguments: documents.indices)
  func structure(_ index: Int) async throws {
    var random = SeededRandom(seed: UInt64(index) + 100)
    let document = try json(Self.documents[index])
    for _ in 0..<800 {
      await Task.yield()  // Other tests use the same threads.
      var damaged = document
      for _ in 0...Int.random(in: 0..<2, using: &random) { damage(&damaged, &random) }
      feed(damaged.data())
    }
  }

  private func damage(_ json: inout JSONValue, _ random: inout SeededRandom) {
    if Int.random(in: 0..<4, using: &random) == 0 {
      json = Self.odd.randomElement(using: &random) ?? nil
      return
    }
    switch json {
    case .array(var elements) where !elements.isEmpty:
      let index = elements.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: damage(&elements[index], &random)
      }
      json = .array(elements)
    case .object(var object) where !object.isEmpty:
      let key = object.keys.randomElement(using: &random) ?? ""
      switch Int.random(in: 0..<8, using: &random) {
      case 0: object[key] = Optional<JSONValue>.none
      case 1: object["data"] = object[key]
      default:
        var value = object[key] ?? nil
        damage(&value, &random)
        object[key] = value
      }
      json = .object(object)
    default: json = Self.odd.randomElement(using: &random) ?? nil
    }
  }

  @Test("D13: values nested very deep give an error") func deep() {
    feed(Data((#"{"data":"# + String(repeating: "[", count: 100_000)).utf8))
    feed(Data((#"{"data":"# + String(repeating: #"{"data":"#, count: 100_000)).utf8))
  }

  @Test("D02: a large document is read once and its relationships are found without searching", .afterTheRush)
  func large() throws {
    let count = 5000
    let articles = (0..<count).map { index in
      """
      {"type":"articles","id":"\(index)","attributes":{"title":"T"},"relationships":{\
      "author":{"data":{"type":"people","id":"\(index)"}}}}
      """
    }
    let people = (0..<count).map { #"{"type":"people","id":"\#($0)","attributes":{"name":"P\#($0)"}}"# }
    let text = #"{"data":[\#(articles.joined(separator: ","))],"included":[\#(people.joined(separator: ","))]}"#
    let decoded = try decode([Article].self, text)
    let names = try decoded.map { try $0.author.value?.name }
    #expect(names == (0..<count).map { "P\($0)" })
  }
}
