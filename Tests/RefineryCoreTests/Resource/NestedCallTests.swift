import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct NestedCallTests {
  private typealias Post = Forum.Post
  private typealias Comment = Forum.Comment

  private func request<Output>(_ call: Call<Output>, headers: HeaderChanges = [:]) throws -> Request {
    try Client(baseURL: base, headers: headers, transport: StubTransport()).makeRequest(for: call)
  }

  @Test("E08: a call's header field wins over the client's of the same name, in any case; so does that of the last part")
  func headers() throws {
    let tenant = try #require(HTTPField.Name("X-Tenant"))
    let shouted = try #require(HTTPField.Name("X-TENANT"))
    let defaults: HeaderChanges = [tenant: "default", .userAgent: "app"]
    let last = try request(Post.read(1) / Comment.read(2).header(shouted, "last"), headers: defaults).head.headerFields
    #expect(last[fields: tenant].map(\.value) == ["last"])
    #expect(last[.userAgent] == "app")
    let first = Post.read(1).header(shouted, "first")
    #expect(try request(first / Comment.read(2), headers: defaults).head.headerFields[tenant] == "first")
    #expect(try request(first / Comment.read(2).header(tenant, "last")).head.headerFields[tenant] == "last")
    #expect(try request((first / Comment.read(2)).header(tenant, "whole")).head.headerFields[tenant] == "whole")
    #expect(try request(first / Comment.read(2).onlyHeaders([.accept: "a/b"])).head.headerFields[tenant] == nil)
  }

  @Test("E08: the query of a path merges key by key, and the last part wins")
  func query() throws {
    let call = Post.read(1, ["lang": "no", "page": 1]) / Comment.enumerate(["page": 2])
    #expect(try line(call) == "GET posts/1/comments?lang=no&page=2")
    #expect(try line(call.query(["lang": "en"])) == "GET posts/1/comments?lang=en&page=2")
    #expect(try line(Post.read(1) / Comment.enumerate().query(["a": 1])) == "GET posts/1/comments?a=1")
  }

  @Test("E08: a parent's call gives its options where the last part is silent, but none that speak of its own answer")
  func options() throws {
    struct Refusal: Decodable, Error, Sendable {}
    enum Draft: OptionKey {
      static let name = "draft"
      static let defaultValue = false
      static let isInherited = false
    }
    let parent = Post.read(1).timeout(.seconds(3)).options { $0.idempotent = true }.envelope("data").coder(FormCoder())
      .errors(Refusal.self, for: StatusSet(400...499)).ifMatch("v1").header(.accept, "text/csv")
      .options {
        $0.acceptedMediaTypes = ["text/csv"]
        $0[Draft.self] = true
      }
    let own = try request(Post.read(1) / Comment.create(["text": "a"]))
    #expect(own.options.timeout == .seconds(7000))
    let joined = try request(parent / Comment.create(["text": "a"]))
    #expect(joined.options.timeout == .seconds(3))
    #expect(joined.options.explicit(EnvelopeKey.self) == nil)
    #expect(joined.options.errors == Options.ErrorTypes())
    #expect(joined.options.explicit(AcceptedMediaTypesKey.self) == nil && joined.options.explicit(Draft.self) == nil)
    #expect(!joined.isIdempotent)
    #expect(joined.head.headerFields[.ifMatch] == nil)
    #expect(joined.head.headerFields[.accept] == "application/json")
    #expect(joined.head.headerFields[.contentType] == "application/json")
    #expect(try request(parent / Comment.read(2).timeout(.seconds(4))).options.timeout == .seconds(4))
  }

  @Test("E03, E08: a child's call is shaped as any other is, without parentheses")
  func shaping() async throws {
    let comment = Comment(id: 2, text: "hello")
    let (api, server) = client(
      .json("null"), .status(204), .json(#"{"a":1}"#), .json("[1]"), .json(#"{"id":9}"#), .status(304),
      .json(#"{"data":{"id":2,"text":"x"}}"#), .json("{}"))
    #expect(try await api.send(Post.read(1) / Comment.read(2).optional) == nil)
    #expect(try await api.send(Post.read(1) / comment.update().okay) == Okay())
    #expect(try await api.send(Post.read(1) / Comment.read(2).json) == ["a": 1])
    #expect(try await api.send(Post.read(1) / Comment.read(2).data) == Data("[1]".utf8))
    #expect(try await api.send(Post.read(1) / comment.create().mergingSent) == Comment(id: 9, text: "hello"))
    #expect(try await api.send(Post.read(1) / Comment.read(2).ifNoneMatch("v1")) == nil)
    #expect(try await api.send(Post.read(1) / Comment.read(2).envelope("data")).text == "x")
    #expect(try await api.send(Post.read(1) / Comment.read(2).mapping { $0.head.status.code }) == 200)
    #expect(server.requests[5].head.headerFields[.ifNoneMatch] == #""v1""#)
    #expect(try sent(Post.read(1) / Comment.hide(2).form(["why": "spam"])) == "why=spam")
    #expect(try sent(Post.read(1) / Comment.hide(2).text("spam")) == "spam")
    #expect(try sent(Post.read(1) / Comment.hide(2).parameters(["why": "spam"])) == #"{"why":"spam"}"#)
    #expect(try sent(Post.read(1) / Comment.hide(2).body(["why": "spam"])) == #"{"why":"spam"}"#)
    #expect(try sent(Post.read(1) / Comment.hide(2).body(Body("raw"), contentType: "text/plain")) == "raw")
  }

  @Test("E08: a child's call has conditions by date, error types at a place, and links, as any other has")
  func conditions() async throws {
    struct Fault: Error, Decodable, Equatable { let code: Int }
    let (api, server) = client(.status(304), .json(#"{"error":{"code":7}}"#, status: 412), .json(#"{"id":2,"text":"x"}"#))
    let changed = Date(timeIntervalSince1970: 784_111_777)
    #expect(try await api.send(Post.read(1) / Comment.read(2).ifModifiedSince(changed)) == nil)
    let call = Comment.read(2).ifUnmodifiedSince(changed).errors(Fault.self, for: 412, at: "error")
    let error = await #expect(throws: CallError.self) { try await api.send(Post.read(1) / call) }
    #expect(error?.details(as: Fault.self) == Fault(code: 7))
    _ = try await api.send(Post.read(1) / Comment.read(2).following("3?a=1", adding: ["b": 2]))
    #expect(server.requests[0].head.headerFields[.ifModifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(server.requests[1].head.headerFields[.ifUnmodifiedSince] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(server.requests[2].head.path == "/api/posts/1/comments/3?a=1&b=2")
    #expect(try line(Post.read(1) / Comment.read(2).following("/comments/3")) == "GET comments/3")
  }

  @Test("E01: a function over any parent and child joins them, as far as one is the other's")
  func generic() throws {
    func list<Model, Child: Enumerable>(of type: Child.Type, in parent: Call<Model>) -> Call<[Child]>
    where Model: Resource, Child.Parent == Model {
      parent / Child.enumerate()
    }
    #expect(try line(list(of: Comment.self, in: Post.read(1))) == "GET posts/1/comments")
    #expect(try line(list(of: Forum.Reaction.self, in: Post.read(1) / Comment.read(2))) == "GET posts/1/comments/2/reactions")
  }

  @Test("E09: a compound path without a type of its own is one line")
  func compound() throws {
    func posts(of user: Int) -> Call<JSONValue> { Call(Endpoint("User.posts", .get, "users/{id}/posts"), ["id": "\(user)"]) }
    #expect(try line(posts(of: 5)) == "GET users/5/posts")
    #expect(posts(of: 5).endpoint.name == "User.posts")
  }

  @Test("E10: a custom row makes a typed call, at the root and as a parent")
  func customRoot() async throws {
    let (api, _) = client(.json(#"[{"id":1,"title":"a"}]"#))
    #expect(try await api.send(Post.popular()) == [Post(id: 1, title: "a")])
    #expect(try line(Post.popular()) == "GET posts/popular")
    let comments = Post.latest() / Comment.enumerate()
    #expect(try line(comments) == "GET posts/latest/comments")
    #expect(comments.endpoint.name == "Post.latest.Comment.enumerate")
  }

  @Test("E10: a custom row of a child makes a typed call below its parent")
  func customChild() async throws {
    let (api, server) = client(.status(204), .json(#"[{"id":2,"text":""}]"#))
    #expect(try await api.send(Post.read(1) / Comment.hide(2)) == Okay())
    #expect(try await api.send(Post.read(1) / Comment.recent()) == [Comment(id: 2)])
    #expect(server.requests.map(\.head.path) == ["/api/posts/1/comments/2/hide", "/api/posts/1/comments/recent"])
    #expect((Post.read(1) / Comment.hide(2)).endpoint.name == "Post.Comment.hide")
  }

  @Test("E03: a joined call throws if the parent's call follows a link")
  func linkedParent() throws {
    let parent = Post.read(1).following("/eu/posts/1")
    let error = #expect(throws: CallError.self) { try request(parent / Comment.enumerate()) }
    #expect(error?.stage == .building && error?.description.contains("follows a link") == true)
    #expect(throws: CallError.self) { try request(parent / Comment.read(2) / Forum.Reaction.enumerate()) }
    #expect(try line(parent / Comment.read(2).following("/comments/3")) == "GET comments/3")
  }

  @Test("E07: a router is asked for the last part, and says the whole path; the parent's own router says the parent's")
  func routers() throws {
    struct Below: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        switch operation {
        case .read: "eu/<type>/<id>"
        case .enumerate: "flat/<type>/of/{post_id}"
        default: nil
        }
      }
    }
    let list = Post.read(1) / Comment.enumerate()
    #expect(try line(list.routed(by: Below())) == "GET flat/Comment/of/1")
    #expect(try line(Post.read(1) / Comment.enumerate().routed(by: Below())) == "GET flat/Comment/of/1")
    #expect(try line(Post.read(1).routed(by: Below()) / Comment.enumerate()) == "GET eu/Post/1/comments")
    let api = Client(baseURL: "http://h", transport: StubTransport(), router: Below())
    #expect(try api.makeRequest(for: list).head.path == "/flat/Comment/of/1")
    #expect(try api.makeRequest(for: Post.read(1) / Comment.delete(2)).head.path == "/posts/1/comments/2")
  }
}
