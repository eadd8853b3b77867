import Endpoints
import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

@Suite struct HouseholdTests {
  private let api = Client(baseURL: "http://h/api", transport: StubTransport())

  private func line<Output>(_ call: Call<Output>) throws -> String {
    let request = try api.makeRequest(for: call)
    return "\(request.head.method.rawValue) \(request.head.path ?? "")"
  }

  @Test("A03: with a path alone every operation has its conventional place")
  func conventions() throws {
    let elm = Household(id: 9, name: "Elm Street")
    #expect(try line(Household.create(["name": "Elm Street"])) == "POST /api/households")
    #expect(try line(Household.read(9)) == "GET /api/households/9")
    #expect(try line(elm.update()) == "PUT /api/households/9")
    #expect(try line(Household.patch(9, ["name": "Oak Street"])) == "PATCH /api/households/9")
    #expect(try line(elm.delete()) == "DELETE /api/households/9")
    #expect(try line(Household.enumerate(["city": "Oslo"])) == "GET /api/households?city=Oslo")
  }

  @Test("A04, A05: each of the six paths can be overridden, for instances as for ids")
  func overrides() throws {
    let ann = Person(id: 5, name: "Ann")
    #expect(try line(Person.create(ann)) == "POST /api/people/new")
    #expect(try line(Person.read(5)) == "GET /api/person/5")
    #expect(try line(ann.read()) == "GET /api/person/5")
    #expect(try line(ann.update()) == "PUT /api/person/5/record")
    #expect(try line(Person.patch(5, ["name": "A"])) == "PATCH /api/person/5/changes")
    #expect(try line(ann.delete()) == "DELETE /api/people/5/membership")
    #expect(try line(Person.enumerate()) == "GET /api/household/people")
    #expect(try line(Person.update([ann])) == "PATCH /api/people")
  }

  @Test("A06: an absolute row goes to its own host, a relative one below the base path")
  func absolute() throws {
    let request = try api.makeRequest(for: Person.portrait(5))
    #expect(request.head.scheme == "https")
    #expect(request.head.authority == "portraits.example.com")
    #expect(request.head.path == "/people/5.png")
    #expect(request.head.headerFields[.accept] == "image/png")
    #expect(request.options.timeout == .seconds(5))
  }

  @Test("A07: a path computed from a household id")
  func computed() throws {
    #expect(try line(Household(id: 9, name: "").people()) == "GET /api/households/9/people")
  }

  @Test("A08, A09: a second placeholder is filled by the call, and its lack is an error before anything is sent")
  func placeholder() throws {
    #expect(try line(Chore.read("dishes").with("household", 9)) == "GET /api/households/9/chores/dishes")
    #expect(throws: CallError.self) { try api.makeRequest(for: Chore.read("dishes")) }
  }

  @Test("A13: a singleton has one path and no id")
  func singleton() throws {
    let me = Profile(name: "ann")
    let lines = try [line(me.create()), line(Profile.read()), line(me.update()), line(Profile.delete())]
    #expect(lines == ["POST /api/me", "GET /api/me", "PUT /api/me", "DELETE /api/me"])
    #expect(try line(Profile.patch(["language": "no"])) == "PATCH /api/me")
  }

  @Test("A14, B23: a custom row, and a row that changes the verb of update")
  func rows() throws {
    #expect(try line(Person.birthday(5)) == "POST /api/person/5/birthday")
    #expect(try !api.makeRequest(for: Person.birthday(5)).isIdempotent)
    let update = try api.makeRequest(for: Chore.update("dishes", Chore(id: "dishes")).with("household", 9))
    #expect(update.head.method == .post)
    #expect(update.isIdempotent)
  }

  @Test("C02, C03, C04: one object and a list unwrap by their own envelopes")
  func envelopes() async throws {
    let stub = StubTransport(
      .json(#"{"household":{"id":9,"name":"Elm Street"}}"#),
      .json(#"{"data":{"households":[{"id":9,"name":"Elm Street"}]}}"#))
    let api = Client(baseURL: "http://h", transport: stub)
    let elm = Household(id: 9, name: "Elm Street")
    #expect(try await api.send(Household.read(9)) == elm)
    #expect(try await api.send(Household.enumerate()) == [elm])
  }
}
