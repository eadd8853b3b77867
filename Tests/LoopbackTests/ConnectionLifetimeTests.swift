import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import Synchronization
import TestSupport
import Testing

#if Curl
  import CCurl

  @testable import RefineryCurl
#endif

/// The lifetime of one nanosecond is over as soon as a connection is open.
extension Sockets.ConnectionLifetimeTests {
  /// URLSession by its documented interface alone keeps its connections.
  static let engines = Engine.allCases.filter { $0 != .urlSession || Engine.usesFoundationInternals }

  @Test("L02, L03: no request is sent on a connection whose lifetime is over", arguments: engines, [true, false])
  func over(engine: Engine, isLimited: Bool) async throws {
    try await engine.using({ $0.connectionLifetime = isLimited ? .nanoseconds(1) : nil }) { transport in
      try await withServer({ request, connection in
        connection.answer(request.target == "/none" ? 204 : 200, [], Array("hello".utf8))
        return .keepAlive
      }) { server in
        let requests = [
          server.request(.get, "/"), server.request(.post, "/", body: Body("x")), server.request(.head, "/"),
          server.request(.delete, "/none"), server.request(.get, "/"),
        ]
        for request in requests { _ = try await transport.send(request).body.collect() }
        #expect(server.received.count == requests.count)
        #expect(server.connectionCount == (isLimited ? requests.count : 1))
      }
    }
  }

  @Test("L02, L03: many calls at once are sent once each while connections come and go", arguments: engines)
  func many(engine: Engine) async throws {
    try await engine.using({
      $0.connectionLifetime = .microseconds(200)
      $0.maximumConnectionsPerOrigin = 4
    }) { transport in
      try await withServer { server in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<300 {
            let request = server.request(.post, "/head/\(number)", body: Body("x"))
            group.addTask {
              let response = try await transport.send(request)
              #expect(response.head.status == .ok)
            }
          }
          try await group.waitForAll()
        }
        #expect(Set(server.received.map(\.target)).count == 300 && server.received.count == 300)
      }
    }
  }

  @Test("L02, L03: a stream is not cut at the end of its connection's lifetime", arguments: engines)
  func stream(engine: Engine) async throws {
    let permits = Permits()
    try await engine.using({ $0.connectionLifetime = .nanoseconds(1) }) { transport in
      try await withServer({ request, connection in
        guard request.target == "/stream" else {
          connection.answer(200)
          return .keepAlive
        }
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
        permits.take()
        connection.send(" last")
        return .keepAlive
      }) { server in
        let options = Options { $0.delivery = .streamed(buffer: 1000) }
        let stream = try await transport.send(server.request(.get, "/stream", options: options))
        _ = try await transport.send(server.request(.get, "/other"))
        permits.give(1)
        #expect(try await stream.body.collect() == Data("first last".utf8))
        #expect(server.connectionCount == 2)
        _ = try await transport.send(server.request(.get, "/other"))
        #expect(server.connectionCount == 3)
      }
    }
  }

  @Test("L02, L03: an upload is sent whole on a connection whose lifetime ends meanwhile", arguments: engines)
  func upload(engine: Engine) async throws {
    try await engine.using({ $0.connectionLifetime = .nanoseconds(1) }) { transport in
      try await withServer { server in
        for _ in 0..<3 {
          // The response to this one may be complete before the request.
          _ = try await transport.send(server.request(.post, "/head", body: Body("x")))
          let content = Data(repeating: 0x78, count: 300_000)
          let response = try await transport.send(server.request(.post, "/sink", body: Body(content)))
          #expect(try await response.body.collect() == Data("300000".utf8))
        }
        #expect(server.connectionCount == 6)
      }
    }
  }

  #if AsyncHTTPClient
    @Test("L03: an HTTP/2 connection gets no call after its lifetime, and its calls under way end", arguments: [true, false])
    func streams(isLimited: Bool) async throws {
      let held = Mutex<(connection: RawHTTP2Server.Connection, stream: Int)?>(nil)
      let connections = Mutex<[Int]>([])
      try await RawHTTP2Server.with({ event, connection in
        switch event {
        case .request(let stream, "/held"): held.withLock { $0 = (connection, stream) }
        case .request(let stream, let path):
          connections.withLock { $0.append(connection.number) }
          connection.hello(stream)
          if path == "/last" { held.withLock { $0?.connection.hello($0?.stream ?? 0) } }
        default: connection.behaves(at: event)
        }
      }) { server in
        try await Engine.asyncHTTPClient.using({
          $0.trustRoots = SecureHouse.certificate("authority")
          $0.version = .http2
          $0.connectionLifetime = isLimited ? .nanoseconds(1) : nil
        }) { transport in
          let call = Task { try await transport.send(server.request("/held")).body.collect() }
          try await until { held.withLock { $0 != nil } }
          for path in ["/hello", "/hello", "/last"] { _ = try await transport.send(server.request(path)) }
          #expect(try await call.value == Data("hello".utf8))
          #expect(connections.withLock { $0 } == (isLimited ? [2, 3, 4] : [1, 1, 1]))
        }
      }
    }
  #endif

  #if Curl
    @Test("L02: each connection has a random part of the lifetime, at least half of it")
    func spread() {
      var configuration = TransportConfiguration()
      func lifetimes(_ longest: Duration) -> Set<Int64> {
        configuration.connectionLifetime = longest
        return configuration.withSettings { settings in Set((0..<1000).map { refinery_lifetime(settings, $0) }) }
      }
      let first = lifetimes(.seconds(600))
      #expect(first.count == 1000 && first.allSatisfy { (300_000_000_000...600_000_000_000).contains($0) })
      #expect(first.contains { $0 < 330_000_000_000 } && first.contains { $0 > 570_000_000_000 })
      #expect(first.isDisjoint(with: lifetimes(.seconds(600))))
      #expect(lifetimes(.nanoseconds(1)).isSubset(of: [0, 1]))
      #expect(lifetimes(Duration(secondsComponent: 0, attosecondsComponent: 1)).isSubset(of: [0, 1]))
      #expect(lifetimes(.seconds(Int64.max)).allSatisfy { $0 > 1_000_000_000_000_000_000 })
      configuration.connectionLifetime = nil
      #expect(configuration.withSettings { $0.pointee.lifetime } == 0)
    }
  #endif
}
