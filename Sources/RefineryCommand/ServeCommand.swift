#if CommandLine
  import ArgumentParser
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryJSON
  import RefineryMock

  #if Import
    import RefineryOpenAPI
    import RefineryVerification
  #endif

  struct ServeCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Run a server for the rows of tables on a port of this machine.",
      discussion: """
        A server for front ends and tests whose server does not exist yet. What is created can be read, listed, changed and \
        deleted. Bodies are checked against the models. Lists have filters by member, an order and pages.

        It prints its URL and its rows, and then a line for each request: method, target, row and status. Secret values of \
        the query are hidden. It listens on 127.0.0.1 and ::1 only, and ends at SIGINT (Ctrl-C) or SIGTERM.

        While the server runs, programs of this machine can change its faults (/__refinery/faults), read the requests that \
        it received (/__refinery/journal), and reset it (/__refinery/reset). The page of RefineryMock describes these paths \
        and the text of faults.
        """)

    @Argument(help: "The tables.", completion: RootCommand.tableNames)
    var tables: [String]

    @Option(help: "The port; 0 for a free one.")
    var port = 8080

    @Option(help: "A JSON file of records: an object with a list for each resource, by name or by path.", completion: .file())
    var seed: String?

    @Option(help: "A file that keeps the records from one run to the next.", completion: .file())
    var state: String?

    @Option(help: "The number of made-up records of each collection that has no seeds.")
    var records = 10

    @Option(help: "The seed of made-up records: equal seeds give equal records.")
    var randomSeed: UInt64 = 1

    @Option(
      help: """
        A JSON file of responses by row name: {"Person.portrait": {"status": 200, "fields": {}, "json": {}}}, or "text" in \
        place of "json".
        """, completion: .file())
    var stubs: String?

    @Option(
      help: "A description (OpenAPI, Swagger), whose examples custom rows return. Needs the package's trait Import.",
      completion: .file())
    var description: String?

    @Option(help: ArgumentHelp("A fault, such as \"Person.read: status 503, times 2\"; repeatable.", valueName: "rule"))
    var fault: [String] = []

    @Option(help: "A file of faults, one for each line.", completion: .file())
    var faults: String?

    @Option(help: "The member that grows with each change of a record and is its entity tag, such as last_modified.")
    var versionMember: String?

    func run(in session: Session) async throws -> ToolStatus {
      let console = session.console
      let book = RowBook(tables: session.tool.tables)
      var chosen: [EndpointTable] = []
      for name in tables { chosen.append(try book.table(name)) }
      let mock: MockServer
      do {
        mock = try MockServer(chosen, try settings(for: chosen, session))
      } catch let fault as MockServer.Fault {
        throw UsageError(fault.description)
      }
      do {
        for rule in fault { try mock.faults.add(parsing: rule) }
        if let faults { try mock.faults.add(parsing: try text("--faults", faults)) }
      } catch let error as UnusableSettings {
        throw UsageError("the faults: \(error.problems.joined(separator: "; "))")
      }
      let redaction = Redaction(queryKeys: Redaction.listQueryKeys)
      do {
        try mock.start { [mock] call in
          if let fault = mock.storageFault { console.complain("serve: \(fault)") }
          let target = Redaction.escaped(redaction.target(call.target))
          let faults = call.faults.isEmpty ? "" : "  with " + call.faults.map(\.description).joined(separator: ", ")
          console.print(
            "\(call.method.rawValue) \(target)  \(call.row ?? "no row")  \(call.status.map { "\($0)" } ?? "no response")\(faults)"
          )
        }
      } catch {
        console.complain(
          "serve: port \(port) of 127.0.0.1 cannot be used: \(ErrorSummary.text(of: error)); choose another by --port")
        return .failure
      }
      defer { mock.stop() }
      for table in chosen { console.printLines("\(table.text)\n") }
      for problem in mock.records({ $0.unreadable }) { console.complain("serve: a record of \(problem)") }
      console.print("listening on \(mock.url)")
      await StopSignal.arrival()
      if let fault = mock.storageFault {
        console.complain("serve: \(fault)")
        return .failure
      }
      return .okay
    }

    private func settings(for tables: [EndpointTable], _ session: Session) throws -> MockSettings {
      guard (0...65_535).contains(port) else { throw UsageError("--port: \(port) is not a port") }
      guard records >= 0 else { throw UsageError("--records: \(records) is below 0") }
      var settings = MockSettings()
      settings.port = port
      settings.records = records
      settings.randomSeed = randomSeed
      settings.versionMember = versionMember
      settings.stateFile = state.map { URL(filePath: $0) }
      if let seed { settings.seeds = try json("--seed", seed) }
      if let stubs {
        do {
          settings.stubs = try MockResponse.stubs(try json("--stubs", stubs), for: tables)
        } catch let fault as MockServer.Fault {
          throw UsageError("--stubs: \(fault)")
        }
      }
      let coders = tables.map { table in
        session.tool.clients(of: table).first?.value.coder ?? settings.coder
      }
      guard Set(coders.map(CoderFormat.init)).count <= 1 else {
        throw UsageError("the clients of these tables have different coders: serve the tables on a port each")
      }
      if let coder = coders.first { settings.coder = coder }
      if let description { settings.examples = try examples(description, tables, settings.coder) }
      return settings
    }

    private func text(_ option: String, _ path: String) throws -> String {
      do {
        return try String(contentsOf: URL(filePath: path), encoding: .utf8)
      } catch {
        throw UsageError("\(option): \(path) cannot be read as UTF-8 text")
      }
    }

    private func json(_ option: String, _ path: String) throws -> JSONValue {
      do {
        return try JSONValue(parsing: try Data(contentsOf: URL(filePath: path)))
      } catch {
        throw UsageError("\(option): \(path) cannot be read: \(ErrorSummary.text(of: error))")
      }
    }

    private func examples(
      _ path: String, _ tables: [EndpointTable], _ coder: any Coder
    ) throws -> [String: JSONValue] {
      #if Import
        do {
          let description = try RefineryOpenAPI.Description.reading(file: path)
          return tables.reduce(into: [:]) { $0.merge(description.responseExamples(of: $1, coder: coder)) { first, _ in first } }
        } catch {
          throw UsageError("--description: the description cannot be read: \(error)")
        }
      #else
        throw UsageError("--description needs the package trait Import, for example `swift run --traits CommandLine,Import`")
      #endif
    }
  }

  /// What a coder makes of names and dates. Coders cannot be compared, but what they write can.
  private struct CoderFormat: Hashable {
    private struct Example: Encodable {
      var twoWords = "text"
      var lastChange = Date(timeIntervalSince1970: 0.5)
    }

    let contentType: String
    let body: Data?

    init(_ coder: any Coder) {
      contentType = coder.contentType
      body = try? coder.encode(Example(), nulls: .omit)
    }
  }

  /// SIGINT, SIGTERM, or the cancellation of the task.
  enum StopSignal {
    /// Waits for one of them.
    static func arrival() async {
      let (arrivals, continuation) = AsyncStream<Void>.makeStream()
      let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
        return source
      }
      for await _ in arrivals { break }
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
  }
#endif
