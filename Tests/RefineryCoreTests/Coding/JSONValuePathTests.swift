import RefineryCore
import Testing

@Suite struct JSONValuePathTests {
  @Test("C16: a path leads through members and elements") func paths() {
    let json: JSONValue = ["data": ["people": [["name": "Ann"], ["name": "Bob"]]], "file.name": "x"]
    #expect(json.value(at: "data.people.1.name") == "Bob")
    #expect(json.value(at: ["file.name"]) == "x")
    #expect(json.value(at: "") == json)
    #expect(json.value(at: "data.people.9.name") == nil)
    #expect(json.value(at: "data.nobody") == nil)
    #expect(MemberPath("data.people").parts == ["data", "people"])
    #expect("\(MemberPath(parts: ["a", "b"]))" == "a.b")
  }
}
