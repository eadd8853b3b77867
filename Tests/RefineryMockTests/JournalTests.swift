import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting
import Testing

@testable import RefineryMock

@Suite("S08: the journal") struct JournalTests {
  @Test("S08: calls are found by row, by member and by order")
  func checks() async throws {
    let person = PersonHost()
    let create = Call<JSONValue>(Endpoint("Person.create", .post, "person")).body(["name": "Ann", "age": 3] as JSONValue)
    try await person.api.send(create)
    person.clock.advance(by: .seconds(2))
    try await person.api.send(PersonHost.read)
    try await person.api.send(PersonHost.read)
    let journal = person.host.journal
    #expect(journal.rows == ["Person.create", "Person.read", "Person.read"])
    #expect(journal.calls("Person.read").count == 2)
    #expect(journal.calls("Person.create").contains { $0.json?["name"] == "Ann" })
    #expect(journal.calls.map(\.number) == [1, 2, 3])
    #expect(journal.calls[1].time - journal.calls[0].time == .seconds(2))
    #expect(journal.calls("Person.update").isEmpty)
  }

  @Test("S08: a request that no row has is in the journal, too")
  func noRow() async throws {
    let person = PersonHost()
    _ = await person.failure(Call<JSONValue>(Endpoint("Other", .get, "other")).query(["key": "canary"]))
    #expect(person.host.journal.rows == [nil])
    #expect(person.host.journal.description == "1 call: no row: GET /other?key=<redacted>, status 404")
  }

  @Test("S08: a test waits for the call that it expects, without polling")
  func waiting() async throws {
    let person = PersonHost()
    async let second = person.host.journal.call(2, of: "Person.read")
    try await person.api.send(PersonHost.read)
    try await person.api.send(PersonHost.read)
    #expect(await second?.number == 2)
    #expect(await person.host.journal.call(1, of: "Person.read")?.number == 1)
    let never = Task { await person.host.journal.call(9, of: "Person.read") }
    never.cancel()
    #expect(await never.value == nil)
  }

  @Test("S08: the journal is bounded by count, and says how many calls it dropped")
  func countLimit() async throws {
    let person = PersonHost(journal: MockJournal(countLimit: 3))
    for _ in 0..<2500 { try await person.api.send(PersonHost.read) }
    let journal = person.host.journal
    #expect(journal.calls.map(\.number) == [2498, 2499, 2500] && journal.dropped == 2497)
    #expect(await journal.call(2499, of: "Person.read")?.number == 2499)
    #expect(await journal.call(1, of: "Person.read") == nil)
    #expect(journal.description.hasPrefix("3 calls, and 2497 dropped: Person.read: GET /person/5, status 200;"))
    journal.removeAll()
    #expect(journal.description == "0 calls" && journal.dropped == 0)
    try await person.api.send(PersonHost.read)
    #expect(journal.calls.map(\.number) == [1])
  }

  @Test("S08: the journal is bounded by bytes")
  func sizeLimit() async throws {
    let person = PersonHost(journal: MockJournal(sizeLimit: 3000))
    for size in [1000, 1000, 1000, 10, 5000, 20] {
      let request = Request(
        endpoint: Endpoint("Person.create", .post, "person"),
        head: HTTPRequest(method: .post, scheme: "http", authority: "mock", path: "/person"),
        body: Body(Data(repeating: 0x31, count: size)))
      _ = try await person.host.send(request)
    }
    #expect(person.host.journal.calls.map(\.content.count) == [20])
    #expect(person.host.journal.dropped == 5)
  }

  @Test("S08: a description shows no secret")
  func secrets() async throws {
    let person = PersonHost()
    try person.host.faults.add(.expiredToken("canary"))
    let call = Call<JSONValue>(Endpoint("Person.create", .post, "person")).query(["token": "canary"])
      .body(["password": "canary"] as JSONValue)
    _ = await person.failure(call.header(.authorization, "Bearer canary"))
    let entry = try #require(person.host.journal.calls.first)
    #expect(entry.fields[.authorization] == "Bearer canary")
    let host = person.host
    #expect(!"\(entry) \(String(reflecting: entry)) \(host.journal)".contains("canary"))
    #expect(!"\(host.faults) \(host.faults.unused)".contains("canary"))
    var dumped = ""
    dump(person.host.journal.calls, to: &dumped)
    #expect(!dumped.contains("canary"))
    #expect(
      entry.description
        == "Person.create: POST /person?token=<redacted>, status 401, with expired-token <redacted>")
  }
}
