#if CommandLine
  import HTTPTypes
  import RefineryCore
  import RefineryTesting
  import Synchronization
  import Testing

  @testable import RefineryCommand

  @Suite struct TimelineTests {
    @Test("P05: --trace draws the attempts with their phases on the scale of the call")
    func drawn() async throws {
      let clock = ManualClock()
      let stub = StubTransport { request in
        var times = AttemptTimes()
        times.connected = .milliseconds(10)
        times.firstByte = .milliseconds(20)
        times.isConnectionReused = false
        request.report(times)
        clock.advance(by: .milliseconds(30))
        return Response(status: request.resendReason == nil ? .serviceUnavailable : .ok)
      }
      struct Again: Middleware {
        func respond(to request: Request, next: Next) async throws -> Response {
          let first = try await next(request)
          var again = request
          again.context.waited(.milliseconds(5), for: "credentials")
          again.resend(because: .retry(after: .status(503), delay: .zero), after: first)
          return try await next(again)
        }
      }
      let lines = Mutex<[String]>([])
      let timeline = Timeline { line in lines.withLock { $0.append(line) } }
      let api = Client(
        baseURL: "http://h", middleware: [Again()], transport: stub, clock: CallClock(clock), observers: [timeline])
      try await api.send(Call<Okay>(Endpoint("Row", .get, "row")))
      #expect(
        lines.withLock { $0 } == [
          "Row: 2 attempts in 60.0 ms",
          "  1  status 503 after 30.0 ms",
          "     over a new connection",
          "     connecting               ███████································· 10.0 ms",
          "     waiting for the response ·······██████··························· 10.0 ms",
          "     not reported             ·············███████···················· 10.0 ms",
          "  2  status 200 after 30.0 ms, retry after 0 s: status 503",
          "     over a new connection",
          "     connecting               ····················███████············· 10.0 ms",
          "     waiting for the response ···························██████······· 10.0 ms",
          "     not reported             ·································███████ 10.0 ms",
          "  waited 5.0 ms for: credentials",
        ])
    }
  }
#endif
