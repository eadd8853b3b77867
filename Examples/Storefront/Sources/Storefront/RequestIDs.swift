package import HTTPTypes
import Hummingbird
import Logging
import Refinery

/// Gives each incoming request an id: the one that its caller sent, or a new one. The id is in every log line and in the
/// response.
struct RequestIDs<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Hummingbird.Request, context: Context,
    next: (Hummingbird.Request, Context) async throws -> Hummingbird.Response
  ) async throws -> Hummingbird.Response {
    var context = context
    let id = request.headers[.requestID].flatMap(accepted) ?? context.id
    context.logger[metadataKey: "hb.request.id"] = "\(id)"
    return try await withLogger(context.logger) { [context] _ in
      var response = try await next(request, context)
      response.headers[.requestID] = id
      return response
    }
  }

  /// Returns an id that a caller sent if it is safe to log: short, and without special characters. Otherwise returns nil.
  private func accepted(_ id: String) -> String? {
    let isHarmless = id.utf8.count <= 64 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return id.isEmpty || !isHarmless ? nil : id
  }
}

/// Sends the id of the incoming request with each call.
struct RequestIDMiddleware: Middleware {
  func respond(to request: Refinery.Request, next: Next) async throws -> Refinery.Response {
    guard let id = Logger.current[metadataKey: "hb.request.id"] else { return try await next(request) }
    var request = request
    request.head.headerFields[.requestID] = "\(id)"
    return try await next(request)
  }
}

extension HTTPField.Name {
  // The text is a token, so the initializer never returns nil.
  package static let requestID = HTTPField.Name("X-Request-ID") ?? .from
}
