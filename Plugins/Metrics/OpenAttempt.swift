#if Metrics
  import CoreMetrics
  import HTTPTypes
  import RefineryCore
  import Synchronization

  /// One attempt under way. It ends exactly once: at its last byte, at its failure, or when its body is released.
  final class OpenAttempt: Sendable {
    private struct State {
      var outcome = AttemptOutcome()
      var isEnded = false
    }

    private let row: RowSeries
    private let store: SeriesStore
    private let request: Request
    private let started: Duration
    private let state = Mutex(State())

    init(_ request: Request, _ row: RowSeries, in store: SeriesStore) {
      self.row = row
      self.store = store
      self.request = request
      started = request.context.clock.now
      row.active.increment()
      if let reason = request.resendReason { store.resends(of: row, reason)?.increment() }
    }

    func received(_ response: Response) {
      state.withLock { $0.outcome = AttemptOutcome(response) }
    }

    /// Ends the attempt with the size of its body, or with the error of the attempt or of its body.
    func end(_ result: Result<Int, any Error>) {
      switch result {
      case .success(let size): end(size: size)
      case .failure(let error): end(errorType: errorType(of: error))
      }
    }

    deinit { end() }

    private func end(size: Int? = nil, errorType: String? = nil) {
      let outcome = state.withLock { state -> AttemptOutcome? in
        guard !state.isEnded else { return nil }
        state.isEnded = true
        if let errorType { state.outcome.errorType = errorType }
        return state.outcome
      }
      guard let outcome else { return }
      row.active.decrement()
      let context = request.context
      store.record(
        outcome, of: row, duration: context.clock.now - started, requestSize: request.body?.length, responseSize: size,
        client: context.client)
    }

    /// The label of an error. A cancellation is an error only if the deadline of the call has passed.
    private func errorType(of error: any Error) -> String? {
      guard error is CancellationError else { return ErrorSummary.type(of: error) }
      // Read when the attempt ends, because the deadline of a stream applies only until its head arrives.
      return request.deadline?.hasPassed == true ? ErrorSummary.type(of: TimedOut(.total)) : nil
    }
  }

  /// The labels of an attempt that are known at its end.
  struct AttemptOutcome: Hashable, Sendable {
    /// Empty without a response.
    var status = ""
    /// Empty for a success, and for a cancellation by the caller.
    var errorType = ""
    /// The HTTP version, such as `1.1`; empty if the transport does not report it.
    var version = ""

    init() {}

    init(_ response: Response) {
      let code = response.head.status.code
      status = (100...599).contains(code) ? String(code) : "_OTHER"
      if code >= 400 { errorType = status }
      switch response.version {
      case .http1?: version = "1.1"
      case .http2?: version = "2"
      case nil: version = ""
      }
    }
  }
#endif
