import HTTPTypes
import RefineryCore
import RefineryParts

extension MiddlewareTrial {
  static let failureRules = [
    MiddlewareRule("lets cancellation through") { try await $0.letsCancellationThrough() },
    MiddlewareRule("throws what the rest of the chain throws") { try await $0.throwsWhatIsThrown() },
  ]

  private func letsCancellationThrough() async throws {
    try await cancelUnderWay()
    let stub = StubTransport(.status(200))
    let call = Task { [self] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Next([make()], transport: stub)(request())
    }
    try expectCancellation(await call.result, of: "a call cancelled before it began")
    try expect(stub.requests.isEmpty, "no request of a call cancelled before it began", seen: "\(stub.requests.count)")
    let thrown = try await exchange(request()) { _ in throw CancellationError() }
    try expectCancellation(thrown.result, of: "a call whose transport says so")
    try expect(thrown.sent.count <= 1, "no further request after a cancellation", seen: "\(thrown.sent.count) requests")
  }

  private func cancelUnderWay() async throws {
    let started = Tally()
    let isCancelled = Observed(false)
    let stub = StubTransport { _ in
      // A request after the cancellation gets a response. So it is counted, and does not hang.
      if isCancelled.value { return Response(status: .ok) }
      started.add()
      await Tally().reaches(1)
      throw CancellationError()
    }
    let call = Task { [self] in
      defer { started.add() }
      return try await Next([make()], transport: stub)(request())
    }
    // If this rule is abandoned, the call must not continue.
    await withTaskCancellationHandler {
      await started.reaches(1)
    } onCancel: {
      call.cancel()
    }
    let sends = stub.requests.count
    isCancelled.change { $0 = true }
    call.cancel()
    let result: Result<Response, any Error>
    do {
      result = try await bounded(by: moment) { await call.result }
    } catch is RanTooLong {
      throw Unmet(expected: "a cancelled call to end", seen: "a call that goes on")
    }
    try expectCancellation(result, of: "a call cancelled under way")
    // Gives other tasks time to run, so that a request in another task is seen.
    for _ in 0..<100 { await Task.yield() }
    try expect(stub.requests.count == sends, "no further request after cancellation", seen: "\(stub.requests.count - sends)")
  }

  private func expectCancellation(_ result: Result<Response, any Error>, of subject: String) throws {
    switch result {
    case .success(let response):
      throw Unmet(expected: "CancellationError from \(subject)", seen: "status \(response.head.status.code)")
    case .failure(let error):
      try expect(error is CancellationError, "CancellationError from \(subject)", seen: ErrorSummary.text(of: error))
    }
  }

  private func throwsWhatIsThrown() async throws {
    try await expectThrown(ScriptedFailure())
    try await expectThrown(TransportError(.tlsFailed, phase: .beforeSending, reason: "scripted"))
    try await expectThrown(TimedOut(.total, limit: .seconds(1)))
    for error in errors { try await expectThrown(error) }
  }

  private func expectThrown<Failure: Error & Equatable>(_ failure: Failure) async throws {
    switch try await exchange(request(), answer: { _ in throw failure }).result {
    case .success(let response):
      try expect(may(.answer), "\(Failure.self) as it was thrown", seen: "status \(response.head.status.code)")
    case .failure(let error):
      try expect(error as? Failure == failure, "\(Failure.self) as it was thrown", seen: ErrorSummary.text(of: error))
    }
  }
}
