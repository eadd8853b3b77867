import Endpoints
import RefineryCore
import RefineryJSON
import RefineryMock
import Testing

// The code of the module's page. MockDocumentationTests compares them.
@Test func birthdays() async throws {
  let mock = try MockServer(Household.table)
  let api = Client(baseURL: mock.url, transport: mock.transport)
  let ann = try await api.send(Person.create(["name": "Ann", "age": 39]))
  #expect(try await api.send(Person.read(ann.id)) == ann)
}

func seeded() throws -> MockServer {
  try MockServer(
    Household.table,
    MockSettings {
      $0.seeds = [
        "households": [["id": 9, "name": "Elm Street"]],
        "households/9/chores": [["id": "dishes", "isDone": false]],
      ]
      $0.records = 20
      $0.randomSeed = 7
    })
}

func celebrating() throws -> MockServer {
  let mock = try MockServer(Household.table)
  try mock.respond(to: "Person.birthday") { call, records in
    guard let person = records.find("Person", call.values["id"] ?? ""), var members = person.object else {
      return MockResponse(404)
    }
    members["age"] = .number((person["age"]?.int ?? 0) + 1)
    return .json(try records.store(.object(members), in: "Person"))
  }
  return mock
}
