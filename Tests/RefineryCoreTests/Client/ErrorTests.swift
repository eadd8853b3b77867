import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
  private func failure(_ answer: StubTransport.StubResponse) async throws -> CallError {
    let (api, _) = client(answer)
    return try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(5)) })
  }

  @Test(
    "I01, I05, I06, I07: a status is a kind of its own",
    arguments: [
      (404, CallError.Kind.notFound), (410, .notFound), (500, .serverError(500)), (503, .serverError(503)),
      (403, .status(403)), (422, .status(422)), (302, .status(302)), (304, .status(304)), (600, .status(600)),
    ])
  func kinds(status: Int, kind: CallError.Kind) async throws {
    let error = try await failure(.status(status))
    #expect(error.kind == kind)
    #expect(error.stage == .status)
    #expect(error.status == status)
  }

  @Test("a bad status has a description, even if the number is not an HTTP status", arguments: [-1, 404, 1_000, Int.max])
  func anyNumber(status: Int) { #expect("\(BadStatus(status))" == "status \(status)") }

  @Test("I02: what cannot be encoded is a bad request and is not sent")
  func unencodable() async throws {
    struct Measure: Encodable { var value = Double.nan }
    let (api, server) = client(.json("{}"))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Person.create(Measure())) })
    #expect(error.kind == .badRequest)
    #expect(error.request == nil)
    #expect(server.requests.isEmpty)
  }

  @Test("I03: an answer that is not HTTP is a bad response")
  func notHTTP() async throws {
    let error = try await failure(.failure(TransportError(.malformedResponse, phase: .waiting)))
    #expect(error.kind == .badResponse)
  }

  @Test("I04: an answer that does not fit is an error of mapping")
  func mapping() async throws {
    #expect(try await failure(.json("[]")).stage == .mapping)
  }

  @Test("I08: what the transport throws is kept, and told apart")
  func transport() async throws {
    let refused = try await failure(.failure(TransportError(.cannotConnect, phase: .beforeSending, reason: "refused")))
    #expect(refused.kind == .transport(.cannotConnect))
    #expect(refused.stage == .sending)
    #expect((refused.underlying as? TransportError)?.isUnsent == true)
    let late = try await failure(.failure(TimedOut(.idle)))
    #expect(late.kind == .timedOut(.idle))
    struct Odd: Error {}
    let odd = try await failure(.failure(Odd()))
    #expect(odd.kind == .other)
    #expect(odd.underlying is Odd)
  }

  @Test("I09: status, headers and body stay readable, the body up to 64 KiB")
  func kept() async throws {
    let error = try await failure(.json(#"{"error":"name is taken"}"#, status: 422, headers: [.requestID: "r-1"]))
    #expect(error.body == Data(#"{"error":"name is taken"}"#.utf8))
    #expect(error.headers?[.contentType] == "application/json")
    #expect(error.requestID == "r-1")
    #expect(!error.isBodyTruncated)
    let long = try await failure(.status(500, body: Body(Data(repeating: 65, count: 100_000))))
    #expect(long.body.count == CallError.keptBytes)
    #expect(long.isBodyTruncated)
  }

  @Test(
    "I09: a body of exactly 64 KiB is whole, and one byte more is not, in one piece or in many", arguments: [1, 4096, 100_000])
  func keptExactly(chunk: Int) async throws {
    for (count, isTruncated) in [(65_535, false), (65_536, false), (65_537, true)] {
      let data = Data(repeating: 65, count: count)
      let size = chunk == 1 ? 65_535 : chunk
      let chunks = AsyncThrowingStream<Data, any Error> { continuation in
        for start in stride(from: 0, to: count, by: size) { continuation.yield(data[start..<min(start + size, count)]) }
        continuation.yield(Data())
        continuation.finish()
      }
      for body in [Body(chunks), Body(data)] {
        let error = try await failure(.status(500, body: body))
        #expect(error.isBodyTruncated == isTruncated && error.body.count == min(count, 65_536), "\(count) by \(size)")
      }
    }
  }

  @Test("I09: a body that breaks off does not hide the status")
  func brokenBody() async throws {
    let chunks = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data("half".utf8))
      continuation.finish(throwing: TransportError(.connectionLost, phase: .receiving))
    }
    let error = try await failure(.status(502, body: Body(chunks)))
    #expect(error.status == 502)
    #expect(error.body == Data("half".utf8))
    #expect(error.isBodyTruncated)
  }

  @Test("I10, I14: common error bodies are read as a problem")
  func problem() async throws {
    let error = try await failure(.json(#"{"errorsList":[{"title":"Taken","detail":"name is taken"}]}"#, status: 422))
    #expect(error.problem?.title == "Taken")
    #expect(error.problem?.status == 422)
    #expect(error.problem?.description == "Taken: name is taken")
    let html = try await failure(.status(502, headers: [.contentType: "text/html"], body: Body("<h1>Bad Gateway</h1>")))
    #expect(html.problem == nil)
    #expect(html.kind == .serverError(502))
  }

  @Test("I12: an error document of JSON:API gives every error it lists, with its place")
  func errorList() async throws {
    let body = """
      {"errors":[{"status":"422","title":"Invalid","detail":"too short","source":{"pointer":"/data/attributes/name"}},
      {"status":"422","code":"taken","source":{"parameter":"filter"}}]}
      """
    let items = try #require(try await failure(.json(body, status: 422)).problem?.items)
    #expect(items.count == 2)
    #expect(items.first?.pointer == "/data/attributes/name")
    #expect(items.first?.detail == "too short")
    #expect(items.last?.code == "taken")
    #expect(items.last?.parameter == "filter")
  }

  @Test("O08: a row's error type is read for its statuses; a body it does not fit keeps status and bytes")
  func typed() async throws {
    struct Invalid: Decodable, Error, Equatable { var fields: [String] }
    let call = Person.read(5).errors(Invalid.self, for: 422)
    let (api, _) = client(
      .json(#"{"fields":["name"]}"#, status: 422), .json("<html>", status: 422), .json(#"{"fields":["x"]}"#, status: 400))
    var error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: Invalid.self) == Invalid(fields: ["name"]))
    error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details == nil)
    #expect(error.status == 422)
    #expect(error.body == Data("<html>".utf8))
    error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details == nil)
  }

  @Test("O08: what a call declares stands beside what its row declares")
  func typedCallAndRow() async throws {
    struct Conflict: Decodable, Error { var version: Int }
    struct Invalid: Decodable, Error { var fields: [String] }
    var row = Person.readEndpoint
    row.options.errors.add(Conflict.self, for: 409)
    let (api, _) = client(.json(#"{"version":7}"#, status: 409))
    let call = Call<Person>(row, ["id": "5"]).errors(Invalid.self, for: 422)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: Conflict.self)?.version == 7)
  }

  @Test("O08: a client's error types apply to statuses for which neither row nor call has a type, unless theirs are empty")
  func typedClient() async throws {
    struct Fault: Decodable, Error { var code: Int }
    struct Invalid: Decodable, Error { var fields: [String] }
    let conflict = StubTransport.StubResponse.json(#"{"code":7}"#, status: 409)
    let server = StubTransport(conflict, .json(#"{"fields":["name"]}"#, status: 422), conflict)
    let options = Options { $0.errors.add(Fault.self, for: StatusSet(400...499)) }
    let api = Client(baseURL: base, transport: server, options: options)
    let call = Person.read(5).errors(Invalid.self, for: 422)
    var error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: Fault.self)?.code == 7)
    error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: Invalid.self)?.fields == ["name"])
    let without = Person.read(5).options { $0.errors = Options.ErrorTypes() }
    error = try #require(await #expect(throws: CallError.self) { try await api.send(without) })
    #expect(error.details == nil)
  }

  @Test("I09: a call that fails because another one did keeps its own name, and the other as its reason")
  func nested() async throws {
    struct Login: Middleware {
      let api: Client
      func respond(to request: Request, next: Next) async throws -> Response {
        try await api.send(Call<Okay>(Endpoint("Login.create", .post, "login")))
        return try await next(request)
      }
    }
    let (login, _) = client(.status(404))
    let api = Client(baseURL: base, middleware: [Login(api: login)], transport: StubTransport(.json("{}")))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(5)) })
    #expect(error.endpoint.name == "Person.read")
    #expect(error.kind == .other)
    #expect((error.underlying as? CallError)?.endpoint.name == "Login.create")
    #expect(error.description.contains("Login.create"))
  }

  @Test("I09: a call that a link refuses has a kind of its own, and says when to try again", arguments: [3, nil] as [Int?])
  func refused(seconds: Int?) async throws {
    let wait = seconds.map { Duration.seconds($0) }
    let error = try await failure(.failure(Refused(retryAfter: wait)))
    #expect(error.kind == .refused && error.stage == .sending && error.retryAfter == wait)
  }

  @Test("I09: an error response says when to try again; another failure does not")
  func retryAfter() async throws {
    let headers: HTTPFields = [.retryAfter: "7"]
    for (status, wait) in [(503, Duration.seconds(7)), (429, .seconds(7)), (200, nil)] as [(Int, Duration?)] {
      let error = try await failure(.json("[]", status: status, headers: headers))
      #expect(error.retryAfter == wait, "status \(status)")
    }
    let error = try await failure(.status(503))
    #expect(error.retryAfter == nil)
  }

  @Test("the template in an error keeps its expressions and hides what is written out in its query and fragment")
  func template() {
    #expect(Endpoint("R", .get, "people{?page,limit}").template == "people{?page,limit}")
    #expect(Endpoint("R", .get, "people/{id}?key=c4n4ry").template == "people/{id}?<redacted>")
    #expect(Endpoint.direct(.get, "https://u:c4n4ry@h/x?y=z").template == "https://h/x?<redacted>")
    #expect(Endpoint.direct(.get, "https://h/x#access_token=c4n4ry").template == "https://h/x")
    #expect(Endpoint.direct(.get, "https://u:c4n4ry@h#c4n4ry@h").template == "https://h")
    #expect(Endpoint("R", .get, "people/{id}#c4n4ry").template == "people/{id}")
    #expect(Endpoint("R", .get, "people/{id}{#part}").template == "people/{id}{#part}")
    #expect(Endpoint("R", .get, "people/{id}{?page}&key=c4n4ry{&limit}").template == "people/{id}{?page}<redacted>")
    #expect(Endpoint("R", .get, "people{?page}{&limit}{#part}").template == "people{?page}{&limit}{#part}")
    #expect(Endpoint("R", .get, "people/{id?key=c4n4ry").template == "people/{id?<redacted>")
    #expect(Endpoint("R", .get, "people}?key=c4n4ry").template == "people}?<redacted>")
    for url in ["https://u:c4n4ry@\u{301}h/x", "https://\u{301}u:c4n4ry@h/x"] {
      #expect(!Endpoint.direct(.get, url).template.contains("c4n4ry"))
    }
  }

  @Test("the fault of a template hides user information and the literal text of query and fragment")
  func templateFaults() async throws {
    let (api, server) = client(.json("{}"))
    let rows: [Endpoint] = [
      .direct(.get, "https://h/x?key=c4n4ry y"), .direct(.get, "https://u:c4n4ry@h/a b"), .direct(.get, "https://h/a b#c4n4ry"),
      .direct(.get, "https://h/{x?key=c4n4ry"), .direct(.get, "https://h/{?key=c4n4ry}"),
      Endpoint("R", .get, "people/{id}?key=c4n4ry"),
    ]
    for row in rows {
      let error = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(row, ["id": ""])) }
      #expect(error?.stage == .building && error?.description.contains("c4n4ry") == false, "\(row)")
    }
    #expect(server.requests.isEmpty)
  }

  @Test("O08: a row declares its error types for all its calls")
  func typedRow() async throws {
    struct Gone: Decodable, Error { var since: Int }
    var row = Person.readEndpoint
    row.options.errors.add(Gone.self, for: 410)
    let (api, _) = client(.json(#"{"since":2020}"#, status: 410))
    let call = Call<Person>(row, ["id": "5"])
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: Gone.self)?.since == 2020)
  }

  @Test("I15, M02: a cancelled call throws CancellationError, at whatever stage")
  func cancelled() async throws {
    let (api, server) = client(.never)
    let task = Task { try await api.send(Person.read(5)) }
    try await until { !server.requests.isEmpty }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let early = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await api.send(Person.read(5))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
  }

  @Test("I15: a call that is cancelled while it reads an error response throws CancellationError")
  func cancelledErrorResponse() async {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let server = StubTransport { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return Response(status: .notFound, body: Body(chunks))
    }
    let api = Client(baseURL: base, transport: server)
    let call = Task { try await api.send(Person.read(5).timeout(nil)) }
    await #expect(throws: CancellationError.self) { try await call.value }
    source.finish()
  }

  @Test("the description is one line that names row, template, status, attempts and request id")
  func description() async throws {
    let error = try await failure(.status(503, headers: [.requestID: "r-9\u{1b}[31m"]))
    let text = error.description
    #expect(text.contains("Person.read (GET people/{id})"))
    #expect(text.contains("503"))
    #expect(text.contains("r-9"))
    #expect(!text.contains("\n") && !text.contains("\u{1b}"))
    let marks = "r" + String(repeating: "\u{301}", count: 5_000)
    #expect(try await failure(.status(503, headers: [.requestID: marks])).description.utf8.count < 600)
  }

  @Test("no secret stands in a description, a dump, or an interpolated error")
  func canary() async throws {
    let canary = "c4n4ry"
    let server = StubTransport(
      .status(
        401, headers: [.setCookie: "s=\(canary)", .init("X-Odd")!: canary], body: Body(#"{"error":"\#(canary)"}"#)))
    let api = Client(baseURL: "http://h", headers: [.authorization: "Bearer \(canary)", .cookie: canary], transport: server)
    let call = Person.create(["password": .string(canary)]).query(["token": canary])
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    var dumped = ""
    dump(error, to: &dumped)
    for text in [error.description, "\(error)", String(reflecting: error), dumped, error.url ?? "", "\(api.report)"] {
      #expect(!text.contains(canary))
    }
    let direct = Call<Okay>(.direct(.get, "http://h/x?key=\(canary)"))
    let other = try #require(await #expect(throws: CallError.self) { try await api.send(direct) })
    #expect(!other.description.contains(canary))
    #expect(try !api.explain(call).description.contains(canary))
    #expect(try !api.explain(direct).description.contains(canary))
  }
}
