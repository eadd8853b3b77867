import Endpoints
import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryMock
import Testing

private struct Label: Codable, Identifiable, Mappable {
  static let path: URITemplate = "labels"
  var id: UUID
  var name: String
}

private struct Part: Codable, Identifiable, Enumerable, Creatable {
  static let path: URITemplate = "labels/{label}/parts"
  var id: String
}

private struct Invoice: Codable, Identifiable, Mappable {
  static let path: URITemplate = "invoices"
  var id: Int
  var item: Int
  var discount: Int
  var account: Int?
  var updated_by: Int?
  var paid_at: String?
  var created_at: String?
  var version: Int
}

@Suite("Mock server: records") struct MockRecordTests {
  private let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

  private func response(
    _ mock: MockServer, _ method: HTTPRequest.Method, _ target: String, _ content: String = "", _ fields: HTTPFields = [:]
  ) -> MockResponse {
    mock.respond(to: MockRequest(method: method, target: target, fields: fields, content: Data(content.utf8)))
  }

  @Test("S07: a parent and its children are found by a UUID in capitals and in lower case") func uuids() throws {
    let table = EndpointTable("Labels", [Label.self, Part.self])
    let seeds: JSONValue = ["labels": [["id": .string(id), "name": "red"]], "labels/\(id)/parts": [["id": "seed"]]]
    let mock = try MockServer(table, MockSettings { $0.seeds = seeds })
    #expect(mock.records { $0.find("Label", id) } != nil)
    for id in [id, id.lowercased()] {
      #expect(response(mock, .get, "/labels/\(id)").status == 200)
      #expect(response(mock, .post, "/labels/\(id)/parts", #"{"id":"seed"}"#).status == 409)
      let list = try JSONValue(parsing: response(mock, .get, "/labels/\(id)/parts").content)
      #expect(list.array?.compactMap { $0["id"]?.string } == ["seed"])
    }
  }

  @Test("S07: a batch has the name of its own row, in the journal and for faults") func batches() async throws {
    let mock = try MockServer(Household.table)
    try mock.faults.add(parsing: "Household.createAll: status 503, times 1")
    let api = Client(baseURL: mock.url, transport: mock.transport)
    #expect(try await api.send(Household.create(["name": "One"])).name == "One")
    let batch = [["name": "Two"], ["name": "Three"]] as [JSONValue]
    let refused = await #expect(throws: CallError.self) { try await api.send(Household.create(batch)) }
    #expect(refused?.status == 503)
    #expect(mock.journal.calls("Household.createAll").count == 1 && mock.journal.calls("Household.create").count == 1)
  }

  @Test("S07: a number that is the id of an object without a model stays a number") func numbers() throws {
    let notes = DictionaryResource("Note", path: "notes", identifiedBy: "id")
    let mock = try MockServer(
      EndpointTable("Notes", rows: notes.endpoints), MockSettings { $0.seeds = ["Note": [["id": 4]]] })
    #expect(try JSONValue(parsing: response(mock, .post, "/notes", #"{"id":5,"text":"a"}"#).content)["id"] == 5)
    #expect(try JSONValue(parsing: response(mock, .get, "/notes").content).array?.map { $0["id"] } == [4, 5])
    #expect(try JSONValue(parsing: response(mock, .get, "/notes/5").content)["text"] == "a")
    #expect(response(mock, .post, "/notes", #"{"id":"x"}"#).status == 201)
    #expect(try JSONValue(parsing: response(mock, .get, "/notes/x").content)["id"] == "x")
  }

  @Test("S07: no values are made up for members that only look as if servers set them, or that may be absent")
  func madeUp() throws {
    let mock = try MockServer(EndpointTable("Invoices", [Invoice.self]))
    #expect(response(mock, .post, "/invoices", #"{"item":1}"#).status == 422)
    for _ in 0..<8 {
      let made = try JSONValue(parsing: response(mock, .post, "/invoices", #"{"item":1,"discount":0}"#).content)
      #expect(made["version"]?.int != nil)
      #expect(["account", "updated_by", "paid_at"].allSatisfy { made[$0]?.isNull ?? true })
    }
    #expect(mock.records { $0.all("Invoice") }.contains { $0["created_at"]?.string != nil })
  }

  @Test("S07: a replaced record keeps the members that the server has set, and no others") func replaced() throws {
    let seed: JSONValue = [
      "id": 1, "item": 1, "discount": 2, "version": 3, "created_at": "2025-01-01T00:00:00Z", "paid_at": "2025-01-02T00:00:00Z",
    ]
    let mock = try MockServer(EndpointTable("Invoices", [Invoice.self]), MockSettings { $0.seeds = ["invoices": [seed]] })
    let replaced = response(mock, .put, "/invoices/1", #"{"item":7,"discount":2}"#)
    #expect(replaced.status == 200)
    let body = try JSONValue(parsing: replaced.content)
    #expect(body["item"] == 7 && body["version"] == 3 && body["created_at"] == seed["created_at"])
    #expect(body["paid_at"]?.isNull ?? true)
  }

  @Test("S07: the creation of a singleton that exists gets 412 with `If-None-Match: *`") func singleton() throws {
    let mock = try MockServer(Household.table, MockSettings { $0.seeds = ["me": ["name": "ann"]] })
    #expect(response(mock, .post, "/me", #"{"name":"bo"}"#, [.ifNoneMatch: "*"]).status == 412)
    #expect(response(mock, .post, "/me", #"{"name":"bo"}"#).status == 409)
  }

  @Test("S07: two seeds with one id are refused") func seeds() {
    let seeds: JSONValue = ["Person": [["id": 1, "name": "Ann"], ["id": 1, "name": "Bo"]]]
    let fault = #expect(throws: MockServer.Fault.self) { try MockServer(Household.table, MockSettings { $0.seeds = seeds }) }
    #expect(fault?.description == "the seed 1 of `Person` has the id of an earlier one")
  }
}
