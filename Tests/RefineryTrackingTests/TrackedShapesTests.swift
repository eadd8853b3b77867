import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTracking
import Testing

@Suite struct TrackedShapesTests {
  @Test("A list whose items wrap the element cannot be tracked, and the error says so")
  func wrapped() async throws {
    let (api, _) = client(.json(#"[{"node":{"id":1,"name":"a"}}]"#))
    let row = Endpoint("Person.nodes", .get, "people", Options { $0.itemEnvelope = "node" }, output: [Person].self)
    let error = await #expect(throws: CallError.self) { try await api.send(Call<[Person]>(row).tracked) }
    #expect(error?.stage == .mapping && (error?.underlying as? Untrackable)?.reason.contains("itemEnvelope") == true)
  }

  @Test("G01: a singleton is tracked without an id, and placeholders are remembered")
  func places() async throws {
    struct Me: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "homes/{home}/me"
      static let parameters = ["home"]
      var name: String
    }
    struct Room: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "homes/{home}/rooms"
      static let parameters = ["home"]
      var id: String
      var name: String
    }
    let (api, server) = client(
      .json(#"{"name":"a"}"#), .status(204), .json(#"[{"id":"r/1","name":"a"}]"#), .status(204), .status(204))
    var me = try await api.send(Me.read().tracked.with("home", 9))
    me.value.name = "b"
    try await api.save(&me)
    #expect(server.last?.path == "/api/homes/9/me")
    var rooms = try await api.send(Room.enumerate().with("home", 9).tracked)
    rooms[0].value.name = "b"
    try await api.save(&rooms[0])
    #expect(server.last?.path == "/api/homes/9/rooms/r%2F1")
    try await api.send(rooms[0].delete())
    #expect(server.last?.method == .delete)
    #expect(server.last?.path == "/api/homes/9/rooms/r%2F1")
  }

  @Test("G01: a patch that changes the id goes to the old one, the next to the new")
  func renaming() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"a"}"#), .json(#"{"id":6,"name":"a"}"#), .status(204))
    var person = try await api.send(Person.read(5).tracked)
    person.value.id = 6
    try await api.save(&person)
    #expect(server.last?.path == "/api/people/5")
    #expect(try server.lastBody() == ["id": 6])
    person.value.name = "b"
    try await api.save(&person)
    #expect(server.last?.path == "/api/people/6")
  }

  @Test("C13, G01: the difference is taken and sent by the model's coder: names, dates and wrapping hold")
  func coders() async throws {
    struct Wrapping: Coder {
      let json = JSONCoder(dates: .secondsSince1970, keys: .snakeCase)
      var contentType: String { json.contentType }
      var accept: String { json.accept }
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
        try Data(#"{"meta":{"v":1},"data":{"attributes":"#.utf8) + json.encode(value, nulls: nulls) + Data("}}".utf8)
      }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try json.decode(type, from: data, at: path)
      }
    }
    struct Event: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "events"
      static let coder: (any Coder)? = Wrapping()
      static let objectEnvelope: MemberPath = "data"
      var id: Int
      var startTime: Date
      var imageURL: String?
      var roomCount: Double
    }
    let answer = #"{"data":{"id":1,"start_time":5,"image_url":"u","room_count":1,"other_part":7}}"#
    let (api, server) = client(.json(answer), .json(answer), .json(answer), .status(204))
    var event = try await api.send(Event.read(1).tracked)
    event.value.roomCount = 1.0
    #expect(try await api.save(&event) == nil)
    event.value.startTime = Date(timeIntervalSince1970: 6)
    event.value.imageURL = nil
    try await api.save(&event)
    #expect(
      try server.lastBody()
        == ["meta": ["v": 1], "data": ["attributes": ["start_time": 6, "image_url": nil]]])
    event = try await api.send(Event.read(1).tracked.options { $0.patchStyle = PatchStyle(.jsonPatch) })
    event.value.roomCount = 2
    try await api.save(&event)
    #expect(try JSONPatch(server.lastBody()) == [.replace(["data", "attributes", "room_count"], 2)])
  }

  @Test("G01: a model that is not written as a JSON object is refused with the reason, before anything is lost")
  func untrackable() async throws {
    struct Word: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "word"
      var text: String
      init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    let (api, _) = client(.json(#""hello""#), .json(#"{"id":1,"name":"a"}"#))
    let error = await #expect(throws: CallError.self) { try await api.send(Word.read().tracked) }
    #expect(error?.kind == .mapping)
    var form = api
    form.coder = Forms()
    let other = await #expect(throws: CallError.self) { try await form.send(Person.read(1).tracked) }
    #expect(other?.description.contains("Person cannot be tracked: its coder does not write JSON") == true)
    let scalar = #expect(throws: Untrackable.self) { try Tracked(JSONDecoder().decode(Word.self, from: Data(#""a""#.utf8))) }
    #expect(throws: Untrackable.self) { try Tracked(Person(id: 1, name: "a"), memory: [1]) }
    #expect(
      scalar?.description == "Word cannot be tracked: it is not written as an object, and only objects have members to compare")
  }

  /// Writes forms and reads JSON.
  private struct Forms: Coder {
    let contentType = "application/x-www-form-urlencoded"
    let accept = "application/json"
    func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
      try FormCoder().encode(value, nulls: nulls)
    }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
      try JSONCoder().decode(type, from: data, at: path)
    }
  }

  @Test("G01: a model that cannot be written any more, or has no id, fails before anything is sent")
  func building() async throws {
    struct Reading: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "readings"
      var id: Int?
      var value: Double
    }
    let (api, server) = client(.json(#"{"id":1,"value":1}"#), .json(#"{"value":1}"#))
    var reading = try await api.send(Reading.read(1).tracked)
    reading.value.value = .nan
    let bad = await #expect(throws: CallError.self) { try await api.save(&reading) }
    #expect(bad?.kind == .badRequest)
    #expect(bad?.description.contains("unencodable at value") == true)
    var nameless = try await api.send(Reading.read(1).tracked)
    nameless.value.value = 2
    let error = await #expect(throws: CallError.self) { try await api.save(&nameless) }
    #expect(error?.kind == .missingIdentifier)
    #expect(server.requests.count == 2)
  }

  @Test("G01: what was stored is tracked by hand, with its memory and tag")
  func byHand() async throws {
    let (api, server) = client(.status(204))
    var person = try Tracked(Person(id: 5, name: "a"), memory: ["id": 5, "name": "a", "x": 1], entityTag: "v1")
    person.value.name = "b"
    try await api.save(&person)
    #expect(server.last?.headers[.ifMatch] == #""v1""#)
    #expect(person.memory == ["id": 5, "name": "b", "x": 1])
    #expect(person.entityTag == nil)
  }

  @Test("G07: the style of the patch row counts where nobody who receives the model says otherwise")
  func rowStyle() async throws {
    struct Pet: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "pets"
      static let patchEndpoint = Endpoint(
        "Pet.patch", .patch, "pets/{id}", Options { $0.patchStyle = PatchStyle(.mergePatch) })
      var id: Int
      var name: String
    }
    let (api, _) = client(.json(#"{"id":1,"name":"a"}"#))
    #expect(try await api.send(Pet.read(1).tracked).style == PatchStyle(.mergePatch))
    #expect(
      try await api.send(Pet.read(1).tracked.options { $0.patchStyle = PatchStyle(.jsonPatch) }).style == PatchStyle(.jsonPatch)
    )
    #expect(try Tracked(Pet(id: 1, name: "a")).style == PatchStyle(.mergePatch))
    var other = api
    other.options.patchStyle = PatchStyle(.members)
    #expect(try await other.send(Pet.read(1).tracked).style == PatchStyle())
    #expect(
      PatchStyle(nulls: .omit, ignoresArrays: true, sendsIfMatch: false).description
        == "members omit ignoresArrays unconditional")
  }

  @Test("G01: a difference may go by another call: its path, header fields and options")
  func carrier() async throws {
    let (api, server) = client(.json(#"{"id":5,"name":"a"}"#), .json(#"{"id":5,"name":"b"}"#))
    var person = try await api.send(Person.read(5).tracked)
    person.value.name = "b"
    let row = Endpoint("Person.rename", .patch, "teams/{team}/people/{id}")
    let call = Call<Person>(row, ["team": "t", "id": "5"]).header(.userAgent, "x")
    try await api.save(&person, by: call)
    #expect(server.last?.path == "/api/teams/t/people/5")
    #expect(server.last?.headers[.userAgent] == "x")
    #expect(try server.lastBody() == ["name": "b"])
    #expect(try await api.save(&person, by: call) == nil)
    person.value.name = "c"
    try await api.save(&person, by: Person.patch(5, [:]).header(.userAgent, "y"))
    #expect(server.last?.path == "/api/people/5")
    #expect(server.last?.headers[.userAgent] == "y")
  }
}
