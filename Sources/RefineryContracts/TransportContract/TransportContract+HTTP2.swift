import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let http2: [Check] = [
    http2Check("HTTP/2 is used and reported if it is configured and the server offers it") { context, http2 in
      let response = try await context.send(.get, "/hello", at: http2.authority)
      try context.expect(try await context.text(response), "hello", "body")
      try context.expect(response.version, .http2, "version")
      let old = try await context.trusting { $0.version = .http1 }.send(.get, "/hello", at: http2.authority)
      try context.expect(try await context.text(old), "hello", "body by HTTP/1.1")
      try context.expect(old.version, .http1, "version")
    },
    http2Check("if only HTTP/2 is allowed, a server without it is an error") { context, http2 in
      let response = try await context.send(.get, "/hello", at: http2.authority)
      try context.expect(response.version, .http2, "version")
      guard let trusted = context.servers?.trusted else { return }
      _ = try await context.transportError("an error") { try await context.send(.get, "/head", at: trusted) }
    },
    http2Check("a hundred calls at once share one connection of HTTP/2") { context, http2 in
      _ = try await context.send(.get, "/hello", at: http2.authority)
      let before = http2.connections()
      try await context.atOnce(100) { _ in
        try context.expect(try await context.send(.get, "/gather/100", at: http2.authority).head.status.code, 200, "status")
      }
      try context.expect(http2.connections(), before, "connections")
    },
    http2Check("a stream that the server resets is a lost connection, and the others go on") { context, http2 in
      let before = http2.requests("/reset")
      try await context.expectFailure(.connectionLost, isUnsent: false, on: "/reset") {
        try await context.send(.post, "/reset", at: http2.authority, body: Body("x"))
      }
      try context.expect(http2.requests("/reset") - before, 1, "requests")
      try await context.expectFailure(.connectionLost, phase: .receiving, on: "/cut") {
        try await context.send(.get, "/cut", at: http2.authority)
      }
      try context.expect(try await context.text(context.send(.get, "/hello", at: http2.authority)), "hello", "body of the next")
    },
    http2Check("a request that the server did not process is sent again or fails, and later calls go on") { context, http2 in
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
    http2Check("a call over HTTP/2 ends by cancellation, and its connection stays if another call uses it") {
      context, http2 in
      _ = try await context.send(.get, "/hello", at: http2.authority)
      let (connections, silent, gathered) = (http2.connections(), http2.requests("/silent"), http2.requests("/gather/2"))
      async let other = context.send(.get, "/gather/2", at: http2.authority)
      try await context.expectCancellation(
        once: { http2.requests("/silent") > silent && http2.requests("/gather/2") > gathered }
      ) {
        try await context.send(.get, "/silent", at: http2.authority)
      }
      try context.expect(try await context.send(.get, "/gather/2", at: http2.authority).head.status.code, 200, "status")
      try context.expect(try await other.head.status.code, 200, "status of the other call")
      try context.expect(http2.connections(), connections, "connections")
    },
    http2Check("a call over HTTP/2 that ends by its deadline without a byte does not keep the next from working") {
      context, http2 in
      _ = try await context.send(.get, "/hello", at: http2.authority)
      let request = context.request(.get, "/silent", to: http2.authority, scheme: "https", timeout: .milliseconds(200))
      try await context.expectTimeout { try await context.transport.send(request) }
      try context.expect(try await context.text(context.send(.get, "/hello", at: http2.authority)), "hello", "body")
    },
  ]

  /// A check of a transport that may speak only HTTP/2, if there is a server that offers it.
  private static func http2Check(
    _ description: String,
    _ body:
      @escaping @Sendable (
        Context, (authority: String, connections: @Sendable () -> Int, requests: @Sendable (String) -> Int)
      ) async throws -> Void
  ) -> Check {
    .secure(description, demands: [.versionControl, .customTrust]) { context, servers in
      if let http2 = servers.http2 { try await body(context.trusting { $0.version = .http2 }, http2) }
    }
  }
}
