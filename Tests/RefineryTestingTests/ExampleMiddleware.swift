// snippet: begin
import HTTPTypes
import RefineryCore

/// The tenant that a row or a call works for. Nil: the server decides.
enum Tenant: OptionKey {
  static let name = "tenant"
  static let defaultValue: String? = nil
}

extension Options {
  /// The tenant: see `Tenant`.
  var tenant: String? {
    get { self[Tenant.self] }
    set { self[Tenant.self] = newValue }
  }
}

/// Tells the server by a header field which tenant a request is for.
struct TenantMiddleware: Middleware {
  /// The field the server reads.
  let field: HTTPField.Name

  func respond(to request: Request, next: Next) async throws -> Response {
    guard let tenant = request.options.tenant else { return try await next(request) }
    var request = request
    request.head.headerFields[field] = tenant
    return try await next(request)
  }

  func explanation(for request: Request) -> String? {
    request.options.tenant == nil ? "no tenant" : "names the tenant in \(field)"
  }
}
// snippet: end

// snippet: begin
/// Sends a request once more, without its filter, if the server does not know the filter.
struct UnfilteredMiddleware: Middleware {
  private let isUnfiltered = CallContextKey(false)

  func respond(to request: Request, next: Next) async throws -> Response {
    let first = try await next(request)
    guard first.head.status == .notImplemented, !request.context[isUnfiltered] else { return first }
    request.context.update(isUnfiltered) { $0 = true }
    var plain = request
    plain.head.path = request.head.path?.split(separator: "?").first.map(String.init)
    plain.resend(because: .other("without its filter: status 501"), after: first)
    return try await next(plain)
  }
}
// snippet: end
