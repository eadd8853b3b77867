import RefineryCircuitBreaker
import RefineryTesting

extension CircuitStoreContract {
  static let probes: [Check] = [
    Check("a half-open circuit admits its probes and no more, and closes when they succeed") { trial in
      try await trial.halfOpen(by: CircuitTrial.brief)
      let permits = [try trial.admit(by: CircuitTrial.brief), try trial.admit(by: CircuitTrial.brief)]
      let refusal = try trial.refusal(by: CircuitTrial.brief)
      try trial.expect(refusal.retryAfter, .zero, "retryAfter while all probes are under way")
      trial.settle(permits[0], as: .success, by: CircuitTrial.brief)
      try trial.expect(trial.state(), .halfOpen, "state after the first probe")
      _ = try trial.refusal(by: CircuitTrial.brief)
      trial.settle(permits[1], as: .success, by: CircuitTrial.brief)
      try trial.expect(trial.state(), .closed, "state after all probes")
      for _ in 0..<10 { _ = try trial.admit(by: CircuitTrial.brief) }
    },
    Check("50 simultaneous requests to a half-open circuit get exactly as many permits as there are probes") { trial in
      try await trial.halfOpen(by: CircuitTrial.brief)
      let permits = try await trial.atOnce(50) { try? trial.store.admit(to: trial.circuit, by: CircuitTrial.brief) }
      try trial.expect(permits.count { $0 != nil }, 2, "permits")
    },
    Check("a failed or slow probe opens the circuit again") { trial in
      for duration in [Duration.zero, .seconds(2)] {
        var policy = CircuitTrial.policy
        policy.openDuration = .milliseconds(100)
        try await trial.halfOpen(by: policy)
        let permit = try trial.admit(by: policy)
        policy.openDuration = .seconds(3_600)
        trial.settle(permit, as: duration == .zero ? .failure : .success, after: duration, by: policy)
        try trial.expect(trial.state(), .open, "state")
        _ = try trial.refusal(by: policy)
        trial.store.close(trial.circuit)
      }
    },
    Check("an ignored probe gives its place back") { trial in
      try await trial.halfOpen(by: CircuitTrial.brief)
      for _ in 0..<10 {
        let permits = [try trial.admit(by: CircuitTrial.brief), try trial.admit(by: CircuitTrial.brief)]
        for permit in permits { trial.settle(permit, as: .ignored, by: CircuitTrial.brief) }
      }
      try trial.expect(trial.state(), .halfOpen, "state")
    },
    Check("a probe that never ends does not keep the circuit half-open") { trial in
      var policy = CircuitTrial.brief
      policy.probeTimeout = .milliseconds(100)
      try await trial.halfOpen(by: policy)
      _ = try trial.admit(by: policy)
      try await trial.advance(.milliseconds(110))
      // The circuit opens again, because the probe has failed.
      _ = try trial.refusal(by: policy)
      try await trial.advance(.milliseconds(110))
      _ = try trial.admit(by: policy)
    },
    Check("a request that was admitted before the circuit opened does not count as a probe when it ends") { trial in
      let old = try (0..<3).map { _ in try trial.admit(by: CircuitTrial.brief) }
      try await trial.halfOpen(by: CircuitTrial.brief)
      trial.settle(old[0], as: .success, by: CircuitTrial.brief)
      trial.settle(old[1], as: .success, by: CircuitTrial.brief)
      trial.settle(old[2], as: .failure, by: CircuitTrial.brief)
      try trial.expect(trial.state(), .halfOpen, "state")
      for _ in 0..<2 { trial.settle(try trial.admit(by: CircuitTrial.brief), as: .success, by: CircuitTrial.brief) }
      try trial.expect(trial.state(), .closed, "state after two probes")
    },
  ]

  static let operators: [Check] = [
    Check("an isolated circuit refuses until it is closed, whatever ends meanwhile") { trial in
      let old = try (0..<8).map { _ in try trial.admit() }
      trial.store.isolate(trial.circuit)
      try trial.expect(trial.state(), .isolated, "state")
      try trial.expect(trial.refusal().retryAfter, nil, "retryAfter")
      for (index, permit) in old.enumerated() { trial.settle(permit, as: index < 4 ? .success : .failure) }
      try await trial.advance(.milliseconds(10))
      try trial.expect(trial.state(), .isolated, "state after requests have ended")
      trial.store.close(trial.circuit)
      try trial.expect(trial.state(), .closed, "state after close")
      _ = try trial.admit()
    },
    Check("an open circuit can be isolated, and closed") { trial in
      try trial.open(by: CircuitTrial.brief)
      trial.store.isolate(trial.circuit)
      try await trial.advance(.milliseconds(110))
      try trial.expect(trial.state(), .isolated, "state after the open time")
      trial.store.close(trial.circuit)
      try trial.open(by: CircuitTrial.policy)
      trial.store.close(trial.circuit)
      try trial.expect(trial.state(), .closed, "state after close")
      _ = try trial.admit()
    },
    Check("close resets the counts, and requests of before are not counted") { trial in
      let old = try (0..<4).map { _ in try trial.admit() }
      for _ in 0..<3 { trial.settle(try trial.admit(), as: .failure) }
      trial.store.close(trial.circuit)
      for permit in old { trial.settle(permit, as: .failure) }
      trial.settle(try trial.admit(), as: .failure)
      try trial.expect(trial.state(), .closed, "state")
    },
  ]
}
