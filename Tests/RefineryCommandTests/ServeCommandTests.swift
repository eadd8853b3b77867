#if CommandLine
  import Endpoints
  import Foundation
  import Refinery
  import RefineryCommand
  import TestSupport
  import Testing

  @Suite("refinery serve", .timeLimit(.minutes(2))) struct ServeCommandTests {
    private let tool = Tool("household", tables: [Household.table])

    private func file(_ text: String) throws -> String {
      let url = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString).json")
      try Data(text.utf8).write(to: url)
      return url.path(percentEncoded: false)
    }

    @Test("O05, S07: serve responds to the rows of a table, prints a line for each request, and ends when it is told to")
    func serve() async throws {
      let seed = try file(#"{"Person": [{"id": 4, "name": "Ann", "age": 39}]}"#)
      let stubs = try file(#"{"Person.birthday": {"json": {"id": 4, "name": "Ann", "age": 40}}}"#)
      let state = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString).json")
      defer {
        for path in [seed, stubs, state.path(percentEncoded: false)] { try? FileManager.default.removeItem(atPath: path) }
      }
      let transcript = Transcript()
      let running = Task {
        await tool.run(
          [
            "serve", "Household", "--port", "0", "--seed", seed, "--stubs", stubs, "--records", "2", "--state",
            state.path(percentEncoded: false),
          ], on: transcript)
      }
      try await until { transcript.output.contains("listening on ") }
      let line = try #require(transcript.output.split(separator: "\n").first { $0.hasPrefix("listening on ") })
      let api = Client(baseURL: "\(line.dropFirst("listening on ".count))/api")
      #expect(try await api.send(Person.enumerate(["access_token": "hidden-secret"])).map(\.name) == ["Ann"])
      #expect(try await api.send(Household.enumerate()).count == 2)
      #expect(try await api.send(Person.birthday(4)).age == 40)
      let refused = await #expect(throws: CallError.self) { try await api.send(Person.create(["name": 1])) }
      #expect(refused?.status == 422)
      running.cancel()
      #expect(await running.value == .okay)
      let output = transcript.output
      #expect(output.hasPrefix(Household.table.text))
      #expect(output.contains("GET /api/households  Household.enumerate  200\n"))
      #expect(output.contains("POST /api/people/new  Person.create  422\n"))
      #expect(!output.contains("hidden-secret") && transcript.errors.isEmpty)
    }

    @Test("O05: a seed that its model cannot read is named") func unreadable() async throws {
      let seed = try file(#"{"Person": [{"id": 4, "nmae": "Ann"}]}"#)
      defer { try? FileManager.default.removeItem(atPath: seed) }
      let transcript = Transcript()
      let running = Task { await tool.run(["serve", "Household", "--port", "0", "--seed", seed], on: transcript) }
      try await until { transcript.output.contains("listening on ") }
      running.cancel()
      #expect(await running.value == .okay)
      #expect(transcript.errors.contains("serve: a record of Person: "), "\(transcript.errors)")
    }

    #if Import
      @Test("O05: custom rows respond with the examples of a description") func description() async throws {
        let description = try file(
          #"""
          {"openapi": "3.1.0", "info": {"title": "Household", "version": "1"}, "paths": {"/person/{id}/birthday": {"post": {
            "responses": {"200": {"description": "older", "content": {"application/json": {
              "example": {"id": 4, "name": "Ann of the example", "age": 40}}}}}}}}}
          """#)
        defer { try? FileManager.default.removeItem(atPath: description) }
        let transcript = Transcript()
        let running = Task {
          await tool.run(["serve", "Household", "--port", "0", "--description", description], on: transcript)
        }
        try await until { transcript.output.contains("listening on ") }
        let line = try #require(transcript.output.split(separator: "\n").first { $0.hasPrefix("listening on ") })
        let api = Client(baseURL: "\(line.dropFirst("listening on ".count))")
        #expect(try await api.send(Person.birthday(4)).name == "Ann of the example")
        running.cancel()
        #expect(await running.value == .okay)
        #expect(await tool.run(["serve", "Household", "--description", "/none"], on: transcript) == .usage)
        #expect(transcript.errors.contains("--description: the description cannot be read"))
      }
    #endif

    @Test(
      "O05: what serve cannot use is named",
      arguments: [
        (["Househld"], "did you mean"), (["Household", "--port", "70000"], "--port: 70000 is not a port"),
        (["Household", "--records", "-1"], "records"), (["Household", "--seed", "/none"], "--seed: /none cannot be read"),
      ])
    func faults(arguments: [String], text: String) async {
      let transcript = Transcript()
      #expect(await tool.run(["serve"] + arguments, on: transcript) == .usage)
      #expect(transcript.errors.contains(text), "\(transcript.errors)")
    }

    @Test("O05: tables of APIs with different coders are not served together") func coders() async {
      struct Note: Codable, Identifiable, Enumerable {
        static let path: URITemplate = "notes"
        var id: Int
      }
      func api(_ table: EndpointTable, _ coder: JSONCoder) -> ToolAPI {
        ToolAPI(tables: [table], clients: ["production": Client(baseURL: "https://a.example", coder: coder)])
      }
      let notes = EndpointTable("Notes", [Note.self])
      for (keys, isUsable) in [(KeyStrategy.snakeCase, false), (.asWritten, true)] {
        let tool = Tool("shop", apis: [api(Household.table, JSONCoder()), api(notes, JSONCoder(keys: keys))])
        let transcript = Transcript()
        // The file of faults is read after the coders.
        _ = await tool.run(["serve", "Household", "Notes", "--port", "0", "--faults", "/none"], on: transcript)
        #expect(transcript.errors.contains("have different coders") == !isUsable, "\(transcript.errors)")
      }
    }

    @Test("O05: faults of seeds and stubs are named") func files() async throws {
      let seed = try file(#"{"Persn": []}"#)
      let stubs = try file(#"{"Person.birthdy": {}}"#)
      defer { for path in [seed, stubs] { try? FileManager.default.removeItem(atPath: path) } }
      let transcript = Transcript()
      #expect(await tool.run(["serve", "Household", "--seed", seed], on: transcript) == .usage)
      #expect(transcript.errors.contains("`Persn`, which is not a resource"))
      #expect(await tool.run(["serve", "Household", "--stubs", stubs], on: transcript) == .usage)
      #expect(transcript.errors.contains("there is no row Person.birthdy; did you mean Person.birthday?"))
    }
  }
#endif
