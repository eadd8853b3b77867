import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let certificates: [Check] = [
    .secure("a certificate of the configured authority is trusted, over TLS 1.2 and 1.3") { context, servers in
      let context = try context.trusting()
      for authority in [servers.trusted] + servers.trustedByOneVersion {
        let content = Data(LoopbackRoutes.pattern(300_000))
        let response = try await context.send(.put, "/echo", at: authority, body: Body(content))
        try context.expect(response.head.status.code, 200, "status")
        try context.expect(context.server.received.last?.bodyHash, LoopbackRequest.hash(of: content), "hash")
        let large = try await context.send(.get, "/bytes/1000000", at: authority).body.collect()
        try context.expect(large == Data(LoopbackRoutes.pattern(1_000_000)), "1,000,000 bytes in order", saw: large.count)
      }
    },
    .secure("a certificate that is not to be trusted is refused, and nothing is sent", demands: []) { context, servers in
      // Without trust roots, the test's own authority is not trusted, either.
      var refused = [(context, servers.untrusted + [servers.trusted])]
      if let trusting = try? context.trusting() { refused.append((trusting, servers.untrusted)) }
      for (context, authorities) in refused {
        let before = context.server.requestCount
        for authority in authorities {
          try await context.expectFailure(.tlsFailed, isUnsent: true) {
            try await context.send(.post, "/echo", at: authority, body: Body("x"))
          }
        }
        try context.expect(context.server.requestCount, before, "requests")
      }
    },
    .secure("a server that does not speak TLS is an error that says nothing was sent", demands: []) { context, _ in
      let error = try await context.transportError("TLS failed") {
        try await context.send(.get, "/garbage", at: "localhost:\(context.server.port)")
      }
      try context.expect(error.isUnsent, true, "isUnsent")
    },
    .secure("the client's certificate is sent if the server demands it", demands: [.customTrust, .clientCertificates]) {
      context, servers in
      guard let demanding = servers.demanding else { return }
      let context = try context.trusting { $0.clientCertificate = servers.clientCertificate }
      try context.expect(try await context.text(context.send(.get, "/head", at: demanding)), "hello", "body")
    },
    .secure("a call without the demanded client certificate fails", demands: [.customTrust, .clientCertificates]) {
      context, servers in
      guard let demanding = servers.demanding else { return }
      for certificate in [nil, servers.strangeCertificate] {
        let context = try context.trusting { $0.clientCertificate = certificate }
        let before = context.server.requestCount
        let error = try await context.transportError("an error") { try await context.send(.get, "/head", at: demanding) }
        // Under TLS 1.3, a client learns of the refusal only after it has sent the request, so a lost connection is correct,
        // too.
        try context.expect(
          [.tlsFailed, .connectionLost].contains(error.code), "TLS failed or connection lost", saw: error.code)
        try context.expect(context.server.requestCount, before, "requests")
      }
    },
    .secure(
      "a key that does not belong to its certificate is refused, at the latest by the first call",
      demands: [.customTrust, .clientCertificates]
    ) { context, servers in
      let mixed: Context
      do {
        mixed = try context.trusting {
          $0.clientCertificate = .init(chain: servers.clientCertificate.chain, key: servers.strangeCertificate.key)
        }
      } catch let error as UnusableSettings {
        let isNamed = error.problems.contains { $0.contains("clientCertificate") }
        return try context.expect(isNamed, "a problem that names clientCertificate", saw: error.description)
      }
      try await mixed.expectFailure(.tlsFailed, isUnsent: true) { try await mixed.send(.get, "/", at: servers.trusted) }
    },
    .secure("content that is cut within TLS is an error, never a short body") { context, servers in
      guard let cutting = servers.cutting else { return }
      let context = try context.trusting()
      for route in ["/truncated", "/truncated-chunked"] {
        try await context.expectFailure(.connectionLost, phase: .receiving, on: route) {
          try await context.send(.get, route, at: cutting)
        }
      }
    },
    .secure("content that ends with its connection is complete if TLS is closed first") { context, servers in
      let context = try context.trusting()
      let whole = try await context.text(context.send(.get, "/until-close", at: servers.trusted))
      try context.expect(whole, "until the end", "body")
    },
    .secure("a redirect from https to http is refused") { context, servers in
      let context = try context.trusting()
      let target = "/redirect/302?to=http://\(context.server.authority)/head"
      var request = context.request(.get, target, to: servers.trusted, scheme: "https")
      request.options = Options { $0.redirects = .anyOrigin }
      let error = try await context.failure("redirect refused") { [request] in try await context.following(request) }
      try context.expect((error as? RedirectRefused)?.reason, .leavesTLS, "reason")
    },
  ]
}
