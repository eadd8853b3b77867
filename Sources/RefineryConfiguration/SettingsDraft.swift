#if Configuration
  import FoundationEssentials
  import HTTPTypes
  import RefineryCircuitBreaker
  import RefineryCore
  import RefineryHedging
  import RefineryLogging
  import RefineryRetry

  /// The settings that the values describe, and every fault in them. A setting with a fault has its default value.
  struct SettingsDraft {
    let values: ConfigurationValues
    let table: EndpointTable
    let keys: [any OverridableOption.Type]
    let check: ConfigurationCheck?
    private(set) var faults: [String]

    private(set) var baseURL = ""
    private(set) var name: String?
    private(set) var headers = HeaderChanges()
    var options = Options()
    private(set) var retry = RetryPolicy()
    private(set) var transport = TransportConfiguration()
    private(set) var logging = LoggingPolicy()
    private(set) var overrides = EndpointOverrides()
    var linkSettings = LinkSettings()

    init(
      _ values: ConfigurationValues, _ table: EndpointTable, _ keys: [any OverridableOption.Type],
      _ check: ConfigurationCheck? = nil
    ) {
      self.values = values
      self.table = table
      self.keys = keys
      self.check = check
      faults = values.faults + (check?.findings(table: table, keys: keys) ?? [])
      readClient()
      readHeaders()
      readRetry()
      readTransport()
      readLinks()
      checkAttemptTimeout()
      readLogging()
      readOverrides()
    }

    /// Adds a fault, unless the key already has one. So a value of the wrong type is not also reported as missing.
    mutating func fault(_ key: String, _ reason: String) {
      if !faults.contains(where: { $0.hasPrefix("\(key):") }) { faults.append("\(key): \(reason)") }
    }

    /// Adds the faults that a policy found in its values. Each fault begins with a key that is set, because an operator cannot
    /// find the cause at a key that is not.
    mutating func add(_ problems: [String], below prefix: String) {
      for problem in problems {
        let names = problem.split { !$0.isLetter && $0 != "." }.map(String.init)
        let first = names.first { values["\(prefix).\($0)"] != nil }
        if let first, let subject = names.first, first != subject {
          faults.append("\(prefix).\(first): \(problem), and \(subject) has its default")
        } else {
          faults.append("\(prefix).\(problem)")
        }
      }
    }

    // MARK: The client

    private mutating func readClient() {
      name = values["name"]?.string
      if let text = values["baseURL"]?.string {
        baseURL = text
        // The client checks its base URL.
        for problem in Client(baseURL: text, transport: NoTransport()).problems { fault("baseURL", problem) }
      } else {
        fault("baseURL", "is missing")
      }
      set(TimeoutKey.self)
      set(AttemptTimeoutKey.self)
      set(IdleTimeoutKey.self)
      set(ResponseLimitKey.self)
    }

    private mutating func set<Option: OverridableOption>(_ option: Option.Type) {
      guard let json = values[option.name] else { return }
      do throws(MappingError) {
        options[option] = try option.value(from: json)
      } catch {
        fault(option.name, "must be \(error.expected ?? "another value")")
      }
    }

    /// Adds a fault for each limit that contradicts `attemptTimeout`, by the rules of the preset in RefineryResilience. Each
    /// fault names `attemptTimeout`: it has no default, so a value of the configuration has set it.
    private mutating func checkAttemptTimeout() {
      guard let attempt = options.attemptTimeout else { return }
      var reasons: [String] = []
      // The default of `timeout` does not count, because rows may have a longer one.
      if let total = options.explicit(TimeoutKey.self) ?? nil, attempt > total {
        reasons.append("is above timeout of \(total)")
      }
      if let hedging = linkSettings.hedging {
        for (name, value) in [("delay", hedging.delay), ("minimumDelay", hedging.minimumDelay)] where value >= attempt {
          reasons.append("is not above hedging.\(name) of \(value): no second request would be sent")
        }
      }
      if let breaker = linkSettings.circuitBreaker {
        if breaker.window / 2 < attempt { reasons.append("is above half of circuitBreaker.window of \(breaker.window)") }
        if breaker.probeTimeout < attempt { reasons.append("is above circuitBreaker.probeTimeout of \(breaker.probeTimeout)") }
        if let slow = breaker.slowDuration, slow > attempt {
          reasons.append("is below circuitBreaker.slowDuration of \(slow): no call would be slow")
        }
      }
      faults += reasons.map { "\(AttemptTimeoutKey.name): \($0)" }
    }

    private mutating func readHeaders() {
      for text in values["headerNames"]?.array?.compactMap(\.string) ?? [] {
        guard text.utf8.count <= 256, let name = HTTPField.Name(text) else {
          faults.append("headerNames: \"\(Redaction.escaped(String(text.prefix(64))))\" is not a header name")
          continue
        }
        guard !name.isFraming else {
          faults.append("headerNames: \(text) is reserved for the transport")
          continue
        }
        guard headers[name] == nil else {
          faults.append("headerNames: \(text) is listed twice")
          continue
        }
        let place = "headers.\(text)"
        guard let value = values["headers.\(text)"]?.string else {
          fault(place, "is missing, but headerNames lists it")
          continue
        }
        let change: HeaderChanges = [name: value]
        do throws(TransportError) {
          _ = try change.applied(to: HTTPFields())
          headers = headers.merging(change)
        } catch {
          fault(place, "holds a line break or another control character")
        }
      }
    }

    // MARK: Retries and connections

    private mutating func readRetry() {
      var policy = RetryPolicy()
      if let json = values["retry.retries"] {
        do throws(MappingError) {
          policy.retries = try RetriesKey.value(from: json) ?? policy.retries
        } catch {
          fault("retry.retries", "must be \(error.expected ?? "another value")")
        }
      }
      if let codes = values["retry.statuses"]?.array?.compactMap(\.int) {
        // Statuses below 300 are faults, too: the retry policy reports them in its problems.
        if !codes.allSatisfy((200...599).contains) { fault("retry.statuses", "must be statuses from 300 to 599") }
        policy.statuses = Set(codes).sorted().reduce([] as StatusSet) { $0.adding($1...$1) }
      }
      read("retry.delay", into: &policy.delay)
      read("retry.throttledDelay", into: &policy.throttledDelay)
      read("retry.maximumDelay", into: &policy.maximumDelay)
      read("retry.retryAfterCap", into: &policy.retryAfterCap)
      read("retry.reserve", into: &policy.reserve)
      read("retry.budget.tokens", into: &policy.budget.tokens)
      read("retry.budget.retryCost", into: &policy.budget.retryCost)
      read("retry.budget.timeoutCost", into: &policy.budget.timeoutCost)
      read("retry.budget.refund", into: &policy.budget.refund)
      add(policy.problems, below: "retry")
      retry = policy
    }

    private mutating func readTransport() {
      var transport = TransportConfiguration()
      defer { self.transport = transport }
      transport.connectTimeout = duration("transport.connectTimeout")
      transport.proxy = values["transport.proxy"]?.string
      transport.trustRoots = values["transport.trustRoots"]?.string
      transport.unixSocket = values["transport.unixSocket"]?.string
      read("transport.maximumConnectionsPerOrigin", into: &transport.maximumConnectionsPerOrigin)
      read("transport.maximumWaitingPerOrigin", into: &transport.maximumWaitingPerOrigin)
      if values["transport.connectionLifetime"] != nil {
        transport.connectionLifetime = duration("transport.connectionLifetime")
      }
      transport.maximumConnections = count("transport.maximumConnections")
      if let text = values["transport.version"]?.string {
        transport.version = TransportConfiguration.Version(rawValue: text)
        if transport.version == nil { fault("transport.version", "must be HTTP/1.1 or HTTP/2") }
      }
      let certificate = "transport.clientCertificate"
      switch (values["\(certificate).chain"]?.string, values["\(certificate).key"]?.string) {
      case (let chain?, let key?): transport.clientCertificate = .init(chain: chain, key: key)
      case (nil, nil): break
      case (_?, nil): fault("\(certificate).key", "is missing, but \(certificate).chain is set")
      case (nil, _?): fault("\(certificate).chain", "is missing, but \(certificate).key is set")
      }
      // Assumes a transport with all capabilities. Whether the real transport can honour the settings is known only when it is
      // made.
      add(transportProblems: transport.problems(for: .all))
    }

    /// Adds the faults that a transport found in its settings, each once.
    mutating func add(transportProblems problems: [String]) {
      for problem in problems.map({ "transport.\($0)" }) where !faults.contains(problem) { faults.append(problem) }
    }

    /// Returns a count of at most a billion: it fits into the 32-bit integers of libraries, and sums of counts do not overflow.
    mutating func count(_ key: String) -> Int? {
      guard let count = values[key]?.int else { return nil }
      guard count <= 1_000_000_000 else {
        fault(key, "must be at most 1000000000")
        return nil
      }
      return count
    }

    mutating func duration(_ key: String) -> Duration? {
      guard let seconds = values[key]?.double else { return nil }
      let year = 86_400.0 * 366
      guard (0...year).contains(seconds) else {
        fault(key, "must be from 0 to \(Int(year)) seconds")
        return nil
      }
      return .seconds(seconds)
    }

    // MARK: Rows and logging, which the loaders of JSON files check

    private mutating func readLogging() {
      let members = ConfigurationKey.logging.map { String($0.name.dropFirst("logging.".count)) }.filter { !$0.contains("<") }
      let rows = (table.configurableNames + [ConfigurationValues.tokenRow]).compactMap { row in
        values.object(["level", "detailLevel", "bodies"], below: "logging.rows.\(row)").map { (key: row, value: $0) }
      }
      var json = values.object(members, below: "logging")?.object ?? .init()
      if !rows.isEmpty { json["rows"] = .object(rows) }
      do throws(UnusableSettings) {
        logging = try LoggingPolicy(json: JSONValue.object(json).data())
      } catch {
        faults += error.problems.map { "logging.\($0)" }
      }
    }

    private mutating func readOverrides() {
      let settings = ["path", "method"] + keys.map { $0.name }
      let rows = table.configurableNames.compactMap { row in
        values.object(settings, below: "rows.\(row)").map { (key: row, value: $0) }
      }
      do throws(UnusableSettings) {
        overrides = try EndpointOverrides(json: JSONValue.object(rows).data(), for: table, keys: keys)
      } catch {
        faults += error.problems.map { fault in
          // A fault such as "Person.read: timeout: must be …" has the key in two parts, which are joined here.
          let parts = fault.split(separator: ": ", maxSplits: 2)
          guard parts.count == 3, settings.contains(String(parts[1])) else { return "rows.\(fault)" }
          return "rows.\(parts[0]).\(parts[1]): \(parts[2])"
        }
      }
    }
  }

  /// The transport of a client that only checks its base URL.
  private struct NoTransport: Transport {
    var capabilities: TransportCapabilities { [] }
    func send(_ request: Request) async throws -> Response { throw TransportError(.unsupported, phase: .beforeSending) }
  }
#endif
