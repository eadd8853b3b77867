import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTracking
import Testing

@Suite struct TrackedReferenceTests {
  @Test("C15, G05: a reference model keeps its identity, and its changes are told from how it was received")
  func references() async throws {
    final class Live: Codable, Identifiable, Refreshable, Mappable {
      static let path: URITemplate = "lives"
      let id: Int
      let name: Shared<String>
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = Shared(try container.decode(String.self, forKey: .name))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name.value, forKey: .name)
      }
      func refresh(from answer: JSONValue) throws { name.set(answer["name"]?.string ?? name.value) }
      enum CodingKeys: CodingKey { case id, name }
    }
    let (api, server) = client(
      .json(#"{"id":1,"name":"a"}"#), .json(#"{"id":1,"name":"B"}"#), .status(204), .status(412),
      .json(#"{"id":1,"name":"theirs"}"#), .status(204))
    var live = try await api.send(Live.read(1).tracked)
    let object = live.value
    object.name.set("b")
    try await api.save(&live)
    #expect(try server.lastBody() == ["name": "b"])
    #expect(live.value === object && object.name.value == "B")
    #expect(try await api.save(&live) == nil)
    object.name.set("c")
    try await api.save(&live)
    #expect(live.value === object && object.name.value == "c")
    object.name.set("mine")
    try await api.save(&live, rebasing: .mine)
    #expect(live.value === object && object.name.value == "mine")
    #expect(server.requests.count == 6)
  }

  @Test("C15: a reference model forgets what the server has forgotten")
  func forgetting() async throws {
    final class Live: Codable, Identifiable, Refreshable, Mappable {
      static let path: URITemplate = "lives"
      let id: Int
      let name: Shared<String>
      let mood: Shared<String?>
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = Shared(try container.decode(String.self, forKey: .name))
        mood = Shared(try container.decodeIfPresent(String.self, forKey: .mood))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name.value, forKey: .name)
        try container.encodeIfPresent(mood.value, forKey: .mood)
      }
      func refresh(from answer: JSONValue) throws {
        if let text = answer["name"]?.string { name.set(text) }
        if let text = answer["mood"] { mood.set(text.string) }
      }
      enum CodingKeys: CodingKey { case id, name, mood }
    }
    let whole = #"{"id":1,"name":"a","mood":"m"}"#
    let (api, server) = client(
      .json(whole), .json(#"{"id":1,"name":"b"}"#), .json(whole), .status(412), .json(#"{"id":1,"name":"c"}"#), .status(204))
    var live = try await api.send(Live.read(1).tracked)
    live.value.name.set("b")
    try await api.save(&live)
    #expect(live.value.mood.value == nil)
    live = try await api.send(Live.read(1).tracked)
    let object = live.value
    object.name.set("mine")
    try await api.save(&live, rebasing: .mine)
    #expect(live.value === object && object.mood.value == nil)
    #expect(try server.lastBody() == ["name": "mine"])
  }

  @Test("G05: a thrown conflict does not refresh a reference model")
  func thrownConflict() async throws {
    final class Live: Codable, Identifiable, Refreshable, Mappable {
      static let path: URITemplate = "lives"
      let id: Int
      let name: Shared<String>
      let mood: Shared<String>
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        name = Shared(try container.decode(String.self, forKey: .name))
        mood = Shared(try container.decode(String.self, forKey: .mood))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name.value, forKey: .name)
        try container.encode(mood.value, forKey: .mood)
      }
      func refresh(from answer: JSONValue) throws {
        if let text = answer["name"]?.string { name.set(text) }
        if let text = answer["mood"]?.string { mood.set(text) }
      }
      enum CodingKeys: CodingKey { case id, name, mood }
    }
    let (api, _) = client(
      .json(#"{"id":1,"name":"a","mood":"m"}"#), .status(412), .json(#"{"id":1,"name":"theirs","mood":"theirs"}"#))
    var live = try await api.send(Live.read(1).tracked)
    live.value.name.set("mine")
    await #expect(throws: Conflict<Live>.self) { try await api.save(&live, rebasing: nil) }
    #expect(live.value.name.value == "mine" && live.value.mood.value == "m")
  }
}
