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
        options: Options { $0.delivery = .streamed(buffer: 1024) }, context: CallContext(number: number))
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

  private struct Refused: SafelyDescribed, ResponseFailure {
    let received: ReceivedResponse
    var description: String { "the response is refused" }
  }

  /// A middleware that refuses every response, before it is read or at its first chunk.
  private struct Refusing: Middleware {
    let atFirstChunk: Bool
    func respond(to request: Request, next: Next) async throws -> Response {
      var response = try await next(request)
      let head = response.head
      guard atFirstChunk else { throw Refused(received: try await ReceivedResponse(response)) }
      response.body = response.body.mapChunks { _ in
        throw Refused(received: try await ReceivedResponse(Response(head: head)))
      }
      return response
    }
  }

  @Test("At info, a streamed response that a link refuses has one line about the call")
  func refused() async throws {
    let row = Call<[Int]>(Endpoint("Number.list", .get, "numbers"))
    for atFirstChunk in [false, true] {
      for isOuter in [true, false] {
        let log = Log()
        let link = Refusing(atFirstChunk: atFirstChunk)
        let logging = LoggingMiddleware(log.logger(.info))
        let api = Client(
          baseURL: "https://api.example", middleware: isOuter ? [link, logging] : [logging, link],
          transport: StubTransport(.status(200, body: stream("[1]"))))
        await #expect(throws: CallError.self) {
          let response = try await api.open(row)
          while try await response.next() != nil {}
        }
        let lines = log.lines.filter { $0["error.message"] == "the response is refused" }
        #expect(lines.count == 1 && log.lines.count == 1, "\(atFirstChunk) \(isOuter) \(log.text)")
      }
    }
  }

  @Test("What links have noted about a call is in its line")
  func notes() async throws {
    struct Noting: Middleware {
      func respond(to request: Request, next: Next) async throws -> Response {
        request.context.note("not signed: another origin")
        return try await next(request)
      }
    }
    for (level, message) in [(Logger.Level.debug, "response"), (.info, "call failed")] {
      let log = Log()
      let api = Client(
        baseURL: "https://api.example", middleware: [LoggingMiddleware(log.logger(level)), Noting()],
        transport: StubTransport(.status(401)))
      await #expect(throws: CallError.self) { try await api.send(Call<Okay>(Endpoint("File.read", .get, "file"))) }
      #expect(log.lines(message).map { $0["call.notes"] } == ["not signed: another origin"], "\(log.text)")
    }
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
