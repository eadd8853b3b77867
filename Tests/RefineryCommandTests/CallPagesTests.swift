#if CommandLine
  import HTTPTypes
  import Refinery
  import RefineryCommand
  import RefineryTesting
  import Testing

  @Suite(.timeLimit(.minutes(5))) struct CallPagesTests {
    private let list = ["call", "Person.enumerate", "--base-url", "https://h/api"]

    @Test(
      "F12: --all prints the elements of all pages, one a line; --pages those of so many",
      arguments: ["links", "next", "header"])
    func pages(place: String) async {
      func page(_ id: Int, next: String?) -> StubTransport.StubResponse {
        let link = next.map { "\"\($0)\"" } ?? "null"
        let element = #"{"id":\#(id),"tags":["a\u202e"]}"#
        switch place {
        case "links": return .json(#"{"data":[\#(element)],"links":{"next":\#(link)}}"#)
        case "next": return .json(#"{"results":[\#(element)],"count":2,"next":\#(link)}"#)
        default:
          let headers = HTTPField.Name("Link").map { name -> HTTPFields in next.map { [name: "<\($0)>; rel=next"] } ?? [:] }
          return .json("[\(element)]", headers: headers ?? [:])
        }
      }
      let script = [page(1, next: "/api/people?page=2"), page(2, next: "/api/people?page=3"), page(3, next: nil)]
      let stub = StubTransport(script: script)
      let (status, all) = await run(list + ["--all"], tool: Tool(transport: stub))
      #expect(status == .okay && all.errors.isEmpty)
      #expect(all.output == (1...3).map { #"{"id":\#($0),"tags":["a\u202e"]}"# + "\n" }.joined())
      #expect(stub.requests.count == 3)
      let two = StubTransport(script: script)
      let (_, some) = await run(list + ["--pages", "2"], tool: Tool(transport: two))
      #expect(some.output.split(separator: "\n").count == 2 && two.requests.count == 2)
    }

    @Test("F12: what fails on a later page is told after the elements of those before it, with the page")
    func failure() async {
      let stub = StubTransport(.json(#"{"data":[1,2],"next":"/api/people?page=2"}"#), .status(503))
      let (status, transcript) = await run(list + ["--all"], tool: Tool(transport: stub))
      #expect(status == .serverError && transcript.output == "1\n2\n")
      #expect(transcript.errors.contains("page 2"))
    }

    @Test(
      "F12: --pages takes a positive number, and not with --all", arguments: [["--pages", "0"], ["--pages", "2", "--all"]])
    func usage(arguments: [String]) async {
      let stub = StubTransport(.json("[]"))
      let (status, _) = await run(list + arguments, tool: Tool(transport: stub))
      #expect(status == .usage && stub.requests.isEmpty)
    }
  }
#endif
