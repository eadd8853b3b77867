import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

extension TransportContract {
  static let reuse: [Check] = [
    Check("calls one after another share a connection, whatever their responses") { context in
      try await context.withServer { server in
        let calls: [(HTTPRequest.Method, String)] = [
          (.get, "/head"), (.head, "/head"), (.get, "/status/404"), (.get, "/status/204"), (.get, "/status/304"),
          (.get, "/chunked"), (.get, "/hints"), (.get, "/status/500"), (.get, "/challenge/basic"), (.put, "/echo"),
          (.get, "/redirect/302?to=/head"), (.get, "/bytes/200000"), (.get, "/head"),
        ]
        for (method, target) in calls {
          let body = method == .put ? Body(Data(count: 100_000)) : nil
          _ = try await context.transport.send(server.request(method, target, body: body)).body.collect()
        }
        try context.expect(server.connectionCount, 1, "connections")
      }
    },
    Check("calls that end together leave their connections to those that follow") { context in
      let arrived = Arrivals()
      try await context.withServer({ request, connection in
        arrived.note(request.target)
        while arrived.count(request.target) < 40, !connection.waitForHangUp(milliseconds: 2) {}
        connection.answer(200)
        return .keepAlive
      }) { server in
        for round in 1...3 {
          try await context.atOnce(40) { _ in
            _ = try await context.transport.send(server.request(.get, "/\(round)")).body.collect()
          }
        }
        try context.expect(server.connectionCount < 50, "40 connections, or few more", saw: server.connectionCount)
      }
    },
    Check("a stream that was read whole leaves its connection to the next call", demands: .streamsDownloads) { context in
      try await context.withServer { server in
        let options = Options { $0.delivery = .streamed(buffer: 1 << 20) }
        for _ in 0..<5 {
          let response = try await context.transport.send(server.request(.get, "/bytes/300000", options: options))
          try context.expect(try await response.body.collect().count, 300_000, "bytes")
        }
        try context.expect(server.connectionCount, 1, "connections")
      }
    },
    Check("an unread body does not affect later calls", demands: .streamsDownloads) { context in
      try await context.withServer { server in
        let options = Options { $0.delivery = .streamed(buffer: 1 << 20) }
        for _ in 0..<5 {
          _ = try await context.transport.send(server.request(.get, "/bytes/30000000", options: options))
          let next = try await context.transport.send(server.request(.get, "/head"))
          try context.expect(try await context.text(next), "hello", "body of the next call")
        }
        // The connections of the unread bodies are closed; at most one is kept.
        try await context.waits { server.openConnections <= 1 }
      }
    },
    Check("a call after a failed call succeeds, on the same connection or a new one") { context in
      try await context.withServer { server in
        for route in ["/truncated", "/reset", "/hang-up", "/garbage", "/truncated-chunked", "/reset-late"] {
          _ = try await context.transportError("a failure on \(route)") {
            try await context.transport.send(server.request(.get, route))
          }
          let next = try await context.transport.send(server.request(.get, "/head"))
          try context.expect(try await context.text(next), "hello", "body after \(route)")
        }
      }
    },
    Check("a POST on a kept connection that the server closes arrives whole and once, or fails") { context in
      for count in [0, 5, 200_000] {
        let context = try context.configured()
        try await context.withServer { server in
          _ = try await context.transport.send(server.request(.get, "/stale"))
          let body = count == 0 ? nil : Body(Data(count: count))
          do {
            _ = try await context.transport.send(server.request(.post, "/stale", body: body))
          } catch let error as TransportError {
            try context.expect(error.code, .connectionLost, "code")
          }
          let whole = server.received.count { $0.method == "POST" && $0.isWhole && $0.bodyLength == count }
          try context.expect(whole, 1, "whole requests")
        }
      }
    },
    Check("a server that stops and starts again is reached again") { context in
      let first = try LoopbackServer()
      let request = first.request(.get, "/head")
      try context.expect(try await context.text(context.transport.send(request)), "hello", "body before")
      first.stop()
      _ = try await context.transportError("an error while there is no server") { try await context.transport.send(request) }
      try await context.withServer(on: first.address) { _ in
        try context.expect(try await context.text(context.transport.send(request)), "hello", "body after")
      }
    },
  ]

  static let connections: [Check] = [
    Check("no more requests to one origin are under way than its limit allows") { context in
      let context = try context.configured { $0.maximumConnectionsPerOrigin = 3 }
      let peak = Peak()
      try await context.withServer(peak.counting) { server in
        try await peak.expectThirty(context, [server], atMost: 3)
        try context.expect(server.peakConnections <= 3, "3 connections or fewer", saw: server.peakConnections)
      }
    },
    Check("no more requests in total are under way than the limit allows", demands: .connectionLimit) { context in
      let context = try context.configured { $0.maximumConnections = 3 }
      let peak = Peak()
      try await context.withServer(peak.counting) { first in
        try await context.withServer(peak.counting) { try await peak.expectThirty(context, [first, $0], atMost: 3) }
      }
    },
    Check("a waiting call ends by cancellation or deadline, and a call beyond the queue limit fails at once") {
      context in
      let context = try context.configured {
        $0.maximumConnectionsPerOrigin = 1
        $0.maximumWaitingPerOrigin = 1
      }
      let target = context.unique("/silent")
      let first = Task { try await context.send(target) }
      defer { first.cancel() }
      try await context.waits { context.hasReceived(target) }
      try await context.expectTimeout(.queue) { try await context.send("/head/late", timeout: .milliseconds(500)) }
      try await context.expectCancellation(after: 100) { try await context.send("/head/cancelled") }
      // Of two calls one may wait and the other is refused; the waiting one is sent when the first has ended.
      let (turnedAway, served) = await withTaskGroup(of: Result<Int, any Error>.self) { group in
        for number in 1...2 { group.addTask { await outcome { try await context.send("/head/\(number)").head.status.code } } }
        let turnedAway = await group.next()
        first.cancel()
        return (turnedAway, await group.next())
      }
      try await context.expectFailure(.queueFull, isUnsent: true) {
        _ = try turnedAway?.get()
        return Response(status: .ok)
      }
      try context.expect(try served?.get(), 200, "status of the waiting call")
      _ = await first.result
    },
    Check("a connectTimeout ends connecting, and says that nothing was sent", demands: .connectTimeout) { context in
      let context = try context.configured { $0.connectTimeout = .milliseconds(200) }
      try await context.withDeadEnd(.post, body: Body("x")) { request in
        try await context.expectTimeout(.connect) { try await context.transport.send(request) }
      }
    },
    Check("a shutdown does not wait for a connection that is still being made") { context in
      let connecting = try context.configured()
      try await connecting.withDeadEnd(timeout: .milliseconds(150)) { request in
        try await connecting.expectTimeout { try await connecting.transport.send(request) }
        await connecting.transport.shutdown(grace: .zero)
      }
      let shaking = try context.configured()
      try await shaking.withMute { request, _ in
        try await shaking.expectTimeout { try await shaking.transport.send(request) }
        await shaking.transport.shutdown(grace: .zero)
      }
    },
    Check("a connectTimeout does not end a connection that is made", demands: .connectTimeout) { context in
      let context = try context.configured { $0.connectTimeout = .seconds(1) }
      let dripped = try await context.send("/drip/30?ms=50")
      try context.expect(try await context.text(dripped).utf8.count, 30, "bytes")
    },
    Check("a Unix socket is used for every host, and the host is sent in the request", demands: .unixSockets) {
      plain in
      let path = FileManager.default.temporaryDirectory.path + "/refinery-\(UInt32.random(in: .min ... .max)).socket"
      let context = try await plain.withServer(on: .unix(path: path)) { server in
        // A path that does not exist when the transport is made may be refused then.
        let context = try plain.configured { $0.unixSocket = path }
        let request = context.request(.put, "/echo", to: "service.invalid", body: Body("through a socket"))
        try context.expect(try await context.text(context.transport.send(request)), "through a socket", "body")
        try context.expect(server.received.first?.fields[.host], "service.invalid", "Host")
        return context
      }
      let error = try await context.transportError("cannot connect") { try await context.send("/") }
      try context.expect([.cannotConnect, .connectionLost].contains(error.code), "cannot connect or lost", saw: error.code)
    },
    Check("the configured version is used and reported", demands: .versionControl) { context in
      for version in [nil, TransportConfiguration.Version.http1] {
        let response = try await context.configured { $0.version = version }.send("/head")
        try context.expect(response.version, .http1, "version")
      }
    },
    Check("an IPv6 address is reached, if the machine has one") { context in
      guard let server = try? LoopbackServer(on: .ipv6()) else { return }
      defer { server.stop() }
      do {
        try context.expect(try await context.text(context.transport.send(server.request(.get, "/head"))), "hello", "body")
      } catch let error as TransportError {
        // An engine that cannot parse such a host fails before it sends.
        try context.expect(error.isUnsent, true, "isUnsent")
      }
    },
  ]

  private static func outcome<Success: Sendable>(
    _ body: @Sendable () async throws -> Success
  ) async -> Result<Success, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

/// The largest number of requests that were in progress at one time.
private final class Peak: Sendable {
  private let state = Mutex((inside: 0, most: 0))

  /// Delays each request for some milliseconds. It counts a request as ended before its last byte is sent, because the client
  /// may send the next request as soon as it has that byte.
  var counting: LoopbackServer.Handler {
    { [self] _, connection in
      state.withLock {
        $0.inside += 1
        $0.most = max($0.most, $0.inside)
      }
      connection.waitForHangUp(milliseconds: 30)
      state.withLock { $0.inside -= 1 }
      connection.answer(200, [], [1, 2, 3])
      return .keepAlive
    }
  }

  func expectThirty(_ context: Context, _ servers: [LoopbackServer], atMost limit: Int) async throws {
    try await context.atOnce(30) { number in
      let request = servers[number % servers.count].request(.get, "/")
      try context.expect(try await context.transport.send(request).body.collect().count, 3, "bytes")
    }
    let most = state.withLock { $0.most }
    try context.expect(most <= limit, "\(limit) at once or fewer", saw: most)
  }
}

/// The number of requests for each target.
private final class Arrivals: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  func note(_ target: String) { counts.withLock { $0[target, default: 0] += 1 } }
  func count(_ target: String) -> Int { counts.withLock { $0[target] ?? 0 } }
}
