import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let failures: [Check] = [
    Check("a body that ends too early is an error, never a short body") { context in
      for route in ["/truncated", "/truncated-chunked", "/reset-late"] {
        let error = try await context.transportError("connection lost on \(route)") { try await context.send(route) }
        try context.expect(error.code, .connectionLost, "code")
        try context.expect(error.phase, .receiving, "phase")
      }
    },
    Check("a connection that ends before the response is an error that says the request may have been sent") { context in
      for route in ["/hang-up", "/reset"] {
        let error = try await context.transportError("connection lost on \(route)") {
          try await context.send(.post, route, body: Body("x"))
        }
        try context.expect(error.code, .connectionLost, "code")
        try context.expect(error.isUnsent, false, "isUnsent")
      }
    },
    Check("a POST whose response is lost is sent once") { context in
      let target = "/hang-up/once-\(UInt64.random(in: .min ... .max))"
      _ = try await context.transportError("connection lost") { try await context.send(.post, target, body: Body("x")) }
      try context.expect(context.server.received.filter { $0.target == target }.count, 1, "requests")
    },
    Check("a refused connection is an error that says nothing was sent") { context in
      guard let free = LoopbackSocket.listen() else { throw LoopbackServer.CannotListen() }
      LoopbackSocket.free(free.descriptor)
      var request = context.server.request(.post, "/", body: Body("x"))
      request.head.authority = "127.0.0.1:\(free.port)"
      let error = try await context.transportError("cannot connect") { [request] in
        try await context.transport.send(request)
      }
      try context.expect(error.code, .cannotConnect, "code")
      try context.expect(error.isUnsent, true, "isUnsent")
    },
    Check("an unknown host is an error that says nothing was sent") { context in
      var request = context.server.request(.get, "/")
      request.head.authority = "refinery.invalid"
      let error = try await context.transportError("cannot find host") { [request] in
        try await context.transport.send(request)
      }
      try context.expect(error.code, .cannotFindHost, "code")
      try context.expect(error.isUnsent, true, "isUnsent")
    },
    Check("a response that is not HTTP is an error") { context in
      let error = try await context.transportError("malformed response") { try await context.send("/garbage") }
      try context.expect(error.code, .malformedResponse, "code")
    },
    Check("a content coding nobody knows is an error", demands: .decodesContent) { context in
      let error = try await context.transportError("malformed response") { try await context.send("/coding/unheard-of") }
      try context.expect(error.code, .malformedResponse, "code")
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
        let error = try await context.transportError("invalid request") { try await context.transport.send(request) }
        try context.expect(error.code, .invalidRequest, "code")
        try context.expect(error.isUnsent, true, "isUnsent")
      }
      try context.expect(context.server.requestCount, before, "requests")
    },
    Check("a line break in a field's value never starts a field of its own") { context in
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
