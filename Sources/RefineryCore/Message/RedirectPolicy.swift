/// Which redirects are followed. For 301 and 302 to methods other than GET and HEAD, see ``MovedMethod``.
public enum RedirectPolicy: Sendable, Equatable {
  /// No redirect is followed: a 3xx response is returned unchanged.
  case never
  /// Redirects to the same scheme, host and port are followed. Any other redirect ends the call with ``RedirectRefused``.
  case sameOrigin
  /// Redirects to any http or https origin are followed. Credentials are removed when the origin changes. A redirect from https
  /// to http is refused.
  case anyOrigin
}
