import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite struct CallMappingTests {
  @Test("C01: an object maps to a model, an array to a list")
  func plain() async throws {
    let (api, _) = client(.json(#"{"id":1,"name":"a"}"#), .json(#"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#))
    #expect(try await api.send(Person.read(1)).id == 1)
    #expect(try await api.send(Person.enumerate()).map(\.id) == [1, 2])
  }

  @Test("C02, C03: objects and lists are unwrapped each by its own key")
  func envelopes() async throws {
    struct Wrapped: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "people"
      static let objectEnvelope: MemberPath = "person"
      static let listEnvelope: MemberPath = "items"
      var id: Int
    }
    let one = StubTransport.StubResponse.json(#"{"person":{"id":1}}"#)
    let many = StubTransport.StubResponse.json(#"{"items":[{"id":1},{"id":2}]}"#)
    let (api, _) = client(one, many, one, one, many)
    #expect(try await api.send(Wrapped.read(1)).id == 1)
    #expect(try await api.send(Wrapped.enumerate()).map(\.id) == [1, 2])
    #expect(try await api.send(Wrapped(id: 1).update()).id == 1)
    #expect(try await api.send(Wrapped(id: 1).create()).id == 1)
    #expect(try await api.send(Wrapped.create([Wrapped(id: 1)])).count == 2)
  }

  @Test("C04: an envelope may lie deep; a part that is missing is named")
  func deepEnvelope() async throws {
    let (api, _) = client(.json(#"{"data":{"result":{"person":{"id":1,"name":"a"}}}}"#), .json(#"{"data":{}}"#))
    let call = Person.read(1).envelope("data.result.person")
    #expect(try await api.send(call).id == 1)
    let error = await #expect(throws: CallError.self) { try await api.send(call) }
    #expect(error?.kind == .mapping)
    #expect(error?.description.contains("data.result") == true)
  }

  @Test(
    "C05, C06: a wrong shape or field is an error with its path; the body is kept",
    arguments: [
      (#"{"id":1}"#, "name"), (#"{"id":"one","name":"a"}"#, "id"), (#"[]"#, ""), (#"{"id":1,"name":"a""#, ""), ("7", ""),
    ])
  func wrong(body: String, path: String) async throws {
    let (api, _) = client(.json(body))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(1)) })
    #expect(error.kind == .mapping)
    #expect(error.body == Data(body.utf8))
    #expect(error.status == 200)
    #expect(error.description.contains(path))
  }

  @Test("C05: an object where a list is expected is an error, not an empty list")
  func objectForList() async {
    let (api, _) = client(.json(#"{"id":1}"#))
    let error = await #expect(throws: CallError.self) { try await api.send(Person.enumerate()) }
    #expect(error?.kind == .mapping)
  }

  @Test("C06: the model's own error is the underlying one")
  func ownError() async throws {
    struct TooYoung: Error {}
    struct Adult: Decodable, Sendable, Identifiable, Readable {
      static let path: URITemplate = "adults"
      var id: Int
      init(from decoder: any Decoder) throws { throw TooYoung() }
    }
    let (api, _) = client(.json("{}"))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Adult.read(1)) })
    let root = (error.underlying as? MappingError)?.underlying ?? error.underlying
    #expect(root is TooYoung)
  }

  @Test("C07: a list with a bad element fails, or skips it and says which")
  func badElement() async throws {
    let list = #"[{"id":1,"name":"a"},{"id":2},{"id":3,"name":"c"}]"#
    let (api, _) = client(.json(list))
    let error = await #expect(throws: CallError.self) { try await api.send(Person.enumerate()) }
    #expect(error?.kind == .mapping)
    let reply = try await api.reply(to: Person.enumerate().elements(.skip))
    #expect(reply.value.map(\.id) == [1, 3])
    #expect(reply.skipped.map(\.index) == [1])
  }

  @Test("C08: an empty success is an error for a model, nil for an optional one, Okay for Okay", arguments: [200, 204])
  func empty(status: Int) async throws {
    let (api, _) = client(.status(status))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Person.read(1)) })
    #expect((error.underlying as? MappingError)?.kind == .emptyBody)
    #expect(try await api.send(Person.read(1).optional) == nil)
    #expect(try await api.send(Person.read(1).okay) == Okay())
    await #expect(throws: CallError.self) { try await api.send(Person.enumerate()) }
  }

  @Test("C08: a null in a model's envelope is nil for an optional one")
  func nullInEnvelope() async throws {
    struct Wrapped: Decodable, Identifiable, Sendable, Readable, Equatable {
      static let path: URITemplate = "people"
      static let objectEnvelope: MemberPath = "data.person"
      var id: Int
    }
    let (api, _) = client(.json(#"{"data":{"person":null}}"#), .json(#"{"data":{"person":{"id":1}}}"#))
    #expect(try await api.send(Wrapped.read(1).optional) == nil)
    #expect(try await api.send(Wrapped.read(1).optional) == Wrapped(id: 1))
  }

  @Test("C08: a JSON null is nil for an optional model")
  func null() async throws {
    let (api, _) = client(.json(" null\n"), .json(#"{"id":1,"name":"a"}"#))
    #expect(try await api.send(Person.read(1).optional) == nil)
    #expect(try await api.send(Person.read(1).optional)?.id == 1)
  }

  @Test("C09, C10, G08: an update sends nil as null unless told otherwise; create and patch leave it out")
  func nulls() throws {
    let ann = Person(id: 5, name: "Ann")
    func json(_ call: Call<Person>) throws -> JSONValue { try JSONValue(parsing: Data((sent(call) ?? "").utf8)) }
    #expect(try json(ann.update()) == ["id": 5, "name": "Ann", "nickname": nil])
    #expect(try json(ann.update(nulls: .omit)) == ["id": 5, "name": "Ann"])
    #expect(try json(ann.create()) == ["id": 5, "name": "Ann"])
    #expect(try json(ann.create(nulls: .null)) == ["id": 5, "name": "Ann", "nickname": nil])
    #expect(try json(ann.patch(ann)) == ["id": 5, "name": "Ann"])
    #expect(try json(ann.patch(ann, nulls: .null)) == ["id": 5, "name": "Ann", "nickname": nil])
  }

  @Test("C12: a patch keeps absent, null and value apart")
  func threeStates() throws {
    struct Changes: Encodable, Sendable {
      var name: Field<String> = .absent
      var nickname: Field<String> = .absent
      var age: Field<Int> = .absent
    }
    let changes = Changes(name: .value("Ann"), nickname: .null)
    let body = try #require(try sent(Person.patch(5, changes)))
    #expect(try JSONValue(parsing: Data(body.utf8)) == ["name": "Ann", "nickname": nil])
  }

  @Test("C13: coding keys rename in both directions")
  func renaming() async throws {
    struct Item: Codable, Identifiable, Sendable, Readable, Updatable {
      static let path: URITemplate = "items"
      var id: Int
      var descriptionText: String
      enum CodingKeys: String, CodingKey { case id, descriptionText = "description" }
    }
    let (api, server) = client(.json(#"{"id":1,"description":"x"}"#))
    let item = try await api.send(Item.read(1))
    #expect(item.descriptionText == "x")
    try await api.send(item.update())
    #expect(try JSONValue(parsing: #require(server.requests.last?.body?.data)) == ["id": 1, "description": "x"])
  }

  @Test("C14: an answer with the new id alone is laid over what was sent, and wins where both speak")
  func merging() async throws {
    struct Draft: Encodable { var name = "Ann", nickname = "A" }
    let (api, _) = client(.json(#"{"id":9,"nickname":"B"}"#), .status(204))
    let created = try await api.send(Person.create(Draft()).mergingSent)
    #expect(created == Person(id: 9, name: "Ann", nickname: "B"))
    #expect(try await api.send(Person.update(5, Person(id: 5, name: "x")).mergingSent).name == "x")
  }

  @Test("C14: what the coder wraps around bodies is taken off what was sent and what came before one is laid over the other")
  func mergingWrapped() async throws {
    struct Wrapping: Coder {
      let inner = JSONCoder()
      var contentType: String { inner.contentType }
      var accept: String { inner.accept }
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
        Data("{\"data\":".utf8) + (try inner.encode(value, nulls: nulls)) + Data("}".utf8)
      }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try inner.decode(type, from: data, at: path)
      }
    }
    struct Record: Codable, Identifiable, Sendable, Equatable, Mappable {
      static let path: URITemplate = "records"
      static let objectEnvelope: MemberPath = "data"
      static let coder: (any Coder)? = Wrapping()
      var id: Int?
      var text: String
      var rev: Int?
    }
    let new = Record(text: "a")
    for (answer, expected) in [
      (#"{"data":{"id":9,"rev":1}}"#, Record(id: 9, text: "a", rev: 1)), (#"{"data":{"text":"b"}}"#, Record(text: "b")),
      (#"{"data":null}"#, new), ("{}", new), ("null", new), (" ", new),
    ] {
      #expect(try await client(.json(answer)).api.send(new.create().mergingSent) == expected, "\(answer)")
    }
    #expect(try await client(.status(204)).api.send(new.create().mergingSent) == new)
    // A response elsewhere than in the envelope is not dropped in silence.
    let error = await #expect(throws: CallError.self) {
      try await client(.json(#"{"id":9}"#)).api.send(new.create().mergingSent)
    }
    #expect((error?.underlying as? MappingError)?.kind == .missing)
    let notes = DictionaryResource("Note", path: "notes", options: Options { $0.coder = Wrapping() })
    let created = try await client(.json(#"{"data":{"id":1}}"#)).api.send(notes.create(["text": "a"]))
    #expect(created == ["text": "a", "id": 1])
    #expect(try await client(.json(#"{"id":1}"#)).api.send(notes.create(["text": "a"])) == ["text": "a", "id": 1])
  }

  @Test("C14: an answer that is no object, or a body that was none, is an error", arguments: ["[1]", "5", "true", #""ok""#])
  func mergingNothing(answer: String) async throws {
    let error = await #expect(throws: CallError.self) {
      try await client(.json(answer)).api.send(Person.create(["id": 1, "name": "a"]).mergingSent)
    }
    #expect(error?.stage == .mapping && (error?.underlying as? MappingError)?.kind == .wrongShape)
    let form = Person.create(["id": 1, "name": "a"]).options { $0.coder = FormCoder() }.mergingSent
    let formError = await #expect(throws: CallError.self) { try await client(.json(#"{"id":1}"#)).api.send(form) }
    #expect(formError?.stage == .mapping)
  }

  @Test("C15: a reference model takes the answer in place")
  func inPlace() async throws {
    final class Live: Refreshable {
      let name = Mutex("old")
      func refresh(from answer: JSONValue) throws { name.withLock { $0 = answer["name"]?.string ?? "" } }
    }
    let (api, _) = client(.json(#"{"id":5,"name":"new"}"#))
    let live = Live()
    let same = try await api.send(Person.read(5).refreshing(live))
    #expect(same === live)
    #expect(live.name.withLock { $0 } == "new")
  }

  @Test("C16: an answer may be read as JSON or bytes, without a type")
  func untyped() async throws {
    let (api, _) = client(.json(#"{"data":{"n":18446744073709551615}}"#))
    #expect(try await api.send(Person.read(5).json)["data"]?["n"]?.number?.integer(UInt64.self) == .max)
    #expect(try await api.send(Person.read(5).json.envelope("data.n")).number?.integer(UInt64.self) == .max)
    #expect(try await api.send(Person.read(5).data).count == 35)
  }

  @Test("C17, I11: a dictionary resource addresses objects by a member, and sends nothing where it is missing")
  func dictionaries() async throws {
    let notes = DictionaryResource("Note", path: "notes", identifiedBy: "_id")
    let (api, server) = client(.json(#"{"_id":"1","text":"b"}"#), .json(#"{"_id":"1"}"#), .status(204))
    #expect(try await api.send(notes.update(["_id": "1", "text": "a"]))["text"]?.string == "b")
    #expect(server.requests.last?.head.path == "/api/notes/1")
    #expect(try await api.send(notes.create(["text": "a"])) == ["_id": "1", "text": "a"])
    #expect(try await api.send(notes.delete(["_id": 7])) == Okay())
    #expect(server.requests.last?.head.path == "/api/notes/7")
    let before = server.requests.count
    for call in [notes.update(["text": "a"]).okay, notes.delete(["text": "a"])] {
      let error = await #expect(throws: CallError.self) { try await api.send(call) }
      #expect(error?.kind == .missingIdentifier)
    }
    #expect(server.requests.count == before)
  }

  @Test("I11: a model whose id is nil cannot be addressed")
  func nilID() async {
    struct Draft: Codable, Identifiable, Sendable, Updatable {
      static let path: URITemplate = "drafts"
      var id: Int?
    }
    let (api, server) = client(.json("{}"))
    let error = await #expect(throws: CallError.self) { try await api.send(Draft(id: nil).update()) }
    #expect(error?.kind == .missingIdentifier)
    #expect(server.requests.isEmpty)
  }

  @Test("C18, C19: a model, row or call may have its own coder, and its result type is free")
  func ownCoder() async throws {
    struct Lines: Coder {
      let contentType = "text/plain"
      let accept = "text/plain"
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data { Data("line".utf8) }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        return try JSONDecoder().decode(type, from: JSONEncoder().encode(lines))
      }
    }
    struct Words: Decodable, Sendable, Enumerable {
      static let path: URITemplate = "words"
      static let coder: (any Coder)? = Lines()
      let text: String
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    }
    struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
      let items: [Item]
      let total: Int
    }
    let (api, server) = client(.status(200, body: Body("a\nb")), .json(#"{"items":[{"id":1,"name":"a"}],"total":9}"#))
    #expect(try await api.send(Words.enumerate()).map(\.text) == ["a", "b"])
    #expect(server.requests.last?.head.headerFields[.accept] == "text/plain")
    let page = try await api.send(Person.enumerate().decoding(Page<Person>.self))
    #expect(page.total == 9)
    #expect(server.requests.last?.head.headerFields[.accept] == "application/json")
  }

  @Test("C19: an answer may be put together from the head and the bytes")
  func ownMapping() async throws {
    let (api, _) = client(.json("[]", headers: [.contentRange: "items 0-9/42"]))
    let call = Person.enumerate().mapping { "\($0.head.headerFields[.contentRange] ?? "") \($0.data.count)" }
    #expect(try await api.send(call) == "items 0-9/42 2")
  }

  @Test("B18: a row that returns Data gives the bytes of the body, and one that returns Data? nil for none")
  func bytes() async throws {
    let row = Endpoint("Row", .get, "portrait")
    let bytes = Data([0, 1, 255])
    let (api, _) = client(
      .status(200, body: Body(bytes)), .json(#""AAH/""#), .status(200), .status(200), .status(200, body: Body(bytes)))
    #expect(try await api.send(Call<Data>(row)) == bytes)
    #expect(try await api.send(Call<Data>(row)) == Data(#""AAH/""#.utf8))
    #expect(try await api.send(Call<Data>(row)).isEmpty)
    #expect(try await api.send(Call<Data?>(row)) == nil)
    #expect(try await api.send(Call<Data?>(row)) == bytes)
    struct Portrait: Codable, Sendable, Readable, Singleton {
      typealias Parent = Person
      static let path: URITemplate = "portrait"
    }
    let (other, _) = client(.status(200, body: Body(bytes)))
    #expect(try await other.send(Person.read(1) / ScopedCall<Data, Portrait.Parent>(Portrait.readEndpoint)) == bytes)
  }

  @Test("C20: repeated keys are tolerated, and the first one counts")
  func repeatedKeys() async throws {
    let (api, _) = client(.json(#"{"id":1,"id":1,"name":"a","name":"b"}"#))
    #expect(try await api.send(Person.read(1)).id == 1)
    #expect(try await api.send(Person.read(1).json)["name"]?.string == "a")
  }

  @Test("I13: an answer cut at any byte only throws")
  func truncated() async {
    let whole = Array(#"{"id":1,"name":"a😀","nickname":null}"#.utf8)
    for length in 0..<whole.count {
      let (api, _) = client(.status(200, body: Body(Data(whole.prefix(length)))))
      await #expect(throws: CallError.self) { try await api.send(Person.read(1)) }
    }
  }

  @Test(
    "C08: what an empty body is does not depend on the output; white space is content only for bytes and text",
    arguments: ["", " ", "\n", "\u{FEFF}", " \t\r\n ", "null", " null\n", "            null            ", "\u{FEFF} null"])
  func blanks(body: String) async throws {
    let api = Client(baseURL: "http://stub", transport: StubTransport(.json(body)))
    let isNull = body.contains("null")
    #expect(try await api.send(Person.read(1).optional) == nil)
    #expect(try await api.send(Call<Person?>(Endpoint("Blank.read", .get, "x"))) == nil)
    #expect(try await api.send(Person.read(1).optional.coder(FoundationJSONCoder())) == nil)
    #expect(try await api.send(Person.read(1).decoding(Person?.self)) == nil)
    #expect(try await api.send(Person.enumerate().optional) == nil)
    #expect(try await api.send(Person.read(1).json.optional) == nil)
    let list = Person.enumerate().options { $0.acceptsAbsentList = true }
    #expect(try await api.send(list).isEmpty)
    for call in [Person.read(1), Person.read(1).coder(FoundationJSONCoder())] {
      let error = await #expect(throws: CallError.self) { try await api.send(call) }
      #expect((error?.underlying as? MappingError)?.kind == (isNull ? .null : .emptyBody))
    }
    #expect(try await api.send(Person.read(1).data.optional) == (body.isEmpty ? nil : Data(body.utf8)))
    #expect(try await api.send(Call<Data?>(Endpoint("Blank.read", .get, "x"))) == (body.isEmpty ? nil : Data(body.utf8)))
    #expect(try await api.send(Person.read(1).text.optional) == (body.isEmpty ? nil : body.replacing("\u{FEFF}", with: "")))
  }
}
