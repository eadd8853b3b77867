#if Import
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryJSON
  import RefineryTesting
  import RefineryVerification
  import Synchronization
  import Testing

  @Suite("S06: drifts between a table and a running server")
  struct ServerComparisonTests {
    /// A server that gives these documents by path; 404 for others.
    private func server(_ documents: [String: JSONValue], status: Int? = nil) -> (StubTransport, SeenRequests) {
      let seen = SeenRequests()
      let stub = StubTransport { request in
        let path = request.head.path ?? ""
        seen.append("\(request.head.method.rawValue) \(path)")
        guard let document = documents[path] else {
          return Response(status: HTTPResponse.Status(code: status ?? 404), headers: [:], body: Body(Data("<html>".utf8)))
        }
        return Response(status: .ok, headers: [.contentType: "application/json"], body: Body(document.data()))
      }
      return (stub, seen)
    }

    @Test("a server's description is compared, wherever it is", arguments: ["/api", "/api/openapi.json", "/api/v3/api-docs"])
    func described(_ path: String) async throws {
      var json = Rooms.json
      json.set("/components/schemas/Room/properties/name", nil)
      let (stub, _) = server([path: json])

      let found = try await ServerComparison(Room.table, at: "https://rooms.example.com/api", over: stub, timeout: nil)

      #expect(found.source == "https://rooms.example.com\(path)")
      #expect(found.comparison.drifts.map(\.kind) == [.memberMissing])
    }

    @Test("without a description, only rows that read and need no value are called")
    func called() async throws {
      let room: JSONValue = ["id": "7", "name": "Attic", "kind": "attic", "colour": "red"]
      let (stub, seen) = server(["/v2/rooms": ["rooms": [room]]])

      let found = try await ServerComparison(Room.table, at: "https://rooms.example.com/v2/", over: stub, timeout: nil)

      #expect(found.source == nil)
      #expect(found.comparison.drifts.map(\.kind) == [.enumValueNew, .operationMissing, .memberNew])
      #expect(found.comparison.drifts[1].operations.map(\.name) == ["Room.search"])
      #expect(found.comparison.notes.count == 1)
      #expect(seen.all.allSatisfy { $0.hasPrefix("GET ") })
      #expect(seen.all.suffix(2) == ["GET /v2/rooms", "GET /v2/search"])
    }

    @Test("a server that wants a credential, or that fails, is a note", arguments: [401, 500])
    func refused(_ status: Int) async throws {
      let (stub, _) = server([:], status: status)

      let found = try await ServerComparison(Room.table, at: "https://rooms.example.com", over: stub, timeout: nil)

      #expect(found.comparison.drifts == [])
      #expect(found.comparison.notes.count == 3)
    }

    @Test("no server is an error")
    func absent() async {
      let stub = StubTransport { _ in throw TransportError(.cannotConnect, phase: .beforeSending) }

      await #expect(throws: CallError.self) {
        try await ServerComparison(Room.table, at: "https://rooms.example.com", over: stub, timeout: nil)
      }
    }
  }

  /// The lines of requests.
  private final class SeenRequests: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
  }
#endif
