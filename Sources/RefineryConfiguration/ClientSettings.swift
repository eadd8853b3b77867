#if Configuration
  public import Configuration
  import RefineryCache
  public import RefineryCircuitBreaker
  public import RefineryConcurrency
  public import RefineryCore
  public import RefineryHedging
  import RefineryIdempotency
  public import RefineryLogging
  public import RefineryRateLimit
  public import RefineryRetry

  /// The settings of a client, read from an app's configuration.
  ///
  /// ```swift
  /// let settings = try ClientSettings(config: config.scoped(to: "crm"), table: table)
  /// let api = Client(
  ///   settings: settings,
  ///   middleware: [LoggingMiddleware(logger, policies: settings.logging), try RetryMiddleware(settings.retry)],
  ///   transport: try AsyncHTTPClientTransport(configuration: settings.transport))
  /// ```
  ///
  /// The page of this module lists every key. Settings are read once. ``SettingsWatcher`` applies later changes of
  /// ``overrides`` and ``logging``.
  public struct ClientSettings: Sendable, Redacted {
    /// The base URL of the client, to which relative paths are appended.
    public var baseURL: String
    /// The name of the client in log lines.
    public var name: String?
    /// Header fields of every request.
    public var headers: HeaderChanges
    /// The time limits and the response limit of every call.
    public var options: Options
    /// Which requests are sent again. Applies only if you give it to a `RetryMiddleware`.
    public var retry: RetryPolicy
    /// The settings of connections. They apply only if you give them to a transport.
    public var transport: TransportConfiguration
    /// The overrides of rows, which operators set.
    public let overrides: EndpointOverrides.Store
    /// What is logged. Applies only if you give it to a `LoggingMiddleware`.
    public let logging: LoggingPolicyStore

    /// The middleware that the configuration adds to the client. It was made from the policies below.
    public let links: ConfiguredLinks

    let linkSettings: LinkSettings
    let table: EndpointTable
    let keys: [any OverridableOption.Type]
    let check: ConfigurationCheck?
    /// The values that were read.
    let values: ConfigurationValues

    /// The rate limit; nil unless a key of `rateLimit` is set. Use it for a middleware of your own, with another choice of
    /// buckets.
    public var rateLimit: RateLimitPolicy? { linkSettings.rateLimit }
    /// When circuits open; nil unless a key of `circuitBreaker` is set. Use it for a middleware of your own, with an
    /// `onChange`.
    public var circuitBreaker: CircuitBreakerPolicy? { linkSettings.circuitBreaker }
    /// The limit of calls under way; nil unless a key of `concurrency` is set. Use it for a middleware of your own, with other
    /// groups.
    public var concurrency: ConcurrencyPolicy? { linkSettings.concurrency }
    /// When a slow request is sent again; nil unless a key of `hedging` is set. Use it for a middleware of your own, with a
    /// condition.
    public var hedging: HedgingPolicy? { linkSettings.hedging }

    /// The options that operators can override by default: those of the core and of the plugins for retries, idempotency keys,
    /// caches and logging.
    public static var standardKeys: [any OverridableOption.Type] {
      EndpointOverrides.coreKeys + [RetriesKey.self, IdempotencyKeyOption.self, CachingKey.self, LogLevelKey.self]
    }

    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - config: the app's configuration. Give each client its own scope: `config.scoped(to: "crm")`.
    ///   - table: the rows that can be overridden. A key of a row outside the table is not read.
    ///   - keys: the options that can be overridden, in addition to `path` and `method`.
    ///   - check: finds misspelled keys, which are faults. Without it, a misspelled key is ignored and its default applies.
    /// - Throws: ``ConfigurationFaults`` with every fault.
    public init(
      config: ConfigReader, table: EndpointTable, keys: [any OverridableOption.Type] = ClientSettings.standardKeys,
      check: ConfigurationCheck? = nil
    ) throws(ConfigurationFaults) {
      let draft = SettingsDraft(ConfigurationValues(config.snapshot(), table, keys), table, keys, check)
      guard draft.faults.isEmpty else { throw ConfigurationFaults(faults: draft.faults) }
      self.init(draft)
    }

    init(_ draft: SettingsDraft) {
      baseURL = draft.baseURL
      name = draft.name
      headers = draft.headers
      options = draft.options
      retry = draft.retry
      transport = draft.transport
      overrides = EndpointOverrides.Store(draft.overrides)
      logging = LoggingPolicyStore(draft.logging)
      linkSettings = draft.linkSettings
      // If a draft has no faults, its policies have none, either.
      links = ConfiguredLinks(draft.linkSettings) { _, _ in }
      table = draft.table
      keys = draft.keys
      check = draft.check
      values = draft.values
    }
  }
#endif
