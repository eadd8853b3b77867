#if CommandLine
  import ArgumentParser
  import Endpoints
  import Foundation
  import HTTPTypes
  import Refinery

  struct DemoCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "demo", abstract: "Make every kind of call against a server in this process.",
      discussion: """
        Prints the tutorial's table, then makes its calls through the standard chain over loopback sockets: bodies compressed \
        both ways, a 401 that renews the credentials, a 503 that is retried. Below each call are the requests \
        that the server saw, and its statuses. Log lines go to standard error. The exit status is 1 unless every call went as \
        expected.
        """)

    @Flag(help: "Log every attempt with its header fields and body, redacted. Default: only those of Person.create.")
    var trace = false

    func run(in session: Session) async throws -> ToolStatus {
      let console = session.console
      console.printLines("\(Household.table.text)\n")
      guard let server = try? await DemoServer.start() else {
        console.complain("the demo's server could not be started on this machine's loopback interface")
        return .failure
      }
      let status = try await run(DemoScript.steps, on: server, session)
      await server.stop()
      return status
    }

    private func run(_ steps: [DemoStep], on server: DemoServer, _ session: Session) async throws -> ToolStatus {
      let client = try await client(of: server, session)
      var failures = 0
      for (index, step) in steps.enumerated() {
        let outcome = await step.run(client)
        let wire = await server.takeExchanges()
        let isExpected = outcome.isExpected && wire == step.wire
        session.console.print("\(index + 1). \(step.title): \(outcome.text)")
        for line in wire { session.console.print("     \(line)") }
        if !isExpected {
          failures += 1
          session.console.print("   NOT AS EXPECTED: \(step.expectation)")
          for line in step.wire { session.console.print("     \(line)") }
        }
      }
      session.console.print("demo: \(steps.count) calls, \(steps.count - failures) as expected")
      return failures == 0 ? .okay : .failure
    }

    /// The client, set up as in an app.
    private func client(of server: DemoServer, _ session: Session) async throws -> Client {
      let tokens = LoginCredentials(to: Client(baseURL: server.url, transport: session.tool.transport)) { _ in
        Call<DemoGrant>(Endpoint("Token.create", .post, "token"))
      } credential: {
        .bearer($0.token)
      }
      let chain = Chain(
        logs: session.console.complain, calls: .lines, attempts: trace ? .details : .details(of: "Person.create"),
        gzip: GzipMiddleware(requests: .always), auth: AuthMiddleware(tokens))
      // An operator redirects the only absolute row of the table to another host, without a rebuild.
      let overrides: JSONValue = ["Person.portrait": ["path": .string("\(server.url)/portraits/{id}"), "timeout": 30]]
      return Client(
        baseURL: "\(server.url)/api", middleware: chain.links, transport: session.tool.transport,
        options: Options().setting(Timeout.self, .seconds(60)),
        overrides: try EndpointOverrides(json: overrides.data(), for: Household.table))
    }
  }

  /// A token of the demo's server.
  private struct DemoGrant: Decodable, Sendable { var token: String }
#endif
