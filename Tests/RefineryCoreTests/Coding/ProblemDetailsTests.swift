import FoundationEssentials
import RefineryCore
import Testing

@Suite struct ProblemDetailsTests {
  private func problem(_ body: String, _ contentType: String? = "application/json", status: Int = 422) throws -> ProblemDetails
  {
    try #require(ProblemDetails(body: Data(body.utf8), contentType: contentType, status: status))
  }

  @Test("I10: RFC 9457, its own example whole") func problemDetails() throws {
    let problem = try problem(
      """
      {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","status":403,
      "detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc","balance":30,
      "accounts":["/account/12345","/account/67890"]}
      """, "application/problem+json; charset=utf-8")
    #expect(
      problem
        == ProblemDetails(
          type: "https://example.com/probs/out-of-credit", title: "You do not have enough credit.", status: 403,
          detail: "Your current balance is 30, but that costs 50.", instance: "/account/12345/msgs/abc",
          extensions: ["balance": 30, "accounts": ["/account/12345", "/account/67890"]]))
    #expect("\(problem)" == "You do not have enough credit.: Your current balance is 30, but that costs 50.")
  }

  @Test("I10: RFC 9457 with a list of errors, and an empty one") func problemLists() throws {
    let listed = try problem(
      ##"{"title":"Not valid.","errors":[{"detail":"must be positive","pointer":"#/age"}]}"##, "Application/ProblemDetails+JSON"
    )
    #expect(listed.items == [.init(detail: "must be positive", pointer: "#/age")])
    #expect(listed.status == 422)
    #expect(listed.detail == "must be positive")
    let empty = try problem("{}", "application/problem+json", status: 500)
    #expect(empty == ProblemDetails(status: 500))
    #expect("\(empty)" == "Error: status 500")
    #expect(try problem(#"{"status":0}"#, "application/problem+json", status: 500).status == 500)
  }

  @Test("I10: among lists of texts under names of fields, all other members stay, in order") func fields() throws {
    let problem = try problem(#"{"a":1,"name":["is short"],"b":[],"age":["is low","is odd"],"c":"x"}"#)
    #expect(problem.items.map(\.detail) == ["Name is short", "Age is low", "Age is odd"])
    #expect(problem.extensions.keys == ["a", "b", "c"])
    let many = (0..<4_000).map { #""f\#($0)":["x"]"# }.joined(separator: ",")
    #expect(try self.problem("{\(many)}").items.count == 4_000)
  }

  @Test("I10: a problem is written as RFC 9457 says, with its extensions as members, and is read back") func written() throws {
    let written = ProblemDetails(
      type: "https://example.com/probs/out-of-credit", title: "No credit.", status: 403, detail: "It costs 50.",
      instance: "/account/1", code: "credit", items: [.init(detail: "must be positive", pointer: "#/age")],
      extensions: ["balance": 30, "accounts": ["/account/1"]])
    let body = try JSONEncoder().encode(written)
    #expect(ProblemDetails(body: body, contentType: "application/problem+json", status: 500) == written)

    // An extension never replaces a member.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let odd = ProblemDetails(title: "T", status: 404, extensions: ["status": 200, "errors": [], "detail": "x", "b": .null])
    #expect(String(decoding: try encoder.encode(odd), as: UTF8.self) == #"{"b":null,"status":404,"title":"T"}"#)
  }

  @Test("I10, I14: an error text, an error object, a message") func plainErrors() throws {
    #expect(try problem(#"{"error":"m"}"#) == ProblemDetails(status: 422, detail: "m"))
    #expect("\(try problem(#"{"error":"m"}"#))" == "Error: m")
    #expect(
      try problem(#"{"error":{"message":"No such person","code":404,"status":"NOT_FOUND"},"trace":"t"}"#)
        == ProblemDetails(
          status: 422, detail: "No such person", code: "404", extensions: ["status": "NOT_FOUND", "trace": "t"]))
    #expect(try problem(#"{"error":{"type":"card_error","code":"declined"}}"#, "application/problem+json").code == "declined")
    #expect(try problem(#"{"message":"m"}"#) == ProblemDetails(status: 422, detail: "m"))
    #expect(
      try problem(#"{"statusCode":400,"message":"m","error":"Bad Request"}"#)
        == ProblemDetails(title: "Bad Request", status: 422, detail: "m", extensions: ["statusCode": 400]))
  }

  @Test("I10: Django REST framework lists the texts of each field, in nested objects and in lists too") func fieldLists() throws
  {
    let plain = try problem(#"{"name":["This field is required."],"non_field_errors":["passwords differ"]}"#)
    #expect(
      plain.items == [
        .init(detail: "This field is required.", field: "name"), .init(detail: "passwords differ", field: "non_field_errors"),
      ])
    #expect(plain.detail == "This field is required.\n\npasswords differ" && plain.extensions.isEmpty)
    let nested = try problem(#"{"profile":{"age":["A valid integer is required."]},"tags":[{},{"name":["Too long."]}]}"#)
    #expect(nested.items.map(\.field) == ["profile.age", "tags.1.name"])
    #expect(nested.items.map(\.detail) == ["A valid integer is required.", "Too long."])
    let many = try problem(#"[{},{"name":["This field is required."]}]"#)
    #expect(many.items == [.init(detail: "This field is required.", field: "1.name")])
    #expect(ProblemDetails(body: Data(#"{"name":"Ann","age":5,"none":[]}"#.utf8), contentType: nil, status: 400) == nil)
  }

  @Test("I10: errors within a detail or a message are read") func nestedErrors() throws {
    let listed = try problem(
      #"{"detail":{"errors":[{"status_code":404,"title":"Not found","detail":"No user 5","source":{"pointer":"/data"}}]}}"#)
    #expect(listed.items == [.init(title: "Not found", detail: "No user 5", status: 404, pointer: "/data")])
    #expect((listed.title, listed.detail, listed.extensions.isEmpty) == ("Not found", "No user 5", true))
    #expect(try problem(#"{"detail":{"message":"m","code":"c"}}"#) == ProblemDetails(status: 422, detail: "m", code: "c"))
    #expect(try problem(#"{"message":{"name":["is too short"]}}"#).detail == "Name is too short")
  }

  @Test("I10: a list of texts, and errorsList") func lists() throws {
    let texts = try problem(#"{"errors":["a","b"]}"#)
    #expect(texts.items == [.init(detail: "a"), .init(detail: "b")])
    #expect(texts.detail == "a\n\nb")
    let list = try problem(#"{"error":"x","errorsList":[{"title":"T","detail":"D"},{"title":"U","detail":"E"}]}"#)
    #expect((list.title, list.detail, list.items.count) == ("T", "D", 2))
    #expect("\(list)" == "T: D")
    #expect(try problem(#"["a"]"#).items == [.init(detail: "a")])
  }

  @Test("I10: Rails fields; a message with a capital stands alone, another is begun by its field") func rails() throws {
    let problem = try problem(
      #"{"errors":{"first_name":["can't be blank","Must be a name"],"age":"is too low","base":["no"]}}"#)
    #expect(problem.detail == "First name can't be blank\n\nMust be a name\n\nAge is too low\n\nno")
    #expect(problem.items.map(\.field) == ["first_name", "first_name", "age", "base"])
    #expect("\(problem)" == "Error: First name can't be blank\n\nMust be a name\n\nAge is too low\n\nno")
  }

  @Test("I10: JSON:API errors with their sources") func jsonAPI() throws {
    let problem = try problem(
      """
      {"jsonapi":{"version":"1.1"},"errors":[
      {"status":"422","code":"123","title":"Invalid Attribute","detail":"Too short.","source":{"pointer":"/data/attributes/name"}},
      {"status":"400","title":"Bad Key","source":{"parameter":"include"}},{"source":{"header":"X-Tenant"},"title":"No tenant"}]}
      """, "application/vnd.api+json", status: 400)
    #expect(
      problem.items == [
        .init(title: "Invalid Attribute", detail: "Too short.", code: "123", status: 422, pointer: "/data/attributes/name"),
        .init(title: "Bad Key", status: 400, parameter: "include"), .init(title: "No tenant", header: "X-Tenant"),
      ])
    #expect((problem.title, problem.detail, problem.code, problem.status) == ("Invalid Attribute", "Too short.", "123", 400))
    #expect(problem.extensions == ["jsonapi": ["version": "1.1"]])
  }

  @Test("I10: OAuth") func oauth() throws {
    let problem = try problem(
      #"{"error":"invalid_grant","error_description":"expired","error_uri":"https://h/e"}"#, status: 400)
    #expect(
      problem
        == ProblemDetails(type: "https://h/e", title: "invalid_grant", status: 400, detail: "expired", code: "invalid_grant"))
  }

  @Test("I10: Kinto, with details readable") func kinto() throws {
    let problem = try problem(
      #"{"code":412,"errno":114,"error":"Precondition Failed","message":"Resource was modified meanwhile","details":{"existing":{"id":"a"}}}"#,
      status: 412)
    #expect(
      problem
        == ProblemDetails(
          title: "Precondition Failed", status: 412, detail: "Resource was modified meanwhile", code: "114",
          extensions: ["details": ["existing": ["id": "a"]]]))
  }

  @Test("I10: lists of FastAPI and of GitHub") func others() throws {
    let fast = try problem(#"{"detail":[{"loc":["body","age",0],"msg":"not a number","type":"int"}]}"#)
    #expect(fast.items == [.init(detail: "not a number", field: "body.age.0")])
    #expect(fast.detail == "not a number")
    let hub = try problem(
      #"{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"}]}"#)
    #expect(hub.detail == "Validation Failed")
    #expect(hub.items == [.init(code: "missing_field", field: "title")])
    #expect("\(hub.items[0])" == "missing_field")
  }

  @Test(
    "I10, I13: junk is nobody's problem",
    arguments: [
      "", "   ", "null", "5", "\"error\"", "<html>error</html>", #"{"error":"m""#, "{}", #"{"id":5}"#, #"{"error":null}"#,
      #"{"error":5}"#, #"{"errors":[]}"#, #"{"errors":[5,null]}"#, #"{"errors":{"a":5}}"#, #"{"message":{}}"#, "[]", "[[]]",
      #"{"error":{"error":{"error":{}}}}"#, "\u{0}\u{1}",
    ])
  func junk(_ body: String) {
    #expect(ProblemDetails(body: Data(body.utf8), contentType: "application/json", status: 500) == nil)
  }

  @Test("I13: the name of a field with messages is cut to 256 scalars") func longField() throws {
    let name = String(repeating: "n", count: 20_000)
    let messages = Array(repeating: #""m""#, count: 100).joined(separator: ",")
    for field in [name, "a.\(name)"] {
      let list = #"{"\#(name)":[\#(messages)]}"#
      let problem = try problem(field == name ? list : #"{"a":\#(list)}"#)
      #expect(problem.items.count == 100)
      #expect(problem.items.allSatisfy { $0.field == String(field.prefix(256)) })
    }
  }

  @Test("I13: deep and huge bodies are refused, not read") func limits() {
    let deep = String(repeating: #"{"error":"#, count: 5000)
    #expect(ProblemDetails(body: Data(deep.utf8), contentType: nil, status: 500) == nil)
    let huge = #"{"error":"\#(String(repeating: "x", count: 64 * 1024))"}"#
    #expect(ProblemDetails(body: Data(huge.utf8), contentType: nil, status: 500) == nil)
  }
}
