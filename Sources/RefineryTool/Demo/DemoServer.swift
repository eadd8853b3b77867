#if CommandLine
  import Endpoints
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryGzip
  import RefineryJSON
  import RefineryLoopback
  import RefineryMock
  import Synchronization

  /// The demo's server: the mock server of a household on a local port, with compressed bodies both ways.
  ///
  /// Its first token is expired, and it responds 503 to the first read.
  final class DemoServer: Sendable {
    private struct State {
      var tokens = 0
      var isBusy = true
      var exchanges: [String] = []
    }

    private final class SharedState: Sendable {
      let value = Mutex(State())
    }

    private let server: LoopbackServer
    private let state = SharedState()
    /// The URL of the server.
    let url: String

    /// Starts a server on a free port of the loopback interface.
    init() throws {
      let mock = try Self.mock()
      server = try LoopbackServer { [state] request, connection in
        var content = Data()
        while let part = connection.readContent(1 << 16) { content.append(contentsOf: part) }
        let answer = state.value.withLock { Self.respond(to: request, content, mock, &$0) }
        let fields = answer.fields.map { "\($0.name.rawName): \($0.value)" }
        connection.answer(answer.status, fields, Array(answer.content))
        return .keepAlive
      }
      url = "http://\(server.authority)"
    }

    func stop() { server.stop() }

    /// The exchanges since the last use, one line each.
    func takeExchanges() -> [String] {
      state.value.withLock { state in
        defer { state.exchanges = [] }
        return state.exchanges
      }
    }

    // MARK: The household

    private static func mock() throws -> MockServer {
      // What the rows of the table do not say: a path that a router makes, and where an operator has moved the pictures.
      let further = EndpointTable(
        "Demo",
        rows: [
          Endpoint("Household.people", .get, "households/{household}/people", output: [Person].self),
          Endpoint("Demo.portrait", .get, "portraits/{id}", output: Data.self),
        ])
      var settings = MockSettings()
      settings.seeds = ["households/9/chores": [["id": "dishes", "isDone": false]]]
      settings.entityTag = { resource, id in resource == "Person" ? "person-\(id)" : nil }
      let mock = try MockServer([Household.table, further], settings)
      // The next household has the number 9.
      try mock.records { records in
        try records.store(["id": 8], in: "Household")
        try records.remove("Household", "8")
      }
      try mock.respond(to: "Household.people") { call, records in
        let household = call.values["household"].flatMap { Int($0) }
        return .json(.array(records.all("Person").filter { $0["household"]?.int == household }))
      }
      try mock.respond(to: "Person.birthday") { call, records in
        guard let person = records.find("Person", call.values["id"] ?? ""), var members = person.object else {
          return MockResponse(404)
        }
        members["age"] = .number((person["age"]?.int ?? 0) + 1)
        return .json(try records.store(.object(members), in: "Person"))
      }
      try mock.respond(to: "Demo.portrait") { call, _ in
        MockResponse(200, fields: [.contentType: "image/png"], content: Data("picture of \(call.values["id"] ?? "")".utf8))
      }
      return mock
    }

    // MARK: Habits

    private static func respond(
      to request: LoopbackRequest, _ content: Data, _ mock: MockServer, _ state: inout State
    ) -> MockResponse {
      let isCompressed = request.fields[.contentEncoding] == "gzip"
      let plain = isCompressed ? try? Gzip.decompress(content) : content
      var answer = answer(to: request, plain ?? Data(), mock, &state)
      let accepts = request.fields[.acceptEncoding]?.contains("gzip") == true
      let coded = accepts && !answer.content.isEmpty ? try? Gzip.compress(answer.content) : nil
      if let coded {
        answer.content = coded
        answer.fields[.contentEncoding] = "gzip"
      }
      let (sent, received) = (isCompressed ? " [gzip]" : "", coded == nil ? "" : " [gzip]")
      state.exchanges.append("\(request.method) \(request.target)\(sent) -> \(answer.status)\(received)")
      return answer
    }

    private static func answer(
      to request: LoopbackRequest, _ content: Data, _ mock: MockServer, _ state: inout State
    ) -> MockResponse {
      if request.path == "/token" {
        state.tokens += 1
        return .json(["token": .string("demo-token-\(state.tokens)")])
      }
      if request.path.hasPrefix("/api/") {
        guard request.fields[.authorization] == "Bearer demo-token-2" else {
          return MockResponse(401, fields: [.wwwAuthenticate: "Bearer"])
        }
        if state.isBusy, request.method == "GET" {
          state.isBusy = false
          var busy = MockResponse.json(["status": 503, "detail": "busy"], status: 503)
          busy.fields[.contentType] = "application/problem+json"
          busy.fields[.retryAfter] = "0"
          return busy
        }
      }
      var fields = request.fields
      fields[.contentEncoding] = nil
      let method = HTTPRequest.Method(request.method) ?? .get
      return mock.respond(to: MockRequest(method: method, target: request.target, fields: fields, content: content))
    }
  }
#endif
