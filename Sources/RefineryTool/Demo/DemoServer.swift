#if CommandLine
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryGzip
  import RefineryJSON
  import RefineryContracts
  import Synchronization

  /// The demo's server: a household on a local port, with compressed bodies both ways.
  ///
  /// Its first token is expired, and it responds 503 to the first read.
  final class DemoServer: Sendable {
    private struct State {
      var store = DemoStore()
      var tokens = 0
      var isBusy = true
      var exchanges: [String] = []
    }

    private final class SharedState: Sendable {
      let value = Mutex(State())
    }

    private let server: LoopbackServer
    private let state = SharedState()
    /// The URL of the server.
    let url: String

    /// Starts a server on a free port of the loopback interface.
    init() throws {
      server = try LoopbackServer(keepsLog: false) { [state] request, connection in
        var content = Data()
        while let part = connection.readContent(1 << 16) { content.append(contentsOf: part) }
        let answer = state.value.withLock { Self.respond(to: request, content, &$0) }
        connection.answer(answer.status, answer.fields, Array(answer.data))
        return .keepAlive
      }
      url = "http://\(server.authority)"
    }

    func stop() { server.stop() }

    /// The exchanges since the last use, one line each.
    func takeExchanges() -> [String] {
      state.value.withLock { state in
        defer { state.exchanges = [] }
        return state.exchanges
      }
    }

    private static func respond(to request: LoopbackRequest, _ content: Data, _ state: inout State) -> DemoResponse {
      let isCompressed = request.fields[.contentEncoding] == "gzip"
      let plain = isCompressed ? try? Gzip.decompress(content) : content
      var answer = answer(to: request, body: plain.flatMap { try? JSONValue(parsing: $0) } ?? .null, &state)
      let accepts = request.fields[.acceptEncoding]?.contains("gzip") == true
      let coded = accepts && !answer.data.isEmpty ? try? Gzip.compress(answer.data) : nil
      if let coded {
        answer.data = coded
        answer.fields.append("Content-Encoding: gzip")
      }
      let (sent, received) = (isCompressed ? " [gzip]" : "", coded == nil ? "" : " [gzip]")
      state.exchanges.append("\(request.method) \(request.target)\(sent) -> \(answer.status)\(received)")
      return answer
    }

    private static func answer(to request: LoopbackRequest, body: JSONValue, _ state: inout State) -> DemoResponse {
      let path = request.path.split(separator: "/").map(String.init)
      switch path.first {
      case "token":
        state.tokens += 1
        return .json(["token": .string("demo-token-\(state.tokens)")])
      case "portraits":
        return DemoResponse(status: 200, data: Data("picture of \(path.last ?? "")".utf8), fields: ["Content-Type: image/png"])
      default:
        break
      }
      guard request.fields[.authorization] == "Bearer demo-token-2" else {
        return DemoResponse(status: 401, fields: ["WWW-Authenticate: Bearer"])
      }
      if state.isBusy, request.method == "GET" {
        state.isBusy = false
        var busy = DemoResponse.problem(503, "busy")
        busy.fields.append("Retry-After: 0")
        return busy
      }
      return state.store.answer(request, Array(path.dropFirst()), body)
    }
  }
#endif
