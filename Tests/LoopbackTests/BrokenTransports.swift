import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryTesting
import RefineryURLSession
import Synchronization
import Testing

/// The contract must be able to fail: transports that are broken in one way each, and the rule that notices it.
extension Sockets.BrokenTransportTests {
  @Test("L01: the contract notices a transport that answers everything alike")
  func violations() async throws {
    try await withServer { server in
      let wrong = StubTransport(.status(299))
      var violations = 0
      for check in TransportContract.checks(for: []) {
        do { try await check.run(on: server, patience: .seconds(5)) { _ in wrong } } catch is ContractViolation {
          violations += 1
        }
      }
      #expect(violations >= 30)
    }
  }

  @Test("L01: the contract notices each way in which a transport is broken", arguments: Broken.allCases)
  func broken(_ broken: Broken) async throws {
    try await withServer { server in
      let checks = TransportContract.checks(for: broken.capabilities).filter { check in
        broken.rules.contains { check.description.contains($0) }
      }
      #expect(checks.count == broken.rules.count, "\(broken): \(checks)")
      for check in checks {
        let error = await #expect(throws: (any Error).self, "\(broken): \(check)") {
          try await check.run(on: server, patience: .milliseconds(1500)) { _ in broken }
        }
        #expect(error is ContractViolation || error is TransportError)
      }
    }
  }

  @Test("L01: a check that is abandoned ends, and its call with it")
  func abandoned() async throws {
    try await withServer { server in
      let (endings, ending) = AsyncStream<Void>.makeStream()
      let never = StubTransport(.never)
      let mute = StubTransport { request in
        defer { ending.finish() }
        return try await never.send(request)
      }
      let checks = TransportContract.checks(for: .streamsUploads)
      let check = try #require(checks.first { $0.description.contains("the first bytes of an upload before") })
      await #expect(throws: ContractViolation.self) {
        try await check.run(on: server, patience: .milliseconds(1500)) { _ in mute }
      }
      for await _ in endings {}
    }
  }

  @Test("L01: a wait for clients that hang up ends with its task", arguments: [true, false])
  func cancelledWait(isWaiting: Bool) async throws {
    try await withServer { server in
      let (turns, turn) = AsyncStream<Void>.makeStream()
      let waiting = Task {
        if !isWaiting { withUnsafeCurrentTask { $0?.cancel() } }
        turn.finish()
        await server.hangUps(1)
      }
      for await _ in turns {}
      waiting.cancel()
      await waiting.value
      #expect(server.hangUpCount == 0)
    }
  }

  @Test("L01: the contract notices a transport that takes every configuration and minds none")
  func careless() async throws {
    let careless: TransportContract.Maker = { _ in URLSessionTransport() }
    try await withServer { server in
      let checks = TransportContract.configuredChecks(for: []).filter { check in
        ["is refused", "than its limit allows", "beyond the queue limit"].contains { check.description.contains($0) }
      }
      #expect(checks.count == 12)
      for check in checks {
        await #expect(throws: ContractViolation.self, "\(check)") {
          try await check.run(on: server, patience: .milliseconds(1500), make: careless)
        }
      }
      let proxied = TransportContract.configuredChecks(for: .proxies).filter { $0.description.contains("proxy") }
      for check in proxied {
        await #expect(throws: ContractViolation.self, "\(check)") {
          do { try await check.run(on: server, patience: .milliseconds(1500), make: careless) } catch let error
            as TransportError
          {
            throw ContractViolation(rule: check.description, expected: "the proxy", seen: error.description)
          }
        }
      }
    }
  }
}

/// URLSession's transport with one fault.
enum Broken: String, CaseIterable, Transport {
  case buffersStreams, ignoresCancellation, ignoresDeadline, sendsTwice, followsWithCredentials, endsShort, joinsFields
  case callsEverythingUnsent, keepsCookies, losesBodies, overclaims

  /// The rules that must notice, by a part of their sentence.
  var rules: [String] {
    switch self {
    case .buffersStreams: ["head arrives before its body", "A reader that stops".lowercased()]
    case .ignoresCancellation: ["while it waits for the response", "while it connects", "in the middle of its body"]
    case .ignoresDeadline: ["does not connect", "without a response", "a stream that stalls"]
    case .sendsTwice: ["is sent once"]
    case .followsWithCredentials: ["credentials do not follow", "other origins are refused", "returned as it came"]
    case .endsShort: ["ends too early is an error"]
    case .joinsFields: ["repeated fields stay apart"]
    case .callsEverythingUnsent: ["may have been sent"]
    case .keepsCookies: ["cookies are neither"]
    case .losesBodies: ["each redirect status", "in memory arrives"]
    case .overclaims: ["the first bytes of an upload before", "stops the source", "a reader that stops"]
    }
  }

  var capabilities: TransportCapabilities {
    switch self {
    case .buffersStreams, .overclaims: [.streamsDownloads, .streamsUploads, .backPressure]
    case .joinsFields: [.separateFields]
    default: [.streamsDownloads]
    }
  }

  func send(_ request: Request) async throws -> Response {
    let transport = URLSessionTransport()
    switch self {
    case .joinsFields, .overclaims: return try await transport.send(request)
    case .buffersStreams:
      var response = try await transport.send(request)
      response.body = Body(try await response.body.collect(upTo: .max))
      return response
    case .ignoresCancellation:
      return try await Task.detached { try await transport.send(request) }.value
    case .ignoresDeadline:
      return try await transport.send(
        Request(endpoint: request.endpoint, head: request.head, body: request.body, options: request.options))
    case .sendsTwice:
      do { return try await transport.send(request) } catch is TransportError { return try await transport.send(request) }
    case .followsWithCredentials:
      let response = try await transport.send(request)
      guard let target = response.head.headerFields[.location].flatMap({ URL(string: $0) }), let host = target.host else {
        return response
      }
      var once = request
      once.head.authority = host + (target.port.map { ":\($0)" } ?? "")
      once.head.path = target.path
      return try await transport.send(once)
    case .endsShort:
      do { return try await transport.send(request) } catch let error as TransportError where error.phase == .receiving {
        return Response(status: .ok, body: Body("what there was"))
      }
    case .callsEverythingUnsent:
      do { return try await transport.send(request) } catch let error as TransportError {
        throw TransportError(error.code, phase: .beforeSending)
      }
    case .keepsCookies:
      var with = request
      with.head.headerFields[.cookie] = "a=1"
      return try await transport.send(with)
    case .losesBodies:
      var without = request
      without.body = nil
      return try await transport.send(without)
    }
  }
}
