import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import TestSupport
import Testing

extension Sockets.RedirectTests {
  @Test(
    "L02: a redirect with content that is large or never ends is followed; with little content it keeps the connection",
    arguments: Engine.readingNoLongRedirects,
    [
      ("Content-Length: 20971520", 1 << 20, false), ("Transfer-Encoding: chunked", 1, false), ("Content-Length: 2", 2, true),
    ])
  func longRedirect(engine: Engine, content: (field: String, sent: Int, isKept: Bool)) async throws {
    let (field, sent, isKept) = content
    let handler: LoopbackServer.Handler = { request, connection in
      guard request.target == "/from" else {
        connection.answer(200, [], Array("ok".utf8))
        return .keepAlive
      }
      connection.send("HTTP/1.1 302 Found\r\nLocation: /to\r\n\(field)\r\n\r\n")
      if field == "Transfer-Encoding: chunked" {
        connection.send("1\r\nx\r\n")
      } else {
        connection.send(Array(repeating: 120, count: sent))
      }
      if isKept { return .keepAlive }
      connection.waitForHangUp()
      return .close
    }
    try await withServer(handler) { server in
      try await engine.using { transport in
        // The redirect link gives up a stream, and its connection if the content is still on its way.
        let deliveries: [Delivery] = isKept ? [.whole, .whole] : [.whole, .streamed(buffer: 1 << 16)]
        for delivery in deliveries {
          let options = Options {
            $0.delivery = delivery
            $0.responseLimit = 1 << 20
          }
          let response = try await transport.following(server.request(.get, "/from", options: options, timeout: .seconds(60)))
          #expect(try await response.body.collect() == Data("ok".utf8))
        }
      }
      #expect(server.received.map(\.target) == ["/from", "/to", "/from", "/to"])
      #expect(!isKept || server.connectionCount == 1)
    }
  }
}

extension Engine {
  /// URLSession without Foundation's internals gets a redirect only when its content is complete.
  fileprivate static var readingNoLongRedirects: [Engine] {
    allCases.filter { $0 != .urlSession || usesFoundationInternals }
  }
}
