#if Configuration
  import RefineryCore
  import RefineryRetry

  /// A key of a client's configuration. ``ConfigurationKey/all(_:)`` is the only list of keys: the reader uses it, and a test
  /// compares it with the table in the documentation.
  struct ConfigurationKey: Sendable {
    /// The name, such as `retry.delay`. In `rows.<row>.timeout` and `headers.<name>`, the part in brackets is a placeholder.
    let name: String
    /// The type of the value.
    let kind: ConfigurationKind
    /// Whether the value can be the text `null`. swift-configuration treats JSON's own null as a missing value.
    let acceptsNull: Bool
    /// The value that applies if the key is missing, as the documentation shows it.
    let standard: String
    /// An example value, as an environment variable contains it.
    let example: String
    /// Whether access logs must not show the value.
    let isSecret: Bool

    init(
      _ name: String, _ kind: ConfigurationKind, null acceptsNull: Bool = false, standard: String = "none", example: String,
      isSecret: Bool = false
    ) {
      self.name = name
      self.kind = kind
      self.acceptsNull = acceptsNull
      self.standard = standard
      self.example = example
      self.isSecret = isSecret
    }

    /// Whether a changed value applies while the app runs.
    var isLive: Bool { Self.isLive(name) }

    /// Whether a changed value of the key with this name applies while the app runs. The name may contain placeholders.
    static func isLive(_ name: String) -> Bool { name.hasPrefix("rows.") || name.hasPrefix("logging.") }

    /// The permitted values in words, for faults and for the documentation.
    var expectation: String { acceptsNull ? "\(kind.rawValue), or null" : kind.rawValue }

    /// Returns the parts of the key. The name of a row or of a header field replaces the placeholder.
    func components(_ name: String? = nil) -> [String] {
      self.name.split(separator: ".").flatMap { part -> [String] in
        guard part.hasPrefix("<"), let name else { return [String(part)] }
        return name.split(separator: ".").map(String.init)
      }
    }
  }

  /// The type of a value, in the words of the documentation.
  enum ConfigurationKind: String, Sendable {
    case text
    case flag = "true or false"
    case integer = "a whole number"
    case number = "a number"
    case seconds = "a number of seconds"
    case texts = "a list of texts"
    case integers = "a list of whole numbers"
    /// A value of an option that this module does not know.
    case option = "a value of the option"
  }

  extension ConfigurationKey {
    /// Returns every key of a client whose rows have the given options.
    static func all(_ options: [any OverridableOption.Type]) -> [ConfigurationKey] {
      client + retry + transport + links + logging + row(options)
    }

    static let client = [
      ConfigurationKey("baseURL", .text, standard: "required", example: "https://api.example.com/v1"),
      ConfigurationKey("name", .text, example: "crm"),
      ConfigurationKey("headerNames", .texts, example: "X-Tenant"),
      ConfigurationKey(
        "headers.<name>", .text, standard: "required for each of `headerNames`", example: "north", isSecret: true),
      ConfigurationKey("timeout", .seconds, null: true, standard: text(TimeoutKey.defaultValue), example: "10"),
      ConfigurationKey("attemptTimeout", .seconds, null: true, standard: text(AttemptTimeoutKey.defaultValue), example: "3.5"),
      ConfigurationKey("idleTimeout", .seconds, null: true, standard: text(IdleTimeoutKey.defaultValue), example: "5"),
      ConfigurationKey("responseLimit", .integer, standard: "\(ResponseLimitKey.defaultValue)", example: "1048576"),
    ]

    static let retry = [
      ConfigurationKey("retry.retries", .integer, standard: "\(RetryPolicy().retries)", example: "4"),
      ConfigurationKey("retry.statuses", .integers, standard: "\(RetryPolicy().statuses)", example: "429,503"),
      ConfigurationKey("retry.delay", .seconds, standard: text(RetryPolicy().delay), example: "0.2"),
      ConfigurationKey("retry.throttledDelay", .seconds, standard: text(RetryPolicy().throttledDelay), example: "2"),
      ConfigurationKey("retry.maximumDelay", .seconds, standard: text(RetryPolicy().maximumDelay), example: "30"),
      ConfigurationKey("retry.retryAfterCap", .seconds, standard: text(RetryPolicy().retryAfterCap), example: "90"),
      ConfigurationKey("retry.reserve", .seconds, standard: text(RetryPolicy().reserve), example: "0.05"),
      ConfigurationKey("retry.budget.tokens", .integer, standard: "\(RetryPolicy().budget.tokens)", example: "100"),
      ConfigurationKey("retry.budget.retryCost", .integer, standard: "\(RetryPolicy().budget.retryCost)", example: "2"),
      ConfigurationKey("retry.budget.timeoutCost", .integer, standard: "\(RetryPolicy().budget.timeoutCost)", example: "4"),
      ConfigurationKey("retry.budget.refund", .integer, standard: "\(RetryPolicy().budget.refund)", example: "2"),
    ]

    static let transport = [
      ConfigurationKey("transport.connectTimeout", .seconds, example: "2"),
      ConfigurationKey("transport.proxy", .text, example: "http://proxy.internal:3128", isSecret: true),
      ConfigurationKey("transport.trustRoots", .text, standard: "those of the system", example: "/etc/app/roots.pem"),
      ConfigurationKey("transport.clientCertificate.chain", .text, example: "/etc/app/client.pem"),
      ConfigurationKey("transport.clientCertificate.key", .text, example: "/etc/app/client.key"),
      ConfigurationKey("transport.version", .text, standard: "the transport decides", example: "HTTP/2"),
      ConfigurationKey(
        "transport.maximumConnectionsPerOrigin", .integer,
        standard: "\(TransportConfiguration().maximumConnectionsPerOrigin)", example: "64"),
      ConfigurationKey(
        "transport.maximumWaitingPerOrigin", .integer, standard: "\(TransportConfiguration().maximumWaitingPerOrigin)",
        example: "1000"),
      ConfigurationKey(
        "transport.connectionLifetime", .seconds, null: true, standard: text(TransportConfiguration().connectionLifetime),
        example: "120"),
      ConfigurationKey("transport.maximumConnections", .integer, example: "500"),
      ConfigurationKey("transport.unixSocket", .text, example: "/run/app.sock"),
    ]

    /// Returns the keys of a row that has the given options.
    static func row(_ options: [any OverridableOption.Type]) -> [ConfigurationKey] {
      let documented = [
        ConfigurationKey("rows.<row>.timeout", .seconds, null: true, standard: "the row", example: "2"),
        ConfigurationKey("rows.<row>.attemptTimeout", .seconds, null: true, standard: "the row", example: "1.5"),
        ConfigurationKey("rows.<row>.idleTimeout", .seconds, null: true, standard: "the row", example: "1"),
        ConfigurationKey("rows.<row>.responseLimit", .integer, standard: "the row", example: "65536"),
        ConfigurationKey("rows.<row>.idempotent", .flag, null: true, standard: "the row", example: "true"),
        ConfigurationKey("rows.<row>.retries", .integer, null: true, standard: "`retry.retries`", example: "1"),
        ConfigurationKey(
          "rows.<row>.idempotencyKey", .flag, null: true, standard: "the row", example: "true"),
        ConfigurationKey("rows.<row>.caching", .flag, standard: "the row", example: "false"),
        ConfigurationKey("rows.<row>.logLevel", .text, null: true, standard: "`logging.level`", example: "info"),
      ]
      return [
        ConfigurationKey("rows.<row>.path", .text, standard: "the row", example: "v2/people/{id}"),
        ConfigurationKey("rows.<row>.method", .text, standard: "the row", example: "GET"),
      ]
        + options.map { option in
          let name = "rows.<row>.\(option.name)"
          return documented.first { $0.name == name }
            ?? ConfigurationKey(name, .option, null: true, standard: "the row", example: "")
        }
    }

    /// Returns the number of seconds, or `null` for no limit.
    static func text(_ duration: Duration?) -> String {
      guard let duration else { return "null" }
      let seconds = duration / .seconds(1)
      return Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    }
  }
#endif
