import Foundation
import HTTPTypes
import RefineryCore
import RefineryEvents
import RefineryTesting
import Testing

private let scratch = Scratch()

// snippet: begin
@Test("The call: a greeting reads its guest")
func greetingCalls() async throws {
  let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
  let reception = Reception(api: Client(baseURL: "http://stub", transport: server))
  _ = try await reception.greeting(for: 5)
  #expect(server.last?.method == .get)
  #expect(server.last?.path == "/guests/5")
}
// snippet: end

// snippet: begin
@Test("Success: a guest is greeted by name")
func greetingSucceeds() async throws {
  let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
  let reception = Reception(api: Client(baseURL: "http://stub", transport: server))
  #expect(try await reception.greeting(for: 5) == "Welcome, Ann!")
}
// snippet: end

// snippet: begin
@Test("Failure: a guest who does not exist is not greeted")
func greetingFails() async throws {
  let server = StubTransport(.status(404))
  let reception = Reception(api: Client(baseURL: "http://stub", transport: server))
  let error = await #expect(throws: CallError.self) { try await reception.greeting(for: 5) }
  #expect(error?.kind == .notFound)
}
// snippet: end

// snippet: begin
@Test("A guest who is not known is created, once")
func newGuest() async throws {
  let server = StubTransport(rows: [
    "Guest.enumerate": [.json(#"[{"id":1,"name":"Ann"}]"#)],
    "Guest.create": [.json(#"{"id":2,"name":"Bob"}"#, status: 201)],
  ])
  let reception = Reception(api: Client(baseURL: "http://stub", transport: server))
  #expect(try await reception.guest(named: "Bob").id == 2)
  #expect(server.last?.text == #"{"id":0,"name":"Bob"}"#)
  #expect(server.unused.isEmpty)
}
// snippet: end

// snippet: begin
@Test("A lost connection and a stuck server are different errors")
func below() async throws {
  let clock = ManualClock()
  let server = StubTransport(.failure(TransportError(.connectionLost, phase: .waiting)), .never)
  let api = Client(baseURL: "http://stub", transport: server, clock: CallClock(clock))
  let lost = await #expect(throws: CallError.self) { try await api.send(Guest.read(5)) }
  #expect(lost?.kind == .transport(.connectionLost))

  let stuck = Task { try await api.send(Guest.read(5).timeout(.seconds(30))) }
  await clock.sleepers(1)
  clock.advance(by: .seconds(30))
  let late = await #expect(throws: CallError.self) { try await stuck.value }
  #expect(late?.kind == .timedOut(.total))
}
// snippet: end

// snippet: begin
@Test("A stream of events continues after a lost connection")
func streamed() async throws {
  let lost = AsyncThrowingStream<Data, any Error> { stream in
    stream.yield(Data("id: 1\ndata: Ann\n\nid: 2\nda".utf8))  // the second event is incomplete
    stream.finish(throwing: TransportError(.connectionLost, phase: .receiving))
  }
  let type: HTTPFields = [.contentType: "text/event-stream"]
  let server = StubTransport(
    .status(200, headers: type, body: Body(lost)), .status(200, headers: type, body: Body("id: 2\ndata: Bob\n\n")),
    .status(204))  // there are no more events
  let clock = CallClock(ContinuousClock(), random: { 0 })  // no waits
  let api = Client(baseURL: "http://stub", transport: server, clock: clock)
  let arrivals = Call<String>(Endpoint("Guest.arrivals", .get, "guests/arrivals"))
  var names: [String] = []
  for try await event in api.events(arrivals) { names.append(event.data) }
  #expect(names == ["Ann", "Bob"])
  let lastEventID = try #require(HTTPField.Name("Last-Event-ID"))
  #expect(server.sent.map { $0.headers[lastEventID] } == [nil, "1", "2"])
}
// snippet: end

// snippet: begin
@Test("A response that cannot be decoded is an error of mapping")
func unreadable() async throws {
  let coder = StubCoder(.success(Guest(id: 5, name: "Ann")), .failure(MappingError(.missing, at: ["name"])))
  let api = Client(baseURL: "http://stub", transport: StubTransport(.status(200)), coder: coder)
  #expect(try await api.send(Guest.read(5)).name == "Ann")
  let error = await #expect(throws: CallError.self) { try await api.send(Guest.read(5)) }
  #expect(error?.kind == .mapping)
}
// snippet: end

// snippet: begin
@Test("Both sides of an exchange are kept, with any transport")
func recorded() async throws {
  let recording = RecordingTransport(StubTransport(.json("[]")))
  _ = try await Client(baseURL: "http://stub", transport: recording).send(Guest.enumerate().query(["limit": 10]))
  #expect(recording.last?.request.query["limit"] == ["10"])
  #expect(recording.last?.response?.status == .ok)
  #expect(recording.last?.received.text == "[]")
}
// snippet: end

@Test("N05: a recorded conversation replays without a network")
func replayed() async throws {
  let transport = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
  let file = scratch.file
  // snippet: begin
  let cassette = try Cassette(file, over: transport)  // sends once, and then always replays from the file
  let api = Client(baseURL: "https://api.example.com", transport: cassette)
  #expect(try await api.send(Guest.read(5)).name == "Ann")
  // snippet: end
  _ = try await Client(baseURL: "https://api.example.com", transport: try Cassette(file)).send(Guest.read(5))
  #expect(transport.requests.count == 1)
}

// snippet: begin
@Test("Every row of the table is valid")
func table() {
  #expect(EndpointTable("Guests", [Guest.self]).problems.isEmpty)
}
// snippet: end

@Test("N03, N05: the article \"Test your calls\" shows exactly what is compiled and tested here")
func articleShowsTheRecipe() throws {
  try expectArticle(
    "Sources/RefineryTesting/RefineryTesting.docc/TestYourCalls.md",
    toShow: ["ExampleCalls.swift", "ExampleCallsTests.swift"], count: 11)
}
