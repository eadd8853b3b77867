import HTTPTypes

/// Follows the redirects that the option ``Options/redirects`` allows. Each followed redirect is an attempt of its own.
///
/// The client adds this middleware to each chain that has none at stage ``ChainStage/redirect``: before the first middleware of
/// a later stage, such as ``ChainStage/signing`` or ``ChainStage/observe``, or at the end. Middleware after it sees each hop.
/// Add it yourself to choose another place. Under ``RedirectPolicy/never`` it returns a redirect unchanged.
///
/// `Location` is resolved as RFC 3986 section 5 says. 301 and 302 are followed for GET and HEAD; for any other method
/// ``MovedMethod`` decides, and by default the call fails. 303 turns any method except HEAD into GET, and drops the content
/// with its fields. A request that becomes a GET also loses its conditions, such as `If-Match`, and its `Idempotency-Key`. 307
/// and 308 send the same method and content again (RFC 9110 section 15.4). If the origin changes, credentials are removed: the
/// standard ones, `Origin`, `Referer`, and every field whose name suggests a key, token, secret, session, signature or
/// authentication.
public struct RedirectMiddleware: Middleware {
  /// Creates middleware that follows redirects.
  public init() {}

  /// After the middleware that adds credentials or admits retries, before signing.
  public var stage: ChainStage? { .redirect }

  /// Sends the request, and then one request for each redirect that is followed. Sets ``Response/redirectURL``.
  ///
  /// - Throws: ``RedirectRefused`` for a redirect that must not be followed; what `next` throws.
  public func respond(to request: Request, next: Next) async throws -> Response {
    let first = try await next(request)
    // Most requests return here, without a copy.
    guard (300...399).contains(first.head.status.code) else { return first }
    return try await follow(first, of: request, next)
  }

  private func follow(_ first: Response, of request: Request, _ next: Next) async throws -> Response {
    let policy = request.options.redirects
    var trail: Set<String> = []
    var current = request
    var response = first
    while var target = try policy.follow(current, after: response, trail: &trail) {
      let origin = Origin(target.head).map { Redaction.escaped($0.description) } ?? "an unknown origin"
      if target.hasLostCredentials(of: current) {
        request.context.note("the redirect to \(origin) was followed without the credentials of the call")
      }
      target.resend(because: .redirect(status: response.head.status.code, to: origin), after: response)
      current = target
      // Releases a streamed body of the redirect before the next hop.
      response.body.abandon()
      response = try await hop(current, next)
      response.redirectURL = URIReference(current.head).text
    }
    return response
  }

  /// Sends a request after the first. The server has seen the call by then, even if this request is not sent. An error must say
  /// so, or retry middleware would send the whole call again.
  private func hop(_ request: Request, _ next: Next) async throws -> Response {
    do { return try await next(request) } catch { throw error.asSent }
  }

  /// Says which redirects are followed.
  public func explanation(for request: Request) -> String? {
    switch request.options.redirects {
    case .never: "follows no redirect"
    case .sameOrigin: "follows redirects within the origin"
    case .anyOrigin: "follows redirects to any origin, without credentials"
    }
  }
}
