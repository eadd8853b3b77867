import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

// An output that another module could add: the example of `MappingInput`, and all that its input offers.
private struct Dated<Model: Sendable>: Sendable { let model: Model, date: String? }

extension ScopedCall where Output: Resource & Decodable {
  fileprivate var dated: ScopedCall<Dated<Output>, Parent> {
    mapping(at: Output.objectEnvelope) { input in
      Dated(model: try input.decode(Output.self), date: input.head.headerFields[.date])
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct MappingInputTests {
  private struct Team: Codable, Identifiable, Sendable, Equatable, Mappable {
    static let path: URITemplate = "teams"
    static let objectEnvelope: MemberPath = "team"
    var id: Int
    var name: String
  }

  private enum Tone: OptionKey {
    static let name = "tone"
    static let defaultValue = "plain"
  }

  private let team = #"{"team":{"id":5,"name":"a"},"other":{"id":6,"name":"b"}}"#

  @Test("An output of another module is decoded where the model, or else the call, says that the value is")
  func place() async throws {
    let (api, _) = client(.json(team, headers: [.date: "today"]), .json(team))
    let dated = try await api.send(Team.read(5).dated)
    #expect(dated.model == Team(id: 5, name: "a") && dated.date == "today")
    #expect(try await api.send(Team.read(5).envelope("other").dated).model.id == 6)
  }

  @Test("An output of another module is optional, too: nil for a null in the place of the value")
  func optional() async throws {
    let (api, _) = client(.json(#"{"team":null}"#), .status(204), .json(team))
    #expect(try await api.send(Team.read(5).dated.optional) == nil)
    #expect(try await api.send(Team.read(5).dated.optional) == nil)
    #expect(try await api.send(Team.read(5).dated.optional)?.model.name == "a")
  }

  @Test("The input holds what was sent, the values of the path, the coder and the options of the call")
  func parts() async throws {
    let (api, _) = client(.json("{}"))
    let call = Team.update(5, Team(id: 5, name: "c")).options { $0[Tone.self] = "loud" }.coder(JSONCoder(keys: .snakeCase))
    let words = try await api.send(
      call.mapping { input in
        let sent = String(decoding: input.sent ?? Data(), as: UTF8.self)
        return [sent, "\(input.values["id"])", input.options[Tone.self], input.coder.contentType, "\(input.head.status.code)"]
      })
    #expect(words == [#"{"id":5,"name":"c"}"#, "\(PathValue.text("5"))", "loud", "application/json", "200"])
  }

  @Test("A list of another module leaves elements out, and the reply reports them")
  func skipped() async throws {
    let (api, _) = client(.json(#"[{"id":1,"name":"a"},{"id":2}]"#))
    let call = Team.enumerate().elements(.skip).mapping { input in
      let list = try input.coder.decodeList(
        Team.self, from: input.data, at: input.place.parts, onFailure: input.options.elements)
      input.skipped = list.skipped
      return Set(list.elements.map(\.name))
    }
    let reply = try await api.reply(to: call)
    #expect(reply.value == ["a"] && reply.skipped.map(\.index) == [1])
  }

  @Test("The body as JSON is nil if there is none; JSON that is malformed and errors of the closure end the call at mapping")
  func faults() async throws {
    struct Refusal: Error {}
    let (api, _) = client(.json(" \n"), .json("{"), .json("{}"))
    let json = Team.read(5).mapping { try $0.json() }
    #expect(try await api.send(json) == JSONValue?.none)
    let malformed = await #expect(throws: CallError.self) { try await api.send(json) }
    #expect(malformed?.stage == .mapping && (malformed?.underlying as? MappingError)?.kind == .malformed)
    let refused = await #expect(throws: CallError.self) {
      try await api.send(Team.read(5).mapping { _ -> Int in throw Refusal() })
    }
    #expect(refused?.stage == .mapping && refused?.underlying is Refusal)
  }
}

@Suite(.timeLimit(.minutes(5))) struct ModuleSeamTests {
  private enum Tone: OptionKey {
    static let name = "tone"
    static let defaultValue = "plain"
  }

  @Test("The value of an option is known before there is a request, and the request has the same")
  func option() throws {
    let row = Endpoint("Person.read", .get, "people/{id}", Options { $0[Tone.self] = "row" })
    let table = EndpointTable("T", rows: [row])
    let api = Client(baseURL: base, transport: StubTransport(), options: Options { $0[Tone.self] = "client" })
    for (call, tone) in [
      (Call<Okay>(Endpoint("A.read", .get, "a")), "client"), (Call<Okay>(row, ["id": "5"]), "row"),
      (Call<Okay>(row, ["id": "5"]).options { $0[Tone.self] = "call" }, "call"),
    ] {
      #expect(api.options(of: call)[Tone.self] == tone)
      #expect(try api.makeRequest(for: call).options[Tone.self] == tone)
    }
    var overridden = api
    overridden.overrides = try EndpointOverrides(
      json: Data(#"{"Person.read":{"timeout":2}}"#.utf8), for: table, keys: EndpointOverrides.coreKeys)
    let call = Call<Okay>(row, ["id": "5"])
    #expect(overridden.options(of: call).timeout == .seconds(2))
    #expect(try overridden.makeRequest(for: call).options.timeout == .seconds(2))
  }

  @Test("A link that sets a limit of its own bounds the chunks of the body, too")
  func bounded() async throws {
    struct Limited: Middleware {
      let clock: CallClock
      func respond(to request: Request, next: Next) async throws -> Response {
        let deadline = Deadline(after: .seconds(3), on: clock)
        var response = try await next(request)
        response.body = response.body.ending(by: deadline, limit: .seconds(3))
        return response
      }
    }
    let clock = ManualClock()
    let trickle = AsyncStream<Data> { _ in }
    let api = Client(
      baseURL: base, middleware: [Limited(clock: CallClock(clock))],
      transport: StubTransport(.status(200, body: Body(trickle))), clock: CallClock(clock))
    let task = Task { try await api.send(Person.read(5).timeout(nil)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(3))
    let error = try #require(await #expect(throws: CallError.self) { try await task.value })
    #expect((error.underlying as? TimedOut) == TimedOut(.total, limit: .seconds(3)))
  }

  @Test("A coder that wraps what it writes is looked through: its objects are read and written without the wrapping")
  func unwrapped() throws {
    struct Wrapping: Coder {
      let contentType = "application/json"
      let accept = "application/json"
      func encode<Value: Encodable>(_ value: Value, nulls: NullPolicy?) throws -> Data {
        JSONValue.object([("data", try JSONValue(parsing: JSONCoder().encode(value, nulls: nulls)))]).data()
      }
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data, at path: [String]) throws -> Value {
        try JSONCoder().decode(type, from: data, at: path)
      }
    }
    let unwrapped = UnwrappedCoder(Wrapping())
    #expect(unwrapped.envelope == ["data"])
    #expect(unwrapped.object(in: Data(#"{"data":{"id":5}}"#.utf8)) == ["id": 5])
    #expect(unwrapped.object(in: Data(#"{"data":[]}"#.utf8)) == JSONValue?.none)
    #expect(unwrapped.merging(sent: ["id": 5, "name": "a"], with: ["name": "b"]) == ["id": 5, "name": "b"])
    #expect(try unwrapped.decode(Person.self, from: ["id": 5, "name": "a"]).name == "a")
  }

  @Test("An error of a module that sends calls of its own has no request, and its description says where and why")
  func errors() {
    struct Refusal: Error {}
    let error = CallError(.building, Endpoint("A.read", .get, "a"), underlying: Refusal())
    #expect(error.stage == .building && error.request == nil && error.response == nil && error.attempts.isEmpty)
    #expect(error.description == "A.read (GET a) failed while building the request: Refusal")
  }
}
