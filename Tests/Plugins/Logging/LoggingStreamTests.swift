#if Logging
  import FoundationEssentials
  import HTTPTypes
  import Logging
  import RefineryCore
  import RefineryLogging
  import RefineryTesting
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct LoggingStreamTests {
    let log = Log()
    let clock = ManualClock()
    var sent: Request { request(context: CallContext(number: 7, clock: CallClock(clock))) }

    @Test("A streamed response has its line, with duration and size, when the last byte is out")
    func lastByte() async throws {
      let logging = LoggingMiddleware(log.logger(), policy: LoggingPolicy(bodies: true))
      let stub = StubTransport(.status(200, headers: [.contentType: "text/csv"], body: stream("one,", "two")))

      let response = try await Next([logging], transport: stub)(sent)
      var chunks = response.body.makeAsyncIterator()
      #expect(try await chunks.next() == Data("one,".utf8))
      clock.advance(by: .milliseconds(250))
      #expect(log.lines("response").isEmpty)
      #expect(try await chunks.next() == Data("two".utf8))
      #expect(try await chunks.next() == nil)

      #expect(log.lines("response").map { $0["http.client.duration_ms"] } == ["250.0"])
      #expect(log.lines("response").map { $0["http.response.body.size"] } == ["7"])
      #expect(log.lines("response details").map { $0["http.response.body"] } == ["<stream text/csv>"])
    }

    @Test("A stream that breaks is an error, and one that nobody reads still has its line")
    func brokenAndUnread() async throws {
      let lost = TransportError(.connectionLost, phase: .receiving)
      let logging = LoggingMiddleware(log.logger(.debug))

      let broken = StubTransport(.status(200, body: stream("a", failing: lost)))
      await #expect(throws: lost) { try await Next.send(sent, through: logging, to: broken) }
      _ = try await Next([logging], transport: StubTransport { _ in Response(status: .ok, body: stream("a")) })(sent)

      let lines = log.lines("response")
      #expect(lines.map { $0["call.outcome"] } == ["error", "success"])
      #expect(lines.map { $0["error.type"] } == ["connection_lost", nil])
      #expect(lines.map { $0["http.response.body.size"] } == [nil, "unread"])
    }

    @Test(
      "At info, a stream that the caller reads and that breaks has a line; one that ends, or that the reader leaves, has none")
    func cut() async throws {
      let lost = TransportError(.connectionLost, phase: .receiving)
      let late = TimedOut(.total, limit: .seconds(5))
      let logging = LoggingMiddleware(log.logger(.info))
      func streamed(_ number: UInt64) -> Request {
        request(
          options: Options().setting(Delivery.self, .streamed(buffer: 1024)), context: CallContext(number: number))
      }
      for (number, error) in [(1, lost), (2, late)] as [(UInt64, any Error)] {
        let stub = StubTransport(.status(200, body: stream("a", failing: error)))
        await #expect(throws: (any Error).self) {
          for try await _ in try await Next([logging, logging], transport: stub)(streamed(number)).body {}
        }
      }
      #expect(log.lines("response cut").map(\.level) == [.info, .info])
      #expect(log.lines("response cut").map { $0["error.type"] } == ["connection_lost", "timeout_total"])
      #expect(log.lines("response cut").map { $0["call.number"] } == ["1", "2"])

      for try await _ in try await Next([logging], transport: StubTransport(.status(200, body: stream("a", "b"))))(streamed(3))
        .body
      { break }
      for try await _ in try await Next([logging], transport: StubTransport(.status(200, body: stream("a", "b"))))(streamed(4))
        .body
      {}
      // A response that is read whole: its error is thrown to the caller.
      let broken = StubTransport(.status(200, body: stream("a", failing: lost)))
      await #expect(throws: lost) { try await Next.send(request(), through: logging, to: broken) }
      #expect(log.lines.count == 2)
    }

    @Test("A streamed upload is named and not read")
    func upload() async throws {
      let logging = LoggingMiddleware(log.logger(), policy: LoggingPolicy(bodies: true))
      let stub = StubTransport { request in
        Response(status: .ok, body: Body(try await (request.body ?? .empty).collect()))
      }
      var sent = self.sent
      sent.body = stream("abc", "def")

      #expect(try await Next.send(sent, through: logging, to: stub) == "abcdef")
      #expect(log.lines("request details").map { $0["http.request.body"] } == ["<stream>"])
    }
  }
#endif
