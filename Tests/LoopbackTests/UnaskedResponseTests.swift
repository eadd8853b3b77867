import Foundation
import HTTPTypes
import RefineryCore
import TestSupport
import Testing

@testable import RefineryContracts

/// What a server sends when nobody asked for it.
let unaskedResponse = Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nothers".utf8)

/// A call to a port where nobody listens. An event loop handles what has arrived before it sends the request.
func letTheLoopTurn(_ transport: any Transport) async {
  _ = try? await transport.send(
    Request(
      endpoint: Endpoint("Loopback", .get, "loopback"),
      head: HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:1", path: "/"), body: nil, options: Options(),
      context: CallContext(timeout: .seconds(30))))
}

/// A kept connection of HTTP/1.1 on which a server sends a response that nobody asked for (RFC 9112 section 9.2).
extension Sockets.UnaskedResponseTests {
  /// The response that is followed by another one.
  enum First: String, CaseIterable {
    case small, large, empty, chunked, head, noContent, notModified

    var method: HTTPRequest.Method { self == .head ? .head : .get }

    var bytes: [UInt8] {
      let text =
        switch self {
        case .small: "200 OK\r\nContent-Length: 5\r\n\r\nfirst"
        case .large: "200 OK\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 1_000_000)
        case .empty: "200 OK\r\nContent-Length: 0\r\n\r\n"
        case .chunked: "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n0\r\n\r\n"
        case .head: "200 OK\r\nContent-Length: 1000\r\n\r\n"
        case .noContent: "204 No Content\r\n\r\n"
        case .notModified: "304 Not Modified\r\nETag: \"1\"\r\n\r\n"
        }
      return Array("HTTP/1.1 \(text)".utf8)
    }
  }

  /// When the other response comes.
  enum Order: String, CaseIterable {
    /// In one write with the first response.
    case together
    /// When the first call is over.
    case later
    /// When the first call is over. The loop then handles the event before the next call.
    case long
    /// Some bytes come with the first response, the others when the next request has arrived on the connection.
    case cut
  }

  private func server(
    on address: LoopbackServer.Address, _ first: First, _ order: Order, _ permits: Permits, _ sent: Permits
  ) throws -> LoopbackServer {
    try LoopbackServer(on: address) { request, connection in
      if request.target == "/first" {
        let rest: [UInt8] = order == .together ? unaskedResponse : order == .cut ? Array("some bytes".utf8) : []
        connection.send(first.bytes + rest)
        if order == .later || order == .long {
          permits.take()
          connection.send(unaskedResponse)
          sent.give(1)
        }
        return .keepAlive
      }
      if order == .cut, request.connection == 0 { connection.send(unaskedResponse) }
      connection.answer(200, [], Array(request.target.utf8))
      return .keepAlive
    }
  }

  @Test(
    "L02: a response that nobody asked for reaches no call, whenever it comes", arguments: Engine.allCases,
    First.allCases.flatMap { first in Order.allCases.map { (first, $0) } })
  func unasked(engine: Engine, packets: (first: First, order: Order)) async throws {
    let (first, order) = packets
    let path = FileManager.default.temporaryDirectory.path + "/refinery-\(UInt32.random(in: .min ... .max)).socket"
    // URLSession takes no IPv6 address as a host.
    let addresses: [LoopbackServer.Address] = engine == .urlSession ? [.ipv4()] : [.ipv4(), .ipv6(), .unix(path: path)]
    for address in addresses {
      let (permits, sent) = (Permits(), Permits())
      let server = try server(on: address, first, order, permits, sent)
      defer { server.stop() }
      try await engine.using({ if case .unix = address { $0.unixSocket = path } }) { transport in
        _ = try await transport.send(server.request(first.method, "/first")).body.collect()
        if order == .later || order == .long {
          permits.give(1)
          sent.take()
        }
        // All calls of a transport with a Unix socket go to this server.
        if order == .long, server.port > 0 { await letTheLoopTurn(transport) }
        for method in [HTTPRequest.Method.post, .get, .get] {
          let body = method == .post && engine == .urlSession ? Body("x") : nil
          let response = try await transport.send(server.request(method, "/\(method)", body: body))
          #expect(try await response.body.collect() == Data("/\(method)".utf8), "\(address)")
        }
        #expect(server.connectionCount >= 2, "\(address)")
      }
    }
  }
}
