import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryTesting
import Testing

/// Malformed responses by the thousand, each transport in a process of its own, so that one that ends it is named.
///
/// The environment changes how many, and which: `REFINERY_HOSTILE_ROUNDS`, `REFINERY_HOSTILE_SEED`. 50,000 rounds take some
/// minutes; so many are for a change of an engine's version, not for each run.
extension Sockets.HostileTests {
  @Test(
    "L02: malformed responses end only their own call: process and origin live on, and another origin does not wait",
    .timeLimit(.minutes(60)), arguments: Engine.provenByHostileResponses)
  func hostile(engine: Engine) async {
    let journal = Soak.journal()
    await #expect(processExitsWith: .success) { [journal = journal as String, engine = engine as Engine] in
      try await Soak.run(journal) { try await Hostility.run(engine, journal: journal) }
    }
    Soak.show(journal)
  }
}

extension Engine {
  /// The transports that live through every shape. Foundation's engine by itself does not.
  static var provenByHostileResponses: [Engine] { allCases.filter { $0 != .urlSession || usesFoundationInternals } }

  fileprivate var survivedShapes: HostileResponse.Shapes { .all }
}

enum Hostility {
  /// Sends calls by the hundred to a server that answers with malformed responses. After each hundred that origin must still
  /// work; during each, another one must.
  static func run(_ engine: Engine, journal: String) async throws -> String {
    let rounds = Soak.number("REFINERY_HOSTILE_ROUNDS", 400)
    let seed = UInt64(Soak.number("REFINERY_HOSTILE_SEED", 2026))
    let shapes = engine.survivedShapes
    let good: LoopbackServer.Handler = { _, connection in
      connection.answer(200, [], Array("hello".utf8))
      return .keepAlive
    }
    let other = try LoopbackServer(keepsLog: false, good)
    let hostile = try LoopbackServer(keepsLog: false) { request, connection in
      guard let round = UInt64(request.target.dropFirst()) else { return good(request, connection) }
      connection.readBody()
      var random = SeededRandom(seed: seed &* 1_000_003 &+ round)
      let response = HostileResponse(of: shapes, using: &random)
      connection.send(response.bytes)
      return response.ending
    }
    let transport = try engine.make()
    var responses = 0
    for first in stride(from: 0, to: rounds, by: 100) {
      // What a process that ends has last been doing.
      try Data("ended in the rounds from \(first) of seed \(seed)".utf8).write(to: URL(filePath: journal))
      responses += try await withThrowingTaskGroup(of: Int.self) { group in
        for round in first..<min(first + 100, rounds) {
          group.addTask { await isResponse(transport, hostile, round) ? 1 : 0 }
        }
        group.addTask {
          for _ in 0..<5 { try await check(transport, other, "the other origin, in the rounds from \(first)") }
          return 0
        }
        return try await group.reduce(0, +)
      }
      try await check(transport, hostile, "the origin itself, after the rounds from \(first)")
    }
    return "\(engine.rawValue): \(rounds) malformed responses of seed \(seed), \(responses) of them taken, all others refused"
  }

  private static func isResponse(_ transport: any Transport, _ server: LoopbackServer, _ round: Int) async -> Bool {
    let methods: [HTTPRequest.Method] = [.get, .get, .get, .head, .post, .put]
    let method = methods[round % methods.count]
    var options = Options { $0.redirects = .never }
    if round % 5 == 0 { options = options.merging(Options { $0.delivery = .streamed(buffer: 1000) }) }
    let body = method == .post ? Body("content") : nil
    let request = server.request(method, "/\(round)", body: body, options: options, timeout: .milliseconds(500))
    return await (try? transport.send(request).body.collect()) != nil
  }

  /// A connection that holds bytes of an earlier response may fail a call, so there are three.
  private static func check(_ transport: any Transport, _ server: LoopbackServer, _ place: String) async throws {
    var fault = ""
    for _ in 0..<3 {
      do {
        let content = try await transport.send(server.request(.get, "/good", timeout: .seconds(5))).body.collect()
        if content == Data("hello".utf8) { return }
        fault = "\(content.count) other bytes"
      } catch {
        fault = "\(error)"
      }
    }
    throw Soak.Failed(description: "\(place): \(fault)")
  }
}
