#if Macros
  import Foundation
  import Refinery
  import RefineryCommand
  import RefineryMacros
  import RefineryTesting
  import Testing

  @Suite struct EveryKindTests {
    private func api(_ responses: StubTransport.StubResponse...) -> Client {
      Client(baseURL: "http://stub", transport: StubTransport(script: responses))
    }

    @Test("U03: a row below a parent is joined to it, and has a name of its own")
    func nested() async throws {
      let call = Project.at(7) / Project.Label.hide("a b")
      #expect(call.endpoint.name == "Project.Label.hide")
      let stub = StubTransport(.status(204))
      try await Client(baseURL: "http://stub", transport: stub).send(call)
      #expect(stub.last?.url == "http://stub/repos/7/labels/a%20b/hide")
    }

    @Test("U03: pages, an optional output, text, modifiers")
    func outputs() async throws {
      let api = api(.json(#"[{"id":1,"name":"a"}]"#), .json(#"[{"id":2,"name":"b"}]"#), .json("[]"))
      var names: [String] = []
      for try await project in api.items(of: Project.list(of: "ann"), by: .numbers(size: 1)) { names.append(project.name) }
      #expect(names == ["a", "b"])
      #expect(try await self.api(.status(204)).send(Project.readme(owner: "o", name: "n", accept: "*/*")) == nil)
      let okay = try await self.api(.json(#"{"issue":{"number":3}}"#))
        .send(Project.openTicket(owner: "o", name: "n", body: NewTicket(title: "t")).timeout(.seconds(1)))
      #expect(okay.number == 3)
    }

    @Test("U03: a stream of lines, and of events")
    func streams() async throws {
      let lines = StubTransport.StubResponse.status(200, headers: [.contentType: "application/x-ndjson"], body: Body("1\n2\n"))
      var found: [Int] = []
      for try await number in api(lines).stream(Project.log(id: 1)) { found.append(number) }
      #expect(found == [1, 2])
      let events = StubTransport.StubResponse.status(
        200, headers: [.contentType: "text/event-stream"], body: Body("data: {\"number\":1}\n\n"))
      var numbers: [Int] = []
      for try await issue in api(events).events(Project.events(id: 1)) {
        numbers.append(issue.data.number)
        break
      }
      #expect(numbers == [1])
    }

    @Test("U03: a download to a file")
    func download() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await api(.status(200, body: Body("bytes"))).download(Project.log(id: 1), to: file)
      #expect(try Data(contentsOf: file) == Data("bytes".utf8))
    }

    #if CommandLine
      @Test("U03: the tool prints, explains and sends such a row")
      func tool() async throws {
        let tool = Tool("forge", tables: [RowTests.table], transport: StubTransport(.json("[]")))
        func run(_ arguments: String...) async -> String {
          let transcript = Transcript()
          #expect(await tool.run(arguments, on: transcript) == .okay)
          return transcript.output
        }
        #expect(await run("table").contains("Lists the repositories of a `Project`'s user."))
        let explanation = await run("explain", "Project.list", "user=ann", "page=2", "--base-url", "http://stub")
        #expect(explanation.contains("GET http://stub/users/ann/repos?page=2"))
        #expect(explanation.contains("summary   Lists the repositories"))
        #expect(await run("call", "Project.list", "user=ann", "--base-url", "http://stub").contains("[]"))
      }
    #endif

    @Test("U03: operators override such a row by its name")
    func overrides() async throws {
      let stub = StubTransport(.json("[]"))
      var api = Client(baseURL: "http://stub", transport: stub)
      api.overrides = try EndpointOverrides(
        json: Data(#"{"Project.list": {"path": "people/{user}/repos"}}"#.utf8), for: RowTests.table)
      _ = try await api.send(Project.list(of: "ann"))
      #expect(stub.last?.url == "http://stub/people/ann/repos")
    }

    @Test("U04: the options, the coder and the errors of a group apply to its rows")
    func group() async throws {
      let api = api(.json(#"{"message":"no"}"#, status: 400))
      let error = await #expect(throws: CallError.self) { try await api.send(Forge.zen()) }
      #expect(error?.details(as: Forge.Refused.self)?.message == "no")
      #expect(Forge.zen().endpoint.name == "Forge.zen" && Forge.customEndpoints.count == 2)
      #expect(EndpointTable("G", [Forge.self]).rows.map(\.name) == ["Forge.zen", "Forge.health"])
    }

    @Test("U06: a row by macro is the row that a person would write, so it costs the same in each call")
    func sameAsByHand() async throws {
      var byHand = Clock.nowEndpoint
      byHand.name = "MacroClock.now"
      #expect(MacroClock.nowRow == byHand)
      let stub = StubTransport(.json("0"))
      let api = Client(baseURL: "http://stub", transport: stub)
      _ = try? await api.send(Clock.now(zone: "utc"))
      _ = try? await api.send(MacroClock.now(zone: "utc"))
      #expect(stub.sent.map(\.url) == ["http://stub/now?zone=utc", "http://stub/now?zone=utc"])
      #expect(MemoryLayout.size(ofValue: Clock.now()) == MemoryLayout.size(ofValue: MacroClock.now()))
    }
  }
#endif
