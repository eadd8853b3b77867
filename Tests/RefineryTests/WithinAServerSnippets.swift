import Logging
import Refinery
import ServerNames

// The Swift blocks of WithinAServer.md, with ServerNames in the place of Hummingbird and ServiceLifecycle. DocumentationTests
// compares them, imports included.

struct Story: Codable, Identifiable, Sendable, ResponseCodable {
  var id: Int
  var title: String
}

extension Story: Readable {
  static let path: URITemplate = "stories"
}

func application(_ transport: any Transport) throws -> some ApplicationProtocol {
  let api = Client(
    baseURL: "https://news.example.com/v1",
    middleware: [LoggingMiddleware(), RetryMiddleware(), RequestIDMiddleware()],
    transport: transport,
    options: Options { $0.timeout = .seconds(5) })
  let problems = api.problems
  guard problems.isEmpty else { throw Misconfigured(problems: problems) }

  let router = Router()
  router.add(middleware: UpstreamErrors())
  router.get("stories/:id") { _, context in
    try await api.send(Story.read(context.parameters.require("id", as: Int.self)))
  }
  var app = Application(router: router)
  app.addServices(TransportService(transport: transport))
  return app
}

struct Misconfigured: Error { var problems: [String] }

func story(_ id: Int, _ api: Client, _ logger: Logger) async throws -> Story {
  try await api.send(Story.read(id).options { $0.logger = logger })
}

struct RequestIDMiddleware: Middleware {
  func respond(to request: Refinery.Request, next: Next) async throws -> Refinery.Response {
    guard let id = Logger.current[metadataKey: "hb.request.id"], let field = HTTPField.Name("X-Request-ID") else {
      return try await next(request)
    }
    var request = request
    request.head.headerFields[field] = "\(id)"
    return try await next(request)
  }
}

struct UpstreamErrors<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: ServerNames.Request, context: Context,
    next: (ServerNames.Request, Context) async throws -> ServerNames.Response
  ) async throws -> ServerNames.Response {
    do {
      return try await next(request, context)
    } catch let error as CallError {
      context.logger.warning("upstream call failed", metadata: ["error.message": "\(error)"])
      if let unavailable = refusal(of: error) { throw unavailable }
      switch error.kind {
      case .notFound: throw HTTPError(.notFound)
      case .timedOut: throw HTTPError(.gatewayTimeout)
      case .status(429): throw HTTPError(.serviceUnavailable)
      default: throw HTTPError(.badGateway)
      }
    }
  }
}

func refusal(of error: CallError) -> HTTPError? {
  guard error.kind == .refused else { return nil }
  guard let wait = error.retryAfter else { return HTTPError(.serviceUnavailable) }
  return HTTPError(.serviceUnavailable, headers: [.retryAfter: "\(wait.components.seconds + 1)"])
}

func changes(_ api: Client) -> ServerNames.Response {
  let events = api.events(Call<String>(Endpoint("Story.changes", .get, "stories/changes")))
  let body = ResponseBody { writer in
    for try await event in events.cancelOnGracefulShutdown() {
      let lines = event.data.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
      try await writer.write(ByteBuffer(string: lines.joined() + "\n"))
    }
    try await writer.finish(nil)
  }
  return ServerNames.Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
}

func content(_ id: Int, _ api: Client) async throws -> ServerNames.Response {
  let row = Endpoint("Story.content", .get, "stories/{id}/content")
  let call = Call<Okay>(row, ["id": "\(id)"]).timeout(.seconds(5)).options { $0.idleTimeout = .seconds(30) }
  let file = try await api.open(call, accept: "*/*")  // throws before your response begins
  var headers = HTTPFields()
  for name in [HTTPField.Name.contentType, .eTag, .lastModified] { headers[name] = file.head.headerFields[name] }
  let length = file.head.headerFields[.contentLength].flatMap { Int($0) }
  let body = ResponseBody(contentLength: length) { writer in
    while let chunk = try await file.next() { try await writer.write(ByteBuffer(bytes: chunk)) }
    file.finish()
    try await writer.finish(nil)
  }
  return ServerNames.Response(status: .ok, headers: headers, body: body)
}

struct TransportService: Service {
  let transport: any Transport

  func run() async throws {
    try await gracefulShutdown()
    await transport.shutdown(grace: .seconds(10))  // calls under way get 10 seconds
  }
}
