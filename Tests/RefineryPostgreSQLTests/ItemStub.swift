#if PostgreSQL
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore
  import RefineryPostgreSQL
  import RefineryStore
  import RefineryTesting
  import Synchronization

  /// A server of items in this process.
  final class ItemStub: Sendable {
    struct Seen: Sendable {
      let line: String
      let key: String?
      let body: JSONValue?
    }

    struct State: Sendable {
      var log: [Seen] = []
      var answers: [String: String] = [:]
      var items: [JSONValue] = []
      /// The status of the next responses, instead of the right response.
      var statuses: [Int] = []
    }

    let state = Mutex(State())
    /// Called before each request is carried out.
    let onRequest = Mutex<(@Sendable (Seen) async throws -> Void)?>(nil)

    var lines: [String] { state.withLock { $0.log.map(\.line) } }

    func client() -> Client {
      Client(
        baseURL: "http://items.example",
        transport: StubTransport { [self] request in
          let body = try await request.body?.collect() ?? Data()
          let seen = Seen(
            line: "\(request.head.method.rawValue) \(request.head.path ?? "")",
            key: HTTPField.Name("Idempotency-Key").flatMap { request.head.headerFields[$0] },
            body: body.isEmpty ? Optional.none : try JSONValue(parsing: body))
          if let hook = onRequest.withLock({ $0 }) { try await hook(seen) }
          let (status, text) = respond(seen)
          return Response(head: HTTPResponse(status: .init(code: status)), body: Body(Data(text.utf8)))
        })
    }

    private func respond(_ seen: Seen) -> (Int, String) {
      state.withLock { state in
        state.log.append(seen)
        if !state.statuses.isEmpty { return (state.statuses.removeFirst(), "{}") }
        guard let body = seen.body else {
          if seen.line.hasPrefix("DELETE") {
            state.items.removeAll { "DELETE /items/\($0["id"]?.int ?? -1)" == seen.line }
            return (204, "")
          }
          return (200, JSONValue.array(state.items).text())
        }
        if let key = seen.key, let known = state.answers[key] { return (200, known) }
        let stored = (body["data"]?.array ?? [body]).map { item -> JSONValue in
          var object = item.object ?? [:]
          if object["id"] == nil { object["id"] = .number(state.items.count + 1) }
          state.items.removeAll { $0["id"] == object["id"] }
          state.items.append(.object(object))
          return .object(object)
        }
        let answer = body["data"] == nil ? stored[0].text() : JSONValue.array(stored).text()
        if let key = seen.key { state.answers[key] = answer }
        return (201, answer)
      }
    }

    func repository(
      _ store: any Store, _ change: (inout SyncSettings) -> Void = { _ in }
    ) -> SyncedRepository<JSONValue> {
      SyncedRepository<JSONValue>(
        client(), store: store, resource: DictionaryResource("Item", path: "items"),
        settings: SyncSettings {
          $0.sendsAtOnce = false
          $0.versions = .none
          // No lease ends on a slow machine.
          $0.leaseDuration = .seconds(60)
          change(&$0)
        })
    }
  }
#endif
