// The names of Vapor 4 and Fluent that a handler uses, with the signatures that the tests need, so that the use of Refinery
// beside names that both have is compiled, and the package does not depend on Vapor. Nothing here runs.

public final class Request: Sendable {
  public let client: any Client
  public init(client: any Client) { self.client = client }
}

public final class Response: Sendable {
  public init() {}
}

public protocol Client: Sendable {}

public protocol Middleware: Sendable {}

public protocol AsyncResponder: Sendable {
  func respond(to request: Request) async throws -> Response
}

public protocol AsyncMiddleware: Middleware {
  func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}

public protocol Content: Codable, Sendable {}

public protocol Router {}

public struct Route: Sendable {}

public struct URI: Sendable {}

public struct Page<Item: Sendable>: Sendable {
  public let items: [Item]
  public init(items: [Item]) { self.items = items }
}
