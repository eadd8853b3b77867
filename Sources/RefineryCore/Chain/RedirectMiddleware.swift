import HTTPTypes

/// Follows the redirects that the option ``Redirects`` allows. Each followed redirect is an attempt of its own.
///
/// The client adds this link to each chain that has no link at stage ``ChainStage/redirect``. It places the link after all others
/// except those at ``ChainStage/signing`` and ``ChainStage/observe``, which see each hop. Add the link yourself to choose its
/// place: links after it see each hop. Under ``RedirectPolicy/never`` it returns a redirect unchanged.
public struct RedirectMiddleware: Middleware {
  /// A link that follows redirects.
  public init() {}

  /// After the links that add credentials and admit retries, before signing.
  public var stage: ChainStage? { .redirect }

  /// Sends the request, and then one request for each redirect that is followed.
  ///
  /// - Throws: ``RedirectRefused`` for a redirect that must not be followed; what `next` throws.
  public func respond(to request: Request, next: Next) async throws -> Response {
    let first = try await next(request)
    // Most requests return here, without a copy.
    guard (300...399).contains(first.head.status.code) else { return first }
    return try await follow(first, of: request, next)
  }

  private func follow(_ first: Response, of request: Request, _ next: Next) async throws -> Response {
    let policy = request.options[Redirects.self]
    var trail = RedirectTrail()
    var current = request
    var response = first
    while var target = try policy.follow(current, after: response, trail: &trail) {
      let reason = ResendReason.redirect(
        status: response.head.status.code, to: Redaction.everything.url(of: target.head))
      target.resend(because: reason, after: response)
      current = target
      // Releases a streamed body of the redirect before the next hop.
      response.body = .empty
      response = try await next(current)
    }
    return response
  }

  /// Says which redirects are followed.
  public func explanation(for request: Request) -> String? {
    switch request.options[Redirects.self] {
    case .never: "follows no redirect"
    case .sameOrigin: "follows redirects within the origin"
    case .anyOrigin: "follows redirects to any origin, without credentials"
    }
  }
}
