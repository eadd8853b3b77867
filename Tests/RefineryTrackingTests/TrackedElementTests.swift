import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTracking
import Testing

@Suite struct TrackedElementTests {
  @Test("G04: an element that is removed leaves nothing of what the model does not know to the next one")
  func removedElement() async throws {
    struct Crew: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "crew"
      var members: [Member]
      struct Member: Codable, Sendable { var id: Int; var name: String }
    }
    let (api, _) = client(.json(#"{"members":[{"id":1,"name":"A","x":1},{"id":2,"name":"B","x":2}]}"#))
    var crew = try await api.send(Crew.read().tracked)
    crew.value.members = [Crew.Member(id: 2, name: "C")]
    #expect(try crew.changes().document == ["members": [["id": 2, "name": "C", "x": 2]]])
    crew.value.members = [Crew.Member(id: 9, name: "N")]
    #expect(try crew.changes().document == ["members": [["id": 9, "name": "N"]]])
  }

  @Test("G04: after removals from a long list, elements keep the members that the model does not know")
  func longList() async throws {
    struct Crew: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "crew"
      var members: [Member]
      struct Member: Codable, Sendable { var id: Int; var name: String }
    }
    let members = (1...3_000).map { #"{"id":\#($0),"name":"A","x":\#($0)}"# }.joined(separator: ",")
    let (api, _) = client(.json(#"{"members":[\#(members)]}"#))
    var crew = try await api.send(Crew.read().tracked)
    crew.value.members.removeSubrange(1..<2_999)
    crew.value.members[0].name = "B"
    #expect(
      try crew.changes().document
        == ["members": [["id": 1, "name": "B", "x": 1], ["id": 3_000, "name": "A", "x": 3_000]]])
  }

  @Test("G04: an element with an id does not get the unknown members of one without an id, whose place it takes")
  func elementWithNewID() async throws {
    struct Crew: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "crew"
      var members: [Member]
      struct Member: Codable, Sendable {
        var id: Int?
        var name: String
      }
    }
    let (api, _) = client(.json(#"{"members":[{"name":"A","x":1},{"name":"B","x":2}]}"#))
    var crew = try await api.send(Crew.read().tracked)
    crew.value.members[0] = Crew.Member(id: 9, name: "N")
    #expect(try crew.changes().document == ["members": [["id": 9, "name": "N"], ["name": "B", "x": 2]]])
  }

  @Test("G04: a JSON patch fits what the server has: members that the model makes up are added, not replaced")
  func operationsFit() async throws {
    struct Bag: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "bags"
      static let options = Options { $0.patchStyle = PatchStyle(.jsonPatch) }
      var id: Int
      var items: [Item]
      var label: String?

      struct Item: Codable, Sendable { var name: String }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        items = try container.decodeIfPresent([Item].self, forKey: .items) ?? []
        label = try container.decodeIfPresent(String.self, forKey: .label)
      }
    }
    let (api, _) = client(.json(#"{"id":1}"#), .json(#"{"id":1,"items":[{"name":"a","w":1},{"name":"b","w":2}],"label":"l"}"#))
    var bare = try await api.send(Bag.read(1).tracked)
    bare.value.items.append(Bag.Item(name: "n"))
    bare.value.label = "x"
    #expect(try bare.operations() == [.add(["items"], [["name": "n"]]), .add(["label"], "x")])

    var full = try await api.send(Bag.read(1).tracked)
    full.value.items[1].name = "c"
    full.value.items.remove(at: 0)
    full.value.items.append(Bag.Item(name: "d"))
    let after = try full.operations().apply(to: full.memory)
    #expect(after["items"]?.array?.count == 2)
    full = try await api.send(Bag.read(1).tracked)
    full.value.items[1].name = "c"
    #expect(try full.operations() == [.replace(["items", "1", "name"], "c")])
    #expect(try full.changes().document == ["items": [["name": "a", "w": 1], ["name": "c", "w": 2]]])
  }

  @Test(
    "G04: elements keep what the model does not know of them; where it puts them in another order, they go as it writes them")
  func elements() throws {
    struct Crew: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "crew"
      var names: [String]
      var members: [Member]
      struct Member: Codable, Sendable {
        var id: Int
        var name: String
        var since: String
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        names = try container.decode([String].self, forKey: .names).sorted()
        members = try container.decode([Member].self, forKey: .members).sorted { $0.id < $1.id }
        for index in members.indices { members[index].since = String(members[index].since.prefix(4)) }
      }
    }
    func crew(_ text: String) throws -> Tracked<Crew> {
      try Tracked(JSONDecoder().decode(Crew.self, from: Data(text.utf8)), memory: JSONValue(parsing: text))
    }
    var same = try crew(
      #"{"names":["b","a"],"members":[{"id":1,"name":"A","since":"2020-01","x":1},{"id":2,"name":"B","since":"2021-01","x":2}]}"#
    )
    #expect(try same.changes().isEmpty)
    same.value.names[1] = "c"
    same.value.members[1].name = "C"
    #expect(
      try same.changes().document == [
        "names": ["a", "c"],
        "members": [
          ["id": 1, "name": "A", "since": "2020-01", "x": 1], ["id": 2, "name": "C", "since": "2021-01", "x": 2],
        ],
      ])
    var other = try crew(
      #"{"names":[],"members":[{"id":2,"name":"B","since":"2021","x":2},{"id":1,"name":"A","since":"2021","x":1}]}"#)
    other.value.members[0].name = "C"
    #expect(
      try other.changes().document == [
        "members": [["id": 1, "name": "C", "since": "2021"], ["id": 2, "name": "B", "since": "2021"]]
      ])
  }

  @Test("G04: elements that differ in as many members as they share are not taken for each other")
  func unlikeElements() throws {
    struct Fleet: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "fleet"
      var ships: [Ship]
      struct Ship: Codable, Sendable {
        var id: Int
        var kind: String
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        ships = try container.decode([Ship].self, forKey: .ships).filter { $0.kind != "raft" }.sorted { $0.id < $1.id }
      }
    }
    func fleet(_ text: String) throws -> Tracked<Fleet> {
      try Tracked(JSONDecoder().decode(Fleet.self, from: Data(text.utf8)), memory: json(text))
    }
    // The model sorts: what the server has beside must not go to another element.
    var sorted = try fleet(#"{"ships":[{"id":2,"kind":"k","x":2},{"id":1,"kind":"k","x":1}]}"#)
    sorted.value.ships[0].kind = "l"
    #expect(try sorted.changes().document == ["ships": [["id": 1, "kind": "l"], ["id": 2, "kind": "k"]]])
    // The model leaves one out.
    var filtered = try fleet(#"{"ships":[{"id":1,"kind":"k","x":1},{"id":2,"kind":"raft","x":2}]}"#)
    filtered.value.ships[0].kind = "l"
    #expect(try filtered.changes().document == ["ships": [["id": 1, "kind": "l"]]])
  }

  @Test("G04: a member that the model does not write is kept inside of objects, too")
  func unwrittenInside() throws {
    struct House: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "house"
      var door: Door
      struct Door: Codable, Sendable {
        var colour: String
        var key: String?
      }
    }
    var house = try Tracked(
      House(door: House.Door(colour: "red", key: "k")), style: PatchStyle(.mergePatch, nulls: .omit))
    house.value.door = House.Door(colour: "blue")
    #expect(try house.changes().document == ["door": ["colour": "blue"]])

    // Nulls that are written from now on are no changes.
    house = try Tracked(House(door: House.Door(colour: "red")), style: PatchStyle(.mergePatch, nulls: .omit))
    house.style.nulls = .null
    #expect(try house.operations() == [])
  }

  @Test("G03: a response that lacks only what was sent as null is the whole new state")
  func nullLeftOut() async throws {
    let (api, _) = client(
      .json(#"{"id":5,"text":"a","mood":"x","tags":[],"extra":1}"#), .json(#"{"id":5,"text":"a","tags":[]}"#))
    var note = try await api.send(Memo.read(5).tracked)
    note.value.mood = nil
    try await api.save(&note)
    #expect(note.memory.object?.keys.contains("extra") == false)
  }
}
