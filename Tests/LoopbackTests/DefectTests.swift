import Foundation
import HTTPTypes
import RefineryCore
import RefineryURLSession
import Testing

@testable import RefineryContracts

/// Faults of Foundation's URLSession on Linux that `URLSessionTransport` hides or reports, each against a server that provokes
/// it. The contract tests what every transport must do; this suite tests only what is special to this engine.
extension Sockets.DefectTests {
  @Test("L03: transports of equal configuration share one session, and none is ever torn down")
  func sharedSession() async throws {
    try await withServer { server in
      // A configuration of its own, since the engine keeps few idle connections and other tests use the standard one.
      var configuration = TransportConfiguration()
      configuration.maximumWaitingPerOrigin = 4711
      for _ in 0..<50 {
        _ = try await Engine.urlSession.make(configuration).send(server.request(.get, "/head"))
      }
      #expect(server.connectionCount == 1)
    }
  }

  @Test("fifty redirects at once are followed")
  func manyRedirects() async throws {
    try await withServer { server in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<50 { group.addTask { try await transport.text(server.request(.get, "/redirect/303?to=/head")) } }
        for try await text in group { #expect(text == "hello") }
      }
    }
  }

  @Test("Authorization, Cookie and key fields stay at their origin when a redirect leaves it")
  func credentialsStay() async throws {
    try await withServer { server in
      let headers: HTTPFields = [.authorization: "canary", .cookie: "canary", .init("X-Api-Key")!: "canary", .accept: "a/b"]
      let target = "/redirect/307?to=http://localhost:\(server.port)/fields"
      let options = Options { $0.redirects = .anyOrigin }
      let fields = try await transport.text(server.request(.get, target, headers: headers, options: options))
      #expect(!fields.contains("canary"))
      #expect(fields.contains("accept: a/b"))
    }
  }

  @Test("a body in a file goes again with a 308")
  func fileAgain() async throws {
    try await withServer { server in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-test-\(UUID().uuidString)")
      try Data(LoopbackRoutes.pattern(300_000)).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await transport.following(server.request(.put, "/redirect/308?to=/echo", body: Body(contentsOf: file)))
      #expect(server.received.map(\.bodyLength) == [300_000, 300_000])
      #expect(Set(server.received.map(\.bodyHash)).count == 1)
    }
  }

  @Test(
    "a Location that makes no sense is refused or returned, and stops nothing",
    arguments: [
      "http://", "http:///x", "http://[::1", "//", "///", "http://a b/", "http://h:99999/", "mailto:a@b", "%", "%zz",
      "http://%00/", "?%", "\u{7F}", "http://u:p@",
    ])
  func strangeLocation(location: String) async throws {
    try await withServer { server in
      let escaped = location.utf8.map { "%" + String(format: "%02X", $0) }.joined()
      do {
        _ = try await transport.following(server.request(.get, "/redirect/302?to=\(escaped)"))
      } catch is RedirectRefused {
      } catch is TransportError {
      }
      #expect(try await transport.text(server.request(.get, "/head")) == "hello")
    }
  }

  @Test(
    "a 401 returns with its body and never hangs",
    arguments: ["none", "basic", "bearer", "digest", "negotiate", "strange", "two"])
  func challenges(scheme: String) async throws {
    try await withServer { server in
      for delivery in [Delivery.whole, .streamed(buffer: 1 << 20)] {
        let options = Options { $0.delivery = delivery }
        let response = try await transport.send(
          server.request(.post, "/challenge/\(scheme)", body: Body("x"), options: options))
        #expect(response.head.status == .unauthorized)
        #expect(try await response.body.collect() == Data(#"{"error":"\#(scheme)"}"#.utf8))
      }
      #expect(server.received.count == 2)
    }
  }

  @Test("M07: limits are kept below a second and beyond a century", arguments: [200, 900])
  func fractions(milliseconds: Int) async throws {
    try await withServer { server in
      await #expect(throws: TimedOut(.total, during: .waiting)) {
        try await transport.send(server.request(.get, "/silent", timeout: .milliseconds(milliseconds)))
      }
      for timeout in [Duration.seconds(1_000_000_000_000), .seconds(Int64.max), nil] {
        let options = Options { $0.idleTimeout = timeout }
        _ = try await transport.send(server.request(.get, "/head", options: options, timeout: .seconds(1_000_000_000_000)))
      }
    }
  }

  @Test("what URLSession cannot do is refused when the transport is made, all of it at once")
  func unusable() {
    var configuration = TransportConfiguration()
    configuration.connectTimeout = .seconds(1)
    configuration.proxy = "http://user:secret@proxy:3128"
    configuration.trustRoots = "/roots.pem"
    configuration.clientCertificate = .init(chain: "/chain.pem", key: "/key.pem")
    configuration.version = .http2
    let error = #expect(throws: UnusableSettings.self) { _ = try URLSessionTransport(configuration: configuration) }
    #expect(error?.problems.count == 5)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("a request reaches the server once, however slowly its stream is read")
  func once() async throws {
    try await withServer { server in
      let options = Options { $0.delivery = .streamed(buffer: 4 << 20) }
      let response = try await transport.send(server.request(.get, "/bytes/2000000", options: options))
      var count = 0
      for try await chunk in response.body {
        count += chunk.count
        for _ in 0..<50 { await Task.yield() }
      }
      #expect(count == 2_000_000)
      #expect(server.received.count == 1)
    }
  }

  @Test("L06: content decoded by the engine loses the fields of its coded form; identity is asked for if wanted")
  func decoded() async throws {
    try await withServer { server in
      let coded = try await transport.send(server.request(.get, "/gzip"))
      #expect(try await coded.body.collect() == Data(#"{"hello":"gzip"}"#.utf8))
      #expect(coded.head.headerFields[.contentEncoding] == nil && coded.head.headerFields[.contentLength] == nil)
      #expect(server.received.last?.fields[.acceptEncoding]?.contains("gzip") == true)

      let plain = try await transport.send(server.request(.get, "/gzip", headers: [.acceptEncoding: "identity"]))
      #expect(server.received.last?.fields[.acceptEncoding] == "identity")
      // The server sends gzip anyway, and the engine decodes it anyway.
      #expect(try await plain.body.collect() == Data(#"{"hello":"gzip"}"#.utf8))
      #expect(plain.head.headerFields[.contentEncoding] == nil)
    }
  }

  @Test("bad requests are typed errors that name the part and hide its value")
  func badRequests() async throws {
    try await withServer { server in
      let wrong = [
        server.request(.get, "/").redirected(to: "user:secret@\(server.authority)"),
        server.request(.get, "/").redirected(to: ""),
        server.request(.get, "/etc/passwd").redirected(to: server.authority, scheme: "file"),
        server.request(.get, "/secret\u{1}a"), server.request(.get, "/é"),
      ]
      for request in wrong {
        let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(error?.code == .invalidRequest && error?.isUnsent == true)
        #expect(error?.description.contains("secret") == false)
      }
      #expect(server.received.isEmpty)
    }
  }

  @Test("a line break in a field's value never starts another field")
  func injection() async throws {
    try await withServer { server in
      let field = HTTPField(name: .accept, value: "a\r\nX-Injected: 1")
      _ = try? await transport.send(server.request(.get, "/head", headers: HTTPFields([field])))
      #expect(server.received.allSatisfy { $0.fields[.init("X-Injected")!] == nil })
    }
  }

  @Test("the fields the engine would make up are ours")
  func ownFields() async throws {
    try await withServer { server in
      _ = try await transport.send(server.request(.post, "/echo", body: Body("x")))
      let fields = try #require(server.received.last).fields
      #expect(fields[.userAgent] == "Refinery")
      #expect(fields[.acceptLanguage] == "*")
      #expect(fields[.contentType] == "application/octet-stream")
      _ = try await transport.send(
        server.request(
          .post, "/echo", headers: [.userAgent: "mine", .contentType: "a/b", .acceptLanguage: "de"], body: Body("x")))
      let own = try #require(server.received.last).fields
      #expect(own[.userAgent] == "mine" && own[.contentType] == "a/b" && own[.acceptLanguage] == "de")
    }
  }

  @Test("L09: fields repeated by the server are joined; names are found whatever their case")
  func repeatedFields() async throws {
    try await withServer { server in
      let fields = try await transport.send(server.request(.get, "/repeated")).head.headerFields
      #expect(fields[.init("x-repeat")!] == "one, two")
      #expect(fields[.init("X-Lower")!] == "small")
    }
  }

  @Test(
    "a Latin-1 field and no HTTP at all are malformed responses", arguments: ["/latin1", "/garbage"])
  func oddHeads(route: String) async throws {
    try await withServer { server in
      let error = await #expect(throws: TransportError.self) { try await transport.send(server.request(.get, route)) }
      #expect(error?.code == .malformedResponse)
    }
  }

  @Test("a redirect without a target keeps its head; the engine loses its body")
  func bareRedirect() async throws {
    try await withServer { server in
      let response = try await transport.send(server.request(.get, "/redirect-bare/302"))
      #expect(response.head.status.code == 302)
      #expect(response.head.headerFields[.init("X-Bare")!] == "yes")
    }
  }

  @Test("no cookie is kept, and none is sent")
  func cookies() async throws {
    try await withServer { server in
      for _ in 0..<2 { _ = try await transport.send(server.request(.get, "/repeated")) }
      #expect(server.received.allSatisfy { $0.fields[.cookie] == nil })
    }
  }

  @Test("more than six requests to one origin are under way at once")
  func manyConnections() async throws {
    let gathered = Gathering(40)
    try await withServer({ _, connection in
      gathered.arrive()
      connection.answer(200)
      return .keepAlive
    }) { server in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 { group.addTask { try await transport.send(server.request(.get, "/")).head.status.code } }
        for try await status in group { #expect(status == 200) }
      }
    }
  }

  @Test("an IPv6 address as a host is refused before sending, with a reason that says what to do")
  func addressLiteral() async throws {
    let server = try LoopbackServer(on: .ipv6())
    defer { server.stop() }
    let request = server.request(.get, "/head").redirected(to: "[::1]:\(server.port)")
    let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
    #expect(error?.code == .invalidRequest && error?.isUnsent == true)
    #expect(error?.reason.contains("use a host name or another transport") == true)
    #expect(server.received.isEmpty)
  }

  @Test(
    "a response with two Content-Length values, or one that is no number, is malformed; equal values count as one",
    arguments: [
      (["5", "6"], false), (["6", "5"], false), (["5, 6"], false), (["5,"], false), (["5", "5"], true), (["5, 05"], true),
    ])
  func contentLengths(values: [String], isAccepted: Bool) async throws {
    try await withServer({ _, connection in
      connection.send("HTTP/1.1 200 OK\r\n" + values.map { "Content-Length: \($0)\r\n" }.joined() + "\r\nhello")
      return .close
    }) { server in
      for delivery in [Delivery.whole, .streamed(buffer: 1 << 20)] {
        let request = server.request(.get, "/", options: Options { $0.delivery = delivery })
        guard isAccepted else {
          let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
          #expect(error?.code == .malformedResponse)
          continue
        }
        let response = try await transport.send(request)
        #expect(response.head.headerFields[.contentLength] == "5")
        #expect(try await response.body.collect() == Data("hello".utf8))
      }
    }
  }

  @Test("a complete response that comes during an upload counts, though the server then closes", arguments: [true, false])
  func earlyResponse(isStreamed: Bool) async throws {
    try await withServer({ _, connection in
      connection.answer(200, [], Array("taken".utf8))
      connection.takePartOfUpload()
      return .reset
    }) { server in
      let options = Options { $0.delivery = isStreamed ? .streamed(buffer: 1 << 20) : .whole }
      let request = server.request(.put, "/", body: Body(Data(count: 96_000_000)), options: options)
      let response = try await transport.send(request)
      #expect(response.head.status == .ok)
      #expect(try await response.body.collect() == Data("taken".utf8))
    }
  }

  #if compiler(>=6.4)
    // Before, the engine's own `fatalError` ends the process.
    @Test("trailers end a call well or with a typed error", arguments: ["/trailers", "/redirect-trailers"])
    func trailers(route: String) async throws {
      try await withServer { server in
        do { _ = try await transport.send(server.request(.get, route)) } catch is TransportError {}
        #expect(try await transport.text(server.request(.get, "/head")) == "hello")
      }
    }
  #endif
}
