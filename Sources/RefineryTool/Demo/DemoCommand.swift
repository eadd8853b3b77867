#if CommandLine
  import ArgumentParser
  import Endpoints
  import Foundation
  import Refinery
  import RefineryCommand

  struct DemoCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "demo", abstract: "Make every kind of call against a server in this process.",
      discussion: """
        Prints the tutorial's table, then makes its calls through the standard chain over loopback sockets: bodies compressed \
        both ways, a 401 that renews the credentials, a 503 that is retried. Each call has three lines: what the code says, \
        what the server saw and answered, and what came back. The exit status is 1 unless every call went as expected.
        """)

    @Flag(help: "Also log each call, and each attempt with its header fields and body, redacted, to standard error.")
    var verbose = false

    func run(in session: Session) async throws -> ToolStatus {
      let console = session.console
      console.printLines("\(Household.table.text)\n")
      guard let server = try? DemoServer() else {
        console.complain("the demo's server could not be started on this machine's loopback interface")
        return .failure
      }
      defer { server.stop() }
      return try await run(DemoScript.steps, on: server, console, client(of: server, session))
    }

    private func run(
      _ steps: [DemoStep], on server: DemoServer, _ console: Console, _ client: Client
    ) async throws -> ToolStatus {
      var failures = 0
      for (index, step) in steps.enumerated() {
        let outcome = await step.run(client)
        let wire = server.takeExchanges()
        console.print("\(index + 1). \(step.title): \(step.code)")
        console.print("     \(wire.joined(separator: ", "))")
        console.print("     \(outcome.text)")
        if !outcome.isExpected || wire != step.wire {
          failures += 1
          console.print("     NOT AS EXPECTED: \(step.expectation), by \(step.wire.joined(separator: ", "))")
        }
      }
      console.print("demo: \(steps.count) calls, \(steps.count - failures) as expected")
      return failures == 0 ? .okay : .failure
    }

    /// The client, set up as in an app.
    private func client(of server: DemoServer, _ session: Session) throws -> Client {
      let tokens = LoginCredentials(to: Client(baseURL: server.url, transport: session.transport)) { _ in
        Call<DemoGrant>(Endpoint("Token.create", .post, "token"))
      } credential: {
        .bearer($0.token)
      }
      let chain = Chain(
        logs: session.console.complain, traces: verbose, gzip: GzipMiddleware(requests: .above(0)),
        auth: AuthMiddleware(tokens))
      // An operator redirects the only absolute row of the table to another host, without a rebuild.
      let overrides: JSONValue = ["Person.portrait": ["path": .string("\(server.url)/portraits/{id}"), "timeout": 30]]
      return Client(
        baseURL: "\(server.url)/api", middleware: chain.links, transport: session.transport,
        options: Options { $0.timeout = .seconds(60) },
        overrides: try EndpointOverrides(json: overrides.data(), for: Household.table))
    }
  }

  /// A token of the demo's server.
  private struct DemoGrant: Decodable, Sendable { var token: String }
#endif
