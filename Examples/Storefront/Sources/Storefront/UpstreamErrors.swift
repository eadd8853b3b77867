import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Refinery

/// Turns errors of handlers into responses with problem details (RFC 9457). The log names the row and the cause. The response
/// does not, because it must not reveal the upstreams to callers of the storefront.
struct UpstreamErrors<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Hummingbird.Request, context: Context,
    next: (Hummingbird.Request, Context) async throws -> Hummingbird.Response
  ) async throws -> Hummingbird.Response {
    do {
      return try await next(request, context)
    } catch let error as CallError {
      context.logger.warning("upstream call failed", metadata: ["error.message": "\(error)"])
      // Middleware that refuses a call may state when to try again.
      let wait = error.kind == .refused ? error.retryAfter : nil
      return try problem(status(of: error), detail(of: error), retryAfter: wait)
    } catch let error as any HTTPResponseError {
      return try problem(error.status, nil)
    }
  }

  private func status(of error: CallError) -> HTTPResponse.Status {
    switch error.kind {
    case .notFound: .notFound
    case .timedOut: .gatewayTimeout
    case .transport, .refused, .status(429): .serviceUnavailable
    case .status(409): .conflict
    case .status(422): .unprocessableContent
    // A 401 or 403 refuses the storefront's credentials, not those of its caller.
    case .status, .serverError, .badResponse, .mapping, .other: .badGateway
    case .badRequest, .missingIdentifier, .cancelled: .internalServerError
    }
  }

  private func detail(of error: CallError) -> String {
    switch error.kind {
    case .notFound: "There is no such item."
    case .timedOut: "Another service took too long."
    case .status(409), .status(422): "Another service refused the request."
    case .badRequest, .missingIdentifier, .cancelled: "The storefront has a fault."
    default: "Another service failed."
    }
  }

  private func problem(
    _ status: HTTPResponse.Status, _ detail: String?, retryAfter: Duration? = nil
  ) throws -> Hummingbird.Response {
    let problem = ProblemDetails(title: status.reasonPhrase, status: status.code, detail: detail)
    let body = ByteBuffer(bytes: try JSONEncoder().encode(problem))
    var headers: HTTPFields = [.contentType: "application/problem+json"]
    if let retryAfter { headers[.retryAfter] = "\(retryAfter.components.seconds + 1)" }
    return Hummingbird.Response(status: status, headers: headers, body: .init(byteBuffer: body))
  }
}
