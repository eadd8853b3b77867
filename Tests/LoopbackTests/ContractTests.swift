import RefineryCore
import RefineryTesting
import RefineryURLSession
import Testing

@Suite struct ContractTests {
  @Test(
    "L02: URLSession keeps the contract of transports",
    arguments: TransportContract.checks(for: URLSessionTransport.capabilities))
  func contract(check: TransportContract.Check) async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try await check.run(URLSessionTransport(), on: server)
  }

  @Test("L01: the contract notices a transport that breaks it")
  func violations() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let wrong = StubTransport(.status(299))
    var violations = 0
    for check in TransportContract.checks(for: []) {
      do { try await check.run(wrong, on: server) } catch is ContractViolation { violations += 1 }
    }
    #expect(violations >= 20)
  }
}
