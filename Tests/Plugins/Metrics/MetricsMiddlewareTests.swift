#if Metrics
  import CoreMetrics
  import FoundationEssentials
  import HTTPTypes
  import MetricsTestKit
  import RefineryAuth
  import RefineryCore
  import RefineryMetrics
  import RefineryRetry
  import RefineryTesting
  import Synchronization
  import Testing

  struct Person: Codable, Identifiable, Sendable, Readable, Creatable, Deletable {
    static let path: URITemplate = "people"
    var id: Int
    var name = "Ann"
  }

  @Suite(.timeLimit(.minutes(5))) struct MetricsMiddlewareTests {
    private let backend = TextBackend()
    private let clock = ManualClock(advancesByItself: true)

    private func client(
      _ stub: any Transport, _ metrics: MetricsMiddleware, _ links: any Middleware...
    ) -> Client {
      Client(
        baseURL: "https://api.example.com", middleware: links + [metrics], transport: stub,
        // Each wait moves the clock on, so calls have no time limit.
        options: Options { $0.timeout = nil }, clock: CallClock(clock, random: { 0.5 }), observers: [metrics])
    }

    @Test("P03: the duration is in seconds and includes the last byte; labels are those of OpenTelemetry")
    func duration() async throws {
      let kit = TestMetrics()
      let (chunks, source) = AsyncStream<Data>.makeStream()
      let manual = ManualClock()
      let stub = StubTransport { _ in
        var response = Response(status: .ok, body: Body(chunks))
        response.version = .http1
        return response
      }
      let api = Client(
        baseURL: "https://api.example.com:8443/v1", middleware: [MetricsMiddleware(factory: kit)], transport: stub,
        clock: CallClock(manual))
      let response = try await api.respond(to: Person.read(5).timeout(nil))
      #expect(kit.timers.isEmpty)
      manual.advance(by: .milliseconds(1_500))
      source.finish()
      _ = try await response.body.collect()
      let timer = try #require(kit.timers.first)
      #expect(timer.label == "http.client.request.duration")
      #expect(timer.displayUnit == .seconds)
      #expect(timer.valueInPreferredUnit(atIndex: 0) == 1.5)
      #expect(
        timer.dimensions.map { "\($0)=\($1)" } == [
          "endpoint.name=Person.read", "http.request.method=GET", "server.address=api.example.com", "server.port=8443",
          "url.template=people/{id}", "http.response.status_code=200", "error.type=", "network.protocol.version=1.1",
        ])
    }

    @Test("P03: success, status, failure and cancellation have the same label keys")
    func labels() async throws {
      struct Odd: Error {}
      let stub = StubTransport(
        .status(200), .status(404), .status(999), .failure(Odd()), .failure(TransportError(.tlsFailed, phase: .beforeSending)),
        .failure(CancellationError()))
      let api = client(stub, MetricsMiddleware(factory: backend, measuresBodies: true))
      for _ in 1...6 { _ = try? await api.respond(to: Person.read(5)) }
      let series = backend.series("http.client.request.duration")
      let ends = Set(series.map { [$0["http.response.status_code"] ?? "", $0["error.type"] ?? ""] })
      #expect(
        ends == [["200", ""], ["404", "404"], ["_OTHER", "_OTHER"], ["", "Odd"], ["", "tls_failed"], ["", ""]])
      #expect(series.map(\.count) == Array(repeating: 1, count: 6))
      #expect(backend.refused.isEmpty)
    }

    @Test("P04: a status from 400 is an error type, a lower one is not", arguments: [(399, ""), (400, "400"), (500, "500")])
    func errorTypes(status: Int, type: String) async throws {
      let api = client(StubTransport(.status(status)), MetricsMiddleware(factory: backend))
      _ = try await api.respond(to: Person.read(5))
      #expect(backend.counts("http.client.request.duration", by: "error.type") == [type: 1])
    }

    @Test("P04: the wait of a call in the queue of the transport is the sum over its attempts")
    func queueWaits() async throws {
      let clock = ManualClock(advancesByItself: true)
      let stub = StubTransport { request in
        var times = AttemptTimes()
        times.admitted = .seconds(2)
        request.report(times)
        return Response(status: request.context.attemptCount == 1 ? .serviceUnavailable : .ok)
      }
      var api = client(stub, MetricsMiddleware(factory: backend), RetryMiddleware())
      api.clock = CallClock(clock, random: { 0 })
      api.options.timeout = nil
      _ = try await api.respond(to: Person.read(5))
      let waits = backend.series("refinery.client.wait.duration").filter { $0["wait.reason"] == "queue" }
      #expect(waits.map(\.values) == [[4]])
    }

    @Test("P03: 300 unknown methods, and all spellings of an origin, share one series, which is made once")
    func sharedSeries() async throws {
      let api = client(StubTransport(.status(200)), MetricsMiddleware(factory: backend, maximumSeries: 10))
      for number in 1...300 {
        let method = try #require(HTTPRequest.Method("M\(number)"))
        _ = try await api.respond(to: Call<Okay>(Endpoint("Odd.send", method, "odd")))
      }
      for url in ["https://h.example/", "https://H.example/", "https://h.example:443/", "HTTPS://h.EXAMPLE:443/"] {
        _ = try await api.respond(to: Call<Okay>(.direct(.get, url)))
      }
      for name in ["http.client.active_requests", "http.client.request.duration"] {
        #expect(backend.timesMade(name) == [1, 1], "\(name)")
      }
      #expect(backend.series("http.client.request.duration").map(\.count).sorted() == [4, 300])
      #expect(backend.counts("http.client.request.duration", by: "http.request.method") == ["_OTHER": 300, "GET": 4])
    }

    @Test("P03: 10,000 ids leave the number of series as it was")
    func cardinality() async throws {
      let stub = StubTransport { request in
        request.head.path?.hasSuffix("7") == true ? Response(status: .notFound) : Response(status: .ok)
      }
      let api = client(stub, MetricsMiddleware(factory: backend, measuresBodies: true), try RetryMiddleware(RetryPolicy()))
      for id in 1...10 { _ = try await api.respond(to: Person.read(id)) }
      let before = backend.seriesCount
      for id in 11...10_010 { _ = try await api.respond(to: Person.read(id)) }
      #expect(backend.seriesCount == before)
      #expect(backend.series("http.client.request.duration").map(\.count).reduce(0, +) == 10_010)
      // Direct rows have URLs for templates.
      for id in 1...100 { _ = try await api.respond(to: Call<Okay>(.direct(.get, "https://api.example.com/a/\(id)0"))) }
      let more = backend.seriesCount
      for id in 101...200 { _ = try await api.respond(to: Call<Okay>(.direct(.get, "https://api.example.com/a/\(id)0"))) }
      #expect(backend.seriesCount == more)
    }

    @Test("P03: beyond the limit, origins, rows and the clients of gauges share one series")
    func limit() async throws {
      let api = client(StubTransport(.status(200)), MetricsMiddleware(factory: backend, maximumSeries: 10))
      for number in 1...50 {
        _ = try await api.respond(to: Call<Okay>(.direct(.get, "https://host\(number).example/")))
        _ = try await api.respond(to: Call<Okay>(Endpoint("Row\(number)", .get, "rows")))
      }
      for name in ["http.client.request.duration", "http.client.active_requests"] {
        #expect(backend.series(name).count == 11)
        #expect(backend.series(name).count { $0["server.address"] == "_OTHER" } == 1)
      }
      #expect(backend.series("http.client.request.duration").map(\.count).reduce(0, +) == 100)
      #expect(backend.series("http.client.active_requests").allSatisfy { $0.total == 0 })
      let gauged = MetricsMiddleware(factory: backend, gauges: ["budget": { 7 }], maximumSeries: 10)
      for number in 1...50 {
        let api = Client(
          name: "\(number)", baseURL: "https://stub", middleware: [gauged], transport: StubTransport(.status(200)))
        _ = try await api.respond(to: Person.read(5))
      }
      #expect(backend.series("budget").count == 11)
      #expect(backend.refused.isEmpty)
    }

    @Test("P04: active requests are back at 0 after 10,000 cancels")
    func active() async throws {
      let api = Client(
        baseURL: "https://stub", middleware: [MetricsMiddleware(factory: backend)], transport: StubTransport(.never))
      for _ in 1...10 {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...1_000 { group.addTask { _ = try? await api.respond(to: Person.read(5).timeout(nil)) } }
          group.cancelAll()
        }
      }
      let (arrivals, arrived) = AsyncStream<Void>.makeStream()
      let stub = StubTransport { request in
        arrived.yield()
        return try await StubTransport(.never).send(request)
      }
      let link = MetricsMiddleware(factory: backend)
      let stopped = Task { try await Next([link], transport: stub)(api.makeRequest(for: Person.read(5))) }
      for await _ in arrivals { break }
      #expect(backend.series("http.client.active_requests").map(\.total) == [1])
      stopped.cancel()
      _ = await stopped.result
      #expect(backend.series("http.client.active_requests").map(\.total) == [0])
      let durations = backend.series("http.client.request.duration")
      #expect(durations.map(\.count) == [10_001])
      #expect(durations.allSatisfy { $0["error.type"] == "" })
    }

    @Test("P04: a body that is never read ends its attempt when it is released")
    func released() async throws {
      let stub = StubTransport(.status(200, body: Body(AsyncStream<Data> { _ in })))
      let api = client(stub, MetricsMiddleware(factory: backend))
      do {
        let response = try await api.respond(to: Person.read(5))
        #expect(backend.series("http.client.active_requests").map(\.total) == [1])
        _ = response
      }
      #expect(backend.series("http.client.active_requests").map(\.total) == [0])
      #expect(backend.series("http.client.request.duration").map(\.count) == [1])
    }

    @Test(
      "P04: re-sends are counted by reason, waits by reason, refreshes by result; other numbers are read too")
    func others() async throws {
      let retry = RetryMiddleware()
      let read = Mutex<[Double]>([])
      let link = MetricsMiddleware(
        factory: backend,
        gauges: [
          "refinery.client.retry.budget": {
            let budget = Double(retry.remainingBudget)
            read.withLock { $0.append(budget) }
            return budget
          }
        ])
      let (refreshes, refreshed) = AsyncStream<Void>.makeStream()
      let store = CredentialStore(Tokens()) {
        link.recordRefresh($1, isFailure: $2 != nil)
        refreshed.yield()
      }
      let stub = StubTransport(
        .status(503), .status(401, headers: [.wwwAuthenticate: "Bearer"]), .status(307, headers: [.location: "/moved"]),
        .status(200))
      let full = retry.remainingBudget
      let api = client(stub, link, retry, AuthMiddleware(store: store))
      _ = try await api.respond(to: Person.read(5))
      #expect(backend.counts("refinery.client.resends", by: "resend.reason") == ["retry": 1, "replay": 1, "redirect": 1])
      #expect(backend.counts("refinery.client.wait.duration", by: "wait.reason")["retry"] == 1)
      // The store reports a refresh after it has released the calls that waited.
      for await _ in refreshes.prefix(2) {}
      #expect(
        backend.counts("refinery.client.credential.refresh.duration", by: "refresh.outcome") == ["success": 2])
      let budget = try #require(backend.series("refinery.client.retry.budget").first)
      let values = read.withLock { $0 }
      #expect(values.count == 5, "after each of four attempts, and after the call")
      #expect(values.contains { $0 < Double(full) } && budget.total == values.last)
    }

    @Test("P04: responses are counted by their source; gauges are read after a call without an attempt, too")
    func sources() async throws {
      struct Full: Error {}
      let refusals = Counted()
      let link = MetricsMiddleware(factory: backend, gauges: ["app.refusals": { Double(refusals.count) }])
      let cache = Inline { request, next in
        switch request.head.path {
        case "/people/1":
          var kept = Response(status: .ok)
          kept.source = ResponseSource("cache (fresh)")
          return kept
        case "/people/2":
          refusals.increment()
          throw Full()
        default: return try await next(request)
        }
      }
      let api = client(StubTransport(.status(200), .status(404)), link, cache)
      for id in [3, 1, 4, 2] { _ = try? await api.respond(to: Person.read(id)) }
      #expect(backend.counts("refinery.client.responses", by: "response.source") == ["network": 2, "cache (fresh)": 1])
      #expect(backend.series("refinery.client.responses").allSatisfy { $0["endpoint.name"] == "Person.read" })
      #expect(backend.series("app.refusals").map(\.total) == [1])
      #expect(backend.series("http.client.request.duration").map(\.count) == [1, 1])
      #expect(backend.refused.isEmpty)
    }

    @Test("P04: a gauge has one series for each client, by its name; without a name the label is empty")
    func gaugesOfClients() async throws {
      let clients: [(String?, Double)] = [("crm", 1), ("billing", 2), (nil, 3)]
      for (name, value) in clients {
        var api = client(StubTransport(.status(200)), MetricsMiddleware(factory: backend, gauges: ["budget": { value }]))
        api.name = name
        _ = try await api.respond(to: Person.read(5))
      }
      let series = backend.series("budget").sorted { $0.total < $1.total }
      #expect(series.map { $0["client.name"] } == ["crm", "billing", ""])
      #expect(series.allSatisfy { $0.labels.count == 1 })
    }

    @Test("P04: each call is timed by its outcome, stage and type of error; none is counted twice")
    func calls() async throws {
      let stub = StubTransport(
        .json(#"{"id":5,"name":"Ann"}"#), .json("[]"), .status(404),
        .failure(TransportError(.cannotConnect, phase: .beforeSending)),
        .failure(TimedOut(.total)), .failure(CancellationError()))
      let api = client(stub, MetricsMiddleware(factory: backend))
      for _ in 1...6 { _ = try? await api.send(Person.read(5)) }
      _ = try? await api.send(Call<Okay>(Endpoint("Bad.read", .get, "bad/{nothing}")))
      let calls = backend.series("refinery.client.call.duration")
      #expect(calls.map(\.count) == Array(repeating: 1, count: 7))
      let ends = Set(calls.map { [$0["call.outcome"] ?? "", $0["call.stage"] ?? "", $0["error.type"] ?? ""] })
      #expect(ends.count == 7)
      #expect(
        ends.isSuperset(of: [
          ["success", "", ""], ["cancelled", "", ""], ["error", "status", "404"], ["error", "sending", "timeout_total"],
        ]))
      #expect(Set(ends.map { $0[1] }) == ["", "building", "sending", "status", "mapping"])
      #expect(backend.refused.isEmpty)
    }

    @Test("P04: sizes of bodies are recorded where that is asked for, and only there", arguments: [false, true])
    func sizes(isAsked: Bool) async throws {
      let api = client(
        StubTransport(.status(201, body: Body("12345"))), MetricsMiddleware(factory: backend, measuresBodies: isAsked))
      let sent = try api.makeRequest(for: Person.create(Person(id: 5)))
      _ = try await api.respond(to: Person.create(Person(id: 5)))
      #expect(backend.series("http.client.response.body.size").map(\.values) == (isAsked ? [[5]] : []))
      let size = Double(try #require(sent.body?.length))
      #expect(backend.series("http.client.request.body.size").map(\.values) == (isAsked ? [[size]] : []))
    }

    @Test("P03: Prometheus reads what comes out: one type a name, the same keys, buckets, sum and count")
    func exposition() async throws {
      let api = client(StubTransport(.status(200), .status(503)), MetricsMiddleware(factory: backend))
      for _ in 1...2 { _ = try await api.respond(to: Person.read(5)) }
      let lines = Set(backend.text.split(separator: "\n").map(String.init))
      let row =
        #"endpoint_name="Person.read",http_request_method="GET",server_address="api.example.com",server_port="443",url_template="people/{id}""#
      func labels(_ status: String, _ error: String) -> String {
        #"\#(row),http_response_status_code="\#(status)",error_type="\#(error)",network_protocol_version="""#
      }
      #expect(lines.contains("# TYPE http_client_request_duration histogram"))
      #expect(lines.contains("# TYPE http_client_active_requests gauge"))
      #expect(lines.contains("http_client_active_requests{\(row)} 0.0"))
      #expect(lines.contains(#"http_client_request_duration_bucket{\#(labels("200", "")),le="0.005"} 1"#))
      #expect(lines.contains(#"http_client_request_duration_bucket{\#(labels("503", "503")),le="+Inf"} 1"#))
      #expect(lines.contains("http_client_request_duration_count{\(labels("200", ""))} 1"))
      #expect(lines.filter { $0.hasPrefix("# TYPE") }.count == backend.names.count)
    }

    @Test("P03: without a backend nothing is counted; one that comes later counts from then on")
    func lateBackend() async throws {
      let metrics = MetricsMiddleware()
      let api = client(StubTransport(.status(200)), metrics)
      _ = try await api.respond(to: Person.read(5))
      try await withMetricsFactory(backend) { _ = try await api.respond(to: Person.read(5)) }
      _ = try await api.respond(to: Person.read(5))
      #expect(backend.series("http.client.request.duration").map(\.count) == [2])
      #expect(backend.series("refinery.client.call.duration").map(\.count) == [2])
    }

    @Test("L04: it keeps the contract of every middleware")
    func contract() async throws {
      try await MiddlewareContract.verify { [backend] in MetricsMiddleware(factory: backend, measuresBodies: true) }
      try await MiddlewareContract.verify { MetricsMiddleware() }
    }
  }

  private final class Counted: Sendable {
    private let total = Atomic(0)
    var count: Int { total.load(ordering: .relaxed) }
    func increment() { total.add(1, ordering: .relaxed) }
  }

  private struct Inline: Middleware {
    let action: @Sendable (Request, Next) async throws -> Response
    func respond(to request: Request, next: Next) async throws -> Response { try await action(request, next) }
  }

  private struct Tokens: CredentialProvider {
    func credential(for context: CredentialContext) async throws -> Credential { .bearer("token") }
  }
#endif
