import Backends
import HTTPTypes
import Hummingbird
import RefineryJSON

/// Applies the faults of a service, and writes a line about each request that the service has handled.
struct Ledger<Context: RequestContext>: RouterMiddleware {
  let service: String
  let faults: FaultSwitch
  let served: LineFile

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let (delay, fails) = faults.next()
    // If the client cancels the request, the request is still handled and recorded.
    if let delay { try? await Task.sleep(for: delay) }
    do {
      let response = fails ? Response(status: .serviceUnavailable) : try await next(request, context)
      write(request, response.status)
      return response
    } catch {
      write(request, (error as? any HTTPResponseError)?.status ?? .internalServerError)
      throw error
    }
  }

  private func write(_ request: Request, _ status: HTTPResponse.Status) {
    var line: JSONValue.Object = [
      "service": .string(service), "method": .string(request.method.rawValue), "path": .string(request.uri.path),
      "status": .number(status.code),
    ]
    for name in ["traceparent", "X-Request-ID"] {
      if let field = HTTPField.Name(name), let value = request.headers[field] { line[name.lowercased()] = .string(value) }
    }
    served.append(line)
  }
}
