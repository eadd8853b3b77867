import Endpoints
import Foundation
import HTTPTypes
import Refinery
import Synchronization
import Testing

/// Counts what goes by.
private final class Counter: Middleware {
  private let state = Mutex<[String]>([])
  var targets: [String] { state.withLock { $0 } }

  func respond(to request: Request, next: Next) async throws -> Response {
    state.withLock { $0.append(request.head.path ?? "") }
    return try await next(request)
  }
}

extension Servers {
  @Suite("Kinto, page by page", .timeLimit(.minutes(5)), Server.kinto.trait) struct KintoPaginationTests {
    private let counter = Counter()

    private var api: Client {
      var client = Blog.client()
      client.middleware.append(counter)
      return client
    }

    private let call = Blog.place(Blog.Article.enumerate(Kinto.query(limit: 20, sort: ["id"])))

    @Test("O09: 45 of 600 articles in pages of 20 cost exactly 3 requests")
    func items() async throws {
      var ids: [String] = []
      for try await article in api.items(of: call).prefix(45) { ids.append(article.id) }
      #expect(ids.count == 45 && ids == ids.sorted() && Set(ids).count == 45)
      #expect(counter.targets.count == 3)
      #expect(counter.targets.dropFirst().allSatisfy { $0.contains("_token=") && $0.contains("_limit=20") })
    }

    @Test("O09: a page says where the next begins; a token goes on there; the last has none")
    func pages() async throws {
      let call = Blog.place(Blog.Article.enumerate(Kinto.query(limit: 4, sort: ["title"]).merging(["author": "p003"])))
      let first = try await api.pages(of: call).first()
      #expect(first.elements.count == 4)
      let stored = try JSONEncoder().encode(try #require(first.token))
      let rest = api.pages(of: call, from: try JSONDecoder().decode(PageToken.self, from: stored))
      var titles = first.elements.map(\.title)
      var numbers: [Int] = []
      for try await page in rest {
        titles += page.elements.map(\.title)
        numbers.append(page.number)
      }
      #expect(titles.count == 10 && titles == titles.sorted() && numbers == [2, 3])
      #expect(counter.targets.count == 3)
    }
  }
}

private let dja = Server("REFINERY_DJA_URL")

extension Servers {
  @Suite("DJA, page by page", .timeLimit(.minutes(5)), dja.trait) struct DJAPaginationTests {
    private struct Entries: Decodable, Sendable {
      struct Entry: Decodable, Sendable { var id: String }
      var data: [Entry]
    }

    @Test("F07, F10: JSON:API links lead from page to page, and to the last one")
    func links() async throws {
      let counter = Counter()
      var api = Client(dja.url)
      api.middleware.append(counter)
      let call = Call<Entries>(Endpoint("Entry.enumerate", .get, "entries"), query: ["fields[entry]": "headline"])
        .header(.accept, "application/vnd.api+json")
      let pagination = Pagination.jsonAPI(total: .body("meta.pagination.count"))
      let page = try #require(
        try await api.pages(of: call, by: pagination, elements: \.data).first { _ in true })
      let total = try #require(page.info.total)
      #expect(page.links.next != nil && page.previous == nil)

      let ids = try await api.items(of: call, by: pagination, elements: \.data).prefix(25).reduce(into: []) { $0.append($1.id) }
      #expect(Set(ids).count == 25)
      #expect(counter.targets.count == 3)
      #expect(
        counter.targets.last?.contains("page%5Bnumber%5D=2") == true && counter.targets.last?.contains("headline") == true)

      var last = api.pages(of: call, by: pagination, from: PageToken(.link(try #require(page.links.last))), elements: \.data)
        .makeAsyncIterator()
      let end = try #require(try await last.next())
      #expect(end.token == nil && end.next == nil && end.previous != nil)
      #expect((total - 1) % page.value.data.count + 1 == end.value.data.count)
      #expect(try await last.next() == nil)
    }
  }
}
