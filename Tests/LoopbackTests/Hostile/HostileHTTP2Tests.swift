#if AsyncHTTPClient || Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryContracts
  import Synchronization
  import Testing

  /// Random frames of HTTP/2 against the transports that speak it. `REFINERY_HOSTILE_ROUNDS` raises the number of sequences,
  /// `REFINERY_HOSTILE_SEED` changes them, `REFINERY_HOSTILE_ENGINE` leaves one transport by its name.
  extension Sockets.HostileHTTP2Tests {
    private static func number(_ name: String, _ otherwise: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    @Test(
      "L03: random HTTP/2 frames end calls, but not the process, the origin or the calls to another one",
      arguments: Engine.having([.versionControl, .customTrust]).filter {
        $0.speaksHTTP2 && $0.rawValue == ProcessInfo.processInfo.environment["REFINERY_HOSTILE_ENGINE"] ?? $0.rawValue
      })
    func randomFrames(engine: Engine) async throws {
      let seed = UInt64(Self.number("REFINERY_HOSTILE_SEED", 1))
      let requests = Mutex(UInt64(0))
      try await RawHTTP2Server.with { event, connection in
        switch event {
        case .opened:
          // One connection of 16 begins with anything, and ends there.
          guard connection.number % 16 == 5 else { break }
          var sequence = HTTP2Sequence(seed: seed &+ UInt64(connection.number) << 32, stream: 1)
          connection.write(sequence.next().bytes)
          return connection.close()
        case .request(let stream, let path) where path != "/hello":
          let round = requests.withLock { count in
            count += 1
            return count
          }
          var sequence = HTTP2Sequence(seed: seed &+ round, stream: stream)
          let (bytes, closes) = sequence.next()
          connection.write(bytes)
          if closes { connection.close() }
          return
        default: break
        }
        connection.behaves(at: event)
      } _: { hostile in
        try await RawHTTP2Server.with({ $1.behaves(at: $0) }) { good in
          try await engine.using({
            $0.trustRoots = SecureHouse.certificate("authority")
            $0.version = .http2
          }) { transport in
            for hundred in 0..<max(1, Self.number("REFINERY_HOSTILE_ROUNDS", 300) / 100) {
              await Self.endsHundred(of: hostile, by: transport)
              let status = try await transport.send(good.request("/hello", timeout: .seconds(5))).head.status.code
              #expect(status == 200, "another origin, after \(hundred + 1) hundred")
              #expect(await Self.works(hostile, by: transport), "the same origin, after \(hundred + 1) hundred")
            }
          }
        }
      }
    }

    /// A hundred calls, ten at once, each of which ends in some way.
    private static func endsHundred(of server: RawHTTP2Server, by transport: any Transport) async {
      await withTaskGroup(of: Void.self) { group in
        for place in 0..<10 {
          group.addTask {
            for call in 0..<10 {
              let path = "/\(place)/\(call)"
              _ = try? await transport.send(server.request(path, timeout: .milliseconds(100))).body.collect()
            }
          }
        }
      }
    }

    /// The origin's connection may be a broken one that the server has left open. The first call that notices ends it.
    private static func works(_ server: RawHTTP2Server, by transport: any Transport) async -> Bool {
      for _ in 0..<4 {
        let response = try? await transport.send(server.request("/hello", timeout: .milliseconds(1500)))
        if response?.head.status.code == 200 { return true }
      }
      return false
    }
  }

  extension RawHTTP2Server {
    func request(
      _ path: String, _ method: HTTPRequest.Method = .get, body: Body? = nil, timeout: Duration = .seconds(30)
    ) -> Request {
      Request(
        endpoint: Endpoint("Hostile", method, "hostile"),
        head: HTTPRequest(method: method, scheme: "https", authority: authority, path: path), body: body, options: Options(),
        context: CallContext(timeout: timeout))
    }
  }
#endif
