import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import Testing

struct RetryStreamTests {
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
    #expect(error?.place == StreamPlace(index: 1, offset: 10))
  }
}
