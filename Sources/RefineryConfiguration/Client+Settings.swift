#if Configuration
  public import Configuration
  public import RefineryCore

  extension Client {
    /// Creates a client with the given settings. Changes that a ``SettingsWatcher`` makes apply from the next call on.
    ///
    /// Each middleware of ``ClientSettings/links`` is inserted before the first of your middleware that has a later stage,
    /// unless you have a middleware of the same type.
    ///
    /// - Parameters:
    ///   - settings: the base URL, name, header fields, options and overrides of the client.
    ///   - middleware: your own middleware, in order.
    ///   - transport: sends requests over the network.
    ///   - coder: how bodies are encoded and decoded.
    ///   - observers: receive an event when a call has ended.
    public init(
      settings: ClientSettings, middleware: [any Middleware], transport: any Transport, coder: any Coder = JSONCoder(),
      observers: [any CallObserver] = []
    ) {
      self.init(
        name: settings.name, baseURL: settings.baseURL, headers: settings.headers,
        middleware: settings.links.inserted(into: middleware), transport: transport, coder: coder,
        options: settings.links.options(settings.options, for: middleware), overrides: settings.overrides.overrides,
        observers: observers)
    }

    /// Creates a client from an app's configuration.
    ///
    /// ```swift
    /// let api = try Client(config: config.scoped(to: "crm"), table: table) { settings in
    ///   [LoggingMiddleware(logger, policies: settings.logging), try RetryMiddleware(settings.retry), AuthMiddleware(tokens)]
    /// } transport: {
    ///   try AsyncHTTPClientTransport(configuration: $0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - config: the app's configuration, in the scope of the client.
    ///   - table: the rows that can be overridden.
    ///   - keys: the options that can be overridden, in addition to `path` and `method`.
    ///   - check: finds misspelled keys, which are faults.
    ///   - coder: how bodies are encoded and decoded.
    ///   - observers: receive an event when a call has ended.
    ///   - middleware: makes your own middleware, in order. The middleware of the configuration is inserted between them.
    ///   - transport: makes the transport. It is called even if the configuration has other faults, so that the error lists all
    ///     of them.
    /// - Throws: ``ConfigurationFaults`` with every fault, including those of the `TransportConfiguration` that
    ///   the transport throws as `UnusableSettings`; any other error of the two closures.
    public init(
      config: ConfigReader, table: EndpointTable, keys: [any OverridableOption.Type] = ClientSettings.standardKeys,
      check: ConfigurationCheck? = nil, coder: any Coder = JSONCoder(), observers: [any CallObserver] = [],
      middleware: (ClientSettings) throws -> [any Middleware] = { _ in [] },
      transport: (TransportConfiguration) throws -> any Transport
    ) throws {
      var draft = SettingsDraft(ConfigurationValues(config.snapshot(), table, keys), table, keys, check)
      var made: (any Transport)?
      do {
        made = try transport(draft.transport)
      } catch let error as UnusableSettings where error.type == "\(TransportConfiguration.self)" {
        draft.add(transportProblems: error.problems)
      }
      guard draft.faults.isEmpty, let made else { throw ConfigurationFaults(faults: draft.faults) }
      let settings = ClientSettings(draft)
      let links = try middleware(settings)
      self.init(settings: settings, middleware: links, transport: made, coder: coder, observers: observers)
    }
  }
#endif
