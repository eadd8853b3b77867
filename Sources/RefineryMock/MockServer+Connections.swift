import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryLoopback

extension MockServer {
  /// Responds to one request of a connection. It holds no more of its content than the limit.
  func serve(
    _ head: LoopbackRequest, _ connection: LoopbackConnection, _ log: @Sendable (MockRequest, String?, Int) -> Void
  ) -> LoopbackConnection.Ending {
    var request = MockRequest(
      method: HTTPRequest.Method(head.method) ?? .get, target: head.target, fields: head.fields)
    let length = head.fields[.contentLength].flatMap { Int($0) } ?? 0
    var answer: (row: String?, response: MockResponse)
    var ending = LoopbackConnection.Ending.keepAlive
    if head.fields[.transferEncoding] != nil {
      answer = (nil, MockProblem(411, "The mock server needs the length of the content: send Content-Length.").response)
      ending = .close
    } else if length > bodyLimit {
      answer = (nil, tooLarge)
      ending = .close
    } else {
      while let part = connection.readContent(1 << 16) { request.content.append(contentsOf: part) }
      answer = respond(to: request)
    }
    if let wanted = head.fields[.connection]?.lowercased(), wanted.contains("close") { ending = .close }
    if case .close = ending { answer.response.fields[.connection] = "close" }
    let fields = answer.response.fields.map { "\($0.name.rawName): \($0.value)" }
    connection.answer(answer.response.status, fields, Array(answer.response.content))
    log(request, answer.row, answer.response.status)
    return ending
  }
}

/// Sends requests to a mock server in this process.
struct MockTransport: Transport {
  let server: MockServer
  var name: String { "MockTransport" }

  func send(_ request: RefineryCore.Request) async throws -> RefineryCore.Response {
    var fields = request.head.headerFields
    if let host = HTTPField.Name("Host") { fields[host] = request.head.authority }
    var content = Data()
    if let body = request.body {
      // One byte more than the limit, so that the server refuses it.
      if let length = body.length, length > server.bodyLimit { return response(server.tooLarge) }
      do {
        content = try await body.collect(upTo: server.bodyLimit)
      } catch BodyError.tooLarge {
        return response(server.tooLarge)
      }
    }
    let mock = MockRequest(method: request.head.method, target: request.head.path ?? "/", fields: fields, content: content)
    return response(server.respond(to: mock).response)
  }

  private func response(_ mock: MockResponse) -> RefineryCore.Response {
    var fields = mock.fields
    let isBare = [204, 304].contains(mock.status) || fields[.contentLength] != nil
    if !isBare { fields[.contentLength] = String(mock.content.count) }
    var response = RefineryCore.Response(
      status: HTTPResponse.Status(code: mock.status), headers: fields, body: Body(mock.content))
    response.source = .network
    return response
  }
}
