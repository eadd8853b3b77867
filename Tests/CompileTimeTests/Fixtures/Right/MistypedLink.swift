import RefineryAuth
import RefineryCore

struct Plain: Middleware {
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
}

struct Whole: Middleware {
  let stage: ChainStage? = .credentials
  let name = "named"
  let enforcesDeadline = false
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
  func explanation(for request: Request) -> String? { "always the same" }
}

actor Counting: Middleware {
  private var count = 0
  nonisolated var stage: ChainStage? { .observe }
  func respond(to request: Request, next: Next) async throws -> Response {
    count += 1
    return try await next(request)
  }
}

// Defaults of a family of links, and a link in a wrapper.
protocol Observer: Middleware {}
extension Observer {
  var stage: ChainStage? { .observe }
}

struct Watching: Observer {
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
}

struct Wrapper<Link: Middleware>: Middleware {
  let link: Link
  var stage: ChainStage? { link.stage }
  func respond(to request: Request, next: Next) async throws -> Response {
    try await link.respond(to: request, next: next)
  }
}

func names(of links: [any Middleware]) -> [String] {
  links.filter { $0.stage == .observe && $0.enforcesDeadline }.map(\.name)
}

struct Capable: Transport {
  let capabilities: TransportCapabilities = [.trailers]
  let name = "named"
  let enforcesDeadline = true
  func send(_ request: Request) async throws -> Response { Response(status: .ok) }
}

struct Begun: PageStrategy {
  var first: PageStep { .query(["page": "1"]) }
  let problem: String? = "it has no page size"
  let repeatsSteps = true
  func next(after page: PageResponse) -> PageStep? { nil }
}

struct Sharded: PathRouter {
  func path(
    for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
  ) -> URITemplate? {
    operation == .read ? "eu/<type>/<id>" : nil
  }
}

func path(of router: any PathRouter) -> URITemplate? { router.path(for: .read, type: "people", id: "5", resource: nil) }

struct Vault: CredentialProvider {
  let fields = ["X-API-Key"]
  func credential(for context: CredentialContext) async throws -> Credential { .bearer("t") }
}

struct Busy: Refusal {
  let retryAfter: Duration? = .seconds(5)
}
