import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTracking
import Testing

/// A note with a part that the model does not know, one that it only reads, and one of every kind that changes differently.
struct Memo: Codable, Identifiable, Sendable, Equatable, Mappable {
  static let path: URITemplate = "notes"
  var id: Int
  var text: String
  var mood: String?
  var tags: [String] = []
  var place: Place?
  private(set) var updatedAt: Int?

  struct Place: Codable, Sendable, Equatable {
    var city: String
    var street: String?
  }

  enum CodingKeys: String, CodingKey { case id, text, mood, tags, place, updatedAt = "updated_at" }

  init(id: Int, text: String, mood: String? = nil, tags: [String] = [], place: Place? = nil) {
    (self.id, self.text, self.mood, self.tags, self.place) = (id, text, mood, tags, place)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(text, forKey: .text)
    try container.encodeIfPresent(mood, forKey: .mood)
    try container.encode(tags, forKey: .tags)
    try container.encodeIfPresent(place, forKey: .place)
  }
}

extension StubTransport {
  /// The body of what was sent last.
  func lastBody() throws -> JSONValue { try JSONValue(parsing: last?.body ?? Data()) }
}

@Suite struct TrackedTests {
  private let note =
    #"{"id":5,"text":"a","mood":"x","tags":["p","q"],"place":{"city":"Rome","street":"s","zip":1},"#
    + #""updated_at":1,"extra":{"deep":[1]}}"#

  @Test("G01, G03: only what changed is sent; what the model does not know or only reads is never sent")
  func difference() async throws {
    let (api, server) = client(.json(note), .status(204))
    var tracked = try await api.send(Memo.read(5).tracked)
    #expect(tracked.memory["extra"]?["deep"] == [1])
    tracked.value.text = "b"
    tracked.value.place?.city = "Oslo"
    #expect(try tracked.changes().document == ["text": "b", "place": ["city": "Oslo"]])
    let reply = try await api.save(&tracked)
    #expect(reply?.status == .noContent)
    #expect(server.last?.method == .patch)
    #expect(server.last?.path == "/api/notes/5")
    #expect(server.last?.headers[.contentType] == "application/json")
    #expect(try server.lastBody() == ["text": "b", "place": ["city": "Oslo", "street": "s", "zip": 1]])
  }

  @Test("G03, G04: what differs within a member goes out as a merge patch, or as JSON where row or call say so; else whole")
  func nestedDifferences() async throws {
    struct Merging: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "notes"
      static let options = Options { $0.patchStyle = PatchStyle(.merge) }
      var id: Int
      var place: Memo.Place?
    }
    let whole: JSONValue = ["place": ["city": "Oslo", "street": "s", "zip": 1]]
    let nested: JSONValue = ["place": ["city": "Oslo"]]
    for (style, type, body) in [
      (nil, "application/json", whole), (PatchStyle(), "application/json", whole),
      (PatchStyle(.members), "application/json", whole),
      (PatchStyle(nulls: .omit), "application/json", whole), (PatchStyle(.mergePatch), "application/merge-patch+json", nested),
      (PatchStyle(.merge), "application/json", nested),
    ] as [(PatchStyle?, String, JSONValue)] {
      let (api, server) = client(.json(note), .status(204))
      var tracked = try await api.send(Memo.read(5).tracked.options { if let style { $0.patchStyle = style } })
      tracked.value.place?.city = "Oslo"
      try await api.save(&tracked)
      #expect(server.last?.headers[.contentType] == type)
      #expect(try server.lastBody() == body)
      #expect(tracked.memory["place"] == whole["place"])
    }
    let (api, server) = client(.json(note), .status(204))
    var tracked = try await api.send(Merging.read(5).tracked)
    tracked.value.place?.city = "Oslo"
    try await api.save(&tracked)
    #expect(try server.lastBody() == nested)
  }

  @Test("G02: without changes nothing is sent, and what is tracked comes back")
  func empty() async throws {
    let (api, server) = client(.json(note))
    var tracked = try await api.send(Memo.read(5).tracked)
    #expect(try await api.save(&tracked) == nil)
    tracked.value.text = "b"
    tracked.value.text = "a"
    #expect(try tracked.patch() == nil)
    #expect(try tracked.changes().isEmpty && tracked.operations().isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test("G03, G08, C10: a property that became nil is null where the server had a value, or left out by option")
  func nils() async throws {
    let (api, server) = client(.json(note), .status(204), .json(note), .status(204))
    var tracked = try await api.send(Memo.read(5).tracked)
    tracked.value.mood = nil
    tracked.value.place?.street = nil
    try await api.save(&tracked)
    #expect(try server.lastBody() == ["mood": nil, "place": ["city": "Rome", "street": nil, "zip": 1]])
    #expect(tracked.value.mood == nil)
    #expect(try await api.save(&tracked) == nil)

    var valued = try await api.send(Memo.read(5).tracked.options { $0.patchStyle = PatchStyle(nulls: .omit) })
    valued.value.mood = nil
    #expect(try valued.patch() == nil)
    valued.value.text = "b"
    try await api.save(&valued)
    #expect(try server.lastBody() == ["text": "b"])
    #expect(valued.value.mood == "x", "the server still has it")
  }

  @Test("G03: nil where the server has nothing is no change, and a value where it had null is one")
  func fromNothing() async throws {
    let (api, server) = client(.json(#"{"id":5,"text":"a","tags":[],"place":null}"#), .status(204))
    var tracked = try await api.send(Memo.read(5).tracked)
    #expect(try tracked.changes().isEmpty)
    tracked.value.mood = "y"
    tracked.value.place = Memo.Place(city: "Rome", street: nil)
    try await api.save(&tracked)
    #expect(try server.lastBody() == ["mood": "y", "place": ["city": "Rome", "street": nil]])
  }

  @Test("G04: a changed array is sent whole, or left out by RepositoryKit's rule")
  func arrays() async throws {
    let (api, server) = client(.json(note), .status(204), .json(note), .status(204))
    var tracked = try await api.send(Memo.read(5).tracked)
    tracked.value.tags.append("r")
    try await api.save(&tracked)
    #expect(try server.lastBody() == ["tags": ["p", "q", "r"]])
    #expect(tracked.memory["tags"] == ["p", "q", "r"])

    var ignoring = try await api.send(Memo.read(5).tracked.options { $0.patchStyle = PatchStyle(ignoresArrays: true) })
    ignoring.value.tags.append("r")
    #expect(try await api.save(&ignoring) == nil)
    ignoring.value.text = "b"
    try await api.save(&ignoring)
    #expect(try server.lastBody() == ["text": "b"])
    #expect(ignoring.value.tags == ["p", "q"], "that is what the server has")
  }

  @Test("G04, G07: the media type and the form of the difference are as asked for")
  func formats() async throws {
    let (api, server) = client(.json(note), .status(204), .json(note), .status(204))
    var tracked = try await api.send(Memo.read(5).tracked.options { $0.patchStyle = PatchStyle(.mergePatch) })
    tracked.value.text = "b"
    try await api.save(&tracked)
    #expect(server.last?.headers[.contentType] == "application/merge-patch+json")
    #expect(try server.lastBody() == ["text": "b"])

    tracked = try await api.send(Memo.read(5).tracked.options { $0.patchStyle = PatchStyle(.jsonPatch) })
    tracked.value.tags.insert("o", at: 0)
    tracked.value.mood = nil
    tracked.value.place?.city = "Oslo"
    try await api.save(&tracked)
    #expect(server.last?.headers[.contentType] == "application/json-patch+json")
    #expect(
      try JSONPatch(server.lastBody()) == [
        .replace(["mood"], nil), .add(["tags", "0"], "o"), .replace(["place", "city"], "Oslo"),
      ])
    #expect(tracked.memory["extra"]?["deep"] == [1])
  }

  @Test("G03, G08: for servers that merge the top level alone, members that changed go whole, what is unknown in them too")
  func members() async throws {
    let (api, server) = client(.json(note), .status(204))
    var tracked = try await api.send(Memo.read(5).tracked.options { $0.patchStyle = PatchStyle(.members) })
    tracked.value.place?.city = "Oslo"
    tracked.value.mood = nil
    try await api.save(&tracked)
    #expect(server.last?.headers[.contentType] == "application/json")
    #expect(try server.lastBody() == ["mood": nil, "place": ["city": "Oslo", "street": "s", "zip": 1]])
    #expect(tracked.memory["place"]?["zip"] == 1 && tracked.memory["extra"] != nil)
    #expect(try await api.save(&tracked) == nil)
    tracked.style.ignoresArrays = true
    tracked.value.tags = []
    #expect(try tracked.patch() == nil)
  }

  @Test("C12, G03: a field stays exact: absent, null and a value are three things")
  func fields() async throws {
    struct Card: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "cards"
      var id: Int
      var a: Field<String> = .absent
      var b: Field<String> = .absent
      var c: Field<String> = .absent
      var d: Field<String> = .absent
    }
    let (api, _) = client(.json(#"{"id":1,"b":null,"c":"c","d":"d"}"#))
    var card = try await api.send(Card.read(1).tracked.options { $0.patchStyle = PatchStyle(.jsonPatch) })
    #expect(try card.operations().isEmpty)
    (card.value.a, card.value.b, card.value.c, card.value.d) = (.null, .value("b"), .null, .absent)
    #expect(
      try Set(card.operations().operations) == [
        .add(["a"], nil), .replace(["b"], "b"), .replace(["c"], nil), .remove(["d"]),
      ])
    #expect(try card.changes().document == ["a": nil, "b": "b", "c": nil, "d": nil])
    card.style.nulls = .omit
    #expect(try card.changes().document == ["a": nil, "b": "b", "c": nil], "silence leaves a member alone")
  }

  @Test("G05: memory is refreshed by create, read, update, patch and list alike")
  func memory() async throws {
    let first = #"{"id":5,"text":"a","tags":[],"rev":1}"#
    let second = #"{"id":5,"text":"b","tags":[],"rev":2}"#
    let (api, server) = client(
      .json(first, status: 201), .json(second), .json(first), .json(second), .json("[\(first),\(second)]"))
    var note = try await api.send(Memo(id: 0, text: "a").create().tracked)
    #expect(note.memory["rev"] == 1)
    note.value.text = "b"
    try await api.save(&note)
    #expect(server.last?.path == "/api/notes/5")
    #expect(note.memory["rev"] == 2)
    #expect(try await api.save(&note) == nil)
    note = try await api.send(note.read())
    #expect(note.value.text == "a" && note.memory["rev"] == 1)
    note.value.text = "b"
    note = try await api.send(note.update())
    #expect(server.last?.method == .put)
    #expect(note.memory["rev"] == 2)
    #expect(try await api.save(&note) == nil)
    let list = try await api.send(Memo.enumerate().tracked)
    #expect(list.map { $0.memory["rev"] } == [1, 2])
    #expect(list.allSatisfy { $0.entityTag == nil })
  }

  @Test("G05: each element of a list is saved at its own path; elements that cannot be read are skipped by option")
  func lists() async throws {
    struct Wrapped: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "w"
      static let objectEnvelope: MemberPath = "item"
      static let listEnvelope: MemberPath = "data.items"
      var id: Int
      var n: Int
    }
    let text = #"{"data":{"items":[{"id":1,"n":1,"x":1},{"id":2},{"id":3,"n":3,"x":3}]}}"#
    let (api, server) = client(.json(text, headers: [.eTag: #""list""#]), .json(#"{"item":{"id":3,"n":9,"x":4}}"#))
    let reply = try await api.reply(to: Wrapped.enumerate().elements(.skip).tracked)
    #expect(reply.skipped.map(\.index) == [1])
    #expect(reply.value.map { $0.memory["x"] } == [1, 3])
    var third = reply.value[1]
    third.value.n = 9
    try await api.save(&third)
    #expect(server.last?.path == "/api/w/3")
    #expect(server.last?.headers[.ifMatch] == nil)
    #expect(try server.lastBody() == ["n": 9])
    #expect(third.memory["x"] == 4)
  }

  @Test(
    "G05: a list that is missing or null has no elements, if the row says so, for tracked models too",
    arguments: [#"{"data":{}}"#, #"{"data":{"items":null}}"#])
  func absentList(body: String) async throws {
    for isAccepted in [true, false] {
      let row = Endpoint(
        "Person.enumerate", .get, "people", Options { $0.acceptsAbsentList = isAccepted }, output: [Person].self)
      let call = Call<[Person]>(row).envelope("data.items").tracked
      let count = try? await client(.json(body)).api.send(call).count
      #expect(count == (isAccepted ? 0 : nil))
    }
  }

  @Test(
    "C14, G05: whatever the server answers to a patch, memory is right",
    arguments: [
      ("", #"{"id":5,"text":"b","mood":"x","tags":[],"rev":1}"#),
      ("null", #"{"id":5,"text":"b","mood":"x","tags":[],"rev":1}"#),
      (#"{"id":5}"#, #"{"id":5,"text":"b","mood":"x","tags":[],"rev":1}"#),
      (#"{"rev":2}"#, #"{"id":5,"text":"b","mood":"x","tags":[],"rev":2}"#),
      (#"{"id":5,"text":"B","tags":["t"]}"#, #"{"id":5,"text":"B","tags":["t"]}"#),
    ])
  func answers(body: String, memory: String) async throws {
    let (api, _) = client(
      .json(#"{"id":5,"text":"a","mood":"x","tags":[],"rev":1}"#), .status(body.isEmpty ? 204 : 200, body: Body(body)))
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "b"
    try await api.save(&note)
    #expect(try note.memory == JSONValue(parsing: memory))
    #expect(note.value.text == note.memory["text"]?.string)
    #expect(note.value.mood == note.memory["mood"]?.string)
    #expect(try await api.save(&note) == nil)
  }

  @Test("C14: a model without required members takes an answer with the id alone for what it is")
  func allOptional() async throws {
    struct Loose: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "loose"
      var id: String?
      var a: Int?
      var b: Int?
    }
    let (api, _) = client(.json(#"{"id":"q"}"#, status: 201), .json(#"{"id":"q"}"#), .json(#"{"id":"q","a":3}"#))
    var loose = try await api.send(Loose.create(["a": 1, "b": 2]).tracked)
    #expect(loose.value.a == 1 && loose.value.id == "q")
    loose.value.b = 3
    try await api.save(&loose)
    #expect(loose.value.a == 1 && loose.value.b == 3)
    loose.value.a = 3
    try await api.save(&loose)
    #expect(loose.value.b == nil, "what the patch set is there, so it is all there is")
  }
}

@Suite struct RepeatedMemberTests {
  @Test("C20: of a repeated member the first counts for the model and for its changes, so no change is lost")
  func repeated() async throws {
    let server = StubTransport(.json(#"{"id":1,"text":"old","text":"new","tags":[]}"#))
    let api = Client(baseURL: "http://stub", transport: server)
    var memo = try await api.send(Memo.read(1).tracked)
    #expect(memo.value.text == "old")
    memo.value.text = "new"
    try await api.save(&memo)
    #expect(server.requests.last?.head.method == .patch)
    #expect(server.requests.last?.body?.data == Data(#"{"text":"new"}"#.utf8))
  }
}
