import FoundationEssentials
import HTTPTypes
import RefineryTesting
import Testing

@testable import RefineryCore

@Suite(.timeLimit(.minutes(5))) struct NestedRowTests {
  private typealias Post = Forum.Post
  private typealias Comment = Forum.Comment
  private typealias Reaction = Forum.Reaction

  @Test("E01, O01: a joined row has the whole template, each parent's id told apart, and a name of all its parts")
  func template() throws {
    let row = (Post.read(1) / Comment.read(2) / Reaction.read(3)).endpoint
    #expect(row.description == "Post.Comment.Reaction.read GET posts/{post_id}/comments/{comment_id}/reactions/{id}")
    #expect(row.parameters == ["post_id", "comment_id", "id"])
    let text = try Client(baseURL: base, transport: StubTransport()).explain(Post.read(1) / Comment.read(2)).description
    #expect(text.hasPrefix("Post.Comment.read\n  GET http://h:1/api/posts/1/comments/2\n"))
    #expect(text.contains("template  posts/{post_id}/comments/{id}") && !text.contains("unused"))
  }

  @Test("E02: equal names at several levels, and placeholders that both parts have, stay apart")
  func equalNames() throws {
    enum Upper {
      struct Item: Decodable, Identifiable, Sendable, Readable {
        static let path: URITemplate = "{tenant}/items"
        var id: Int
      }
    }
    enum Middle {
      struct Item: Decodable, Identifiable, Sendable, Readable {
        typealias Parent = Upper.Item
        static let path: URITemplate = "items"
        var id: Int
      }
    }
    struct Item: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = Middle.Item
      static let path: URITemplate = "items/{tenant}"
      var id: Int
    }
    let call = Upper.Item.read(1).with("tenant", "a") / Middle.Item.read(2) / Item.read(3).with("tenant", "b")
    #expect(call.endpoint.path.text == "{item_tenant}/items/{item_id}/items/{item_id_2}/items/{tenant}/{id}")
    #expect(try line(call) == "GET a/items/1/items/2/items/b/3")
    #expect(call.endpoint.name == "Item.Item.Item.read")
  }

  @Test("E02: the name of a parent's id comes from the parent's name")
  func variableNames() throws {
    struct BlogPost2<Kind>: Decodable, Identifiable, Sendable, Readable {
      static var path: URITemplate { "posts" }
      var id: Int
    }
    struct Note: Decodable, Sendable, Singleton, Readable {
      typealias Parent = BlogPost2<Int>
      static let path: URITemplate = "note"
    }
    #expect((BlogPost2<Int>.read(1) / Note.read()).endpoint.path.text == "posts/{blog_post2_int_id}/note")
  }

  @Test("E07: what a parent's path says in its query goes behind the child's, unless the child says it too")
  func queries() throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "houses"
      static let readPath: URITemplate = "houses/{id}?api-version=2&key={key}{&fields,lang}#top"
      var id: Int
    }
    struct Room: Decodable, Identifiable, Sendable, Readable, Enumerable {
      typealias Parent = House
      static let path: URITemplate = "rooms"
      static let enumeratePath: URITemplate = "rooms{?fields,page}"
      static let readPath: URITemplate = "rooms/{id}?api-version=3"
      var id: Int
    }
    let house = House.read(1).with("key", "k").with("fields", "a").with("lang", "no")
    #expect(
      (house / Room.enumerate()).endpoint.path.text == "houses/{house_id}/rooms?api-version=2&key={key}{&fields,page,lang}")
    #expect(try line(house / Room.enumerate().with("page", 2)) == "GET houses/1/rooms?api-version=2&key=k&page=2&lang=no")
    #expect(try line(house / Room.enumerate()) == "GET houses/1/rooms?api-version=2&key=k&lang=no")
    #expect(try line(house / Room.read(4)) == "GET houses/1/rooms/4?api-version=3&key=k&fields=a&lang=no")
  }

  @Test("E07: an id in a parent's query or in a path parameter keeps its name on the wire")
  func namesOnTheWire() throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "houses"
      static let readPath: URITemplate = "house{;id}{?id,lang}"
      var id: Int
    }
    struct Room: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = House
      static let path: URITemplate = "rooms"
      var id: Int
    }
    let call = House.read(1).with("lang", "no") / Room.read(2)
    #expect(try line(call) == "GET house;id=1/rooms/2?id=1&lang=no")
    #expect(call.endpoint.path.text == "house;id={house_id}/rooms/{id}?id={house_id}{&lang}")
  }

  @Test("E07: operators of a parent's path, and an absolute parent, keep their place")
  func operators() throws {
    struct Disk: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "https://files.example.com/disks"
      static let readPath: URITemplate = "https://files.example.com/disks{/id}{;rev}{+folder}"
      var id: Int
    }
    struct File: Decodable, Identifiable, Sendable, Readable, Deletable {
      typealias Parent = Disk
      static let path: URITemplate = "files"
      static let deletePath: URITemplate = "https://bin.example.com/{disk_id}/{id}"
      var id: Int
    }
    let disk = Disk.read(1).with("rev", 7).with("folder", "/a/b")
    let read = disk / File.read(2)
    #expect(read.endpoint.path.text == "https://files.example.com/disks{/disk_id}{;rev}{+folder}/files/{id}")
    #expect(try wire(read) == "GET https://files.example.com/disks/1;rev=7/a/b/files/2")
    let guarded = disk.header(.authorization, "Bearer secret").query(["key": "secret"])
    #expect(try wire(guarded / File.delete(2)) == "DELETE https://bin.example.com/1/2")
    #expect((guarded / File.delete(2)).headers.isEmpty)
    #expect((guarded / File.read(2)).headers[.authorization] == "Bearer secret")
  }

  @Test("E07: `<type>` stands for the part that says it")
  func types() throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "<type>"
      var id: Int
    }
    struct Room: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = House
      static let path: URITemplate = "<type>"
      var id: Int
    }
    #expect(try line(House.read(1) / Room.read(2)) == "GET House/1/Room/2")
    #expect(EndpointTable("Houses", [House.self, Room.self]).problems == [])
  }

  @Test("E01, O01: a table lists the rows of a child below its parents, whether or not a parent can be read")
  func table() throws {
    struct Shelf: Identifiable, Sendable, Resource {
      static let path: URITemplate = "shelves"
      var id: Int
    }
    struct Book: Decodable, Identifiable, Sendable, Enumerable {
      typealias Parent = Shelf
      static let path: URITemplate = "books"
      var id: Int
    }
    let table = EndpointTable(
      "Forum", [Post.self, Comment.self, Reaction.self, Forum.Cover.self, Forum.Blog.self, Forum.Author.self, Book.self])
    #expect(table.problems == [])
    #expect(table["Post.Comment.enumerate"]?.path == "posts/{post_id}/comments")
    #expect(table["Post.Comment.hide"]?.path == "posts/{post_id}/comments/{id}/hide")
    #expect(table["Post.Comment.createAll"]?.path == "posts/{post_id}/comments")
    #expect(table["Post.Comment.Reaction.delete"]?.path == "posts/{post_id}/comments/{comment_id}/reactions/{id}")
    #expect(table["Post.Cover.read"]?.path == "posts/{post_id}/cover")
    #expect(table["Blog.Author.update"]?.path == "blog/author")
    #expect(table["Shelf.Book.enumerate"]?.path == "shelves/{shelf_id}/books")
    #expect(table["Post.Comment.read"] == (Post.read(1) / Comment.read(2)).endpoint)
    #expect(table.markdown.contains("| `Post.Comment.read` | `GET` | `posts/{post_id}/comments/{id}` |  | Comment |"))
  }

  @Test("O01: a fault of a parent's path, a parent that is read by no address, and a circle of parents name the row")
  func problems() throws {
    struct Broken: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "broken{"
      var id: Int
    }
    struct Part: Decodable, Sendable, Singleton, Readable {
      typealias Parent = Broken
      static let path: URITemplate = "part"
    }
    struct Loop: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = Loop
      static let path: URITemplate = "loops"
      var id: Int
    }
    struct Tenant: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "{region}/tenants"
      var id: Int
    }
    struct User: Decodable, Sendable, Identifiable, Enumerable {
      typealias Parent = Tenant
      static let path: URITemplate = "users"
      var id: Int
    }
    let problems = EndpointTable("T", [Part.self, Loop.self, User.self]).problems
    #expect(problems.count == 3)
    #expect(problems.first?.hasPrefix("Broken.Part.read: its path is malformed") == true)
    #expect(problems.contains { $0.hasPrefix("Loop.Loop.read: ") && $0.contains("nested in itself") })
    #expect(problems.last?.hasPrefix("Tenant.User.enumerate: no parameter fills {region}") == true)
    let (api, _) = client()
    #expect(throws: CallError.self) { try api.makeRequest(for: Broken.read(1) / Part.read()) }
  }

  @Test("E07, O01: operators override a joined row by its name, and every other row stays as it is")
  func overrides() throws {
    let json = """
      {"Post.Comment.read": {"path": "v2/comments/{post_id}/{id}", "timeout": 2},
       "Post.Comment.createAll": {"path": "posts/{post_id}/batch"}, "Post.read": {"path": "v2/posts/{id}"}}
      """
    let overrides = try EndpointOverrides(
      json: Data(json.utf8), for: EndpointTable("F", [Post.self, Comment.self]), keys: EndpointOverrides.coreKeys)
    let api = Client(baseURL: "http://h", transport: StubTransport(), overrides: overrides)
    let read = try api.makeRequest(for: Post.read(1) / Comment.read(2))
    #expect(read.head.path == "/v2/comments/1/2")
    #expect(read.options.timeout == .seconds(2))
    #expect(try api.explain(Post.read(1) / Comment.read(2)).isOverridden)
    #expect(try api.makeRequest(for: Post.read(1) / Comment.create([Comment(id: 2)])).head.path == "/posts/1/batch")
    #expect(try api.makeRequest(for: Post.read(1) / Comment.enumerate()).head.path == "/posts/1/comments")
    #expect(try api.makeRequest(for: Post.read(1)).head.path == "/v2/posts/1")
  }

  @Test("E01: a joined row is made once; one whose path is computed anew every time is joined every time, and rightly")
  func memory() throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static var path: URITemplate { "\(City.name)/houses" }
      var id: Int
    }
    struct Room: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = House
      static let path: URITemplate = "rooms"
      var id: Int
    }
    let first = (Post.read(1) / Comment.read(2)).endpoint.path
    let second = (Post.read(3) / Comment.read(4)).endpoint.path
    #expect(first.storage === second.storage)
    for round in 0..<40 {
      let line = try City.$name.withValue("city\(round)") {
        try wire(House.read(1) / Room.read(2), base: "http://h")
      }
      #expect(line == "GET http://h/city\(round)/houses/1/rooms/2")
    }
  }

  @Test("E01: many tasks that join the same rows at once all get the right path")
  func concurrency() async throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "houses"
      var id: Int
    }
    struct Room: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = House
      static let path: URITemplate = "rooms"
      var id: Int
    }
    try await withThrowingTaskGroup(of: String.self) { group in
      for task in 0..<32 { group.addTask { try line(House.read(task) / Room.read(task)) } }
      var lines: Set<String> = []
      for try await line in group { lines.insert(line) }
      #expect(lines == Set((0..<32).map { "GET houses/\($0)/rooms/\($0)" }))
    }
  }
}

/// What a path may depend on.
private enum City {
  @TaskLocal static var name = ""
}
