import Endpoints
import Foundation
import HTTPTypes
import Refinery
import RefineryJSONAPI
import Testing

/// 30 KB of JSON through the README's production chain, whose GzipMiddleware is not told that the server takes gzip.
private let large = String(repeating: "Lorem ipsum dolor.", count: 1700)

extension Client {
  /// The chain of the README, in its order.
  fileprivate init(production url: String?, auth: AuthMiddleware? = nil) {
    var links: [any Middleware] = [GzipMiddleware(), RetryMiddleware()]
    if let auth { links.append(auth) }
    links.insert(LoggingMiddleware { _ in }, at: 0)
    self.init(baseURL: url ?? "", middleware: links, transport: URLSessionTransport())
  }
}

extension Servers {
  @Suite("httpbin, large content", Server.httpbin.trait) struct LargeHTTPBinTests {
    @Test("L06: 30 KB of JSON arrive as JSON, by POST and by PUT")
    func json() async throws {
      let api = Client(production: Server.httpbin.url)
      for call in [HTTPBin.post(), HTTPBin.put()] {
        let echo = try await api.send(call.body(["text": .string(large)] as JSONValue))
        #expect(echo.json?["text"]?.string == large)
        #expect(echo.headers["Content-Encoding"] == nil)
      }
    }
  }
}

extension Servers {
  @Suite("Kinto, large content", Server.kinto.trait) struct LargeKintoTests {
    @Test("L06: 30 KB of JSON are created and updated")
    func cycle() async throws {
      let api = Client(production: Blog.url, auth: AuthMiddleware(.basic(user: "alice", password: "pw")))
      let id = "large-\(UUID().uuidString.lowercased())"
      let article = Blog.Article(id: id, title: large, author: "scratch", rating: 4)
      #expect(try await api.send(Blog.place(article.create())).title == large)
      var changed = article
      changed.title = large + large
      #expect(try await api.send(Blog.place(changed.update())).title == large + large)
      #expect(try await api.send(Blog.place(Blog.Article.read(id))).title == large + large)
      _ = try await api.send(Blog.place(Blog.Article.delete(id)))
    }
  }
}

extension Servers {
  @Suite("DJA, large content", Server.jsonAPI.trait) struct LargeJSONAPITests {
    private struct LargeComment: JSONAPIResource, Mappable {
      static let resourceType = "comment"
      static let path: URITemplate = "comments"
      var id: String?
      var body: String
      var entry: ToOne<LargeEntry> = .absent
      var author: ToOne<LargeAuthor> = .absent
    }
    private struct LargeAuthor: JSONAPIResource {
      static let resourceType = "author"
      var id: String?
      var name: String
    }
    private struct LargeEntry: JSONAPIResource {
      static let resourceType = "entry"
      var id: String?
      var headline: String
    }

    @Test("L06: 30 KB of JSON are created and updated")
    func cycle() async throws {
      let api = Client(production: Server.jsonAPI.url)
      let created = try await api.send(LargeComment(body: large, entry: .to(id: "7"), author: .to(id: "3")).create())
      let id = try #require(created.id)
      #expect(created.body == large)
      var changed = try Tracked(created)
      changed.value.body = large + large
      try await api.save(&changed)
      #expect(changed.value.body == large + large)
      #expect(try await api.send(LargeComment.read(id)).body == large + large)
      _ = try await api.send(LargeComment.delete(id))
    }
  }
}
