#if Metrics
  import CoreMetrics
  import HTTPTypes
  import RefineryCore
  import Synchronization

  /// The series of one middleware. Each is made when it is first needed.
  final class SeriesStore: Sendable {
    private let kept: Mutex<(any MetricsFactory)?>
    private let measuresBodies: Bool
    private let gauges: [String: @Sendable () -> Double]
    /// The series of a row, by parts of its requests. Requests with different parts may have equal labels.
    private let rows: SeriesCache<RowKey, RowSeries>
    /// The only series of each set of labels. A second meter of the same labels would overwrite the first.
    private let labelled: SeriesCache<RowLabels, RowSeries>
    private let attempts: SeriesCache<AttemptKey, AttemptSeries>
    private let resends: SeriesCache<[String], Counter>
    private let calls: SeriesCache<[String], CoreMetrics.Timer>
    private let waits: SeriesCache<[String], CoreMetrics.Timer>
    private let responses: SeriesCache<[String], Counter>
    private let refreshes: SeriesCache<[String], CoreMetrics.Timer>
    /// The meters of each gauge, by the name of the client.
    private let meters: [String: SeriesCache<String, Meter>]

    init(
      _ factory: (any MetricsFactory)?, measuresBodies: Bool, gauges: [String: @Sendable () -> Double], limit: Int
    ) {
      kept = Mutex(factory)
      self.measuresBodies = measuresBodies
      self.gauges = gauges
      meters = gauges.mapValues { _ in SeriesCache(limit: limit) }
      rows = SeriesCache(limit: limit)
      labelled = SeriesCache(limit: limit)
      attempts = SeriesCache(limit: limit)
      resends = SeriesCache(limit: limit)
      calls = SeriesCache(limit: limit)
      waits = SeriesCache(limit: limit)
      responses = SeriesCache(limit: limit)
      refreshes = SeriesCache(limit: limit)
    }

    /// The given factory, or else the first one of the task or process that is not a no-op; nil until there is one.
    var factory: (any MetricsFactory)? {
      kept.withLock { kept in
        if let kept { return kept }
        let current = MetricsSystem.factory
        if !(current is NOOPMetricsHandler) { kept = current }
        return kept
      }
    }

    // MARK: Attempts

    /// The series of a request's row at a request's origin; nil without a factory.
    func row(of request: Request, _ knownMethods: Set<HTTPRequest.Method>) -> RowSeries? {
      let endpoint = request.endpoint
      let head = request.head
      // Unknown methods share one entry, so that they do not fill the cache.
      let method = knownMethods.contains(head.method) ? head.method.rawValue : "_OTHER"
      let key = RowKey(name: endpoint.name, method: method, scheme: head.scheme, authority: head.authority)
      return rows.value(for: key, or: .other) { isOther in
        guard let factory else { return nil }
        let origin = isOther ? nil : Origin(head)
        let labels =
          isOther
          ? RowLabels.other
          : RowLabels(
            name: Redaction.escaped(endpoint.name), method: method,
            // The template of a direct row is a URL.
            template: endpoint.isDirect ? "" : endpoint.template,
            address: origin.map { $0.host.hasPrefix("[") ? String($0.host.dropFirst().dropLast()) : $0.host } ?? "",
            port: origin.map { String($0.port) } ?? "")
        return labelled.value(for: labels, or: .other) { RowSeries($0 ? .other : labels, factory) }
      }
    }

    func record(
      _ outcome: AttemptOutcome, of row: RowSeries, duration: Duration, requestSize: Int?, responseSize: Int?, client: String?
    ) {
      let factory = row.factory
      let key = AttemptKey(row: row.labels, outcome: outcome)
      let series = attempts.value(for: key, or: .other) { isOther in
        AttemptSeries(isOther ? .other : key, factory, measuresBodies: measuresBodies)
      }
      series?.duration.recordNanoseconds(duration.nanoseconds)
      if let requestSize { series?.requestSize?.record(requestSize) }
      if let responseSize { series?.responseSize?.record(responseSize) }
      readGauges(client)
    }

    func readGauges(_ client: String?) {
      guard !gauges.isEmpty else { return }
      let label = client.map { Redaction.escaped($0) } ?? ""
      for (name, read) in gauges {
        let meter = meters[name]?.value(for: label, or: "_OTHER") { isOther in
          factory.map { Meter(label: name, dimensions: [("client.name", isOther ? "_OTHER" : label)], factory: $0) }
        }
        meter?.set(read())
      }
    }

    func resends(of row: RowSeries, _ reason: ResendReason) -> Counter? {
      counter(
        resends, "refinery.client.resends", ["endpoint.name", "resend.reason"], [row.labels.name, reason.kind])
    }

    // MARK: Calls

    func call(_ event: CallEvent) -> CoreMetrics.Timer? {
      let (outcome, stage, errorType) = event.result
      return timer(
        calls, "refinery.client.call.duration", ["endpoint.name", "call.outcome", "call.stage", "error.type"],
        [Redaction.escaped(event.endpoint.name), outcome, stage, errorType])
    }

    func wait(_ event: CallEvent, _ reason: String) -> CoreMetrics.Timer? {
      timer(
        waits, "refinery.client.wait.duration", ["endpoint.name", "wait.reason"],
        [Redaction.escaped(event.endpoint.name), Redaction.escaped(reason)])
    }

    func responses(_ event: CallEvent, from source: ResponseSource) -> Counter? {
      counter(
        responses, "refinery.client.responses", ["endpoint.name", "response.source"],
        [Redaction.escaped(event.endpoint.name), Redaction.escaped(source.description)])
    }

    func refresh(isFailure: Bool) -> CoreMetrics.Timer? {
      timer(refreshes, "refinery.client.credential.refresh.duration", ["refresh.outcome"], [isFailure ? "error" : "success"])
    }

    private func timer(
      _ timers: SeriesCache<[String], CoreMetrics.Timer>, _ label: String, _ keys: [String], _ values: [String]
    ) -> CoreMetrics.Timer? {
      series(timers, keys, values) {
        CoreMetrics.Timer(label: label, dimensions: $0, preferredDisplayUnit: .seconds, factory: $1)
      }
    }

    private func counter(
      _ counters: SeriesCache<[String], Counter>, _ label: String, _ keys: [String], _ values: [String]
    ) -> Counter? {
      series(counters, keys, values) { Counter(label: label, dimensions: $0, factory: $1) }
    }

    /// The series of these values, or the one of all further values if the cache is full.
    private func series<Series: Sendable>(
      _ cache: SeriesCache<[String], Series>, _ keys: [String], _ values: [String],
      make: ([(String, String)], any MetricsFactory) -> Series
    ) -> Series? {
      cache.value(for: values, or: []) { isOther in
        factory.map { make(zip(keys, values).map { ($0, isOther ? "_OTHER" : $1) }, $0) }
      }
    }
  }

  /// Series by their labels. When the cache is full, all further sets of labels share one series.
  private final class SeriesCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let values = Mutex<[Key: Value]>([:])

    init(limit: Int) { self.limit = limit }

    /// Returns the value of a key, or the value of `other` if the cache is full. `make` makes a missing value; its argument is
    /// true for the value of `other`.
    func value(for key: Key, or other: Key, make: (Bool) -> Value?) -> Value? {
      let (known, isFull) = values.withLock { ($0[key], $0.count >= limit) }
      if let known { return known }
      if isFull, let shared = values.withLock({ $0[other] }) { return shared }
      guard let made = make(isFull) else { return nil }
      return values.withLock { values in
        let key = isFull ? other : key
        if let first = values[key] { return first }
        values[key] = made
        return made
      }
    }
  }

  struct RowKey: Hashable, Sendable {
    let name: String
    let method: String
    let scheme: String?
    let authority: String?

    static let other = RowKey(name: "_OTHER", method: "_OTHER", scheme: nil, authority: nil)
  }

  struct RowLabels: Hashable, Sendable {
    let name: String
    let method: String
    let template: String
    let address: String
    let port: String

    static let other = RowLabels(name: "_OTHER", method: "_OTHER", template: "", address: "_OTHER", port: "")

    var dimensions: [(String, String)] {
      [
        ("endpoint.name", name), ("http.request.method", method), ("server.address", address), ("server.port", port),
        ("url.template", template),
      ]
    }
  }

  /// The labels and the series of a row at one origin.
  final class RowSeries: Sendable {
    let labels: RowLabels
    let factory: any MetricsFactory
    let active: Meter

    init(_ labels: RowLabels, _ factory: any MetricsFactory) {
      self.labels = labels
      self.factory = factory
      active = Meter(label: "http.client.active_requests", dimensions: labels.dimensions, factory: factory)
    }
  }

  private struct AttemptKey: Hashable, Sendable {
    let row: RowLabels
    let outcome: AttemptOutcome

    static let other = AttemptKey(row: .other, outcome: AttemptOutcome())
  }

  /// The series for attempts of one row with the same outcome.
  private struct AttemptSeries: Sendable {
    let duration: CoreMetrics.Timer
    let requestSize: Recorder?
    let responseSize: Recorder?

    init(_ key: AttemptKey, _ factory: any MetricsFactory, measuresBodies: Bool) {
      let dimensions =
        key.row.dimensions + [
          ("http.response.status_code", key.outcome.status), ("error.type", key.outcome.errorType),
          ("network.protocol.version", key.outcome.version),
        ]
      func sizes(_ name: String) -> Recorder? {
        measuresBodies ? Recorder(label: name, dimensions: dimensions, factory: factory) : nil
      }
      duration = CoreMetrics.Timer(
        label: "http.client.request.duration", dimensions: dimensions, preferredDisplayUnit: .seconds, factory: factory)
      requestSize = sizes("http.client.request.body.size")
      responseSize = sizes("http.client.response.body.size")
    }
  }

  extension CallEvent {
    /// The labels of the result: the outcome as in logs; for a failure, its stage, and its status or type.
    fileprivate var result: (outcome: String, stage: String, errorType: String) {
      switch outcome {
      case .success: ("success", "", "")
      case .cancelled: ("cancelled", "", "")
      case .failure(let error):
        ("error", "\(error.stage)", error.errorType)
      }
    }
  }
#endif
