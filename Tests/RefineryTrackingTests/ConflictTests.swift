import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTracking
import Testing

@Suite struct ConflictTests {
  private let v1 = StubTransport.StubResponse.json(
    #"{"id":5,"text":"a","mood":"x","tags":["p"],"rev":1}"#, headers: [.eTag: #""1""#])
  private let v2 = StubTransport.StubResponse.json(
    #"{"id":5,"text":"a","mood":"theirs","tags":["p"],"rev":2}"#, headers: [.eTag: #""2""#])

  @Test("If-Match goes with the patch where a strong tag is known, by option, and the answer's tag is the next")
  func tags() async throws {
    let (api, server) = client(v1, .status(204, headers: [.eTag: #""2""#]), .status(204), .status(204), v1, .status(204))
    var note = try await api.send(Memo.read(5).tracked)
    for tag in [#""1""#, #""2""#, nil] {
      note.value.text += "!"
      try await api.save(&note)
      #expect(server.last?.headers[.ifMatch] == tag)
    }
    note = try await api.send(Memo.read(5).tracked.options { $0.patchStyle = PatchStyle(sendsIfMatch: false) })
    note.value.text = "b"
    try await api.save(&note)
    #expect(server.last?.headers[.ifMatch] == nil)
    note.style.sendsIfMatch = true
    note.entityTag = #"W/"7""#
    note.value.text = "c"
    try await api.save(&note)
    #expect(server.last?.headers[.ifMatch] == nil, "a weak tag never matches")
    note.entityTag = "8"
    #expect(try api.makeRequest(for: note.update()).head.headerFields[.ifMatch] == #""8""#)
    #expect(try api.makeRequest(for: note.delete()).head.headerFields[.ifMatch] == #""8""#)
  }

  @Test("A condition that the carrier of a patch has stays")
  func ownCondition() async throws {
    let (api, _) = client(v1)
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "b"
    let carrier = Call<Memo>(Memo.patchEndpoint, ["id": 5])
    for (carrier, tag) in [(carrier, #""1""#), (carrier.ifMatch("own"), #""own""#)] {
      let patch = try #require(try note.patch(by: carrier))
      #expect(try api.makeRequest(for: patch).head.headerFields[.ifMatch] == tag)
    }
  }

  @Test("A 412 is a conflict with the call's facts and, where the body has it, the server's version")
  func version() async throws {
    let refusal = #"{"code":412,"details":{"existing":{"id":5,"text":"t","tags":[],"rev":2}}}"#
    let (api, _) = client(v1, .json(refusal, status: 412, headers: [.eTag: #""2""#]))
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "mine"
    let conflict = try #require(await #expect(throws: Conflict<Memo>.self) { try await api.save(&note) })
    #expect(conflict.error.kind == .status(412))
    #expect(conflict.error.endpoint.name == "Memo.patch")
    #expect(conflict.mine.value.text == "mine")
    #expect(conflict.theirs?.value.text == "t")
    #expect(conflict.theirs?.memory["rev"] == 2)
    #expect(conflict.theirs?.entityTag == #""2""#)
    #expect(note.value.text == "mine", "nothing is lost")
    #expect(try await api.theirs(in: conflict).value.text == "t", "no need to read")
    #expect(conflict.description.hasPrefix("conflict: Memo.patch (PATCH notes/{id}) failed by its status: status 412"))
    #expect(!"\(conflict) \(String(reflecting: conflict))".contains("mine"))
  }

  @Test(
    "A body that does not hold the server's version is not taken for it",
    arguments: [
      "", "no JSON", "{}", #"{"id":6,"text":"other","tags":[]}"#, #"{"title":"Precondition Failed","status":412}"#, "[1]",
      #"{"details":{"existing":{"id":7,"text":"other","tags":[]}}}"#, #"{"details":[]}"#,
    ])
  func noVersion(body: String) async throws {
    let (api, server) = client(v1, .status(412, body: Body(body)), v2)
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "mine"
    let conflict = try #require(await #expect(throws: Conflict<Memo>.self) { try await api.save(&note) })
    #expect(conflict.theirs == nil)
    let theirs = try await api.theirs(in: conflict)
    #expect(theirs.value.mood == "theirs" && theirs.entityTag == #""2""#)
    #expect(server.last?.method == .get)
  }

  @Test("The server's version is read again where it came without the tag that the next patch needs")
  func tagless() async throws {
    let (api, server) = client(v1, .json(#"{"id":5,"text":"t","tags":[]}"#, status: 412), v2)
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "mine"
    let conflict = try #require(await #expect(throws: Conflict<Memo>.self) { try await api.save(&note) })
    #expect(conflict.theirs?.value.text == "t")
    #expect(try await api.theirs(in: conflict).entityTag == #""2""#)
    #expect(server.requests.count == 3)
  }

  @Test(
    "Other errors are no conflicts; other statuses are by option, and a problem of a model without required members is not its version"
  )
  func others() async throws {
    struct Loose: Codable, Sendable, Singleton, Readable, Patchable {
      static let path: URITemplate = "loose"
      var title: String?
    }
    let (api, _) = client(
      v1, .status(500), .status(409, body: Body("{}")), .json(#"{"title":"a"}"#), .json(#"{"title":"Conflict"}"#, status: 412))
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "b"
    await #expect(throws: CallError.self) { try await api.save(&note) }
    note.style.conflictStatuses = [409, 412]
    await #expect(throws: Conflict<Memo>.self) { try await api.save(&note) }
    var loose = try await api.send(Loose.read().tracked)
    loose.value.title = "b"
    let conflict = await #expect(throws: Conflict<Loose>.self) { try await api.save(&loose) }
    #expect(conflict != nil && conflict?.theirs == nil)
  }

  @Test("A response that cannot be read is not a conflict, whatever its status")
  func unreadable() async throws {
    let (api, _) = client(v1, .json("[]"))
    var note = try await api.send(Memo.read(5).tracked)
    note.style.conflictStatuses = StatusSet(200...200)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(Memo.read(5)) })
    #expect(error.stage == .mapping && error.status == 200)
    #expect(Conflict(note, error) == nil)
  }

  @Test("An update that is refused can be made a conflict as well")
  func update() async throws {
    let (api, server) = client(v1, .status(412))
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "b"
    let call = note.update()
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(server.last?.headers[.ifMatch] == #""1""#)
    #expect(Conflict(note, error)?.mine.value.text == "b")
  }

  @Test("An update writes null for missing members, or leaves them out")
  func updateNulls() throws {
    let (api, _) = client()
    let note = try Tracked(Memo(id: 5, text: "a"))
    for (call, isNull) in [(note.update(), true), (note.update(nulls: .omit), nil)] {
      let body = try #require(api.makeRequest(for: call).body?.data)
      #expect(try JSONValue(parsing: body).object?["mood"]?.isNull == isNull)
    }
  }

  @Test("Changes are laid upon the server's version, and what both changed is named")
  func rebase() async throws {
    func note(_ text: String) throws -> Tracked<Memo> {
      try Tracked(JSONDecoder().decode(Memo.self, from: Data(text.utf8)), memory: JSONValue(parsing: text), entityTag: "t")
    }
    var mine = try note(#"{"id":5,"text":"a","mood":"x","tags":["p"],"place":{"city":"Rome","street":"s"}}"#)
    let theirs = try note(
      #"{"id":5,"text":"theirs","tags":["p"],"place":{"city":"Oslo","street":"s"},"updated_at":9,"extra":1}"#)
    mine.value.tags = ["p", "q"]
    mine.value.place?.street = nil
    let clean = try mine.rebased(onto: theirs)
    #expect(clean.overlaps.isEmpty)
    #expect(clean.tracked.value.text == "theirs" && clean.tracked.value.mood == nil)
    #expect(clean.tracked.value.tags == ["p", "q"])
    #expect(clean.tracked.value.place == Memo.Place(city: "Oslo", street: nil))
    #expect(clean.tracked.value.updatedAt == 9)
    #expect(clean.tracked.memory["extra"] == 1 && clean.tracked.entityTag == "t")
    #expect(try clean.tracked.changes().document == ["tags": ["p", "q"], "place": ["street": nil]])

    mine.value.text = "mine"
    mine.value.place?.city = "Bern"
    mine.value.mood = nil
    let preferred = try mine.rebased(onto: theirs)
    #expect(Set(preferred.overlaps) == [["text"], ["place", "city"]])
    #expect(preferred.tracked.value.text == "mine" && preferred.tracked.value.place?.city == "Bern")
    let yielded = try mine.rebased(onto: theirs, preferring: .theirs)
    #expect(yielded.tracked.value.text == "theirs" && yielded.tracked.value.place?.city == "Oslo")
    #expect(yielded.tracked.value.tags == ["p", "q"])
  }

  @Test("Laid upon itself, a changed model has the same changes; both having made the same change leaves none")
  func rebaseIdentity() throws {
    var mine = try Tracked(Memo(id: 5, text: "a", mood: "x"))
    var theirs = mine
    mine.value.text = "b"
    mine.value.mood = nil
    let same = try mine.rebased(onto: theirs)
    #expect(try same.tracked.changes() == mine.changes() && same.overlaps.isEmpty)
    theirs = try Tracked(Memo(id: 5, text: "b"))
    #expect(try mine.rebased(onto: theirs).tracked.changes().isEmpty)
    mine.style.nulls = .omit
    let quiet = try mine.rebased(onto: Tracked(Memo(id: 5, text: "c", mood: "y")))
    #expect(quiet.tracked.value.mood == "y" && quiet.overlaps == [["text"]], "silence leaves a member alone")
    #expect(quiet.tracked.style == mine.style)
  }

  @Test("Save with a side rebases and tries again, until it is through or the attempts are used up")
  func again() async throws {
    let refused = StubTransport.StubResponse.status(412)
    let (api, server) = client(v1, refused, v2, refused, v2, .status(204))
    var note = try await api.send(Memo.read(5).tracked)
    note.value.text = "mine"
    let reply = try await api.save(&note, rebasing: .mine)
    #expect(reply?.status == .noContent)
    #expect(note.value.text == "mine" && note.value.mood == "theirs")
    #expect(server.sent.map { $0.headers[.ifMatch] } == [nil, #""1""#, nil, #""2""#, nil, #""2""#])
    // A cache must not return the version that the server has just refused.
    #expect(server.sent.map { $0.headers[.cacheControl] } == [nil, nil, "no-cache", nil, "no-cache", nil])
    #expect(try server.lastBody() == ["text": "mine"])

    let (stubborn, other) = client(v1, refused, v2, refused)
    note = try await stubborn.send(Memo.read(5).tracked)
    note.value.text = "mine"
    await #expect(throws: Conflict<Memo>.self) { try await stubborn.save(&note, rebasing: .mine, attempts: 2) }
    #expect(other.requests.count == 4)
    #expect(note.entityTag == #""1""#, "as it was")
  }

  @Test("Save without a side gives up where both changed the same member")
  func overlapping() async throws {
    let (api, server) = client(v1, .status(412), v2)
    var note = try await api.send(Memo.read(5).tracked)
    note.value.mood = "mine"
    await #expect(throws: Conflict<Memo>.self) { try await api.save(&note, rebasing: nil) }
    #expect(server.requests.count == 3)
    #expect(note.value.mood == "mine")
  }
}
