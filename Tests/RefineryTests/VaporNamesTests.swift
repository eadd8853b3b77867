import Refinery
import RefineryTesting
import Testing
import VaporNames

/// Beside Vapor, the names that both modules have are written with the name of the module; `VaporNames` takes the place of
/// Vapor.
@Suite struct VaporNamesTests {
  struct Story: Identifiable, Content, Readable, Enumerable {
    static let path: URITemplate = "stories"
    static let pagination: Pagination? = .numbers(size: 2)
    var id: Int
  }

  struct TenantMiddleware: Refinery.Middleware {
    func respond(to request: Refinery.Request, next: Next) async throws -> Refinery.Response {
      var request = request
      request.head.headerFields[.userAgent] = "news"
      return try await next(request)
    }
  }

  struct Upstream: AsyncMiddleware {
    let api: Refinery.Client

    func respond(
      to request: VaporNames.Request, chainingTo next: any AsyncResponder
    ) async throws -> VaporNames.Response {
      _ = try await api.send(Story.read(1))
      return try await next.respond(to: request)
    }
  }

  struct Handler: AsyncResponder {
    func respond(to request: VaporNames.Request) async throws -> VaporNames.Response { VaporNames.Response() }
  }

  struct Outgoing: VaporNames.Client {}

  @Test("beside Vapor's names, a handler uses client, middleware, request, response and page")
  func beside() async throws {
    let stub = StubTransport(.json(#"{"id":1}"#), .json(#"[{"id":2}]"#))
    let api = Refinery.Client(baseURL: "https://news.example.com", middleware: [TenantMiddleware()], transport: stub)
    let incoming = VaporNames.Request(client: Outgoing())
    _ = try await Upstream(api: api).respond(to: incoming, chainingTo: Handler())

    let page: Refinery.Page<[Story]> = try await api.pages(of: Story.enumerate()).first()
    #expect(VaporNames.Page(items: page.elements).items.map(\.id) == [2])
    #expect(stub.requests.map { $0.head.headerFields[.userAgent] } == ["news", "news"])
  }
}
