import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let failures: [Check] = [
    Check("a body that ends too early is an error, never a short body") { context in
      for route in ["/truncated", "/truncated-chunked", "/reset-late"] {
        try await context.expectFailure(.connectionLost, phase: .receiving, on: route) { try await context.send(route) }
      }
    },
    Check(
      "a connection that ends before the response is an error that says the request may have been sent; a POST is sent once"
    ) { context in
      for route in ["/hang-up", "/reset"] {
        let target = context.unique(route)
        try await context.expectFailure(.connectionLost, isUnsent: false, on: route) {
          try await context.send(.post, target, body: Body("x"))
        }
        try context.expect(context.server.received.count { $0.target == target }, 1, "requests")
      }
    },
    Check("a refused connection is an error that says nothing was sent") { context in
      let request = context.request(.post, to: "127.0.0.1:\(try LoopbackSocket.freePort())", body: Body("x"))
      try await context.expectFailure(.cannotConnect, isUnsent: true) { try await context.transport.send(request) }
    },
    Check("an unknown host is an error that says nothing was sent") { context in
      let request = context.request(to: "refinery.invalid")
      try await context.expectFailure(.cannotFindHost, isUnsent: true) { try await context.transport.send(request) }
    },
    Check("a response that is not HTTP is an error") { context in
      try await context.expectFailure(.malformedResponse) { try await context.send("/garbage") }
    },
    Check("an unknown content coding is an error", demands: .decodesContent) { context in
      try await context.expectFailure(.malformedResponse) { try await context.send("/coding/unheard-of") }
    },
    Check("a request that is not valid HTTP is refused and never reaches the server") { context in
      let before = context.server.requestCount
      let wrong: [Request] = [
        context.server.request(.get, "/a b"), context.server.request(.get, "/a\r\nX: y"),
        context.server.request(.get, "no-slash"), context.server.request(.get, "/f#fragment"),
        context.server.request(.get, "/", body: Body("x")), context.server.request(.head, "/", body: Body("x")),
        context.server.request(.post, "/", headers: [.contentLength: "5"], body: Body("x")),
        context.server.request(.post, "/", headers: [.transferEncoding: "chunked"], body: Body("x")),
        context.server.request(.get, "/", headers: [.host: "elsewhere"] as HTTPFields),
      ]
      for request in wrong {
        try await context.expectFailure(.invalidRequest, isUnsent: true) { try await context.transport.send(request) }
      }
      try context.expect(context.server.requestCount, before, "requests")
    },
    Check("a line break in a field's value never starts another field") { context in
      let field = HTTPField(name: .accept, value: "a\r\nX-Injected: 1")
      do { _ = try await context.send("/head", headers: HTTPFields([field])) } catch is TransportError {}
      let isInjected = context.server.received.contains { request in
        request.fields.contains { $0.name.canonicalName == "x-injected" }
      }
      try context.expect(isInjected, false, "an injected field:")
    },
  ]
}

extension HTTPField.Name {
  static let host = HTTPField.Name("Host") ?? .via
}
