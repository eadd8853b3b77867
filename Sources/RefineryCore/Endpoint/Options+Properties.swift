extension Options {
  /// Creates options by setting properties. Plugins add their own properties in an extension, as the example shows.
  ///
  /// ```swift
  /// let options = Options {
  ///   $0.timeout = .seconds(5)
  ///   $0.tenant = "north"
  /// }
  ///
  /// extension Options {
  ///   var tenant: String? {
  ///     get { self[Tenant.self] }
  ///     set { self[Tenant.self] = newValue }
  ///   }
  /// }
  /// ```
  public init(_ change: (inout Options) -> Void) {
    self.init()
    change(&self)
  }

  /// The time limit of the whole call: see ``Timeout``.
  public var timeout: Duration? {
    get { self[Timeout.self] }
    set { self[Timeout.self] = newValue }
  }

  /// The time limit of one attempt: see ``AttemptTimeout``.
  public var attemptTimeout: Duration? {
    get { self[AttemptTimeout.self] }
    set { self[AttemptTimeout.self] = newValue }
  }

  /// The time limit of the wait for the next byte: see ``IdleTimeout``.
  public var idleTimeout: Duration? {
    get { self[IdleTimeout.self] }
    set { self[IdleTimeout.self] = newValue }
  }

  /// The maximum number of bytes of a response that are taken into memory: see ``ResponseLimit``.
  public var responseLimit: Int {
    get { self[ResponseLimit.self] }
    set { self[ResponseLimit.self] = newValue }
  }

  /// How the response body is delivered: see ``Delivery``.
  public var delivery: Delivery.Form {
    get { self[Delivery.self] }
    set { self[Delivery.self] = newValue }
  }

  /// The statuses that count as success: see ``SuccessCodes``.
  public var successCodes: StatusSet {
    get { self[SuccessCodes.self] }
    set { self[SuccessCodes.self] = newValue }
  }

  /// Whether a row may be sent twice without harm: see ``Idempotent``.
  public var idempotent: Bool? {
    get { self[Idempotent.self] }
    set { self[Idempotent.self] = newValue }
  }

  /// Which redirects are followed: see ``Redirects``.
  public var redirects: RedirectPolicy {
    get { self[Redirects.self] }
    set { self[Redirects.self] = newValue }
  }

  /// Where a value is in the body: see ``EnvelopeOption``.
  public var envelope: MemberPath {
    get { self[EnvelopeOption.self] }
    set { self[EnvelopeOption.self] = newValue }
  }

  /// What a list that is missing or null means: see ``AbsentListOption``.
  public var absentList: AbsentListOption.Meaning {
    get { self[AbsentListOption.self] }
    set { self[AbsentListOption.self] = newValue }
  }

  /// What happens to a list element that cannot be read: see ``ElementPolicyOption``.
  public var elements: ElementPolicy {
    get { self[ElementPolicyOption.self] }
    set { self[ElementPolicyOption.self] = newValue }
  }
}
