#if Load
  /// What became of the calls of a step.
  package struct LoadCounts: Sendable {
    /// The calls that the schedule has had so far.
    package var intended = 0
    /// Those that were not started, because too many were under way.
    package var notStarted = 0
    package var succeeded = 0
    package var failed = 0
    /// Those that the client's own chain refused.
    package var refused = 0
    /// Those that an interruption ended.
    package var cancelled = 0
    /// The size of the received content after decoding.
    package var bytes = 0
    /// The requests that were sent. There are more than calls if the chain retries.
    package var attempts = 0
    /// The calls whose response came from the chain, such as from a cache.
    package var local = 0
    /// The calls with a response, by status.
    package var statuses: [Int: Int] = [:]
    /// The calls without a usable response, by the name of the error.
    package var errors: [String: Int] = [:]
    /// The calls that the client's own chain refused, by the name of the error.
    package var refusals: [String: Int] = [:]

    /// From the intended start to the end of each call that succeeded or failed.
    package var latency = LatencyHistogram()
    /// From the actual start to the end of the same calls.
    package var service = LatencyHistogram()
    /// From the intended start to the end of each call that succeeded.
    package var success = LatencyHistogram()
    /// From the intended to the actual start of each started call.
    package var lateness = LatencyHistogram()

    package init() {}

    /// The calls that ended with success or failure.
    package var completed: Int { succeeded + failed }
    /// The calls that ended.
    package var ended: Int { completed + refused + cancelled }
    /// The calls that were started.
    package var started: Int { intended - notStarted }

    mutating func add(_ outcome: LoadOutcome, intended: Int64, start: Int64, end: Int64) {
      lateness.record(start - intended)
      attempts += outcome.attempts
      bytes += outcome.bytes
      if outcome.isLocal { local += 1 }
      if let status = outcome.status { statuses[status, default: 0] += 1 }
      switch outcome.result {
      case .success:
        succeeded += 1
        success.record(end - intended)
      case .failure(let name):
        failed += 1
        if name != outcome.status.map(String.init) { errors[name, default: 0] += 1 }
      case .refusal(let name):
        refused += 1
        refusals[name, default: 0] += 1
        return
      case .cancelled:
        cancelled += 1
        return
      }
      latency.record(end - intended)
      service.record(end - start)
    }

    mutating func merge(_ other: LoadCounts) {
      intended += other.intended
      notStarted += other.notStarted
      succeeded += other.succeeded
      failed += other.failed
      refused += other.refused
      cancelled += other.cancelled
      bytes += other.bytes
      attempts += other.attempts
      local += other.local
      statuses.merge(other.statuses, uniquingKeysWith: +)
      errors.merge(other.errors, uniquingKeysWith: +)
      refusals.merge(other.refusals, uniquingKeysWith: +)
      latency.merge(other.latency)
      service.merge(other.service)
      success.merge(other.success)
      lateness.merge(other.lateness)
    }
  }
#endif
