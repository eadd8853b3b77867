import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryTesting
import RefineryURLSession
import Testing

extension Sockets.CassetteTests {
  @Test("O06: exchanges over a socket, whole and streamed, replay byte for byte after the server has gone")
  func socket() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "refinery-test-\(UUID().uuidString)/tape.json")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let paths = ["/bytes/70000", "/status/404", "/repeated", "/gzip", "/chunked", "/redirect/307?to=%2Fhead"]
    let streamed = Options { $0.delivery = .streamed(buffer: 1 << 20) }
    var recorded: [(HTTPResponse, Data)] = []
    let (requests, seen) = try await withServer { server in
      let cassette = try Cassette(file, over: URLSessionTransport())
      let requests = paths.flatMap { [server.request(.get, $0), server.request(.get, $0, options: streamed)] }
      for request in requests {
        let response = try await cassette.following(request)
        recorded.append((response.head, try await response.body.collect()))
      }
      return (requests, server.requestCount)
    }
    #expect(seen == requests.count + 2)
    let cassette = try Cassette(file)
    for (request, (head, data)) in zip(requests, recorded) {
      let response = try await cassette.following(request)
      #expect(
        response.head.status == head.status && response.head.headerFields[.contentType] == head.headerFields[.contentType])
      #expect(response.head.headerFields.map(\.name) == head.headerFields.map(\.name))
      #expect(try await response.body.collect() == data)
    }
    #expect(cassette.unplayed.isEmpty)
  }
}
