import RefineryAuth
import RefineryCore

struct Staged: Middleware {
  // error: type 'Staged' does not conform to protocol 'MiddlewareDeclaration'
  let stage = ChainStage.credentials
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
}

struct NamedLink: Middleware {
  // error: type 'NamedLink' does not conform to protocol 'MiddlewareDeclaration'
  let name: StaticString = "named"
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
}

final class Waiting: Middleware {
  // error: type 'Waiting' does not conform to protocol 'MiddlewareDeclaration'
  let enforcesDeadline: Bool? = false
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
}

struct Explained: Middleware {
  // error: type 'Explained' does not conform to protocol 'MiddlewareDeclaration'
  func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
  func explanation(for request: Request) -> String { "always the same" }
}

struct Capable: Transport {
  // error: type 'Capable' does not conform to protocol 'TransportDeclaration'
  let capabilities: [TransportCapabilities] = [.trailers]
  func send(_ request: Request) async throws -> Response { Response(status: .ok) }
}

struct NamedTransport: Transport {
  // error: type 'NamedTransport' does not conform to protocol 'TransportDeclaration'
  let name: String? = "named"
  func send(_ request: Request) async throws -> Response { Response(status: .ok) }
}

struct Strict: Transport {
  // error: type 'Strict' does not conform to protocol 'TransportDeclaration'
  let enforcesDeadline = 1
  func send(_ request: Request) async throws -> Response { Response(status: .ok) }
}

struct Begun: PageStrategy {
  // error: type 'Begun' does not conform to protocol 'PageStrategyDeclaration'
  let first = ["page": "1"]
  func next(after page: PageResponse) -> PageStep? { nil }
}

struct Faulty: PageStrategy {
  // error: type 'Faulty' does not conform to protocol 'PageStrategyDeclaration'
  let problem = "it has no page size"
  func next(after page: PageResponse) -> PageStep? { nil }
}

struct Repeating: PageStrategy {
  // error: type 'Repeating' does not conform to protocol 'PageStrategyDeclaration'
  let repeatsSteps: Bool? = true
  func next(after page: PageResponse) -> PageStep? { nil }
}

struct Sharded: PathRouter {
  // error: type 'Sharded' does not conform to protocol 'PathRouter'
  func path(
    for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
  ) -> URITemplate {
    "eu/<type>/<id>"
  }
}

struct Textual: PathRouter {
  // error: type 'Textual' does not conform to protocol 'PathRouter'
  func path(
    for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
  ) -> String? {
    "eu/\(type)"
  }
}

struct Vault: CredentialProvider {
  // error: type 'Vault' does not conform to protocol 'CredentialProviderDeclaration'
  let fields = "X-API-Key"
  func credential(for context: CredentialContext) async throws -> Credential { .bearer("t") }
}

struct Busy: Refusal {
  // error: type 'Busy' does not conform to protocol 'Refusal'
  let retryAfter = Duration.seconds(5)
}
