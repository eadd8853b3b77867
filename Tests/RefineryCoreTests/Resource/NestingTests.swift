import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct NestingTests {
  private typealias Post = Forum.Post
  private typealias Comment = Forum.Comment
  private typealias Reaction = Forum.Reaction
  private typealias Cover = Forum.Cover
  private let post = Post(id: 1)
  private let comment = Comment(id: 2)

  @Test("E01: a child's call behind one of its parent asks for the joined path and returns the child")
  func joining() async throws {
    let (api, server) = client(.json(#"{"id":2,"text":"hello"}"#))
    #expect(try await api.send(Post.read(1) / Comment.read(2)) == Comment(id: 2, text: "hello"))
    #expect(server.requests.map { "\($0.head.method) \($0.head.path ?? "")" } == ["GET /api/posts/1/comments/2"])
  }

  @Test("E02: a path goes to any depth")
  func depth() throws {
    #expect(try line(Post.read(1) / Comment.read(2) / Reaction.delete(3)) == "DELETE posts/1/comments/2/reactions/3")
    #expect(try line(Post.read(1) / Comment.read(2) / Reaction.enumerate()) == "GET posts/1/comments/2/reactions")
    let comment = Post.read(1) / Comment.read(2)
    #expect(try line(comment / Reaction.read(4)) == "GET posts/1/comments/2/reactions/4")
  }

  @Test("E03: the last part decides method, body and what comes back, for every operation")
  func operations() throws {
    let post = Post.read(1)
    #expect(try line(post / Comment.create(["text": "hi"])) == "POST posts/1/comments")
    #expect(try sent(post / Comment.create(["text": "hi"])) == #"{"text":"hi"}"#)
    #expect(try line(post / Comment.create(comment)) == "POST posts/1/comments")
    #expect(try line(post / Comment.create([comment, comment])) == "POST posts/1/comments")
    #expect(try sent(post / Comment.create([comment])) == #"[{"id":2,"text":""}]"#)
    #expect(try line(post / Comment.update(2, comment)) == "PUT posts/1/comments/2")
    #expect(try line(post / Comment.update(3, ["text": "x"])) == "PUT posts/1/comments/3")
    #expect(try line(post / Comment.update([comment])) == "PATCH posts/1/comments")
    #expect(try line(post / Comment.patch(2, ["text": "x"])) == "PATCH posts/1/comments/2")
    #expect(try sent(post / Comment.patch(2, comment)) == #"{"id":2,"text":""}"#)
    #expect(try line(post / Comment.delete(2)) == "DELETE posts/1/comments/2")
    #expect(try line(post / Comment.enumerate(["page": 2])) == "GET posts/1/comments?page=2")
    #expect(try line(post / Comment.read(2, ["full": true])) == "GET posts/1/comments/2?full=true")
  }

  @Test("E03: a list of children maps to a list, at the child's envelope and by its coder and policies")
  func list() async throws {
    struct Tag: Decodable, Identifiable, Sendable, Equatable, Enumerable {
      typealias Parent = Forum.Post
      static let path: URITemplate = "tags"
      static let listEnvelope: MemberPath = "data.tags"
      static let coder: (any Coder)? = JSONCoder(accept: "application/vnd.tags+json")
      var id: Int
    }
    let (api, server) = client(.json(#"{"data":{"tags":[{"id":1},{"id":"x"},{"id":3}]}}"#))
    let reply = try await api.reply(to: post.read() / Tag.enumerate().elements(.skip))
    #expect(reply.value.map(\.id) == [1, 3])
    #expect(reply.skipped.count == 1)
    #expect(server.requests.last?.head.headerFields[.accept] == "application/vnd.tags+json")
  }

  @Test("E05: instances give the same paths as ids do")
  func instances() throws {
    #expect(try line(post.read() / Comment.enumerate()) == "GET posts/1/comments")
    #expect(try line(post.read() / comment.read()) == "GET posts/1/comments/2")
    #expect(try line(post.read() / comment.create()) == "POST posts/1/comments")
    #expect(try line(post.read() / comment.update()) == "PUT posts/1/comments/2")
    #expect(try line(post.read() / comment.patch(["text": "x"])) == "PATCH posts/1/comments/2")
    #expect(try line(post.read() / comment.patch(comment)) == "PATCH posts/1/comments/2")
    #expect(try line(post.read() / comment.delete()) == "DELETE posts/1/comments/2")
    #expect(try line(post.read() / comment.read() / Reaction(id: 3).delete()) == "DELETE posts/1/comments/2/reactions/3")
  }

  @Test("E06: what there is one of nests without ids, at the root and below")
  func singletons() throws {
    #expect(try line(Forum.Blog.read() / Forum.Author.read()) == "GET blog/author")
    let author = Forum.Author(name: "Ann")
    #expect(try line(Forum.Blog.read() / author.update()) == "PUT blog/author")
    #expect(try line(Forum.Blog.read() / Forum.Author.delete()) == "DELETE blog/author")
    #expect(try line(Post.read(1) / Cover.read()) == "GET posts/1/cover")
    #expect(try line(Post.read(1) / Cover().create()) == "POST posts/1/cover")
    #expect(try line(Post.read(1) / Cover.update(Cover(url: "u"))) == "PUT posts/1/cover")
    #expect(try line(Post.read(1) / Cover.patch(["url": "u"])) == "PATCH posts/1/cover")
    #expect(try line(Post.read(1) / Cover.patch(Cover(url: "u"))) == "PATCH posts/1/cover")
    #expect(try line(Post.read(1) / Cover.delete()) == "DELETE posts/1/cover")
  }

  @Test("E07: an overridden read path of the parent is the prefix, and overridden paths of the child follow it")
  func overrides() throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "houses"
      static let readPath: URITemplate = "house/{id}/"
      var id: String
    }
    struct Room: Decodable, Identifiable, Sendable, Readable, Enumerable {
      typealias Parent = House
      static let path: URITemplate = "rooms"
      static let readPath: URITemplate = "/room/{id}"
      var id: String
    }
    #expect(try line(House.read("a") / Room.read("b")) == "GET house/a/room/b")
    #expect(try line(House.read("a") / Room.enumerate()) == "GET house/a/rooms")
    #expect(try line(House.read("a/b?#ż") / Room.read("b c")) == "GET house/a%2Fb%3F%23%C5%BC/room/b%20c")
  }

  @Test("E07: an id that no path may hold is refused, whichever part it belongs to, and the error names row and placeholder")
  func unsafeIDs() throws {
    struct House: Decodable, Identifiable, Sendable, Readable {
      static let path: URITemplate = "houses"
      var id: String?
    }
    struct Room: Decodable, Identifiable, Sendable, Readable {
      typealias Parent = House
      static let path: URITemplate = "rooms"
      var id: String
    }
    let (api, server) = client()
    for (id, reason) in [("..", "segment"), ("", "is empty"), ("a\nb", "control character"), (nil, "has no value")] {
      let error = #expect(throws: CallError.self) { try api.makeRequest(for: House.read(id) / Room.read("b")) }
      #expect(error?.endpoint.name == "House.Room.read")
      let text = error?.description ?? ""
      #expect(text.contains("House.Room.read") && text.contains("house_id") && text.contains(reason), "\(text)")
    }
    let error = #expect(throws: CallError.self) { try api.makeRequest(for: House.read("a") / Room.read("..")) }
    #expect(error?.description.contains("\"id\" would make") == true)
    #expect(server.requests.isEmpty)
  }

  @Test("E04: what does not address one thing, such as a create, is refused as a parent before anything is sent")
  func notAnAddress() throws {
    let (api, _) = client()
    for parent in [post.create(), post.update(), Post.patch(1, ["title": "x"])] {
      let error = #expect(throws: CallError.self) { try api.makeRequest(for: parent / Comment.enumerate()) }
      #expect(error?.stage == .building)
      #expect(error?.description.contains("does not address one") == true)
    }
  }
}
