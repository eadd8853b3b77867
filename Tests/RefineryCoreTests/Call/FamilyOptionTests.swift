import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

/// What a family of models, such as those of a standard, can settle for all of its rows.
@Suite struct FamilyOptionTests {
  private struct Thing: Codable, Identifiable, Sendable, Mappable {
    static let path: URITemplate = "things"
    static let updateEndpoint = endpoint(of: .update, .patch, "things/{id}")
    var id: Int
  }

  @Test("B23: a capability's row keeps its operation by another method, so routers are asked about it") func row() async throws
  {
    struct Moved: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        operation == .update ? "moved/<type>/<id>" : nil
      }
    }
    let row = Thing.updateEndpoint
    #expect(row.name == "Thing.update" && row.method == .patch && row.operation == .update)
    #expect(row.input == "Thing" && row.output == "Thing" && row.parameters == ["id"])
    for operation in Endpoint.Operation.allCases {
      let other = Thing.endpoint(of: operation, .post, "others/{id}")
      #expect(other.operation == operation && other.method == .post && other.name == "Thing.\(operation)")
    }
    let stub = StubTransport(.json(#"{"id":5}"#))
    let api = Client(baseURL: "http://h", transport: stub)
    try await api.send(Thing(id: 5).update().routed(by: Moved()))
    #expect(stub.last?.method == .patch && stub.last?.path == "/moved/Thing/5")
  }

  @Test("B20: a row or call may write its query its own way") func query() throws {
    let api = Client(baseURL: "http://h", transport: StubTransport())
    let call = Thing.enumerate(["b": ["x", "y,z"], "a": 1])
    #expect(try api.makeRequest(for: call).head.path == "/things?a=1&b%5B%5D=x&b%5B%5D=y%2Cz")
    let own = call.options { $0.queryEncoding = QueryEncoder(arrays: .comma, order: .asWritten) }
    #expect(try api.makeRequest(for: own).head.path == "/things?b=x,y%2Cz&a=1")
  }

  @Test("E08: the query of a call replaces a key of the row's path and of the base URL, however it is spelled")
  func replacing() throws {
    let api = Client(baseURL: "http://h/api?v=1", transport: StubTransport())
    let row = Endpoint("Thing.find", .get, "things?kind=all&kind=old{&page%5Bsize%5D,a*,empty}", output: [Thing].self)
    let values: PathValues = ["page%5Bsize%5D": 5, "a": PathValue(id: ["x", "y"]), "empty": ""]
    func path(_ query: Query) throws -> String? {
      try api.makeRequest(for: Call<[Thing]>(row, values).query(query)).head.path
    }
    #expect(try path([:]) == "/api/things?kind=all&kind=old&page%5Bsize%5D=5&a=x&a=y&empty=&v=1")
    #expect(try path(["kind": "new"]) == "/api/things?page%5Bsize%5D=5&a=x&a=y&empty=&v=1&kind=new")
    #expect(
      try path(["page[size]": 7, "v": "2", "empty": "e"])
        == "/api/things?kind=all&kind=old&a=x&a=y&empty=e&page%5Bsize%5D=7&v=2")
    #expect(try path(["a": ["z"]]) == "/api/things?kind=all&kind=old&page%5Bsize%5D=5&a=x&a=y&empty=&v=1&a%5B%5D=z")
    #expect(
      try path(["page": .object(["size": 7])])
        == "/api/things?kind=all&kind=old&a=x&a=y&empty=&v=1&page%5Bsize%5D=7")
    let only = Endpoint("Thing.only", .get, "things?kind=all", output: [Thing].self)
    let plain = Client(baseURL: "http://h", transport: StubTransport())
    #expect(try plain.makeRequest(for: Call<[Thing]>(only).query(["kind": "new"])).head.path == "/things?kind=new")
  }

  @Test("D31: an answer of another media type than those accepted is an error, whatever it holds") func mediaTypes()
    async throws
  {
    func send(_ contentType: String?, _ accepted: Set<String>, status: Int = 200) async throws -> Int {
      var headers: HTTPFields = [:]
      headers[.contentType] = contentType
      let stub = StubTransport(.status(status, headers: headers, body: Body(#"{"id":5}"#)))
      let call = Thing.read(5).options { $0.acceptedMediaTypes = accepted }
      return try await Client(baseURL: "http://h", transport: stub).send(call).id
    }
    #expect(try await send("text/html", []) == 5)
    #expect(try await send("Application/JSON ; charset=utf-8", ["application/json", "a/b"]) == 5)
    for contentType in ["text/html", nil, "application/jsonp"] {
      let error = await #expect(throws: CallError.self) { try await send(contentType, ["application/json"]) }
      #expect(error?.kind == .mapping && (error?.underlying as? MappingError)?.kind == .wrongMediaType)
      #expect(error?.description.contains(contentType.map { "not \($0)" } ?? "the response has none") == true)
      #expect(error?.body == Data(#"{"id":5}"#.utf8))
    }
    let failed = await #expect(throws: CallError.self) { try await send("text/html", ["application/json"], status: 500) }
    #expect(failed?.kind == .serverError(500))
    let gone = StubTransport(.status(204))
    let call = Thing.delete(5).options { $0.acceptedMediaTypes = ["application/json"] }
    #expect(try await Client(baseURL: "http://h", transport: gone).send(call) == Okay())
  }

  @Test("C18: a coder is told which resource a body changes, for PUT and PATCH") func addressed() async throws {
    struct Addressing: Coder {
      let contentType = "application/json"
      let accept = "application/json"
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data { Data("plain".utf8) }
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?, changing id: String) throws -> Data {
        Data("changing \(id)".utf8)
      }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try JSONCoder().decode(type, from: data, at: path)
      }
    }
    let stub = StubTransport(.json(#"{"id":5}"#))
    let api = Client(baseURL: "http://h", transport: stub, coder: Addressing())
    try await api.send(Thing(id: 5).create())
    try await api.send(Thing(id: 5).update())
    try await api.send(Thing.patch(6, ["a": 1]))
    try await api.send(Thing.update([Thing(id: 5)]).okay)
    #expect(stub.sent.map(\.text) == ["plain", "changing 5", "changing 6", "plain"])
    #expect(try JSONCoder().encode(Thing(id: 1), nulls: nil, changing: "2") == Data(#"{"id":1}"#.utf8))
  }
}
