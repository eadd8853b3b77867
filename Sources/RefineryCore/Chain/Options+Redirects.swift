extension Options {
  /// What a 301 or 302 does to a call whose method is not GET or HEAD. Default: the call fails with ``RedirectRefused``.
  ///
  /// Servers mean different things by these statuses (RFC 9110 sections 15.4.2 and 15.4.3): many clients send GET to the
  /// target, which responds with success although nothing was created. This option does not affect 303, 307 and 308.
  public var movedMethod: MovedMethod {
    get { self[MovedMethodKey.self] }
    set { self[MovedMethodKey.self] = newValue }
  }
}

package enum MovedMethodKey: OptionKey {
  package static let name = "movedMethod"
  package static let defaultValue = MovedMethod.refuse
}
