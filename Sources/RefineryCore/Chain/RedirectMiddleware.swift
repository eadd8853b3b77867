import HTTPTypes

/// Follows the redirects that the option ``Redirects`` allows, each as an attempt of its own.
///
/// The client adds this link to each chain that has no link at stage ``ChainStage/redirect``: after all links but those at
/// ``ChainStage/signing`` and ``ChainStage/observe``, which see each hop. Put it into the chain yourself to let other links see the
/// hops: those after it do. Under ``RedirectPolicy/never`` it returns the redirect as it came.
public struct RedirectMiddleware: Middleware {
  /// A link that follows redirects.
  public init() {}

  /// Before signing, after everything that runs once for an attempt's credentials.
  public var stage: ChainStage? { .redirect }

  /// Sends the request, and again to each target that a redirect names.
  ///
  /// - Throws: ``RedirectRefused`` for a redirect that must not be followed; what `next` throws.
  public func respond(to request: Request, next: Next) async throws -> Response {
    let first = try await next(request)
    // Nearly all requests end here, without a copy.
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
      // A streamed body of the redirect is given up before the next hop.
      response.body = .empty
      response = try await next(current)
    }
    return response
  }

  /// Which redirects are followed.
  public func explanation(for request: Request) -> String? {
    switch request.options[Redirects.self] {
    case .never: "follows no redirect"
    case .sameOrigin: "follows redirects within the origin"
    case .anyOrigin: "follows redirects to any origin, without credentials"
    }
  }
}
