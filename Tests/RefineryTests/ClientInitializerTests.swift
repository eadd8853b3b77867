import Foundation
import Refinery
import RefineryTesting
import Testing

@Suite struct ClientInitializerTests {
  private struct Silent: CallObserver {
    func callEnded(_ event: CallEvent) {}
  }

  private struct Elsewhere: PathRouter {
    func path(
      for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
    ) -> URITemplate? {
      operation == .enumerate ? "elsewhere" : nil
    }
  }

  @Test("the umbrella's initializer takes what the core's takes, except the transport, and passes it all on")
  func parameters() throws {
    let table = EndpointTable("People", [Person.self])
    let overrides = try EndpointOverrides(json: Data(#"{"Person.read":{"path":"person/{id}"}}"#.utf8), for: table)
    let clock = CallClock(ManualClock(advancesByItself: true))
    let options = Options { $0.timeout = .seconds(3) }
    let core = Client(
      name: "crm", baseURL: "https://api.example.com/v1", headers: [.userAgent: "crm"], middleware: [RetryMiddleware()],
      transport: URLSessionTransport(), coder: FormCoder(), queryEncoder: QueryEncoder(arrays: .comma), options: options,
      overrides: overrides, router: Elsewhere(), clock: clock, observers: [Silent()])
    let umbrella = Client(
      name: "crm", baseURL: "https://api.example.com/v1", headers: [.userAgent: "crm"], middleware: [RetryMiddleware()],
      coder: FormCoder(), queryEncoder: QueryEncoder(arrays: .comma), options: options, overrides: overrides,
      router: Elsewhere(), clock: clock, observers: [Silent()])
    #expect(umbrella.report == core.report && umbrella.problems.isEmpty)
    #expect(umbrella.transport.name == "URLSessionTransport" && umbrella.name == "crm")
    #expect(umbrella.coder is FormCoder && umbrella.router is Elsewhere && umbrella.observers.count == 1)
    #expect(umbrella.queryEncoder == core.queryEncoder && umbrella.options == core.options)
    #expect(umbrella.headers == core.headers && umbrella.overrides.names == ["Person.read"])
    #expect(umbrella.clock.now == clock.now)

    let bare = Client(baseURL: "https://h", transport: URLSessionTransport())
    #expect(Client(baseURL: "https://h").report == bare.report)
  }

  @Test("a base URL is text, a URL, or the optional URL that an initializer of URL returns")
  func baseURLs() throws {
    let text = "https://api.example.com/v1"
    let url = try #require(URL(string: text))
    #expect(Client(baseURL: text).baseURL == url)
    #expect(Client(baseURL: url).baseURL == url)
    #expect(Client(baseURL: URL(string: text)).baseURL == url)
    #expect(Client(baseURL: URL(string: "")).problems.count == 1)
    #expect(Client(baseURL: "ftp://h").problems.count == 1)
  }
}
