import FoundationEssentials
import HTTPTypes
import RefineryContracts
import RefineryCore
import Testing

/// One request means one thing on all transports.
extension Sockets.SameRequestTests {
  @Test("L13: a target goes out in one form on every transport, byte by byte", arguments: Engine.allCases)
  func targets(engine: Engine) async throws {
    let targets = [
      ("/a/../b", "/b"), ("/a/./b", "/a/b"), ("/a/..", "/"), ("/../x", "/x"), ("/a/%2e%2e/b", "/b"), ("/a?b/../c", "/a?b/../c"),
      ("/a\"<>\\^`{|}b", "/a%22%3C%3E%5C%5E%60%7B%7C%7Db"), ("/a?q=\"<>\\^`{|}", "/a?q=%22%3C%3E%5C%5E%60%7B%7C%7D"),
      ("/a[b]?q[]=1", "/a%5Bb%5D?q%5B%5D=1"), ("/100%", "/100%25"), ("/a?q=%zz", "/a?q=%25zz"), ("/a{b%2F", "/a%7Bb%2F"),
      ("/a//b", "/a//b"), ("/%2f%41", "/%2f%41"), ("/a!$&'()*+,;=:@?!$&'()*+,;=:@/?", "/a!$&'()*+,;=:@?!$&'()*+,;=:@/?"),
    ]
    try await withServer({ _, connection in
      connection.answer(200)
      return .keepAlive
    }) { server in
      try await engine.using { transport in
        for (target, _) in targets {
          var request = server.request(.get, "/")
          request.head.path = target
          _ = try await transport.send(request).body.collect()
        }
      }
      #expect(server.received.map(\.target) == targets.map(\.1))
    }
  }

  @Test("L13: a method goes out in one spelling on every transport", arguments: Engine.allCases)
  func methods(engine: Engine) async throws {
    let methods = [
      ("get", "GET"), ("Delete", "DELETE"), ("patch", "PATCH"), ("options", "OPTIONS"), ("foo", "foo"), ("FOO", "FOO"),
    ]
    try await withServer({ _, connection in
      connection.answer(200)
      return .keepAlive
    }) { server in
      try await engine.using { transport in
        for (name, _) in methods {
          var request = server.request(.get, "/")
          request.head.method = try #require(HTTPRequest.Method(name))
          _ = try await transport.send(request).body.collect()
        }
      }
      #expect(server.received.map(\.method) == methods.map(\.1))
    }
  }

  @Test(
    "L12: a POST that meets a 301 or 302 ends with the target in its error, and creates nothing", arguments: Engine.allCases)
  func moved(engine: Engine) async throws {
    try await withServer { server in
      try await engine.using { transport in
        let api = Client(baseURL: "http://\(server.authority)", transport: transport)
        for status in [301, 302] {
          let call = Call<Okay>(Endpoint("Row", .post, "redirect/\(status)?to=/head")).body(Body("x"))
          let error = await #expect(throws: CallError.self) { try await api.send(call) }
          let refused = try #require(error?.underlying as? RedirectRefused)
          #expect(refused.reason == .otherMethod && refused.target == "http://\(server.authority)/<redacted>")
          #expect(error?.description.contains("http://\(server.authority)/<redacted>") == true)
          #expect(error?.headers?[.location] == "/head" && error?.status == status)
          try await api.send(call.options { $0.movedMethod = .get })
        }
      }
      #expect(server.received.map(\.method) == ["POST", "POST", "GET", "POST", "POST", "GET"])
    }
  }
}
