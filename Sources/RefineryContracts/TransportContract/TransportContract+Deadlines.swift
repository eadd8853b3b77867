import Foundation
import HTTPTypes
import RefineryCore

extension TransportContract {
  private static let streamed = Options { $0.delivery = .streamed(buffer: 1 << 20) }

  static let deadlines: [Check] = [
    Check("a deadline that has passed sends nothing") { context in
      let target = context.unique("/head")
      try await context.expectTimeout { try await context.send(target, timeout: .zero) }
      try context.expect(context.hasReceived(target), false, "sent")
    },
    Check("the deadline ends a call that does not connect") { context in
      try await context.withDeadEnd(timeout: .milliseconds(150)) { request in
        try await context.expectTimeout { try await context.transport.send(request) }
      }
    },
    Check("the deadline ends a TLS handshake without a reply") { context in
      try await context.withMute { request, _ in
        try await context.expectTimeout { try await context.transport.send(request) }
      }
    },
    Check("the deadline ends an upload that nobody reads") { context in
      for body in [Body(Data(count: 32_000_000)), Body(CountedSource(Data(count: 64_000), times: 500))] {
        try await context.expectTimeout { try await context.send(.put, "/deaf", body: body, timeout: .milliseconds(500)) }
      }
    },
    Check("the deadline ends an upload whose source gives nothing") { context in
      let (chunks, source) = AsyncStream<Data>.makeStream()
      source.yield(Data("x".utf8))
      try await context.expectTimeout {
        try await context.send(.put, "/echo", body: Body(chunks), timeout: .milliseconds(150))
      }
    },
    Check("the deadline ends a call without a response, or without all of it") { context in
      for route in ["/silent", "/stall", "/drip/100000?ms=20"] {
        try await context.expectTimeout { try await context.send(route, timeout: .milliseconds(150)) }
      }
    },
    Check("the deadline ends a stream that stalls or drips", demands: .streamsDownloads) { context in
      for route in ["/stall", "/drip/100000?ms=20"] {
        try await context.expectTimeout { try await context.send(route, options: streamed, timeout: .milliseconds(300)) }
      }
    },
    Check("a deadline of the head ends a call without a head, but not a stream", demands: .streamsDownloads) { context in
      func send(_ target: String, within limit: Duration) async throws -> Response {
        let request = context.server.request(.get, target, options: streamed)
        let call = CallContext(timeout: limit, limitsOnlyHead: true)
        return try await context.transport.send(
          Request(endpoint: request.endpoint, head: request.head, options: streamed, context: call))
      }
      try await context.expectTimeout { try await send("/silent", within: .milliseconds(150)) }
      let slow = try await send("/drip/30?ms=100", within: .milliseconds(1500))
      try context.expect(try await context.text(slow).utf8.count, 30, "bytes")
    },
    Check("a deadline centuries away never passes") { context in
      for timeout in [Duration.seconds(1_000_000_000_000), .seconds(Int64.max / 4)] {
        try context.expect(try await context.text(context.send("/head", timeout: timeout)), "hello", "body")
      }
    },
  ]
}

extension Context {
  /// A request over TLS to a listener that accepts nothing: the system completes the connection, and no byte comes back. The
  /// function says whether it has connected.
  func withMute(
    timeout: Duration = .milliseconds(300), _ body: (Request, _ isConnected: () -> Bool) async throws -> Void
  ) async throws {
    let mute = try LoopbackSocket.listen()
    defer { LoopbackSocket.free(mute.descriptor) }
    try await body(request(to: "localhost:\(mute.port)", scheme: "https", timeout: timeout)) {
      LoopbackSocket.waits(for: POLLIN, on: mute.descriptor, milliseconds: 0)
    }
  }

  /// A request to an address where no connection is ever made.
  func withDeadEnd(
    _ method: HTTPRequest.Method = .get, body content: Body? = nil, timeout: Duration = .seconds(30),
    _ body: (Request) async throws -> Void
  ) async throws {
    let nowhere = try LoopbackDeadEnd()
    defer { withExtendedLifetime(nowhere) {} }
    try await body(request(method, to: nowhere.authority, body: content, timeout: timeout))
  }
}
