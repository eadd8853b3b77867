#if Import
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryTesting
  import RefineryVerification
  import Testing

  @Suite("S06: drifts between a table and recorded calls")
  struct CassetteComparisonTests {
    private func call(
      _ row: String, _ method: String = "GET", _ target: String = "/api/v2/rooms/7", status: Int = 200, content: String? = nil
    ) -> RecordedCall {
      RecordedCall(
        row: row, method: method, target: target, status: status, contentType: content == nil ? nil : "application/json",
        content: content.map { Data($0.utf8) })
    }

    private let room = #"{"id":"7","name":"Attic","kind":"bedroom","built_at":"2020-01-02T03:04:05Z"}"#

    private func drifts(_ content: String, status: Int = 200) -> [Drift] {
      Comparison(Room.table, calls: [call("Room.read", status: status, content: content)]).drifts
    }

    @Test("responses as the row reads them are no drift, and rows without a call are notes")
    func none() {
      let comparison = Comparison(
        Room.table,
        calls: [
          call("Room.read", content: #"{"room":\#(room)}"#),
          call("Room.enumerate", "GET", "/api/v2/rooms", content: #"{"rooms":[\#(room),\#(room)]}"#),
          call("Room.delete", "DELETE", status: 204), call("Room.read", status: 404, content: #"{"code":4}"#),
        ])

      #expect(comparison.drifts == [])
      #expect(comparison.notes == ["Room.create", "Room.search", "Room.lock"].map { "\($0): no call is recorded" })
    }

    @Test("what responses have that the row does not read")
    func bodies() {
      let seeds: [(String, Drift.Kind, Drift.Effect)] = [
        (#"{"room":{"id":"7","kind":"bedroom"}}"#, .memberMissing, .breaking),
        (#"{"room":{"id":7,"name":"Attic","kind":"bedroom"}}"#, .type, .breaking),
        (#"{"room":{"id":"7","name":null,"kind":"bedroom"}}"#, .nullability, .breaking),
        (#"{"room":{"id":"7","name":"Attic","kind":"cellar"}}"#, .enumValueNew, .breaking),
        (#"{"room":{"id":"7","name":"Attic","kind":"bedroom","colour":"red"}}"#, .memberNew, .harmless),
        (#"{"room":{"id":"7","name":"Attic","kind":"bedroom","neighbours":[{"id":1}]}}"#, .type, .breaking),
        (#"{"room":{"id":"7","name":"Attic","kind":"bedroom","built_at":"yesterday"}}"#, .unreadable, .breaking),
        (#"{"data":{}}"#, .memberMissing, .breaking),
        ("", .bodyMissing, .breaking), ("{", .unreadable, .breaking),
      ]
      for (content, kind, effect) in seeds {
        let found = drifts(content)

        #expect(found.contains { $0.kind == kind && $0.effect == effect }, "\(content): \(found.map(\.sentence))")
        #expect(found.first?.operations.first?.name == "Room.read")
      }
      #expect(drifts(#"{"code":"x"}"#, status: 404).map(\.kind) == [.type])
    }

    @Test("a hidden value is no new value of an enumeration")
    func hidden() {
      #expect(
        drifts(#"{"room":{"id":"redacted-1","name":"redacted-2","kind":"redacted-3"}}"#).filter { $0.kind == .enumValueNew }
          == []
      )
    }

    @Test("one drift in many calls is reported once")
    func repeated() {
      let calls = (0..<50).map { _ in call("Room.read", content: #"{"room":{"id":"7","kind":"bedroom"}}"#) }

      #expect(Comparison(Room.table, calls: calls).drifts.map(\.kind) == [.memberMissing])
    }

    @Test("calls are matched by row, or else by method and path")
    func matching() {
      let comparison = Comparison(
        Room.table,
        calls: [
          call("Old.name", content: #"{"room":\#(room)}"#),
          call("Old.search", "GET", "/search?text=a&colour=red", content: #"{"rooms":[]}"#),
          call("Other.row", "GET", "/api/houses/1", content: "{}"),
        ])

      #expect(comparison.drifts.map(\.kind) == [.parameterNew, .operationNew])
      #expect(comparison.drifts.allSatisfy { $0.effect == .harmless })
      #expect(!comparison.notes.contains { $0.hasPrefix("Room.read") || $0.hasPrefix("Room.search") })
    }

    @Test("a cassette on disk is read; another file is refused")
    func file() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "rooms.json")
      let stub = StubTransport { _ in
        Response(status: .ok, headers: [.contentType: "application/json"], body: Body(Data(#"{"room":{"id":"7"}}"#.utf8)))
      }
      let cassette = try Cassette(file, mode: .record, over: stub)
      let api = Client(baseURL: "https://rooms.example.com", transport: cassette)
      _ = try? await api.send(Room.read("7"))

      let found = try Comparison(Room.table, recordedIn: file).drifts

      #expect(found.map(\.kind) == [.memberMissing, .memberMissing])
      #expect(throws: CassetteError.self) { try Comparison(Room.table, recordedIn: folder.appending(path: "other.json")) }
    }
  }
#endif
