import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct FieldErrorsTests {
  private func read(_ text: String) throws -> FieldErrors { try JSONCoder().decode(FieldErrors.self, from: Data(text.utf8)) }

  @Test(
    "O08: the messages of Django REST framework, Rails and Laravel are read from their places, in the order of the body",
    arguments: [
      (#"{"name":["This field is required."],"age":["A valid integer is required."]}"#, 400, ["name", "age"]),
      (#"{"errors":{"name":["is too short","is reserved"],"base":["is closed"]}}"#, 422, ["name", "base"]),
      (
        #"{"message":"The name field is required. (and 1 more error)","errors":{"name":["Required."],"age":["Low."]}}"#, 422,
        ["name", "age"]
      ),
    ] as [(String, Int, [String])])
  func frameworks(body: String, status: Int, names: [String]) async throws {
    let options = Options {
      $0.errors.add(FieldErrors.self, for: 400)
      $0.errors.add(FieldErrors.self, for: 422, at: "errors")
    }
    let (api, _) = client(.json(body, status: status))
    let call = Call<Okay>(Endpoint("Person.create", .post, "people", options))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    let errors = try #require(error.details(as: FieldErrors.self))
    #expect(errors.names == names && errors.fields.count == names.count)
    #expect(errors.fields["name"]?.isEmpty == false && errors.fields["other"] == nil)
  }

  @Test(
    "O08: one text counts as a list, nested messages have joined names, and what is no text is left out",
    arguments: [
      (#"{"name":"Required."}"#, ["name": ["Required."]]),
      (#"{"address":{"city":["a"],"zip":{"code":"b"}}}"#, ["address.city": ["a"], "address.zip.code": ["b"]]),
      (#"{"items":[{},{"price":["a"]},"b"]}"#, ["items.1.price": ["a"], "items": ["b"]]),
      (#"[{},{"name":["a"]}]"#, ["1.name": ["a"]]), (#"{"a":{"b":["1"]},"a.b":["2"]}"#, ["a.b": ["1", "2"]]),
      (#"{"status":422,"ok":false,"trace":null,"name":["a",1,null]}"#, ["name": ["a"]]),
      (#"{"name":[{"error":"too_short","count":3}]}"#, ["name.0.error": ["too_short"]]), (#"{"":["a"]}"#, ["": ["a"]]),
    ] as [(String, [String: [String]])])
  func shapes(body: String, fields: [String: [String]]) throws {
    let errors = try read(body)
    #expect(errors.fields == fields && Set(errors.names) == Set(fields.keys) && errors.names.count == fields.count)
  }

  @Test(
    "O08: a body without a message about a field is not of this type",
    arguments: ["{}", "[]", "null", #""no""#, #"["no"]"#, "7", #"{"name":[]}"#, #"{"name":{"a":[1]}}"#, "<html>", ""])
  func others(body: String) async throws {
    #expect(throws: MappingError.self) { try read(body) }
    let (api, _) = client(.json(body, status: 422))
    let call = Person.read(5).errors(FieldErrors.self, for: 422)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: FieldErrors.self) == nil && error.status == 422)
  }

  @Test("O08: a type of the app holds the fields beside its own members")
  func ownType() async throws {
    struct Invalid: Decodable, Error { let message: String; let errors: FieldErrors }
    let (api, _) = client(.json(#"{"message":"Invalid.","errors":{"name":["Required."]}}"#, status: 422))
    let call = Person.read(5).errors(Invalid.self, for: 422)
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.details(as: Invalid.self)?.errors.fields["name"] == ["Required."])
  }

  @Test("O08: the line of the error has some names, escaped and shortened, and no message")
  func line() throws {
    #expect(try read(#"{"name":["canary"],"a\nb":["canary"]}"#).description == #"invalid fields: name, a\nb"#)
    let many = try read("{\((1...20).map { #""f\#($0)":"canary""# }.joined(separator: ","))}")
    #expect(many.description == "invalid fields: f1, f2, f3, f4, f5, f6, f7, f8 and 12 more")
    let long = try read(#"{"\#(String(repeating: "x", count: 5_000))":"canary"}"#)
    #expect(long.description.count < 200 && long.names.first?.count == 256)
    var printed = ""
    dump(many, to: &printed)
    #expect(!"\(many)\(String(reflecting: many))\(printed)".contains("canary"))
  }

  @Test("O08: names that each message repeats are cut, so the memory stays small")
  func repeated() throws {
    let members = (0..<4_000).map { #""\#($0)":"x""# }.joined(separator: ",")
    let errors = try read(#"{"\#(String(repeating: "n", count: 30_000))":{\#(members)}}"#)
    #expect(errors.names.allSatisfy { $0.utf8.count <= 256 } && errors.names.count == 1)
    #expect(errors.fields.values.reduce(0) { $0 + $1.count } == 4_000)
    let deep = String(repeating: #"{"a":"#, count: 200) + #"["x"]"# + String(repeating: "}", count: 200)
    #expect(try read(deep).names.map(\.utf8.count) == [256])
  }
}
