import RefineryTraffic
import Testing

@Suite struct HTTPFileVariablesTests {
  @Test("S09: variables of variables cannot make a huge text of a small file")
  func limit() throws {
    let lines = (0..<30).map { "@v\($0) = {{v\($0 + 1)}}{{v\($0 + 1)}}" } + ["@v30 = x", "GET http://a/{{v12}}"]
    let error = #expect(throws: TrafficError.self) { try Traffic(http: lines.joined(separator: "\n")) }
    #expect(error?.place == "line 32")
    #expect(error?.reason.contains("more than 1048576 bytes") == true, "\(error?.reason ?? "")")
    let text = lines.dropLast().joined(separator: "\n") + "\nGET http://{{v0}}/"
    let deep = #expect(throws: TrafficError.self) { try Traffic(http: text) }
    #expect(deep?.reason == "variables contain each other more than 20 times")
  }

  @Test("S09: many lines with one variable cannot make a huge text of a small file")
  func limitOfFile() throws {
    let value = String(repeating: "x", count: 1000)
    let lines = ["@a = \(value)", "POST http://a/", ""] + Array(repeating: "{{a}}", count: 2000)
    let error = #expect(throws: TrafficError.self) { try Traffic(http: lines.joined(separator: "\n")) }
    #expect(error?.reason.contains("more than 1048576 bytes") == true, "\(error?.reason ?? "")")
    let few = try Traffic(http: lines.prefix(103).joined(separator: "\n"))
    #expect(few.exchanges.first?.body.data?.count == 100 * 1001 - 1)
  }

  @Test("S09: an error shows the name of a variable, and no other text between braces")
  func safeErrors() {
    let error = #expect(throws: TrafficError.self) {
      try Traffic(http: "POST http://a/\n\n{\"a\":{{\"token\":\"s3cret\"}}}")
    }
    #expect(error?.reason == "a variable has no value: give it one")
    let named = #expect(throws: TrafficError.self) { try Traffic(http: "GET http://a/{{$user.id}}") }
    #expect(named?.reason == "the variable {{$user.id}} has no value: give it one")
  }
}
