import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTraffic
import Testing

@Suite struct TrafficRecorderTests {
  /// Reports the times of an attempt, and moves the clock as far.
  private struct TimedTransport: Transport {
    let clock: ManualClock
    let times: AttemptTimes?
    var capabilities: TransportCapabilities { [] }
    var enforcesDeadline: Bool { false }

    func send(_ request: Request) async throws -> Response {
      clock.advance(by: .milliseconds(30))
      if let times { request.report(times) }
      let chunks = AsyncThrowingStream<Data, any Error> { stream in
        stream.yield(Data("abc".utf8))
        stream.finish()
      }
      return Response(head: HTTPResponse(status: .ok), body: Body(chunks))
    }

    func shutdown(grace: Duration) async {}
  }

  private func request(_ path: String, _ body: Body? = nil, clock: CallClock = .continuous) -> Request {
    Request(
      endpoint: Endpoint("Item.read", .get, "items"),
      head: HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path), body: body,
      context: CallContext(clock: clock))
  }

  @Test("S09: a recorder keeps the exchanges of a client, and a HAR of them has their times")
  func client() async throws {
    let clock = ManualClock()
    var times = AttemptTimes()
    times.resolved = .milliseconds(2)
    times.connected = .milliseconds(5)
    times.secured = .milliseconds(9)
    times.sent = .milliseconds(10)
    times.firstByte = .milliseconds(25)
    times.lastByte = .milliseconds(30)
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let recorder = TrafficRecorder(TimedTransport(clock: clock, times: times))
    let api = Client(
      baseURL: try #require(URL(string: "https://a.example")), transport: recorder, clock: CallClock(clock, date: { date }))
    _ = try await api.send(Call<Data>(Endpoint("Item.read", .get, "items")))
    let entry = try JSONValue(parsing: recorder.traffic.file(as: .har).data)["log"]?["entries"]?[0]
    #expect(entry?["startedDateTime"]?.string == "2023-11-14T22:13:20.250Z")
    #expect(entry?["time"]?.double == 30)
    #expect(entry?["comment"]?.string == "Item.read")
    #expect(
      entry?["timings"] == [
        "blocked": -1, "dns": 2, "connect": 7, "ssl": 4, "send": 1, "wait": 15, "receive": 5,
      ])
    #expect(entry?["response"]?["content"]?["text"]?.string == "abc")
  }

  @Test("S09: without times of the transport, a recorder measures to the head and to the end")
  func measured() async throws {
    let clock = ManualClock()
    let recorder = TrafficRecorder(TimedTransport(clock: clock, times: nil))
    let response = try await recorder.send(request("/", clock: CallClock(clock)))
    clock.advance(by: .milliseconds(12))
    _ = try await response.body.collect()
    let timings = recorder.traffic.exchanges.first?.timings
    #expect(timings?.wait == .milliseconds(30))
    #expect(timings?.receive == .milliseconds(12))
    #expect(timings?.total == .milliseconds(42))
  }

  @Test("S09: a recorder keeps the latest exchanges within its limits, and says what it dropped")
  func limits() async throws {
    let stub = StubTransport(.status(200, body: Body(Data(repeating: 0x78, count: 100))))
    let recorder = TrafficRecorder(stub, exchanges: 3, bytes: 1000)
    for number in 0..<5 { _ = try await recorder.send(request("/\(number)")).body.collect() }
    #expect(recorder.traffic.exchanges.map(\.url) == ["https://a.example/2", "https://a.example/3", "https://a.example/4"])
    #expect(recorder.dropped.exchanges == 2)
    #expect(recorder.dropped.bytes == 200)

    let small = TrafficRecorder(stub, bytes: 250)
    for number in 0..<5 { _ = try await small.send(request("/\(number)")).body.collect() }
    #expect(small.traffic.exchanges.count == 2)

    let short = TrafficRecorder(stub, bodyLimit: 10)
    _ = try await short.send(request("/", Body(Data(count: 30)))).body.collect()
    #expect(short.traffic.exchanges.first?.response?.body == .withheld(length: 100, reason: "longer than the limit"))
    #expect(short.traffic.exchanges.first?.body == .withheld(length: 30, reason: "longer than the limit"))
    #expect(short.dropped.bytes == 110)
  }

  @Test("S09: a failed exchange is recorded with its failure")
  func failure() async throws {
    let recorder = TrafficRecorder(
      StubTransport(.failure(TransportError(.cannotConnect, phase: .beforeSending, reason: "refused"))))
    await #expect(throws: TransportError.self) { try await recorder.send(request("/")) }
    let traffic = recorder.traffic
    #expect(traffic.exchanges.first?.response == nil)
    let again = try Traffic(har: traffic.file(as: .har).data)
    #expect(again.file(as: .cassette).data == traffic.file(as: .cassette).data)
    let cassette = try JSONValue(parsing: again.file(as: .cassette).data)
    #expect(cassette["exchanges"]?[0]?["failure"]?["code"]?.string == "cannot connect")
  }

  @Test("S09: what traffic holds is not in its description")
  func descriptions() async throws {
    let exchange = try #require(try Traffic(curl: "curl 'http://u:p4ss@a/b?key=s3cret' -d s3cret").exchanges.first)
    #expect(exchange.description == "TrafficExchange(POST http://a/b, no response)")
    #expect(!"\(exchange.body)".contains("s3cret"))
    #expect(!String(reflecting: exchange).contains("s3cret"))
  }
}
