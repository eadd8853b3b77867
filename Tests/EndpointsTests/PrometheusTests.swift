import Foundation
import Refinery
import RefineryTesting
import Testing

#if TABLES
  import Tables
#else
  import Endpoints
#endif

@Suite struct PrometheusTests {
  private func client(_ stub: StubTransport) -> Client { Client(baseURL: "http://p/api/v1", transport: stub) }

  private func vector(_ point: String) -> StubTransport.StubResponse {
    .json(#"{"status":"success","data":{"resultType":"vector","result":[{"metric":{"job":"a"},"value":\#(point)}]}}"#)
  }

  @Test(
    "A query returns the value of each series",
    arguments: [("\"0.5\"", 0.5), ("\"+Inf\"", .infinity), ("\"-Inf\"", -.infinity)])
  func query(text: String, value: Double) async throws {
    let stub = StubTransport(vector("[1435781451.5,\(text)]"))
    let samples = try await client(stub).send(Prometheus.query("up == 0", at: Date(timeIntervalSince1970: 1_435_781_451.5)))
    #expect(samples.map(\.metric) == [["job": "a"]] && samples.map(\.value.value) == [value])
    #expect(samples.map(\.value.time) == [Date(timeIntervalSince1970: 1_435_781_451.5)])
    #expect(stub.last?.path == "/api/v1/query")
    #expect(stub.last?.query == ["query": ["up == 0"], "time": ["2015-07-01T20:10:51.500Z"]])
  }

  @Test("A value that is not a number is read as one that is not")
  func notANumber() async throws {
    let sample = try await client(StubTransport(vector(#"[1,"NaN"]"#))).send(Prometheus.query("x")).first
    #expect(sample?.value.value.isNaN == true)
  }

  @Test("Other shapes end the call at stage mapping", arguments: ["[1]", "[\"1\",\"2\"]", "[1,\"x\"]", "[1,2]", "{}", "null"])
  func shapes(point: String) async throws {
    let error = await #expect(throws: CallError.self) {
      try await client(StubTransport(vector(point))).send(Prometheus.query("x"))
    }
    #expect(error?.stage == .mapping)
  }

  @Test("A scalar is not a vector")
  func scalar() async throws {
    let stub = StubTransport(.json(#"{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}"#))
    let error = await #expect(throws: CallError.self) { try await client(stub).send(Prometheus.query("1")) }
    #expect(error?.stage == .mapping)
  }

  @Test("A range returns the values of each series")
  func range() async throws {
    let stub = StubTransport(
      .json(#"{"data":{"resultType":"matrix","result":[{"metric":{},"values":[[1,"1"],[1.5,"2"]]}]}}"#))
    let start = Date(timeIntervalSince1970: 1)
    let series = try await client(stub).send(
      Prometheus.range("up", from: start, to: start.addingTimeInterval(60), step: 0.5))
    #expect(series.map { $0.values.map(\.value) } == [[1, 2]])
    #expect(stub.last?.path == "/api/v1/query_range")
    #expect(
      stub.last?.query == [
        "query": ["up"], "start": ["1970-01-01T00:00:01Z"], "end": ["1970-01-01T00:01:01Z"], "step": ["0.5"],
      ])
  }

  @Test("Values of labels and targets are below data")
  func lists() async throws {
    let stub = StubTransport(rows: [
      "Prometheus.values": [.json(#"{"status":"success","data":["a","b"]}"#)],
      "Target.enumerate": [
        .json(#"{"data":{"activeTargets":[{"labels":{"job":"a"},"health":"up","lastError":""}],"droppedTargets":[]}}"#)
      ],
    ])
    let api = client(stub)
    #expect(try await api.send(Prometheus.values(of: "a/b")) == ["a", "b"])
    #expect(try await api.send(Prometheus.Target.enumerate(["state": "active"])).map(\.health) == ["up"])
    #expect(stub.sent.map(\.url) == ["http://p/api/v1/label/a%2Fb/values", "http://p/api/v1/targets?state=active"])
  }

  @Test("O08: a refused expression is a PrometheusError, whose line holds only the kind; a page of text has no details")
  func refusal() async throws {
    let body = #"{"status":"error","errorType":"bad_data","error":"parse error: secret"}"#
    let error = await #expect(throws: CallError.self) {
      try await client(StubTransport(.json(body, status: 400))).send(Prometheus.query("up{"))
    }
    let details = try #require(error?.details(as: PrometheusError.self))
    #expect(details.error == "parse error: secret" && details.description == "Prometheus: bad_data")
    let page = StubTransport(.status(404, body: Body("404 page not found")))
    let other = await #expect(throws: CallError.self) { try await client(page).send(Prometheus.query("up")) }
    #expect(other?.kind == .notFound && other?.details == nil)
  }
}
