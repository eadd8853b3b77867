import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let certificates: [SecureCheck] = [
    SecureCheck("a certificate of the configured authority is trusted, over TLS 1.2 and 1.3", demands: .customTrust) { bench in
      let context = try bench.trusting()
      for authority in [bench.servers.trusted, bench.servers.tls12, bench.servers.tls13].compactMap({ $0 }) {
        let content = Data(LoopbackRoutes.pattern(300_000))
        let response = try await context.send(.put, "/echo", at: authority, body: Body(content))
        try context.expect(response.head.status.code, 200, "status")
        try context.expect(context.server.received.last?.bodyHash, LoopbackRequest.hash(of: content), "hash")
        let large = try await context.send(.get, "/bytes/1000000", at: authority)
        let hash = LoopbackRequest.hash(of: try await large.body.collect())
        try context.expect(hash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(1_000_000)), "hash")
      }
    },
    SecureCheck("a certificate that is expired, of another host or of an unknown authority is refused, and nothing is sent") {
      bench in
      let servers = [bench.servers.expired, bench.servers.wrongHost, bench.servers.unknownAuthority].compactMap { $0 }
      // A transport without custom trust roots trusts none of them.
      let contexts = [try bench.bench.context(), try? bench.trusting()].compactMap { $0 }
      for context in contexts {
        let before = context.server.requestCount
        for authority in servers {
          try await context.expectFailure(.tlsFailed, isUnsent: true) {
            try await context.send(.post, "/echo", at: authority, body: Body("x"))
          }
        }
        try context.expect(context.server.requestCount, before, "requests")
      }
    },
    SecureCheck("without trust roots, the test's own authority is not trusted") { bench in
      let context = try bench.bench.context()
      try await context.expectFailure(.tlsFailed, isUnsent: true) {
        try await context.send(.get, "/", at: bench.servers.trusted)
      }
    },
    SecureCheck("a server that does not speak TLS is an error that says nothing was sent") { bench in
      let context = try bench.bench.context()
      let error = try await context.transportError("TLS failed") {
        try await context.send(.get, "/garbage", at: "localhost:\(context.server.port)")
      }
      try context.expect(error.isUnsent, true, "isUnsent")
    },
    SecureCheck("the client's certificate is sent if the server demands it", demands: [.customTrust, .clientCertificates]) {
      bench in
      guard let demanding = bench.servers.demanding else { return }
      let context = try bench.trusting { $0.clientCertificate = bench.servers.clientCertificate }
      try context.expect(try await context.text(context.send(.get, "/head", at: demanding)), "hello", "body")
    },
    SecureCheck("a call without the demanded client certificate fails", demands: [.customTrust, .clientCertificates]) {
      bench in
      guard let demanding = bench.servers.demanding else { return }
      for certificate in [nil, bench.servers.strangeCertificate] {
        let context = try bench.trusting { $0.clientCertificate = certificate }
        let before = context.server.requestCount
        let error = try await context.transportError("an error") { try await context.send(.get, "/head", at: demanding) }
        // Under TLS 1.3, a client sees the refusal only after it has sent the request, so a lost connection is also correct.
        try context.expect(
          [.tlsFailed, .connectionLost].contains(error.code), "TLS failed or connection lost", saw: error.code)
        try context.expect(context.server.requestCount, before, "requests")
      }
    },
    SecureCheck(
      "a key that does not belong to its certificate is refused, at the latest by the first call",
      demands: [.customTrust, .clientCertificates]
    ) { bench in
      let (one, other) = (bench.servers.clientCertificate, bench.servers.strangeCertificate)
      let context: Context
      do {
        context = try bench.trusting { $0.clientCertificate = .init(chain: one.chain, key: other.key) }
      } catch let error as UnusableConfiguration {
        let isNamed = error.problems.contains { $0.contains("clientCertificate") }
        return try bench.bench.context().expect(isNamed, "a problem that names clientCertificate", saw: error.description)
      }
      try await context.expectFailure(.tlsFailed, isUnsent: true) {
        try await context.send(.get, "/", at: bench.servers.trusted)
      }
    },
    SecureCheck("content that is cut within TLS is an error, never a short body", demands: .customTrust) { bench in
      guard let cutting = bench.servers.cutting else { return }
      let context = try bench.trusting()
      for route in ["/truncated", "/truncated-chunked"] {
        try await context.expectFailure(.connectionLost, phase: .receiving, on: route) {
          try await context.send(.get, route, at: cutting)
        }
      }
    },
    SecureCheck("content that ends with its connection is complete if TLS is closed first", demands: .customTrust) { bench in
      let context = try bench.trusting()
      let whole = try await context.text(context.send(.get, "/until-close", at: bench.servers.trusted))
      try context.expect(whole, "until the end", "body")
    },
    SecureCheck("a redirect from https to http is refused", demands: .customTrust) { bench in
      let context = try bench.trusting()
      let target = "/redirect/302?to=http://\(context.server.authority)/head"
      var request = context.request(.get, target, to: bench.servers.trusted, scheme: "https")
      request.options = Options().setting(Redirects.self, .anyOrigin)
      let error = try await context.failure("redirect refused") { [request] in try await context.following(request) }
      try context.expect((error as? RedirectRefused)?.reason, .leavesTLS, "reason")
    },
  ]
}
