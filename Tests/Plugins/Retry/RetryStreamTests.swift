import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RetryStreamTests {
  struct Row: Codable, Sendable { var id: Int }
  static let rows = Endpoint("Row.enumerate", .get, "rows")

  @Test("A stream of items is retried until its head is there, and never once an item may have been given out")
  func stream() async {
    let lost = StubTransport.StubResponse { _ in
      let chunks = AsyncThrowingStream<Data, any Error> { source in
        source.yield(Data("[{\"id\":1},".utf8))
        source.finish(throwing: TransportError(.connectionLost, phase: .receiving, reason: "gone"))
      }
      return Response(status: .ok, body: Body(chunks))
    }
    let stub = StubTransport(.status(503), lost, .json("[]"))
    let clock = CallClock(ManualClock(advancesByItself: true))
    let api = Client(
      baseURL: "http://stub", middleware: [RetryMiddleware()], transport: stub, clock: clock)
    var ids: [Int] = []
    let error = await #expect(throws: CallError.self) {
      for try await row in api.stream(Call<[Row]>(Self.rows).timeout(nil)) { ids.append(row.id) }
    }
    #expect(ids == [1] && stub.requests.count == 2 && error?.attempts.count == 2)
    #expect(error?.place?.index == 1 && error?.place?.offset == 10)
  }

  @Test("L05: a stream is not retried if Retry-After is longer than its time limit")
  func noTime() async {
    let stub = StubTransport(.status(503, headers: [.retryAfter: "30"]), .json("[]"))
    let clock = ManualClock()
    let retry = RetryMiddleware(onRetry: { _ in clock.advance(by: .seconds(10)) })
    let api = Client(baseURL: "http://stub", middleware: [retry], transport: stub, clock: CallClock(clock))
    let error = await #expect(throws: CallError.self) {
      for try await _ in api.stream(Call<[Row]>(Self.rows).timeout(.seconds(10))) {}
    }
    #expect(error?.status == 503 && stub.requests.count == 1)
  }
}
