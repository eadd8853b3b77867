import Backends
import Configuration
import HTTPTypes
import Refinery
import RefineryTesting
import Storefront
import Testing

@Suite struct TelemetryTests {
  private let product = StubTransport.StubResponse.json(#"{"id":7,"name":"Tea","pence":350}"#)

  @Test("The id of the incoming request goes to the upstream, into every log line and into the response")
  func requestID() async throws {
    let shop = try Shop(catalogue: StubTransport(product))
    let response = try await shop.send(.get, "/products/7", headers: [.requestID: "abc-1"])
    #expect(shop.catalogue.last?.headers[.requestID] == "abc-1")
    #expect(response.headers[.requestID] == "abc-1")
    #expect(shop.log.all.count == 4)  // the request and the response of the call, and of its attempt
    #expect(shop.log.all.allSatisfy { $0["hb.request.id"] == "abc-1" })
  }

  @Test("An id that could forge a log line is replaced")
  func forgedID() async throws {
    let shop = try Shop(catalogue: StubTransport(product))
    let response = try await shop.send(.get, "/products/7", headers: [.requestID: "a b\"}{"])
    let id = try #require(response.headers[.requestID])
    #expect(id != "a b\"}{" && !id.isEmpty)
  }

  @Test("The trace of the incoming request continues in each attempt")
  func trace() async throws {
    let shop = try Shop(
      catalogue: StubTransport(.status(503), product),
      settings: ["catalogue.retry.retries": 1, "catalogue.retry.delay": 0, "catalogue.retry.throttledDelay": 0])
    let trace = "0af7651916cd43dd8448eb211c80319c"
    let field = try #require(HTTPField.Name("traceparent"))
    _ = try await shop.send(.get, "/products/7", headers: [field: "00-\(trace)-b7ad6b7169203331-01"])

    let sent = shop.catalogue.sent.compactMap { $0.headers[field].flatMap { TraceParent($0) } }
    let attempts = shop.spans.all.filter { $0["kind"] == "client" }
    #expect(sent.map(\.traceID) == [trace, trace])
    #expect(sent.map(\.spanID) == attempts.compactMap { $0["span_id"]?.string })
    let call = try #require(shop.spans.all.first { $0["kind"] == "internal" })
    #expect(attempts.allSatisfy { $0["parent_span_id"] == call["span_id"] })
    let server = try #require(shop.spans.all.first { $0["kind"] == "server" })
    #expect(server["parent_span_id"] == "b7ad6b7169203331" && call["parent_span_id"] == server["span_id"])
  }

  @Test("A traceparent whose digits are not ASCII is ignored")
  func wideDigits() {
    let trace = String(repeating: "\u{FF11}", count: 10) + "ab"
    #expect(TraceParent("00-\(trace)-b7ad6b7169203331-01") == nil)
  }

  @Test("Backslashes, quotation marks and line feeds in the value of a label are escaped")
  func labels() {
    let metrics = PrometheusRegistry()
    _ = metrics.makeCounter(label: "calls", dimensions: [("a.b", "\\\"\u{301}\r\n")])
    let text = "# TYPE calls_total counter\ncalls_total{a_b=\"\\\\\\\"\u{301}\r\\n\"} 0\n"
    #expect(metrics.text.utf8.elementsEqual(text.utf8))
  }

  @Test("The error for a file that cannot be created names the file")
  func file() {
    let error = #expect(throws: UnusableFile.self) { try LineFile("/dev/null/spans.jsonl") }
    #expect(error?.description.hasPrefix("/dev/null/spans.jsonl ") == true)
  }

  @Test("Metrics count each attempt and each call")
  func metrics() async throws {
    let shop = try Shop(
      catalogue: StubTransport(.status(503), product),
      settings: ["catalogue.retry.retries": 1, "catalogue.retry.delay": 0, "catalogue.retry.throttledDelay": 0])
    _ = try await shop.send(.get, "/products/7")
    let text = try await shop.send(.get, "/metrics").text.split(separator: "\n")
    let attempts = text.filter { $0.hasPrefix("http_client_request_duration_seconds_count{") }
    #expect(attempts.count == 2 && attempts.allSatisfy { $0.hasSuffix(" 1") })
    #expect(text.contains { $0.hasPrefix("refinery_client_call_duration_seconds_count{") && $0.hasSuffix(" 1") })
    #expect(text.contains { $0.hasPrefix("refinery_client_resends_total{") && $0.hasSuffix(" 1") })
    #expect(text.contains("# TYPE http_client_request_duration_seconds histogram"))
  }
}
