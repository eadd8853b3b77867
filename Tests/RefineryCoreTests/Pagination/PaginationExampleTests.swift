import FoundationEssentials
import RefineryCore
import RefineryTesting
import Testing

/// What the README shows of pagination, so that it compiles and does what it says.
@Suite(.timeLimit(.minutes(5))) struct PaginationExampleTests {
  private struct Article: Codable, Identifiable, Sendable, Enumerable {
    static let path: URITemplate = "articles"
    static let pagination: Pagination? = .numbers(size: 20)  // or .linkHeader, .offsets, .cursor, .nextLink, .jsonAPI
    var id: Int
    var name: String
  }

  /// Ids that are stored with the place to go on from.
  private actor Inbox {
    var ids: [Int] = []
    var token: PageToken?

    func fill(from api: Client) async throws {
      for try await page in api.pages(of: Article.enumerate(), from: token) {
        ids += page.elements.map(\.id)
        token = page.token
      }
    }
  }

  /// A sequence that a user's own function returns.
  private func articles(_ api: Client) -> some AsyncSequence<Article, any Error> & Sendable {
    api.items(of: Article.enumerate(["sort": "id"]))
  }

  @Test("O09: the README's example reads 45 articles by three requests, page by page within an actor, and the last page")
  func example() async throws {
    let server = ListServer(count: 90, fields: { _, _, total in [("X-Total", "\(total)")] }).stub
    let api = api(server)
    var count = 0
    for try await article in api.items(of: Article.enumerate()) {  // a page is fetched when its first element is wanted
      count += article.id > 0 ? 1 : 0
      if count == 45 { break }
    }
    #expect(server.requests.count == 3)
    let inbox = Inbox()
    try await inbox.fill(from: api)
    #expect(await inbox.ids.count == 90)
    #expect(server.requests.count == 8)
    let page = try await api.pages(of: Article.enumerate(), by: .offsets(limit: 50)).first()
    #expect(page.info.total == 90)
    if let next = page.next { #expect(try await api.send(next).count == 40) }
    #expect(try await articles(api).collected().count == 90)
  }
}
