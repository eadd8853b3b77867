#if Curl
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryCurl
  import RefineryContracts
  import Testing

  extension Sockets.CurlHandleTests {
    @Test("L02: a response whose first field line is folded ends its own call at most, however often it comes")
    func foldedFirstLine() async {
      await #expect(processExitsWith: .success) {
        let server = try LoopbackServer(keepsLog: false) { request, connection in
          guard request.target == "/folded" else {
            connection.answer(200, ["X-Some: field", "X-Last: \(String(repeating: "l", count: connection.requests))"])
            return .keepAlive
          }
          connection.send("HTTP/1.1 200 OK\r\n X-A: a\r\nContent-Length: 0\r\n\r\n")
          return .keepAlive
        }
        let transport = CurlTransport()
        for _ in 0..<300 {
          guard try await transport.send(server.request(.get, "/good")).head.status == .ok else { exit(2) }
          do {
            guard try await transport.send(server.request(.get, "/folded")).head.status == .ok else { exit(3) }
          } catch let error as TransportError {
            guard error.code == .malformedResponse else { exit(4) }
          }
        }
      }
    }

    @Test("L02: a connection serves one request after another, whether or not libcurl's handles do")
    func connections() async throws {
      try await withServer { server in
        let transport = CurlTransport()
        for _ in 0..<50 { _ = try await transport.send(server.request(.get, "/head")) }
        #expect(server.connectionCount == 1 && server.requestCount == 50)
      }
    }
  }
#endif
