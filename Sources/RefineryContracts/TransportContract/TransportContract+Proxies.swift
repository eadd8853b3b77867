import HTTPTypes
import RefineryCore

extension TransportContract {
  static let proxies: [Check] = [
    Check(
      "http goes through the proxy, in absolute form or a tunnel, and the proxy resolves the host", demands: .proxies
    ) { context in
      try await context.withServer(LoopbackRoutes.proxy()) { proxy in
        let proxied = try context.configured { $0.proxy = "http://\(proxy.authority)" }
        let request = context.throughProxy(.put, "/echo?a=b", body: Body("through"))
        try context.expect(try await context.text(proxied.transport.send(request)), "through", "body")
        let authority = "origin.invalid:\(context.server.port)"
        let seen = proxy.received.map { "\($0.method) \($0.target)" }
        let isAsked = seen == ["PUT http://\(authority)/echo?a=b"] || seen == ["CONNECT \(authority)"]
        try context.expect(isAsked, "one request for \(authority) at the proxy", saw: seen)
        try context.expect(context.server.received.last?.fields[.host], "origin.invalid:\(context.server.port)", "Host")
      }
    },
    Check("a proxy gets its credentials, and no origin ever sees them", demands: .proxies) { context in
      try await context.withServer(LoopbackRoutes.proxy(credentials: "user:canary")) { proxy in
        let proxied = try context.configured { $0.proxy = "http://user:canary@\(proxy.authority)" }
        let text = try await context.text(proxied.transport.send(context.throughProxy(.get, "/fields")))
        try context.expect(text.lowercased().contains("proxy-authorization"), false, "a field of the proxy at the origin:")
        try context.expect(text.contains("canary"), false, "a credential of the proxy at the origin:")
        let isAuthorized = proxy.received.contains { $0.fields[.proxyAuthorization]?.hasPrefix("Basic ") == true }
        try context.expect(isAuthorized, true, "credentials at the proxy:")
      }
    },
    Check("a proxy's own response is never returned as the origin's", demands: .proxies) { context in
      let handlers = [(407, LoopbackRoutes.proxy(credentials: "user:password")), (403, LoopbackRoutes.refusingProxy)]
      for (status, handler) in handlers {
        try await context.withServer(handler) { proxy in
          let before = context.server.requestCount
          let proxied = try context.configured { $0.proxy = "http://\(proxy.authority)" }
          do {
            let response = try await proxied.transport.send(context.throughProxy(.get, "/head"))
            try context.expect(response.head.status.code, status, "status")
          } catch let error as TransportError {
            try context.expect(error.isUnsent, true, "isUnsent")
          }
          try context.expect(proxy.requestCount > 0, true, "asked the proxy:")
          try context.expect(context.server.requestCount, before, "requests at the origin")
        }
      }
    },
    Check("a proxy that is down is an error that says nothing was sent", demands: .proxies) { context in
      let port = try LoopbackSocket.freePort()
      let context = try context.configured { $0.proxy = "http://user:canary@127.0.0.1:\(port)" }
      let before = context.server.requestCount
      let error = try await context.transportError("cannot connect") { try await context.send(.post, "/", body: Body("x")) }
      try context.expect(error.code, .cannotConnect, "code")
      try context.expect(error.isUnsent, true, "isUnsent")
      try context.expect(error.description.contains("canary"), false, "a credential in the error:")
      try context.expect(context.server.requestCount, before, "requests at the origin")
    },
  ]

  static let secureProxies: [Check] = [
    .secure(
      "https goes through the proxy by CONNECT, which sees nothing of the request", demands: [.proxies, .customTrust]
    ) { context, servers in
      try await context.withServer(LoopbackRoutes.proxy(credentials: "user:canary")) { proxy in
        let proxied = try context.trusting { $0.proxy = "http://user:canary@\(proxy.authority)" }
        var request = context.request(.get, "/fields", to: servers.trusted, scheme: "https")
        request.head.headerFields[.authorization] = "Bearer secret"
        let text = try await context.text(proxied.transport.send(request))
        try context.expect(text.lowercased().contains("proxy-authorization"), false, "a field of the proxy at the origin:")
        try context.expect(text.contains("Bearer secret"), true, "the origin's own credential at the origin:")
        let methods = Set(proxy.received.map(\.method))
        try context.expect(methods, ["CONNECT"], "methods at the proxy")
        try context.expect(proxy.received.last?.target, servers.trusted, "target at the proxy")
        let isSeen = proxy.received.contains { $0.fields[.authorization] != nil }
        try context.expect(isSeen, false, "the origin's credential at the proxy:")
      }
    },
    .secure("a proxy that refuses a tunnel is an error that says nothing was sent", demands: [.proxies, .customTrust]) {
      context, servers in
      for handler in [LoopbackRoutes.proxy(credentials: "user:password"), LoopbackRoutes.refusingProxy] {
        try await context.withServer(handler) { proxy in
          let proxied = try context.trusting { $0.proxy = "http://\(proxy.authority)" }
          let error = try await context.transportError("an error of the proxy") {
            try await proxied.send(.post, "/echo", at: servers.trusted, body: Body("x"))
          }
          try context.expect(error.isUnsent, true, "isUnsent")
        }
      }
    },
  ]
}

extension Context {
  /// A request to this server by a name that only a proxy can resolve.
  fileprivate func throughProxy(_ method: HTTPRequest.Method, _ target: String, body: Body? = nil) -> Request {
    request(method, target, to: "origin.invalid:\(server.port)", body: body)
  }
}
