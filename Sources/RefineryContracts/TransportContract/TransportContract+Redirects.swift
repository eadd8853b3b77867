import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let redirects: [Check] = [
    Check("a redirect within the origin is followed, its target resolved") { context in
      for target in ["/head", "../head", "//\(context.server.authority)/head", "http://\(context.server.authority)/head"] {
        let response = try await context.send("/redirect/302?to=\(target)")
        try context.expect(try await context.text(response), "hello", "body by way of \(target)")
      }
      try context.expect(try await context.text(context.send("/hops/10")), "end", "body after ten hops")
    },
    Check("a redirect is returned as it came, with its body, for every redirect policy") { context in
      let options = Options { $0.redirects = .anyOrigin }
      for target in ["/head", "http://\(context.server.authority)/head"] {
        let request = context.server.request(.get, "/redirect/302?to=\(target)", options: options)
        let response = try await context.transport.send(request)
        try context.expect(response.head.headerFields[.location], target, "Location")
        try await context.expect(response, 302, "moved")
      }
    },
    Check("loops, long chains and other origins are refused") { context in
      let cases: [(String, RedirectRefused.Reason)] = [
        ("/redirect/302?to=", .loop), ("/hops/11", .tooMany),
        ("/redirect/302?to=http://localhost:\(context.server.port)/head", .leavesOrigin),
        ("/redirect/307?to=ftp://\(context.server.authority)/head", .foreignScheme),
      ]
      for (target, reason) in cases {
        let error = try await context.failure("redirect refused") { try await context.send(target) }
        try context.expect((error as? RedirectRefused)?.reason, reason, "reason")
      }
    },
    Check("each redirect status keeps or changes each method as RFC 9110 section 15.4 says") { context in
      let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]
      for status in [301, 302, 303, 307, 308] {
        for method in methods {
          let hasBody = [.post, .put, .patch].contains(method)
          let target = context.unique("/echo")
          func send() async throws -> Response {
            let headers: HTTPFields = hasBody ? [.contentType: "text/plain"] : [:]
            let body = hasBody ? Body("again") : nil
            return try await context.send(method, "/redirect/\(status)?to=\(target)", headers: headers, body: body)
          }
          if [301, 302].contains(status), method != .get, method != .head {
            let error = try await context.failure("redirect refused", of: send)
            try context.expect((error as? RedirectRefused)?.reason, .otherMethod, "reason of \(method) after \(status)")
            try context.expect(
              context.server.received.contains { $0.target == target }, false, "\(method) sent after \(status):")
            continue
          }
          _ = try await send()
          let becomesGet = status == 303 && method != .head
          let seen = context.server.received.filter { $0.target == target }
          try context.expect(seen.map(\.method), [becomesGet ? "GET" : method.rawValue], "method of \(method) after \(status)")
          let content = hasBody && !becomesGet ? "again" : ""
          try context.expect(
            seen.map(\.bodyHash), [LoopbackRequest.hash(of: content.utf8)], "body of \(method) after \(status)")
          let type = seen.first?.fields[.contentType]
          try context.expect(type, content.isEmpty ? nil : "text/plain", "Content-Type of \(method) after \(status)")
        }
      }
    },
    Check("301 and 302 to POST are followed as GET or as POST where a call allows it") { context in
      for status in [301, 302] {
        for (rule, method) in [(MovedMethod.get, "GET"), (.same, "POST")] {
          let target = context.unique("/echo")
          let options = Options { $0.movedMethod = rule }
          _ = try await context.send(.post, "/redirect/\(status)?to=\(target)", body: Body("again"), options: options)
          let seen = context.server.received.filter { $0.target == target }
          try context.expect(seen.map(\.method), [method], "method after \(status)")
          try context.expect(seen.map(\.bodyLength), [rule == .same ? 5 : 0], "bytes after \(status)")
        }
      }
    },
    Check("a one-shot body is never sent twice by a redirect") { context in
      let error = try await context.failure("redirect refused") {
        try await context.send(.post, "/redirect/307?to=/echo", body: Body(streaming: [Data("once".utf8)]))
      }
      try context.expect((error as? RedirectRefused)?.reason, .bodyCannotBeReplayed, "reason")
    },
    Check("credentials do not follow a redirect to another origin") { context in
      var secret: HTTPFields = [.authorization: "Bearer canary", .cookie: "canary=1", .accept: "text/plain"]
      if let key = HTTPField.Name("X-Api-Key") { secret[key] = "canary" }
      let options = Options { $0.redirects = .anyOrigin }
      let target = "/redirect/302?to=http://localhost:\(context.server.port)/fields"
      let seen = try await context.text(context.send(target, headers: secret, options: options))
      try context.expect(seen.contains("canary"), false, "a credential at the other origin:")
      try context.expect(seen.contains("accept: text/plain"), true, "Accept at the other origin:")
      let own = try await context.text(context.send("/redirect/302?to=/fields", headers: secret, options: options))
      try context.expect(own.contains("Bearer canary"), true, "the credential within the origin:")
    },
  ]
}
