#if CommandLine
  import FlyingFox
  import FlyingSocks
  import Foundation
  import RefineryCore
  import RefineryGzip
  // FlyingFox has a type of this name, too.
  import enum RefineryJSON.JSONValue

  /// The demo's server: a household on a local port, with compressed bodies both ways.
  ///
  /// Its first token is expired, and it responds 503 to the first read.
  actor DemoServer {
    private let server: HTTPServer
    private let running: Task<Void, any Error>
    /// The URL of the server.
    nonisolated let url: String
    private var store = DemoStore()
    private var tokens = 0
    private var isBusy = true
    private var exchanges: [String] = []

    /// Starts a server on a free port of the loopback interface.
    static func start() async throws -> DemoServer {
      let server = HTTPServer(address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
      let running = Task { try await server.run() }
      try await server.waitUntilListening(timeout: 60)
      guard case .ip4(_, let port)? = await server.listeningAddress else { throw SocketError.unsupportedAddress }
      let demo = DemoServer(server: server, running: running, url: "http://127.0.0.1:\(port)")
      await server.appendRoute("*") { try await demo.respond(to: $0) }
      return demo
    }

    private init(server: HTTPServer, running: Task<Void, any Error>, url: String) {
      self.server = server
      self.running = running
      self.url = url
    }

    func stop() async {
      await server.stop()
      running.cancel()
    }

    /// The exchanges since the last use, one line each.
    func takeExchanges() -> [String] {
      defer { exchanges = [] }
      return exchanges
    }

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
      let isCompressed = request.headers[.contentEncoding] == "gzip"
      let bytes = try await request.bodyData
      let body = isCompressed ? try Gzip.decompress(bytes) : bytes
      let answer = answer(to: request, body: bytes.isEmpty ? .null : (try? JSONValue(parsing: body)) ?? .null)
      var headers = answer.headers
      var data = answer.data
      if !data.isEmpty, request.headers[HTTPHeader("Accept-Encoding")]?.contains("gzip") == true {
        data = try Gzip.compress(data)
        headers[.contentEncoding] = "gzip"
      }
      let coded = headers[.contentEncoding].map { " [\($0)]" } ?? ""
      let target = request.target.rawValue
      exchanges.append("\(request.method.rawValue) \(target)\(isCompressed ? " [gzip]" : "") -> \(answer.status)\(coded)")
      return HTTPResponse(statusCode: HTTPStatusCode(answer.status, phrase: ""), headers: headers, body: data)
    }

    private func answer(to request: HTTPRequest, body: JSONValue) -> DemoResponse {
      let path = request.path.split(separator: "/").map(String.init)
      switch path.first {
      case "token":
        tokens += 1
        return .json(["token": .string("demo-token-\(tokens)")])
      case "portraits":
        return DemoResponse(status: 200, data: Data("picture of \(path.last ?? "")".utf8), headers: [.contentType: "image/png"])
      default:
        break
      }
      guard request.headers[.authorization] == "Bearer demo-token-2" else {
        return DemoResponse(status: 401, headers: [HTTPHeader("WWW-Authenticate"): "Bearer"])
      }
      if isBusy, request.method == .GET {
        isBusy = false
        var busy = DemoResponse.problem(503, "busy")
        busy.headers[HTTPHeader("Retry-After")] = "0"
        return busy
      }
      let query = Dictionary(request.query.map { ($0.name, $0.value) }) { $1 }
      let conditions = (request.headers[HTTPHeader("If-Match")], request.headers[HTTPHeader("If-None-Match")])
      return store.answer(
        request.method.rawValue, Array(path.dropFirst()), query, body, ifMatch: conditions.0, ifNoneMatch: conditions.1)
    }
  }
#endif
