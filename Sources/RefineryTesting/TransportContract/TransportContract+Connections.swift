import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

extension TransportContract {
  static let reuse: [ConfiguredCheck] = [
    ConfiguredCheck("calls one after another share a connection, whatever their answers") { bench in
      let context = try bench.context()
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
    ConfiguredCheck("a stream that was read whole leaves its connection to the next call", demands: .streamsDownloads) {
      bench in
      let context = try bench.context()
      try await context.withServer { server in
        let options = Options().setting(Delivery.self, .streamed(buffer: 1 << 20))
        for _ in 0..<5 {
          let response = try await context.transport.send(server.request(.get, "/bytes/300000", options: options))
          try context.expect(try await response.body.collect().count, 300_000, "bytes")
        }
        try context.expect(server.connectionCount, 1, "connections")
      }
    },
    ConfiguredCheck("a body that nobody reads spoils no later call", demands: .streamsDownloads) { bench in
      let context = try bench.context()
      try await context.withServer { server in
        let options = Options().setting(Delivery.self, .streamed(buffer: 1 << 20))
        for _ in 0..<5 {
          _ = try await context.transport.send(server.request(.get, "/bytes/30000000", options: options))
          let next = try await context.transport.send(server.request(.get, "/head"))
          try context.expect(try await context.text(next), "hello", "body of the next call")
        }
        // The connections of the unread bodies end; at most one is kept.
        while server.openConnections > 1 { await Task.yield() }
      }
    },
    ConfiguredCheck("a call after a failed one works, on whatever connection") { bench in
      let context = try bench.context()
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
    ConfiguredCheck("a POST on a kept connection that the server closes arrives whole and once, or fails") { bench in
      for count in [0, 5, 200_000] {
        let context = try bench.context()
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
    ConfiguredCheck("a server that dies and comes back is spoken to again") { bench in
      let context = try bench.context()
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

  static let connections: [ConfiguredCheck] = [
    ConfiguredCheck("no more requests to one origin are under way than its limit allows") { bench in
      let context = try bench.context { $0.maximumConnectionsPerOrigin = 3 }
      try await context.withServer { server in
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<30 {
            group.addTask { try await context.transport.send(server.request(.get, "/drip/3?ms=20")).body.collect().count }
          }
          for try await count in group { try context.expect(count, 3, "bytes") }
        }
        try context.expect(server.peakRequests <= 3, "3 at once or fewer", saw: server.peakRequests)
        try context.expect(server.peakConnections <= 3, "3 connections or fewer", saw: server.peakConnections)
      }
    },
    ConfiguredCheck("no more requests in all are under way than the limit allows", demands: .connectionLimit) { bench in
      let context = try bench.context { $0.maximumConnections = 3 }
      let handler = LoopbackRoutes.misbehaving
      let peak = Peak()
      let counted: LoopbackServer.Handler = { request, connection in
        peak.enters()
        defer { peak.leaves() }
        return handler(request, connection)
      }
      try await context.withServer(counted) { first in
        try await context.withServer(counted) { second in
          try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<30 {
              let server = number.isMultiple(of: 2) ? first : second
              group.addTask { try await context.transport.send(server.request(.get, "/drip/3?ms=20")).body.collect().count }
            }
            for try await count in group { try context.expect(count, 3, "bytes") }
          }
        }
      }
      try context.expect(peak.most <= 3, "3 at once or fewer", saw: peak.most)
    },
    ConfiguredCheck("who waits for a place leaves by cancellation or by the deadline, and one too many fails at once") {
      bench in
      let context = try bench.context {
        $0.maximumConnectionsPerOrigin = 1
        $0.maximumWaitingPerOrigin = 1
      }
      let target = context.unique("/silent")
      let first = Task { try await context.send(target) }
      while !context.hasReceived(target) { await Task.yield() }
      let late = try await context.failure("timed out") { try await context.send("/head/late", timeout: .milliseconds(100)) }
      try context.expectTimedOut(late, .queue)
      var turns = 0
      let cancelled = try await context.cancelling {
        turns += 1
        return turns > 500
      } _: {
        try await context.send("/head/cancelled")
      }
      try context.expectCancelled(cancelled)
      // Two come and one may wait: the other is turned away, and the one goes when the first has gone.
      let (turnedAway, served) = await withTaskGroup(of: Result<Int, any Error>.self) { group in
        for number in 1...2 { group.addTask { await outcome { try await context.send("/head/\(number)").head.status.code } } }
        let turnedAway = await group.next()
        first.cancel()
        return (turnedAway, await group.next())
      }
      let error = try await context.transportError("queue full") {
        _ = try turnedAway?.get()
        return Response(status: .ok)
      }
      try context.expect(error.code, .queueFull, "code")
      try context.expect(error.isUnsent, true, "isUnsent")
      try context.expect(try served?.get(), 200, "status of who waited")
      _ = await first.result
    },
    ConfiguredCheck("a connectTimeout ends connecting, and says that nothing was sent", demands: .connectTimeout) { bench in
      let context = try bench.context { $0.connectTimeout = .milliseconds(200) }
      let nowhere = try LoopbackDeadEnd()
      var request = context.server.request(.post, "/", body: Body("x"))
      request.head.authority = nowhere.authority
      let error = try await context.failure("timed out: connect") { [request] in try await context.transport.send(request) }
      try context.expectTimedOut(error, .connect)
    },
    ConfiguredCheck("a connectTimeout leaves alone what is connected", demands: .connectTimeout) { bench in
      let context = try bench.context { $0.connectTimeout = .milliseconds(500) }
      let dripped = try await context.send("/drip/20?ms=50")
      try context.expect(try await context.text(dripped).utf8.count, 20, "bytes")
    },
    ConfiguredCheck("a Unix socket is spoken to whatever the host, which stands in the request", demands: .unixSockets) {
      bench in
      let path = FileManager.default.temporaryDirectory.path + "/refinery-\(UInt32.random(in: .min ... .max)).socket"
      let context = try bench.context { $0.unixSocket = path }
      try await context.withServer(on: .unix(path: path)) { server in
        var request = server.request(.put, "/echo", body: Body("through a socket"))
        request.head.authority = "service.invalid"
        let response = try await context.transport.send(request)
        try context.expect(try await context.text(response), "through a socket", "body")
        try context.expect(server.received.first?.fields[.host], "service.invalid", "Host")
      }
      let error = try await context.transportError("cannot connect") { try await context.send("/") }
      try context.expect(error.code, .cannotConnect, "code")
      try context.expect(error.isUnsent, true, "isUnsent")
    },
    ConfiguredCheck("the version that is chosen is spoken, and reported", demands: .versionControl) { bench in
      for version in [nil, TransportConfiguration.Version.http1] {
        let response = try await bench.context { $0.version = version }.send("/head")
        try bench.context().expect(response.version, .http1, "version")
      }
    },
    ConfiguredCheck("an address of IPv6 is spoken to, where there is one") { bench in
      let context = try bench.context()
      guard let server = try? LoopbackServer(on: .ipv6()) else { return }
      defer { server.stop() }
      do {
        try context.expect(try await context.text(context.transport.send(server.request(.get, "/head"))), "hello", "body")
      } catch let error as TransportError {
        // An engine that cannot read such a host says so before it sends.
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

/// The most that were inside at one time.
private final class Peak: Sendable {
  private let state = Mutex((inside: 0, most: 0))
  var most: Int { state.withLock { $0.most } }
  func leaves() { state.withLock { $0.inside -= 1 } }
  func enters() {
    state.withLock {
      $0.inside += 1
      $0.most = max($0.most, $0.inside)
    }
  }
}
