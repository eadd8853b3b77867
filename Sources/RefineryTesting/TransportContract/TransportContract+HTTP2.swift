import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  private static let needs: TransportCapabilities = [.versionControl, .customTrust]

  static let http2: [SecureCheck] = [
    SecureCheck("HTTP/2 is used and reported if it is configured and the server offers it", demands: needs) { bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      let response = try await context.send(.get, "/hello", at: http2.authority)
      try context.expect(try await context.text(response), "hello", "body")
      try context.expect(response.version, .http2, "version")
      let old = try await bench.trusting { $0.version = .http1 }.send(.get, "/hello", at: http2.authority)
      try context.expect(try await context.text(old), "hello", "body by HTTP/1.1")
      try context.expect(old.version, .http1, "version")
    },
    SecureCheck("where HTTP/2 is the only version to speak, a server without it is an error", demands: needs) { bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      let response = try await context.send(.get, "/hello", at: http2.authority)
      try context.expect(response.version, .http2, "version")
      _ = try await context.transportError("an error") { try await context.send(.get, "/head", at: bench.servers.trusted) }
    },
    SecureCheck("a hundred calls at once share one connection of HTTP/2", demands: needs) { bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      _ = try await context.send(.get, "/hello", at: http2.authority)
      let before = http2.connections()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<100 { group.addTask { try await context.send(.get, "/gather/100", at: http2.authority).head.status.code } }
        for try await status in group { try context.expect(status, 200, "status") }
      }
      try context.expect(http2.connections(), before, "connections")
    },
    SecureCheck("a stream that the server resets is a lost connection, and the others go on", demands: needs) { bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      let before = http2.requests("/reset")
      let reset = try await context.transportError("connection lost") {
        try await context.send(.post, "/reset", at: http2.authority, body: Body("x"))
      }
      try context.expect(reset.code, .connectionLost, "code")
      try context.expect(reset.isUnsent, false, "isUnsent")
      try context.expect(http2.requests("/reset") - before, 1, "requests")
      let cut = try await context.transportError("connection lost") {
        try await context.send(.get, "/cut", at: http2.authority)
      }
      try context.expect(cut.code, .connectionLost, "code")
      try context.expect(cut.phase, .receiving, "phase")
      try context.expect(try await context.text(context.send(.get, "/hello", at: http2.authority)), "hello", "body of the next")
    },
    SecureCheck("a request that the server disowns is sent again or fails, and later calls go on", demands: needs) {
      bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      for route in ["/refused", "/go-away"] {
        do {
          let response = try await context.send(.get, route, at: http2.authority)
          try context.expect(response.head.status.code, 200, "status of \(route)")
          try context.expect(http2.requests(route), 2, "requests for \(route)")
        } catch let error as TransportError {
          // Some clients cannot tell that the server did nothing. Such a client must not claim it.
          try context.expect(error.code, .connectionLost, "code on \(route)")
          try context.expect(http2.requests(route), 1, "requests for \(route)")
        }
        let next = try await context.text(context.send(.get, "/hello", at: http2.authority))
        try context.expect(next, "hello", "body after \(route)")
      }
    },
    SecureCheck("a call over HTTP/2 ends by cancellation, and its connection stays", demands: needs) { bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      _ = try await context.send(.get, "/hello", at: http2.authority)
      let (connections, requests) = (http2.connections(), http2.requests("/silent"))
      let error = try await context.cancelling {
        http2.requests("/silent") > requests
      } _: {
        try await context.send(.get, "/silent", at: http2.authority)
      }
      try context.expectCancelled(error)
      try context.expect(try await context.text(context.send(.get, "/hello", at: http2.authority)), "hello", "body")
      try context.expect(http2.connections(), connections, "connections")
    },
    SecureCheck(
      "a call over HTTP/2 that ends by its deadline without a byte does not keep the next from working", demands: needs
    ) {
      bench in
      guard let http2 = bench.servers.http2 else { return }
      let context = try bench.trusting { $0.version = .http2 }
      _ = try await context.send(.get, "/hello", at: http2.authority)
      var request = context.server.request(.get, "/silent", timeout: .milliseconds(200))
      request.head.scheme = "https"
      request.head.authority = http2.authority
      let late = try await context.failure("timed out") { [request] in try await context.transport.send(request) }
      try context.expectTimedOut(late)
      try context.expect(try await context.text(context.send(.get, "/hello", at: http2.authority)), "hello", "body")
    },
  ]
}
