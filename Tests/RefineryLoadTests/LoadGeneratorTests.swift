#if Load
  import HTTPTypes
  import RefineryCore
  import RefineryLoad
  import RefineryTesting
  import TestSupport
  import Testing

  @Suite struct LoadGeneratorTests {
    private static let millisecond: Int64 = 1_000_000

    /// Runs a plan of 10 ms gaps, and advances the clock when the calls before have reached `tally`.
    private func step(_ clock: ManualClock, _ tally: Tally, calls: Range<Int>) async {
      for number in calls {
        await tally.reaches(number)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10))
      }
      await tally.reaches(calls.upperBound)
    }

    @Test("S11: a server that does not respond does not lower the rate, and each latency counts from its intended start")
    func openLoop() async {
      let (clock, started, gate) = (ManualClock(), Tally(), Latch())
      let plan = LoadPlan(steps: [LoadPlan.Step(rate: 100, duration: .seconds(1))])
      let generator = LoadGenerator(plan, clock: CallClock(clock)) { _ in
        started.add()
        await gate.wait()
        return LoadOutcome(.success, status: 200, bytes: 3)
      }
      async let running = generator.run()
      await step(clock, started, calls: 1..<100)
      clock.advance(by: .milliseconds(10))
      gate.open()
      let report = await running
      #expect(report.total.started == 100 && report.total.succeeded == 100 && report.total.notStarted == 0)
      #expect(report.peakUnderWay == 100)
      #expect(report.total.latency.maximum == 1000 * Self.millisecond)
      // The middle call started 0.5 s before the end.
      let median = Double(report.total.latency.value(at: 50) ?? 0)
      #expect(abs(median / 0.505e9 - 1) < 0.011)
      #expect(report.total.lateness.maximum == 0 && report.clientDelay == nil)
      #expect(report.total.statuses == [200: 100] && report.total.bytes == 300)
      #expect(report.isComplete)
    }

    @Test("S11: a client that is late says so, and its delay is in the latency but not in the service time")
    func lateness() async {
      let (clock, ended) = (ManualClock(), Tally())
      let plan = LoadPlan(steps: [LoadPlan.Step(rate: 100, duration: .milliseconds(100))])
      let generator = LoadGenerator(plan, clock: CallClock(clock), record: { _ in ended.add() }) { _ in
        LoadOutcome(.success, status: 200)
      }
      async let running = generator.run()
      await ended.reaches(1)
      await clock.sleepers(1)
      // As if the machine did nothing for half a second.
      clock.advance(by: .milliseconds(500))
      let report = await running
      #expect(report.total.succeeded == 10)
      #expect(report.total.lateness.maximum == 490 * Self.millisecond)
      #expect(report.total.latency.maximum == 490 * Self.millisecond)
      #expect(report.total.service.maximum == 0)
      #expect(report.clientDelay != nil)
      let text = report.text(title: "Person.read")
      #expect(text.contains("The client was late by "), "\(text)")
    }

    @Test("S11: calls above the limit are not started, and they are counted and recorded")
    func limit() async {
      let (clock, gate, started, lines) = (ManualClock(), Latch(), Tally(), Gathered<String>())
      var plan = LoadPlan(steps: [LoadPlan.Step(rate: 100, duration: .milliseconds(100))])
      plan.maximumUnderWay = 2
      let unstarted = Tally()
      let generator = LoadGenerator(
        plan, clock: CallClock(clock),
        record: {
          lines.add($0)
          unstarted.add()
        }
      ) { _ in
        started.add()
        await gate.wait()
        return LoadOutcome(.success, status: 200)
      }
      async let running = generator.run()
      await step(clock, started, calls: 1..<2)
      for number in 0..<8 {
        await unstarted.reaches(number)
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(10))
      }
      await unstarted.reaches(8)
      gate.open()
      let report = await running
      #expect(report.total.notStarted == 8 && report.total.started == 2 && report.total.succeeded == 2)
      #expect(report.intervals.map(\.notStarted) == [8])
      #expect(lines.all.filter { $0.hasSuffix(",,,not_started,,,,0\n") }.count == 8, "\(lines.all)")
      #expect(report.text(title: "x").contains("8 calls were not started"))
    }

    @Test("S11: failed calls above a share end the run, and later steps do not start")
    func errors() async {
      let (clock, ended) = (ManualClock(), Tally())
      var plan = LoadPlan(steps: [
        LoadPlan.Step(rate: 100, duration: .seconds(1)), LoadPlan.Step(rate: 200, duration: .seconds(1)),
      ])
      plan.maximumErrorShare = 0.5
      let generator = LoadGenerator(plan, clock: CallClock(clock), record: { _ in ended.add() }) { number in
        number < 30 ? LoadOutcome(.success, status: 200) : LoadOutcome(.failure("503"), status: 503)
      }
      async let running = generator.run()
      // 30 successes and 30 failures end before the call at 0.6 s.
      await step(clock, ended, calls: 1..<60)
      await clock.sleepers(1)
      clock.advance(by: .milliseconds(10))
      let report = await running
      #expect(report.ending == .errors(share: 0.5, at: 600 * Self.millisecond))
      #expect(report.steps.count == 1 && report.steps.first?.duration == 600 * Self.millisecond)
      #expect(report.steps.first?.achievedRate == 100)
      #expect(report.total.failed == 30 && report.total.errors.isEmpty && !report.isComplete)
      #expect(report.text(title: "x").contains("Stopped after 0.6 s: 50 % of the latest calls failed."))
    }

    @Test("S11: cancellation ends the run and the calls under way, with a report")
    func cancellation() async {
      let (clock, started) = (ManualClock(), Tally())
      let plan = LoadPlan(steps: [LoadPlan.Step(rate: 100, duration: .seconds(1000))])
      let api = Client(baseURL: "http://h", transport: StubTransport(.never))
      let call = Call<Okay>(Endpoint("Person.list", .get, "people")).data
      let generator = LoadGenerator(plan, clock: CallClock(clock)) { _ in
        started.add()
        return await api.loadOutcome(of: call)
      }
      let running = Task { await generator.run() }
      await step(clock, started, calls: 1..<3)
      running.cancel()
      let report = await running.value
      #expect(report.ending == .interrupted && report.total.cancelled == 3 && report.total.latency.count == 0)
      #expect(report.text(title: "x").contains("interrupted while under way: 3"))
    }

    @Test("Progress is reported now and then, and ends with the run")
    func progress() async {
      let (clock, ended, shown, lines) = (ManualClock(), Tally(), Tally(), Gathered<String>())
      var plan = LoadPlan(steps: [LoadPlan.Step(rate: 0.2, duration: .seconds(10))])
      plan.warmUp = .seconds(5)
      let generator = LoadGenerator(plan, clock: CallClock(clock), record: { _ in ended.add() }) { _ in
        LoadOutcome(.failure("503"), status: 503)
      }
      async let running = generator.run(every: .seconds(2)) {
        lines.add($0.text)
        shown.add()
      }
      // The warm-up has a call at its start.
      for (number, seconds) in [2, 2, 1, 1, 2, 2].enumerated() {
        await clock.sleepers(2)
        clock.advance(by: .seconds(seconds))
        await shown.reaches([1, 2, 2, 3, 4, 5][number])
        if number == 2 { await ended.reaches(1) }
      }
      await ended.reaches(2)
      let report = await running
      #expect(
        lines.all.prefix(3) == ["warm-up, 3.0 s left", "warm-up, 1.0 s left", "1.0 s  0.2/s  done 1/s  p99 0.000 ms  failed 1"])
      #expect(report.warmUpCalls == 1 && report.total.failed == 2)
    }

    @Test("S11: what the server refuses and what the client's own chain refuses are told apart")
    func refusals() async {
      struct Limit: Middleware {
        func respond(to request: Request, next: Next) async throws -> Response {
          if request.head.path?.hasSuffix("1") == true { throw Refused(retryAfter: nil) }
          return try await next(request)
        }
      }
      let stub = StubTransport(
        .status(200, body: Body("four")), .status(429), .failure(TransportError(.connectionLost, phase: .waiting)),
        .failure(TransportError(.queueFull, phase: .beforeSending)))
      let api = Client(baseURL: "http://h", middleware: [Limit()], transport: stub)
      var outcomes: [LoadOutcome] = []
      for id in [2, 1, 3, 4, 5] {
        outcomes.append(
          await api.loadOutcome(of: Call<Okay>(Endpoint("Person.read", .get, "people/{id}"), ["id": .text("\(id)")]).data))
      }
      #expect(outcomes[0] == LoadOutcome(.success, status: 200, bytes: 4))
      #expect(outcomes[1].result == .refusal("Refused") && outcomes[1].attempts == 0)
      #expect(outcomes[2].result == .failure("429") && outcomes[2].status == 429)
      #expect(outcomes[3].result == .failure("connection_lost") && outcomes[3].status == nil)
      #expect(outcomes[4].result == .refusal("queue_full"))
    }
  }
#endif
