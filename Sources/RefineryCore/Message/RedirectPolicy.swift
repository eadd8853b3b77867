/// Which redirects are followed. Of 301 and 302 to another method than GET and HEAD see ``MovedMethod``.
public enum RedirectPolicy: Sendable, Equatable {
  /// None: a 3xx is returned as it came.
  case never
  /// Those that stay within scheme, host and port; another ends the call with ``RedirectRefused``.
  case sameOrigin
  /// Those to any http or https origin. Credentials are taken off when the origin changes, and a step from https to http
  /// is refused.
  case anyOrigin
}
