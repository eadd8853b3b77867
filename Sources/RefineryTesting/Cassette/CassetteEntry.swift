import FoundationEssentials
public import HTTPTypes
public import RefineryCore

/// A request in a cassette, without secrets.
public struct CassetteRequest: Sendable, Redacted {
  /// The name of its row.
  public let row: String
  /// The method.
  public let method: String
  /// The URL, without user information. Values of its query are hidden unless their keys are allowed.
  public let url: String
  /// The header fields. Values are hidden unless their field is allowed.
  public let headers: HTTPFields
  let content: CassetteContent

  /// Scheme and authority.
  var origin: String { String(url.prefix(url.count - target.count)) }

  /// Path and query.
  public var target: String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].firstIndex { $0 == "/" || $0 == "?" }.map { String(url[$0...]) } ?? ""
  }

  /// The content with secrets hidden; nil if it is not text, or was withheld.
  public var text: String? { if case .text(let text) = content { text } else { nil } }

  /// The method and the URL.
  var line: String { "\(method) \(url)" }
}

extension CassetteRequest {
  init(_ request: Request, _ body: RecordedBody, _ redactor: CassetteRedactor) {
    row = request.endpoint.name
    method = request.head.method.rawValue
    url = redactor.url(of: request)
    headers = redactor.fields(request.head.headerFields)
    content =
      body.hasEnded
      ? redactor.content(body, request.head.headerFields)
      : .withheld(length: body.length, reason: CassetteContent.unfinished)
  }
}

/// One exchange in a cassette.
struct CassetteEntry: Sendable {
  enum Outcome: Sendable {
    /// `isCut`: the content ended too early, or was not read to its end.
    case response(HTTPResponse, CassetteContent, isCut: Bool)
    case failure(TransportError)
  }

  let request: CassetteRequest
  let outcome: Outcome
  /// What was hidden, one line each.
  let hidden: [String]
}

extension CassetteEntry {
  /// The failure, if a later run may succeed: the credential was refused, the server was overloaded or failed, or there was no
  /// response.
  var temporaryFailure: String? {
    switch outcome {
    case .failure(let error): "\(request.line): \(error)"
    case .response(let head, _, _):
      [401, 407, 408, 425, 429].contains(head.status.code) || head.status.code >= 500
        ? "\(request.line): status \(head.status.code)" : nil
    }
  }

  func with(_ request: CassetteRequest) -> CassetteEntry { CassetteEntry(request: request, outcome: outcome, hidden: hidden) }

  /// Nil for an exchange that is not written: a call that was cancelled, or failed on the client's side.
  init?(_ exchange: RecordedExchange, _ redactor: CassetteRedactor) {
    let notes = CassetteNotes()
    request = CassetteRequest(exchange.request.request, exchange.sent, redactor.noting("request", in: notes))
    if var head = exchange.response {
      let redactor = redactor.noting("response", in: notes)
      let content = redactor.content(exchange.received, head.headerFields)
      head.headerFields = redactor.fields(head.headerFields, answering: exchange.request.request)
      head.status = redactor.status(head.status)
      // Removing a secret changes the length.
      if let length = content.data?.count, length != exchange.received.length, head.headerFields[.contentLength] != nil {
        head.headerFields[.contentLength] = String(length)
      }
      outcome = .response(head, content, isCut: !exchange.received.hasEnded)
    } else if let failure = exchange.failure as? TransportError {
      outcome = .failure(failure)
    } else {
      return nil
    }
    hidden = notes.all
  }

  /// The recorded response, or the recorded failure.
  func replay(from file: String, whole: Bool) throws -> Response {
    var response = try replay(whole: whole, file)
    response.recording = "the cassette \(file)"
    return response
  }

  private func replay(whole: Bool, _ file: String) throws -> Response {
    switch outcome {
    case .failure(let error): throw error
    case .response(let head, let content, let isCut):
      guard let data = content.data else {
        guard case .withheld(let length, let reason) = content else { return Response(head: head) }
        throw CassetteError.withheld(file: file, request: request.line, reason: "\(length) bytes, \(reason)")
      }
      guard isCut else { return Response(head: head, body: Body(data)) }
      let end = TransportError(.connectionLost, phase: .receiving, reason: "the recording of this response ends here")
      if whole { throw end }
      let chunks = AsyncThrowingStream<Data, any Error> { stream in
        stream.yield(data)
        stream.finish(throwing: end)
      }
      return Response(head: head, body: Body(chunks))
    }
  }
}
