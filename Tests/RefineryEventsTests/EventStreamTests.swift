import Foundation
import HTTPTypes
import RefineryCore
import RefineryEvents
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventStreamTests {
  private struct Price: Codable, Sendable, Equatable { var amount: Int }

  @Test("R01: The call's coder and mapping make the output from the data of each event")
  func typed() async throws {
    let (api, _) = client(
      .events(#"id: 1\ndata: {"amount": 4}\n\nevent: change\ndata: {"amount":\ndata: 5}\n\n"#.unescaped), .status(204))
    let events = try await api.events(Call<Price>(rows)).gathered()
    #expect(
      events == [
        ServerSentEvent(data: Price(amount: 4), lastEventID: "1"),
        ServerSentEvent(name: "change", data: Price(amount: 5), lastEventID: "1"),
      ])
  }

  @Test("R01: An envelope applies to each event; as text or bytes, the output is the data itself")
  func outputs() async throws {
    let text = #"data: {"price": {"amount": 4}}\n\n"#.unescaped
    let (api, _) = client(.events(text), .status(204))
    #expect(try await api.events(Call<Price>(rows).envelope("price")).gathered().map(\.data) == [Price(amount: 4)])
    for output in [#"{"price": {"amount": 4}}"#] {
      let (api, _) = client(.events(text), .status(204))
      #expect(try await api.events(Call<String>(rows)).gathered().map(\.data) == [output])
      let (other, _) = client(.events(text), .status(204))
      #expect(try await other.events(Call<Data>(rows)).gathered().map(\.data) == [Data(output.utf8)])
    }
  }

  @Test("R01: A closure makes elements by the name of the event, and skips the others")
  func named() async throws {
    enum Change: Sendable, Equatable { case price(Price), note(String) }
    let (api, _) = client(
      .events(#"event: price\ndata: {"amount": 4}\n\nevent: ping\ndata: x\n\nevent: note\ndata: sold\n\n"#.unescaped),
      .status(204))
    let changes = api.events(Call<Okay>(rows)) { event, coder -> Change? in
      switch event.name {
      case "price": .price(try event.decode(Price.self, by: coder))
      case "note": .note(event.data)
      default: nil
      }
    }
    #expect(try await changes.gathered() == [.price(Price(amount: 4)), .note("sold")])
  }

  @Test("R01: A closure gets the coder of the call, and its stream continues after an earlier one")
  func coder() async throws {
    struct Offer: Decodable { let unitPrice: Int }
    var (api, server) = client(.events(#"data: {"unit_price": 4}\n\n"#.unescaped), .status(204))
    api.coder = JSONCoder(keys: .snakeCase)
    let prices = api.events(Call<Okay>(rows), after: "7") { event, coder -> Int? in
      try event.decode(Offer.self, by: coder).unitPrice
    }
    #expect(try await prices.gathered() == [4])
    #expect(server.requests.map { $0.head.headerFields[lastEventID] } == ["7", "7"])
  }

  @Test("R01: An error of a closure names the event, and counts the skipped ones; a cancellation stays one")
  func closureErrors() async throws {
    struct Unwanted: Error {}
    let (api, _) = client(.events("data: a\n\ndata: b\n\n"))
    let failing = api.events(Call<Okay>(rows)) { event, _ -> String? in
      if event.data == "b" { throw Unwanted() }
      return nil
    }
    let error = await #expect(throws: CallError.self) { try await failing.gathered() }
    #expect(error?.stage == .mapping && error?.underlying is Unwanted && error?.place?.index == 1)
    let cancelling = api.events(Call<Okay>(rows)) { _, _ -> String? in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await cancelling.gathered() }
  }

  @Test("R01: Data that cannot be decoded is an error that names the event and ends the stream")
  func undecodable() async throws {
    let (api, server) = client(.events(#"data: {"amount": 4}\n\ndata: {}\n\n"#.unescaped))
    var events = api.events(Call<Price>(rows)).makeAsyncIterator()
    #expect(try await events.next()?.data == Price(amount: 4))
    let error = await #expect(throws: CallError.self) { try await events.next() }
    #expect(error?.stage == .mapping && error?.place?.index == 1 && error?.place?.offset == 31)
    #expect(error?.underlying is MappingError)
    #expect(try await events.next() == nil && server.requests.count == 1)
  }

  @Test("R01: Each request has Cache-Control: no-cache, unless the client, the row or the call decides about that field")
  func uncached() async throws {
    func sent(_ call: Call<String>, _ headers: HeaderChanges = [:]) async throws -> [String?] {
      var (api, server) = client(.events("data: a\n\n"), .status(204))
      api.headers = headers
      _ = try await api.events(call).gathered()
      return server.requests.map { $0.head.headerFields[.cacheControl] }
    }
    let call = Call<String>(rows)
    #expect(try await sent(call) == ["no-cache", "no-cache"])
    #expect(try await sent(call.header(.cacheControl, "no-store")) == ["no-store", "no-store"])
    #expect(try await sent(call.header(.cacheControl, nil)) == [nil, nil])
    #expect(try await sent(call, [.cacheControl: "max-age=0"]) == ["max-age=0", "max-age=0"])
  }

  @Test("R01: The request asks for events, and a response of another type is an error at once")
  func mediaType() async throws {
    let (api, server) = client(.json("{}"))
    let error = await #expect(throws: CallError.self) { try await api.events(Call<Price>(rows)).gathered() }
    #expect((error?.underlying as? MappingError)?.kind == .wrongMediaType && error?.stage == .mapping)
    #expect(server.requests.map { $0.head.headerFields[.accept] } == ["text/event-stream"])
    #expect(server.requests.first?.head.headerFields[lastEventID] == nil)

    let (other, asked) = client(.events("data: a\n\n", type: "text/event-stream;charset=UTF-8"), .status(204))
    let call = Call<String>(rows).header(.accept, "text/event-stream, application/json")
    #expect(try await other.events(call).gathered().map(\.data) == ["a"])
    #expect(asked.requests.first?.head.headerFields[.accept] == "text/event-stream, application/json")
  }

  @Test("R01: Media types and success codes of a call replace those of event streams")
  func ownTypes() async throws {
    let call = Call<String>(rows).options { $0.reconnection = .never }
    let (api, _) = client(.events("data: a\n\n", type: "application/x-events"))
    #expect(try await api.events(call.options { $0.acceptedMediaTypes = ["application/x-events"] }).gathered().count == 1)
    let (other, _) = client(
      .status(201, headers: [.contentType: "text/event-stream"], body: Body("data: a\n\n")))
    #expect(try await other.events(call.options { $0.successCodes = 201 }).gathered().count == 1)
  }

  @Test("R02: Status 204 ends the stream, even if the row declares other success codes", arguments: [200, 201])
  func declaredCodes(code: Int) async throws {
    let (api, server) = client(
      .status(code, headers: [.contentType: "text/event-stream"], body: Body("data: a\n\n")), .status(204))
    let call = Call<String>(rows).options { $0.successCodes = StatusSet(code...code) }
    #expect(try await api.events(call).gathered().map(\.data) == ["a"])
    #expect(server.requests.count == 2)
  }

  @Test("R02: A lost connection, an end and a silence connect again after the last event")
  func reconnects() async throws {
    let (api, server) = client(
      .events("id: 1\ndata: a\n\nid: 2\ndata: b\n\nid: 3\ndata: lo", lost), .events("data: c\n\nid: 4\ndata: d\n\n"),
      .events(""),
      .failure(TransportError(.cannotConnect, phase: .beforeSending)), .status(204))
    let events = try await api.events(Call<String>(rows), after: "0").gathered()
    #expect(events.map(\.data) == ["a", "b", "c", "d"] && events.map(\.lastEventID) == ["1", "2", "2", "4"])
    #expect(server.requests.map { $0.head.headerFields[lastEventID] } == ["0", "2", "4", "4", "4"])
  }

  @Test("R02: An id that no header field can have is not sent; as the argument of the caller it is an error")
  func unsendableID() async throws {
    let (api, server) = client(
      .events("id: 1\ndata: a\n\nid: a\u{1}b\ndata: b\n\n", lost), .events("data: c\n\nid: 2\ndata: d\n\n", lost),
      .status(204))
    let events = try await api.events(Call<String>(rows)).gathered()
    #expect(events.map(\.data) == ["a", "b", "c", "d"] && events.map(\.lastEventID) == ["1", "a\u{1}b", "a\u{1}b", "2"])
    #expect(server.requests.map { $0.head.headerFields[lastEventID] } == [nil, nil, "2"])
    let (other, asked) = client(.status(204))
    let error = await #expect(throws: CallError.self) {
      try await other.events(Call<String>(rows), after: "a\u{1}b").gathered()
    }
    #expect(error?.stage == .building && error?.kind == .badRequest && asked.requests.isEmpty)
  }

  @Test("R02: A connection begins anew: with a byte order mark, the limit and the last retry, without the unfinished event")
  func anew() async throws {
    let clock = ManualClock(advancesByItself: true)
    let (api, _) = client(
      clock, random: { 0 }, .events("\u{FEFF}retry: 7000\ndata: a\n\nevent: x\nid: 9\ndata: lo", lost),
      .events("\u{FEFF}data: b\n\n", lost),
      .events("data: \(String(repeating: "x", count: 100))\n\n"))
    var events = api.events(Call<String>(rows).options { $0.eventLimit = 64 }).makeAsyncIterator()
    #expect(try await events.next() == ServerSentEvent(data: "a"))
    #expect(try await events.next() == ServerSentEvent(data: "b"))
    let error = await #expect(throws: CallError.self) { try await events.next() }
    #expect(error?.underlying is EventTooLarge)
    #expect(clock.slept == [.seconds(7), .seconds(7)])
  }

  @Test("R02: The iterator has the head of the last response")
  func heads() async throws {
    let (api, _) = client(
      .events("data: a\n\n", lost), .events("data: b\n\n", type: "text/event-stream;charset=utf-8"), .status(204))
    var events = api.events(Call<String>(rows)).makeAsyncIterator()
    #expect(events.head == nil)
    _ = try await events.next()
    #expect(events.head?.headerFields[.contentType] == "text/event-stream")
    _ = try await events.next()
    #expect(events.head?.headerFields[.contentType] == "text/event-stream;charset=utf-8")
    #expect(try await events.next() == nil)
    #expect(events.head?.status == .noContent)
  }

  @Test("R02: A silence as long as IdleTimeout connects again")
  func silence() async throws {
    let clock = ManualClock()
    let server = StubTransport(.events("id: 1\ndata: a\n\n", nil), .status(204))
    let api = Client(baseURL: "http://stub", transport: server, clock: CallClock(clock, random: { 0 }))
    let call = Call<String>(rows).options { $0.idleTimeout = .seconds(30) }.timeout(nil)
    let (seen, see) = AsyncStream<String>.makeStream()
    let reading = Task { for try await event in api.events(call) { see.yield(event.data) } }
    #expect(await seen.first { _ in true } == "a")
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    try await reading.value
    #expect(server.requests.map { $0.head.headerFields[lastEventID] } == [nil, "1"])
  }

  @Test("R02: The wait doubles until an event arrives, and the server's retry is added")
  func waits() async throws {
    let clock = ManualClock(advancesByItself: true)
    let (api, _) = client(
      clock, random: { 1 }, .events("data: a\n\n"), .events(""), .events(""), .events("data: b\n\n"), .events("retry: 7000\n"),
      .events("retry: 1\n"),
      .events("retry: 99999999\n"), .status(503, headers: [.retryAfter: "50"]), .status(204))
    var policy = Reconnection()
    policy.delay = .seconds(2)
    policy.maximumDelay = .seconds(5)
    _ = try await api.events(Call<String>(rows).options { $0.reconnection = policy }).gathered()
    #expect(clock.slept == [2000, 4000, 5000, 2000, 11_000, 5001, 65_000, 65_000].map { .milliseconds($0) })
  }

  @Test("R02: Retry-After is added to the random wait")
  func retryAfter() async throws {
    let clock = ManualClock(advancesByItself: true)
    let numbers = Mutex([0, 0.5, 0.5])
    let (api, _) = client(
      clock, random: { numbers.withLock { $0.removeFirst() } }, .status(503), .status(503, headers: [.retryAfter: "50"]),
      .status(503), .status(204))
    let policy = Reconnection(delay: .seconds(2), maximumDelay: .seconds(20))
    let call = Call<String>(rows).options { $0.reconnection = policy }
    _ = try await api.events(call).gathered()
    #expect(clock.slept == [0, 52, 4].map { .seconds($0) })
  }

  @Test("R02: A connection that a link refuses is tried again, after at least the time that the link says")
  func refused() async throws {
    let clock = ManualClock(advancesByItself: true)
    let (api, _) = client(
      clock, random: { 1 }, .failure(Refused(retryAfter: .seconds(50))), .failure(Refused(retryAfter: nil)),
      .events("data: a\n\n"),
      .status(204))
    let call = Call<String>(rows).options { $0.reconnection = Reconnection(delay: .seconds(2), maximumDelay: .seconds(20)) }
    #expect(try await api.events(call).gathered().map(\.data) == ["a"])
    #expect(clock.slept == [52, 4, 2].map { .seconds($0) })
  }

  @Test(
    "R02: A connection that reaches a time limit is tried again, also if the limit ends a wait in a link",
    arguments: [TimedOut.Timer.total, .attempt, .idle, .connect, .queue, .refresh])
  func timedOut(timer: TimedOut.Timer) async throws {
    let (api, server) = client(.failure(TimedOut(timer)), .events("data: a\n\n"), .status(204))
    #expect(try await api.events(Call<String>(rows)).gathered().map(\.data) == ["a"])
    #expect(server.requests.count == 3)
  }

  @Test("R02: A connection that is lost after its response does not count as failed")
  func lostLater() async throws {
    let (api, _) = client(.events("data: a\n\n", lost), .status(502), .events("data: b\n\n"), .status(204))
    let call = Call<String>(rows).options { $0.reconnection = Reconnection(retries: 1) }
    #expect(try await api.events(call).gathered().map(\.data) == ["a", "b"])
  }

  @Test("R02: Failed connections have a limit, which an open connection resets")
  func limit() async throws {
    let policy = Reconnection(retries: 2)
    let down = StubTransport.StubResponse.status(502)
    let (api, server) = client(down, down, .events("data: a\n\n"), down, down, down, .status(204))
    var events = api.events(Call<String>(rows).options { $0.reconnection = policy }).makeAsyncIterator()
    #expect(try await events.next()?.data == "a")
    let error = await #expect(throws: CallError.self) { try await events.next() }
    #expect(error?.status == 502 && server.requests.count == 6)
  }

  @Test("R02: Connections that are of no use in a row have a limit: empty, lost without an event, or silent from the start")
  func noUse() async throws {
    let policy = Reconnection(retries: 2)
    let call = Call<String>(rows).options { $0.reconnection = policy }
    let silence = StubTransport.StubResponse.events("", failing: TimedOut(.idle, limit: .seconds(60)), after: .seconds(60))
    for useless in [.events(""), .events(": hello\n\n", lost), silence] {
      let clock = ManualClock(advancesByItself: true)
      let (api, server) = client(clock, .events("data: a\n\n"), useless)
      var events = api.events(call).makeAsyncIterator()
      #expect(try await events.next()?.data == "a")
      let error = await #expect(throws: CallError.self) { try await events.next() }
      #expect(error?.stage == .sending && server.requests.count == 4)
    }
  }

  @Test("R02: A connection without an event is of use if it lasts, or if the server sends something and ends its response")
  func ofUse() async throws {
    let policy = Reconnection(retries: 1)
    let call = Call<String>(rows).options { $0.reconnection = policy }
    let lasting = TransportError(.connectionLost, phase: .receiving)
    for useful in [
      StubTransport.StubResponse.events(": quiet\n\n"), .events("", failing: lasting, after: .seconds(20)),
      .events(": quiet\n\n", failing: TimedOut(.idle), after: .seconds(60)),
    ] {
      let clock = ManualClock(advancesByItself: true)
      let (api, server) = client(clock, useful, useful, useful, .events("data: a\n\n"), .status(204))
      #expect(try await api.events(call).gathered().map(\.data) == ["a"])
      #expect(server.requests.count == 5)
    }
  }

  @Test("R02: The app is told of each loss before the stream connects again")
  func losses() async throws {
    let (api, _) = client(
      .events("data: a\n\n", lost), .status(503), .events("data: b\n\n"), .status(204))
    let losses = Gathered<String>()
    let events = api.events(Call<String>(rows), onLoss: { losses.add($0.map { "\($0.kind)" } ?? "ended") })
    #expect(try await events.gathered().map(\.data) == ["a", "b"])
    #expect(losses.all == ["transport(connection lost)", "serverError(503)", "ended"])
  }

  @Test("R02: A Retry-After of exactly the longest permitted wait is waited for")
  func exactCap() async throws {
    let clock = ManualClock(advancesByItself: true)
    let (api, _) = client(
      clock, random: { 0 }, .status(503, headers: [.retryAfter: "60"]), .events("data: a\n\n"), .status(204))
    #expect(try await api.events(Call<String>(rows)).gathered().map(\.data) == ["a"])
    #expect(clock.slept.first == .seconds(60))
  }

  @Test(
    "R02: What another connection cannot mend ends the stream at once",
    arguments: [
      StubTransport.StubResponse.status(404), .status(501), .status(201, headers: [.contentType: "text/event-stream"]),
      .status(503, headers: [.retryAfter: "61"]), .failure(TransportError(.tlsFailed, phase: .beforeSending)),
      .failure(TransportError(.closed, phase: .waiting)), .failure(Refused(retryAfter: .seconds(61))),
    ])
  func hopeless(response: StubTransport.StubResponse) async throws {
    let (api, server) = client(response, .status(204))
    await #expect(throws: CallError.self) { try await api.events(Call<String>(rows)).gathered() }
    #expect(server.requests.count == 1)
  }

  @Test("R02: 1,000 connections that are lost at random bytes lose no event and repeat none")
  func thousandDrops() async throws {
    let log = EventLog(drops: 1000, seed: 4)
    let server = StubTransport { request in
      let part = log.connect(after: request.head.headerFields[lastEventID])
      guard let part else { return Response(status: .noContent) }
      return .events(part.chunks, part.isLost ? lost : .whole)
    }
    let api = client(server, ManualClock(advancesByItself: true))
    var ids: [Int] = []
    for try await event in api.events(Call<Int>(rows)) {
      #expect(event.lastEventID == "\(event.data)")
      ids.append(event.data)
    }
    #expect(ids == Array(1...log.last))
    #expect(log.dropped == 1000 && server.requests.count == 1002)
  }

  @Test("R03: A POST ends with its response, and does not connect again")
  func post() async throws {
    let (api, server) = client(.events("data: a\n\n"))
    #expect(try await api.events(Call<String>(prompts).body(Price(amount: 1))).gathered().map(\.data) == ["a"])
    let (other, broken) = client(.events("data: a\n\ndata: b", lost))
    var events = other.events(Call<String>(prompts)).makeAsyncIterator()
    #expect(try await events.next()?.data == "a")
    let error = await #expect(throws: CallError.self) { try await events.next() }
    #expect(error?.stage == .sending && error?.place?.index == 1 && error?.place?.offset == 16)
    let (down, refusing) = client(.status(503))
    await #expect(throws: CallError.self) { try await down.events(Call<String>(prompts)).gathered() }
    #expect([server, broken, refusing].map(\.requests.count) == [1, 1, 1])
  }

  @Test("R03: A POST that is declared safe to repeat connects again with the same content")
  func repeatable() async throws {
    for call in [
      Call<String>(prompts).options { $0.idempotent = true },
      Call<String>(prompts).header(.idempotencyKeyField, "\"k\""),
    ] {
      let (api, server) = client(.events("id: 1\ndata: a\n\n", lost), .status(204))
      #expect(try await api.events(call.body(Price(amount: 1))).gathered().map(\.data) == ["a"])
      #expect(server.requests.map { $0.body?.data } == Array(repeating: Data(#"{"amount":1}"#.utf8), count: 2))
      #expect(server.requests.map { $0.head.headerFields[lastEventID] } == [nil, "1"])
    }
    let (api, server) = client(.events("data: a\n\n"))
    let call = Call<String>(Endpoint("Price.put", .put, "prices"))
    #expect(try await api.events(call).gathered().count == 1 && server.requests.count == 1)
  }

  @Test("R03: [DONE] ends a stream of models, also where nothing declares it, and is data of a stream of text")
  func done() async throws {
    let row = Endpoint("Prompt.create", .post, "prompts")
    let events = "data: {\"amount\":1}\n\ndata: [DONE]\n\ndata: {}\n\n"
    #expect(try await client(.events(events)).0.events(Call<Price>(row)).gathered().map(\.data.amount) == [1])
    #expect(try await client(.events("data: {\"amount\":1}\n\n")).0.events(Call<Price>(row)).gathered().count == 1)
    #expect(
      try await client(.events(events)).0.events(Call<String>(row)).gathered().map(\.data).dropFirst() == ["[DONE]", "{}"])
  }

  @Test("R03: A sentinel ends the stream, and a stream that ends without it is an error")
  func sentinel() async throws {
    let row = Endpoint("Prompt.create", .post, "prompts", Options { $0.eventSentinel = "[DONE]" })
    let (api, _) = client(.events("data: {\"amount\":1}\n\ndata: [DONE]\n\ndata: {}\n\n"))
    #expect(try await api.events(Call<Price>(row)).gathered().map(\.data.amount) == [1])
    let (other, _) = client(.events("data: {\"amount\":1}\n\n"))
    let error = await #expect(throws: CallError.self) { try await other.events(Call<Price>(row)).gathered() }
    #expect(error?.kind == .transport(.connectionLost))
    // Where the stream may connect again, an end is no error.
    var (third, server) = client(.events("data: [DONE] soon\n\n"), .events("data: [DONE]\n\n"))
    let notes = Outcomes()
    third.observers = [notes]
    let call = Call<String>(rows).options { $0.eventSentinel = "[DONE]" }
    #expect(try await third.events(call).gathered().map(\.data) == ["[DONE] soon"])
    #expect(server.requests.count == 2 && notes.statuses == ["success 200", "success 200"])
  }

  @Test("Reconnecting can be switched off; the stream then ends with its response")
  func never() async throws {
    let (api, server) = client(.events("data: a\n\n"))
    #expect(try await api.events(Call<String>(rows).options { $0.reconnection = .never }).gathered().count == 1)
    #expect(server.requests.count == 1)
  }

  @Test("A stream is a value: nothing is sent before the first read, and two loops send two requests")
  func value() async throws {
    let (api, server) = client(.events("data: a\n\n"))
    let events = api.events(Call<String>(rows).options { $0.reconnection = .never })
    #expect(server.requests.isEmpty)
    _ = try await (events.gathered(), events.gathered())
    #expect(server.requests.count == 2)
  }

  @Test("A reader that is cancelled while it reads or waits gets CancellationError")
  func cancelled() async throws {
    let clock = ManualClock()
    let (silent, server) = client(clock, .events("", nil))
    let reading = Task { try await silent.events(Call<String>(rows)).gathered() }
    try await until { !server.requests.isEmpty }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }

    let (down, _) = client(clock, random: { 1 }, .status(503))
    let waiting = Task { try await down.events(Call<String>(rows)).gathered() }
    await clock.sleepers(1)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test("A reader that is cancelled gets no event that has already arrived")
  func cancelledBetween() async throws {
    let (api, _) = client(.events("data: a\n\ndata: b\n\n"))
    let reading = Task {
      var events = api.events(Call<String>(rows)).makeAsyncIterator()
      _ = try await events.next()
      withUnsafeCurrentTask { $0?.cancel() }
      return try await events.next()
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test("Observers get one event for each connection")
  func observers() async throws {
    let notes = Outcomes()
    let server = StubTransport(.events("data: a\n\n", lost), .events("data: b\n\n"), .status(204))
    var api = client(server, ManualClock(advancesByItself: true))
    api.observers = [notes]
    _ = try await api.events(Call<String>(rows)).gathered()
    #expect(notes.statuses == ["failure 200", "success 200", "success 204"])
  }

  @Test("Observers get a success for a stream that ends with its response or its sentinel")
  func ends() async throws {
    for sentinel in [nil, "b"] {
      let notes = Outcomes()
      var (api, _) = client(.events("data: a\n\ndata: b\n\n"))
      api.observers = [notes]
      _ = try await api.events(Call<String>(prompts).options { $0.eventSentinel = sentinel }).gathered()
      #expect(notes.statuses == ["success 200"])
    }
  }

  @Test("Faulty limits are errors before anything is sent, and are reported for rows")
  func faults() async throws {
    let policy = Reconnection(retries: -1, delay: .seconds(30))
    let (api, server) = client(.status(204))
    let error = await #expect(throws: CallError.self) {
      try await api.events(Call<String>(rows).options { $0.reconnection = policy }).gathered()
    }
    let problems = ["retries must not be negative, but is -1", "delay of 30.0 seconds is above maximumDelay of 20.0 seconds"]
    #expect(error?.stage == .building && (error?.underlying as? UnusableSettings)?.problems == problems)
    #expect(server.requests.isEmpty)
    #expect(ReconnectionKey.problems(of: policy, in: rows).count == 2 && EventLimitKey.problems(of: 0, in: rows).count == 1)
  }

  @Test("An event above the limit of the call is an error")
  func tooLarge() async throws {
    let (api, server) = client(.events("data: \(String(repeating: "x", count: 100))\n\n"))
    let error = await #expect(throws: CallError.self) {
      try await api.events(Call<String>(rows).options { $0.eventLimit = 64 }).gathered()
    }
    #expect((error?.underlying as? EventTooLarge)?.limit == 64 && server.requests.count == 1)
  }
}

private let rows = Endpoint("Price.changes", .get, "prices")
private let prompts = Endpoint("Prompt.create", .post, "prompts")
private let lastEventID = HTTPField.Name("Last-Event-ID")!
private let lost = Ended.lost

/// How a body of events ends; nil where it does not end.
private enum Ended { case whole, lost }

/// A client whose waits take no time, and the server that it talks to.
private func client(_ script: StubTransport.StubResponse...) -> (Client, StubTransport) {
  let server = StubTransport(script: script)
  return (client(server, ManualClock(advancesByItself: true)), server)
}

private func client(
  _ clock: ManualClock, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
  _ script: StubTransport.StubResponse...
) -> (Client, StubTransport) {
  let server = StubTransport(script: script)
  return (client(server, clock, random: random), server)
}

private func client(
  _ server: StubTransport, _ clock: ManualClock, random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
) -> Client {
  // Without timers, which would end at once on a clock that each sleep advances.
  Client(
    baseURL: "http://stub", transport: server, options: Options { $0.timeout = nil }, clock: CallClock(clock, random: random))
}

extension StubTransport.StubResponse {
  fileprivate static func events(_ text: String, _ ending: Ended? = .whole, type: String = "text/event-stream") -> Self {
    Self { _ in .events([Data(text.utf8)], ending, type: type) }
  }
}

extension StubTransport.StubResponse {
  /// A response that fails after its text and some time.
  fileprivate static func events(_ text: String, failing error: any Error, after time: Duration) -> Self {
    Self { request in
      let clock = request.context.clock
      let isFirst = Mutex(!text.isEmpty)
      let body = AsyncThrowingStream<Data, any Error> {
        let isText = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        if isText { return Data(text.utf8) }
        try await clock.sleep(for: time)
        throw error
      }
      return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: Body(body))
    }
  }
}

extension Response {
  fileprivate static func events(_ chunks: [Data], _ ending: Ended?, type: String = "text/event-stream") -> Response {
    Response(status: .ok, headers: [.contentType: type], body: Body(Chunks(chunks: chunks, ending: ending)))
  }
}

private struct Chunks: AsyncSequence, Sendable {
  let chunks: [Data]
  let ending: Ended?
  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncIteratorProtocol {
    let body: Chunks
    var index = 0

    mutating func next() async throws -> Data? {
      defer { index += 1 }
      if index < body.chunks.count { return body.chunks[index] }
      switch body.ending {
      case .whole: return nil
      case .lost: throw TransportError(.connectionLost, phase: .receiving)
      case nil:
        try await ContinuousClock().sleep(for: .seconds(86_400))
        return nil
      }
    }
  }
}

extension AsyncSequence where Element: Sendable {
  fileprivate func gathered() async throws -> [Element] {
    var all: [Element] = []
    for try await element in self { all.append(element) }
    return all
  }
}

extension String {
  fileprivate var unescaped: String { replacing("\\n", with: "\n") }
}

/// A server's log of numbered events, which each connection continues after the last event that the client has.
private final class EventLog: Sendable {
  private struct State {
    var random: SeededRandom
    var dropped = 0
    var last = 0
    var isOver = false
  }

  private let drops: Int
  private let state: Mutex<State>
  var dropped: Int { state.withLock { $0.dropped } }
  var last: Int { state.withLock { $0.last } }

  init(drops: Int, seed: UInt64) {
    self.drops = drops
    state = Mutex(State(random: SeededRandom(seed: seed)))
  }

  /// The chunks of the next connection; nil if there are no more events.
  func connect(after id: String?) -> (chunks: [Data], isLost: Bool)? {
    state.withLock { state in
      if state.isOver { return nil }
      let first = (id.flatMap { Int($0) } ?? 0) + 1
      let count = Int.random(in: 1...5, using: &state.random)
      let ends = ["\n", "\r", "\r\n"]
      var bytes = Data()
      for number in first..<first + count {
        let end = ends.randomElement(using: &state.random)!
        bytes += Data(": ping\(end)id: \(number)\(end)data: \(number)\(end)\(end)".utf8)
      }
      state.last = max(state.last, first + count - 1)
      if state.dropped == drops {
        state.last = first + count - 1
        state.isOver = true
      } else {
        state.dropped += 1
        bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &state.random))
      }
      let cut = Int.random(in: 0...bytes.count, using: &state.random)
      return ([Data(bytes.prefix(cut)), Data(bytes.dropFirst(cut))], !state.isOver)
    }
  }
}
