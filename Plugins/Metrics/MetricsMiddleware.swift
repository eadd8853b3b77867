#if Metrics
  public import CoreMetrics
  public import HTTPTypes
  public import RefineryCore

  /// Counts and times the attempts and the calls of a client, with swift-metrics.
  ///
  /// Place it last in the chain, so that it sees each attempt. Add it to the client's observers, too, so that it sees how each
  /// call ends:
  ///
  /// ```swift
  /// let metrics = MetricsMiddleware()
  /// let api = Client(baseURL: url, middleware: [RetryMiddleware(), metrics], transport: transport, observers: [metrics])
  /// ```
  ///
  /// Names and labels follow the OpenTelemetry semantic conventions 1.44 for HTTP client metrics. All series of one name have
  /// the same label keys; a label without a value is empty. The number of series depends on rows, origins, statuses and error
  /// types, but not on ids or on the number of calls. Copies share their series.
  ///
  /// Without a metrics backend it only passes the request on.
  public struct MetricsMiddleware: Middleware {
    let store: SeriesStore
    private let knownMethods: Set<HTTPRequest.Method>

    /// Creates middleware with its own series.
    ///
    /// - Parameters:
    ///   - factory: makes the series. Default nil: the factory of the task or of the process, `MetricsSystem.factory`. The
    ///     middleware keeps the first factory that it finds. Before that, it counts nothing.
    ///   - measuresBodies: whether the sizes of bodies are recorded as well. Default: no.
    ///   - gauges: functions that return numbers of other parts of the app, such as the tokens of a retry budget, by the name
    ///     of the gauge. The label `client.name` tells the clients apart. Each function is called after each attempt and each
    ///     call, so it must return quickly.
    ///   - maximumSeries: how many sets of labels each name may have.
    ///     Further sets are counted under `_OTHER`. Default 2,000; at least 1.
    ///   - otherMethods: methods that labels name, besides those of RFC 9110, PATCH and QUERY. Any other is `_OTHER`.
    public init(
      factory: (any MetricsFactory)? = nil, measuresBodies: Bool = false,
      gauges: [String: @Sendable () -> Double] = [:], maximumSeries: Int = 2_000,
      otherMethods: Set<HTTPRequest.Method> = []
    ) {
      knownMethods = otherMethods.union(Self.standardMethods)
      store = SeriesStore(factory, measuresBodies: measuresBodies, gauges: gauges, limit: max(1, maximumSeries))
    }

    /// The methods of RFC 9110, PATCH (RFC 5789) and QUERY, as OpenTelemetry lists them.
    private static let standardMethods: [HTTPRequest.Method] =
      [.get, .head, .post, .put, .delete, .connect, .options, .trace, .patch] + [HTTPRequest.Method("QUERY")].compactMap { $0 }

    /// The last stage, where each attempt passes as it is sent.
    public var stage: ChainStage? { .observe }

    /// Passes the request on, and records how long the attempt took until its last byte.
    public func respond(to request: Request, next: Next) async throws -> Response {
      guard let row = store.row(of: request, knownMethods) else { return try await next(request) }
      let attempt = OpenAttempt(request, row, in: store)
      do {
        let response = try await next(request)
        attempt.received(response)
        var counted = response
        counted.body = response.body.onEnd { attempt.end($0) }
        return counted
      } catch {
        attempt.end(.failure(error))
        throw error
      }
    }

    /// Says whether there is a metrics backend.
    public func explanation(for request: Request) -> String? {
      store.factory == nil ? "off: there is no metrics backend" : "counts and times each attempt"
    }

    /// Records one renewal of credentials, as `refinery.client.credential.refresh.duration`.
    ///
    /// ```swift
    /// let credentials = CredentialStore(provider) { metrics.recordRefresh($1, isFailure: $2 != nil) }
    /// ```
    public func recordRefresh(_ duration: Duration, isFailure: Bool) {
      store.refresh(isFailure: isFailure)?.recordNanoseconds(duration.nanoseconds)
    }
  }

  extension MetricsMiddleware: CallObserver {
    /// Records how a call ended, how long it took, how long it waited for each reason, and where its response came from.
    public func callEnded(_ event: CallEvent) {
      store.call(event)?.recordNanoseconds(event.elapsed.nanoseconds)
      for (reason, wait) in event.allWaits { store.wait(event, reason)?.recordNanoseconds(wait.nanoseconds) }
      if let source = event.source { store.responses(event, from: source)?.increment() }
      // A call may end without an attempt, for example if an open circuit refuses it.
      store.readGauges(event.client)
    }
  }

  extension CallEvent {
    /// How long middleware waited, and how long attempts waited in the queue of the transport and for the first byte.
    fileprivate var allWaits: [String: Duration] {
      var all = Dictionary(waits.map { ($0.key.description, $0.value) }) { $1 }
      for span in attempts.lazy.compactMap(\.times).flatMap(\.spans) where span.phase == .waiting {
        all["first_byte", default: .zero] += span.end - span.start
      }
      return all
    }
  }

  extension Duration {
    /// The duration in whole nanoseconds; the largest `Int64` if it is too long.
    var nanoseconds: Int64 {
      let (seconds, isTooLong) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, isMore) = seconds.addingReportingOverflow(components.attoseconds / 1_000_000_000)
      return isTooLong || isMore ? (components.seconds < 0 ? .min : .max) : sum
    }
  }
#endif
