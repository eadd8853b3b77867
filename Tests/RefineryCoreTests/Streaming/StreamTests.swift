import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ItemStreamTests {
  static let ann = #"{"id":1,"name":"Ann"}"#
  static let bob = #"{"id":2,"name":"Bob"}"#

  @Test(
    "A stream reads an array, lines and a sequence, as the answer's media type says",
    arguments: [
      ("application/json", "[\(ann),\(bob)]"), (nil, "[\(ann),\(bob)]"),
      ("application/vnd.people+json; v=1", "[\(ann),\(bob)]"),
      ("application/x-ndjson", "\(ann)\n\(bob)\n"), ("Application/JSONL; charset=utf-8", "\(ann)\n\n\(bob)"),
      ("application/json-seq", "\u{1E}\(ann)\n\u{1E}\(bob)\n"), ("application/geo+json-seq", "\u{1E}\(ann)\u{1E}\(bob)"),
    ] as [(String?, String)])
  func formats(_ contentType: String?, _ text: String) async throws {
    for chunks in [[text], text.map(String.init)] {
      let (api, _) = client(Source(chunks).answer(contentType))
      #expect(try await api.stream(Person.enumerate()).gathered().map(\.name) == ["Ann", "Bob"])
    }
  }

  @Test("The caller's word for the format counts over the answer's, and Accept asks for what is read, unless it is given")
  func accept() async throws {
    let (api, server) = client(Source(["\(Self.ann)\n"]).answer("text/plain"))
    #expect(try await api.stream(Person.enumerate(), as: .lines).gathered().count == 1)
    for (format, call) in [
      (nil, Person.enumerate()), (.list, Person.enumerate()), (.sequence, Person.enumerate()),
      (nil, Person.enumerate().header(.accept, "text/json")),
    ] as [(ItemFormat?, Call<[Person]>)] {
      _ = try? await api.stream(call, as: format).gathered()
    }
    let all = "application/json, application/x-ndjson;q=0.9, application/jsonl;q=0.9, application/json-seq;q=0.9"
    #expect(
      server.requests.map { $0.head.headerFields[.accept] } == [
        "application/x-ndjson, application/jsonl", all, "application/json", "application/json-seq", "text/json",
      ])
  }

  @Test("C03, C04: the list is looked for within the envelope, of the model and of the call")
  func envelope() async throws {
    struct Wrapped: Mappable, Identifiable, Codable {
      static let path: URITemplate = "wrapped"
      static let listEnvelope: MemberPath = "items"
      var id: Int
    }
    let (api, _) = client(
      .json(#"{"total":2,"items":[{"id":1},{"id":2}],"links":{}}"#), .json(#"{"a":{"items":[{"id":3}]}}"#),
      .json(#"{"list":[]}"#))
    #expect(try await api.stream(Wrapped.enumerate()).gathered().map(\.id) == [1, 2])
    #expect(try await api.stream(Wrapped.enumerate().envelope("a.items")).gathered().map(\.id) == [3])
    let error = await #expect(throws: CallError.self) { try await api.stream(Wrapped.enumerate()).gathered() }
    #expect((error?.underlying as? MappingError)?.description == "missing at items" && error?.stage == .mapping)
    for (text, expected) in [(#"{"a":null}"#, "object"), (#"{"a":{"items":null}}"#, "array")] {
      let (api, _) = client(.json(text))
      let null = await #expect(throws: CallError.self) {
        try await api.stream(Wrapped.enumerate().envelope("a.items")).gathered()
      }
      #expect((null?.underlying as? MappingError)?.expected == expected)
    }
  }

  @Test("Nothing is sent before the first item is asked for, and no more chunks are taken than its items need")
  func lazy() async throws {
    let source = Source(["[\(Self.ann)", ",\(Self.bob)", "]"])
    let (api, server) = client(source.answer())
    let people = api.stream(Person.enumerate())
    var reading = people.makeAsyncIterator()
    #expect(server.requests.isEmpty && reading.head == nil)
    #expect(try await reading.next()?.id == 1)
    #expect(server.requests.count == 1 && source.given == 1 && reading.head?.status == .ok)
    #expect(try await reading.next()?.id == 2 && source.given == 2)
    #expect(try await reading.next() == nil && source.given == 4)
    #expect(try await reading.next() == nil && source.given == 4)
  }

  @Test("Leaving the loop lets go of the body")
  func leaving() async throws {
    let source = Source(["[\(Self.ann),\(Self.bob),"], .never)
    let (api, _) = client(source.answer())
    for try await person in api.stream(Person.enumerate()) where person.id == 2 { break }
    #expect(source.isLetGo && source.given == 1)
  }

  @Test("A cancelled reading throws CancellationError, and lets go of the body")
  func cancellation() async throws {
    let source = Source(["[\(Self.ann)"], .never)
    let (api, _) = client(source.answer())
    let reached = Gathered<Int>()
    let reading = Task {
      for try await person in api.stream(Person.enumerate()) { reached.add(person.id) }
    }
    try await until { !reached.all.isEmpty }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(source.isLetGo)
  }

  @Test("A cancelled reading gives no item more, not even of those that have come")
  func cancelledAtHand() async {
    let source = Source(["[\(Self.ann),\(Self.bob)", "]"])
    let (api, _) = client(source.answer())
    let read = Gathered<Int>()
    let reading = Task {
      for try await person in api.stream(Person.enumerate()) {
        read.add(person.id)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(read.all == [1] && source.given == 1 && source.isLetGo)
  }

  @Test("A connection that is lost on the way is an error with what was read so far, never an end")
  func lost() async {
    let source = Source(["[\(Self.ann),", "\(Self.bob),{"], .lost)
    let (api, _) = client(source.answer())
    let read = Gathered<Int>()
    let error = await #expect(throws: CallError.self) {
      for try await person in api.stream(Person.enumerate()) { read.add(person.id) }
    }
    #expect(read.all == [1, 2])
    #expect(error?.stage == .sending && (error?.underlying as? TransportError)?.code == .connectionLost)
    #expect(error?.place?.index == 2 && error?.place?.offset == 46 && error?.status == 200)
    #expect(error?.description.contains("; item 2, byte 46") == true)
  }

  @Test("A body that ends in the middle is an error with its place")
  func endedEarly() async {
    let (api, _) = client(Source(["[\(Self.ann),{\"id\""]).answer(), Source([""]).answer(), .status(204))
    let error = await #expect(throws: CallError.self) { try await api.stream(Person.enumerate()).gathered() }
    #expect(error?.stage == .mapping && error?.place?.index == 1 && error?.place?.offset == 28)
    #expect((error?.underlying as? MappingError)?.kind == .malformed)
    #expect(error?.description.contains("malformed at [1]: [1]: the stream ends in the middle at byte 28") == true)
    for _ in 0..<2 {
      let empty = await #expect(throws: CallError.self) { try await api.stream(Person.enumerate()).gathered() }
      #expect((empty?.underlying as? MappingError)?.kind == .emptyBody)
    }
  }

  @Test("C06: an item that cannot be read ends the reading with its index, path and byte, after the items before it")
  func undecodable() async {
    let (api, _) = client(Source([#"{"data":[\#(Self.ann),{"id":"#, #"2,"name":5},\#(Self.bob)]}"#]).answer())
    let read = Gathered<Int>()
    let error = await #expect(throws: CallError.self) {
      for try await person in api.stream(Person.enumerate().envelope("data")) { read.add(person.id) }
    }
    #expect(read.all == [1] && error?.stage == .mapping && error?.place?.index == 1 && error?.place?.offset == 31)
    #expect((error?.underlying as? MappingError)?.description == "wrong type at data[1].name, expected String")
  }

  @Test("C07: with the policy skip, items that cannot be read are left out and reported with their index")
  func skipping() async throws {
    let text = #"[\#(Self.ann),{"id":"x"},\#(Self.bob),7]"#
    let (api, _) = client(.json(text), Source(["\(Self.ann)\nnonsense\n\(Self.bob)\n"]).answer("application/jsonl"))
    let call = Person.enumerate().elements(.skip)
    let skipped = Gathered<SkippedElement>()
    #expect(try await api.stream(call, skipped: { skipped.add($0) }).gathered().map(\.id) == [1, 2])
    #expect(
      skipped.all.map(\.index) == [1, 3] && skipped.all.first?.reason.description == "wrong type at [1].id, expected Int")
    let lines = Gathered<SkippedElement>()
    #expect(try await api.stream(call, skipped: { lines.add($0) }).gathered().map(\.id) == [1, 2])
    #expect(lines.all.map(\.index) == [1] && lines.all.first?.reason.kind == .malformed)
  }

  @Test("C07: an item that was skipped counts in the place where the connection is lost")
  func lostAfterSkipping() async throws {
    let (api, _) = client(Source(["\(Self.ann)\nnonsense\n"], .lost).answer("application/jsonl"))
    let people = api.stream(Person.enumerate().elements(.skip))
    let error = await #expect(throws: CallError.self) { try await people.gathered() }
    #expect(error?.stage == .sending && error?.place?.index == 2)
  }

  @Test("The policy skip leaves out an item with a malformed number, because its brackets are complete")
  func malformedNumber() async throws {
    let (api, _) = client(.json(#"[\#(Self.ann),{"id":03,"name":"Cy"},\#(Self.bob)]"#), .json("[1,02,3]"))
    let skipped = Gathered<SkippedElement>()
    let people = api.stream(Person.enumerate().elements(.skip), skipped: { skipped.add($0) })
    #expect(try await people.gathered().map(\.id) == [1, 2])
    #expect(skipped.all.map(\.reason.kind) == [.malformed] && skipped.all.first?.reason.codingPath == ["[1]", "id"])
    let numbers = Call<[Int]>(Endpoint("Number.enumerate", .get, "numbers")).elements(.skip)
    #expect(try await api.stream(numbers).gathered() == [1, 3])
  }

  @Test("With the policy skip, an array that is no JSON is still refused, and so is one that ends too early")
  func unskippable() async {
    let (api, _) = client(.json(#"[\#(Self.ann),{"id":tru},\#(Self.bob)]"#), .json("[\(Self.ann)"))
    for _ in 0..<2 {
      await #expect(throws: CallError.self) { try await api.stream(Person.enumerate().elements(.skip)).gathered() }
    }
  }

  @Test("A status that is no success is the same error as of an ordinary call, with its body")
  func status() async {
    let problem = #"{"title":"No people","status":404}"#
    let (api, _) = client(Source([problem]).answer("application/problem+json", status: .notFound))
    let error = await #expect(throws: CallError.self) { try await api.stream(Person.enumerate()).gathered() }
    #expect(error?.kind == .notFound && error?.stage == .status && error?.problem?.title == "No people")
    #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == problem)
  }

  @Test("A media type that the call does not take is refused")
  func mediaType() async {
    let (api, _) = client(Source(["<html>"]).answer("text/html"))
    let call = Person.enumerate().options { $0.acceptedMediaTypes = ["application/json"] }
    let error = await #expect(throws: CallError.self) { try await api.stream(call).gathered() }
    #expect((error?.underlying as? MappingError)?.kind == .wrongMediaType && error?.stage == .mapping)
  }

  @Test("An item beyond the limit is refused")
  func limit() async {
    let (api, _) = client(.json("[\(Self.ann)]"))
    let call = Person.enumerate().options { $0.itemLimit = 10 }
    let error = await #expect(throws: CallError.self) { try await api.stream(call).gathered() }
    #expect((error?.underlying as? MappingError)?.kind == .tooLarge && error?.place?.index == 0 && error?.place?.offset == 1)
  }

  @Test("A coder that cannot read items, and a call whose answer is no list of models, say so and send nothing")
  func unstreamable() async {
    let (api, server) = client(.json("[]"))
    let form = await #expect(throws: CallError.self) { try await api.stream(Person.enumerate().coder(FormCoder())).gathered() }
    #expect(form?.underlying is UnusableSettings && form?.stage == .building)
    #expect(form?.description.contains("FormCoder cannot read a list item by item") == true)
    let mapped = Person.enumerate().mapping { _ in [1, 2] }
    let other = await #expect(throws: CallError.self) { try await api.stream(mapped).gathered() }
    #expect(other?.description.contains("does not decode its response as a list") == true && server.requests.isEmpty)
  }

  @Test("C07: a row of one's own is a list as well, whose elements may be skipped and streamed")
  func ownRow() async throws {
    let call = Call<[Person]>(Endpoint("Person.recent", .get, "people/recent")).elements(.skip)
    let (api, _) = client(.json("[\(Self.ann),{}]"))
    #expect(try await api.stream(call).gathered().map(\.id) == [1])
    #expect(try await api.reply(to: call).skipped.map(\.index) == [1])
  }

  @Test("C13, C18: items are read as the call's coder reads: its keys, its dates, its userInfo")
  func coder() async throws {
    struct Event: Codable, Sendable, Equatable { var startedAt: Date }
    let events = Endpoint("Event.enumerate", .get, "events")
    let coder = JSONCoder(dates: .secondsSince1970, keys: .snakeCase)
    let (api, _) = client(.json(#"[{"started_at":5},{"started_at":6.5}]"#))
    let found = try await api.stream(Call<[Event]>(events).coder(coder)).gathered()
    #expect(found.map(\.startedAt.timeIntervalSince1970) == [5, 6.5])
  }
}
