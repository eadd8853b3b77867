import FoundationEssentials
import RefineryCore
import RefineryJSONAPI
import Testing

private struct Weapon: JSONAPIResource, Equatable {
  static let resourceType = "weapons"
  var id: String
  var name: String
  var shield: ToOne<Shield>
}

private struct Shield: JSONAPIResource, Equatable {
  static let resourceType = "shields"
  var id: String
  var strength: Int
}

private enum Item: PolymorphicResource, Equatable {
  case weapon(Weapon), shield(Shield), other(GenericResource)

  static let cases = ResourceCases<Item>(Item.weapon, Item.shield, otherwise: Item.other)
  var resource: any ResourceObject {
    switch self {
    case .weapon(let weapon): weapon
    case .shield(let shield): shield
    case .other(let resource): resource
    }
  }
}

private enum Strict: PolymorphicResource {
  case weapon(Weapon), shield(Shield)

  static let cases = ResourceCases<Strict>(Strict.weapon, Strict.shield)
  var resource: any ResourceObject {
    switch self {
    case .weapon(let weapon): weapon
    case .shield(let shield): shield
    }
  }
}

private struct Hero: JSONAPIResource {
  static let resourceType = "heroes"
  var id: String
  var items: ToMany<Item>
  var first: ToOne<Item>
}

private final class Node: JSONAPIResource {
  static let resourceType = "nodes"
  let id: String
  let next: ToOne<Node>
  let all: ToMany<Node>
}

@Suite(.timeLimit(.minutes(5))) struct RelationshipTests {
  @Test("D08: to-one and to-many relationships are resolved through included") func resolved() throws {
    let article = try decode([Article].self, compound)[0]
    #expect(try article.author.value?.name == "Dan")
    #expect(try article.comments.values.map(\.body) == ["First!", "I like XML better"])
    #expect(article.comments.isLoaded)
    #expect(try article.comments[1].value?.author.value?.name == "Dan")
  }

  @Test("D09: a relationship keeps type and id where nothing is included") func linkage() throws {
    let article = try decode(
      Article.self,
      """
      {"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{
       "author":{"data":{"type":"people","id":"9"}},"comments":{"data":[{"type":"comments","id":"5"}]}}}}
      """)
    #expect(article.author.id == "9" && article.author.linkage.value?.type == "people" && !article.author.isLoaded)
    #expect(try article.author.value == nil)
    #expect(article.comments.ids == ["5"] && !article.comments.isLoaded && article.comments[0].id == "5")
    #expect(try article.comments.values.isEmpty)
    let partly = try decode([Article].self, compound)[0].comments[0]
    #expect(try partly.value?.author.id == "2" && partly.value?.author.isLoaded == false)
  }

  @Test("D10: circular references end at the primary resource") func circular() throws {
    let article = try decode([Article].self, compound)[0]
    let again = try #require(try article.author.value?.favorite.value)
    #expect(again == article)
    #expect(try again.author.value?.favorite.value?.author.value?.name == "Dan")
  }

  @Test("D10: models that are classes are one object a resource, and nothing is held in a circle") func identity() throws {
    let text = """
      {"data":[{"type":"nodes","id":"1","relationships":{"next":{"data":{"type":"nodes","id":"2"}},
                "all":{"data":[{"type":"nodes","id":"1"},{"type":"nodes","id":"2"}]}}}],
       "included":[{"type":"nodes","id":"2","relationships":{"next":{"data":{"type":"nodes","id":"1"}}}}]}
      """
    weak var first: Node?
    weak var second: Node?
    do {
      let nodes = try decode([Node].self, text)
      let next = try #require(try nodes[0].next.value)
      #expect(try next.next.value === nodes[0])
      #expect(try nodes[0].next.value === next)
      let all = try nodes[0].all.values
      #expect(all[0] === nodes[0] && all[1] === next)
      (first, second) = (nodes[0], next)
      #expect(first != nil && second != nil)
    }
    #expect(first == nil && second == nil)
  }

  @Test("D10: one object a resource, from many threads at once") func concurrentIdentity() async throws {
    let text = """
      {"data":{"type":"nodes","id":"1","relationships":{"next":{"data":{"type":"nodes","id":"2"}}}},
       "included":[{"type":"nodes","id":"2"}]}
      """
    let node = try decode(Node.self, text)
    let found = try await withThrowingTaskGroup(of: Node?.self) { group in
      for _ in 0..<64 { group.addTask { try node.next.value } }
      return try await group.reduce(into: [Node]()) { if let node = $1 { $0.append(node) } }
    }
    #expect(found.count == 64 && found.allSatisfy { $0 === found[0] })
  }

  private let heroes = """
    {"data":{"type":"heroes","id":"1","relationships":{"first":{"data":{"type":"shields","id":"2"}},"items":{"data":[
      {"type":"weapons","id":"1"},{"type":"shields","id":"2"},{"type":"potions","id":"3"},{"type":"weapons","id":"4"}]}}},
     "included":[
      {"type":"weapons","id":"1","attributes":{"name":"Axe"},"relationships":{"shield":{"data":{"type":"shields","id":"2"}}}},
      {"type":"shields","id":"2","attributes":{"strength":5}},{"type":"potions","id":"3","attributes":{"color":"red"}}]}
    """

  @Test("D11, D12: relationships of several types give the model of each; other types stay generic") func polymorphic() throws {
    let hero = try decode(Hero.self, heroes)
    let items = try hero.items.values
    #expect(items.count == 3 && !hero.items.isLoaded)
    #expect(hero.items.map(\.id) == ["1", "2", "3", "4"] && hero.items[3].linkage.value?.type == "weapons")
    guard case .weapon(let weapon) = items[0], case .other(let potion) = items[2] else {
      Issue.record("the cases are \(items)")
      return
    }
    #expect(try weapon.name == "Axe" && weapon.shield.value.map(Item.shield) == items[1])
    #expect(try hero.first.value == items[1])
    #expect(potion.type == "potions" && potion.attributes["color"] == "red")
    #expect(try hero.items[2].value == .other(potion))
  }

  @Test("D11, D12: a list of several types; a type that is none of them is an error with its place") func polymorphicList()
    throws
  {
    let list = """
      {"data":[{"type":"shields","id":"2","attributes":{"strength":5}},{"type":"potions","id":"3"}]}
      """
    let items = try decode([Item].self, list)
    #expect(items.map(\.resourceIdentifier.type) == ["shields", "potions"])
    #expect(fault([Strict].self, list) == "invalid /data/1/type")
    #expect(try json(text(items)) == json(list))
    #expect(
      try decode(Document<Item>.self, #"{"data":{"type":"shields","id":"2","attributes":{"strength":5}}}"#).data == items[0])
  }

  @Test("D14: links and meta of resources and relationships are there, also without data") func linksAndMeta() throws {
    let article = try decode([Article].self, compound)[0]
    #expect(article.author.links["related"]?.href == "/articles/1/author")
    #expect(article.comments.meta["count"]?.int == 2)
    let bare = try decode(
      Article.self,
      """
      {"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{
       "author":{"links":{"related":"/a"}},"comments":{"meta":{"count":9}}}}}
      """)
    #expect(bare.author.linkage.isAbsent && bare.author.links["related"]?.href == "/a" && !bare.author.isLoaded)
    #expect(bare.comments.isAbsent && bare.comments.meta["count"]?.int == 9 && !bare.comments.isLoaded && bare.comments.isEmpty)
    let generic = try decode([GenericResource].self, compound)[0]
    #expect(generic.links["self"]?.href == "http://h/articles/1" && generic.meta["stars"]?.int == 3)
    #expect(generic.relationships["comments"]?.meta["count"]?.int == 2)
    #expect(generic.relationships["author"]?.linkage == .one(ResourceIdentifier("people", "9")))
  }

  @Test("D09: relationships compare by what they say, whatever is loaded") func equality() throws {
    let loaded = try decode([Article].self, compound)[0]
    let named = Article(id: "1", title: loaded.title, author: .to(id: "9"), comments: .to(ids: [5, 12]))
    #expect(loaded == named && loaded.author.hashValue == named.author.hashValue)
    #expect(loaded.author != .null && loaded.author != .absent && ToMany<Comment>.to(ids: []) != .absent)
    let ann = Person(id: "9", name: "Ann")
    #expect(try ToOne.to(ann).value == ann && ToOne.to(ann) == loaded.author && ToOne.to(ann).isLoaded)
    #expect(try ToMany.to([Comment(id: 5, body: "b")])[0].value?.body == "b")
  }

  @Test("D09: ids with other code points name other resources, even if Swift calls the texts equal") func codePoints() throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    #expect(ResourceIdentifier("people", one).hashValue != ResourceIdentifier("people", other).hashValue)
    let text = """
      {"data":[
        {"type":"articles","id":"1","attributes":{"title":"T"},
         "relationships":{"author":{"data":{"type":"people","id":"\(one)"}}}},
        {"type":"articles","id":"2","attributes":{"title":"T"},
         "relationships":{"author":{"data":{"type":"people","id":"\(other)"}},
         "readers":{"data":[{"type":"people","id":"\(one)"},{"type":"people","id":"\(other)"}]}}}],
       "included":[{"type":"people","id":"\(one)","attributes":{"name":"one"}},
                   {"type":"people","id":"\(other)","attributes":{"name":"other"}}]}
      """
    for coder in [JSONAPICoder(), JSONAPICoder(conformance: .strict)] {
      let articles = try decode([Article].self, text, by: coder)
      let names = try articles.map { try $0.author.value?.name }
      #expect(names == ["one", "other"])
      #expect(articles[0].author != articles[1].author)
      let generic = try decode([GenericResource].self, text, by: coder)
      #expect(generic[1].related("readers").map { $0.attributes["name"]?.string } == ["one", "other"])
    }
  }

  @Test("D10: a pool lives as long as a relationship of it, and no longer") func lifetime() throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    var author: ToOne<Person>?
    do {
      let seen = Witness()
      witness = seen
      let key = try #require(CodingUserInfoKey(rawValue: "witness"))
      let coder = JSONAPICoder(userInfo: [key: seen])
      author = try decode([Article].self, compound, by: coder)[0].author
    }
    #expect(witness != nil)
    #expect(try author?.value?.favorite.value?.title == "JSON:API paints my bikeshed!")
    author = nil
    #expect(witness == nil)
  }

  @Test("D02: models keep to a plain Codable outside of documents, too") func plainCodable() throws {
    let article = Article(id: "1", title: "T", author: .to(id: "9"), comments: .to(ids: []))
    let data = try JSONEncoder().encode(article)
    #expect(try JSONDecoder().decode(Article.self, from: data) == article)
    #expect(try JSONDecoder().decode(Article.self, from: Data(#"{"title":"T"}"#.utf8)) == Article(title: "T"))
  }

  @Test("D20: a resource that has both an id and a local id is found by either") func bothNames() throws {
    let article = try decode(
      Article.self,
      """
      {"data":{"type":"articles","id":"1","attributes":{"title":"T"},"relationships":{
       "author":{"data":{"type":"people","id":"9"}},"comments":{"data":[{"type":"comments","lid":"c"}]}}},
       "included":[{"type":"people","id":"9","lid":"ann","attributes":{"name":"Ann"}},
                   {"type":"comments","id":"5","lid":"c","attributes":{"body":"b"}}]}
      """)
    #expect(try article.author.value == Person(id: "9", lid: "ann", name: "Ann"))
    #expect(try article.comments.values.map(\.body) == ["b"])
  }
}
