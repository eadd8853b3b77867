public import FoundationEssentials

extension Client {
  /// Creates a client on URLSession: the initializer of the core with `URLSessionTransport()` as its transport, and otherwise
  /// with the same parameters and defaults.
  ///
  /// ```swift
  /// let api = Client(baseURL: "https://api.example.com/v1", middleware: [RetryMiddleware(), AuthMiddleware(.bearer(token))])
  /// ```
  public init(
    name: String? = nil, baseURL: some BaseURLConvertible, headers: HeaderChanges = [:], middleware: [any Middleware] = [],
    coder: any Coder = JSONCoder(), queryEncoder: QueryEncoder = QueryEncoder(), options: Options = Options(),
    overrides: EndpointOverrides = EndpointOverrides(), router: (any PathRouter)? = nil, clock: CallClock = .continuous,
    observers: [any CallObserver] = []
  ) {
    self.init(
      name: name, baseURL: baseURL, headers: headers, middleware: middleware, transport: URLSessionTransport(), coder: coder,
      queryEncoder: queryEncoder, options: options, overrides: overrides, router: router, clock: clock, observers: observers)
  }
}

extension EndpointOverrides {
  /// The options that the core and the standard plugins let operators override.
  public static var standardKeys: [any OverridableOption.Type] { coreKeys + [RetriesKey.self, LogLevelKey.self] }

  /// The overrides of a JSON document, with the options of the standard plugins: `path`, `method`, `timeout`, `attemptTimeout`,
  /// `idleTimeout`, `responseLimit`, `idempotent`, `retries` and `logLevel` by row name.
  ///
  /// - Throws: `UnusableSettings` with every fault.
  public init(json: Data, for table: EndpointTable) throws(UnusableSettings) {
    try self.init(json: json, for: table, keys: Self.standardKeys)
  }
}
