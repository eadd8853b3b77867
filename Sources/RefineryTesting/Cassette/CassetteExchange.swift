package import FoundationEssentials
package import HTTPTypes
package import RefineryCore

/// One exchange as a cassette keeps it, for tools that convert recordings.
package struct CassetteExchange: Sendable, Redacted {
  /// A body.
  package enum Content: Sendable, Equatable {
    case data(Data)
    case withheld(length: Int, reason: String)

    fileprivate init(_ content: CassetteContent) {
      switch content {
      case .text(let text): self = .data(Data(text.utf8))
      case .bytes(let data): self = .data(data)
      case .withheld(let length, let reason): self = .withheld(length: length, reason: reason)
      }
    }

    fileprivate var content: CassetteContent {
      switch self {
      case .data(let data): String(validating: data, as: UTF8.self).map { .text($0) } ?? .bytes(data)
      case .withheld(let length, let reason): .withheld(length: length, reason: reason)
      }
    }
  }

  /// The result of the request.
  package enum Outcome: Sendable {
    /// `isCut`: the content ended too early, or was not read to its end.
    case response(HTTPResponse, Content, isCut: Bool)
    case failure(TransportError)
  }

  package var row: String
  package var method: String
  package var url: String
  package var headers: HTTPFields
  package var content: Content
  package var outcome: Outcome
  /// What was hidden, one line each.
  package var hidden: [String]

  package init(
    row: String, method: String, url: String, headers: HTTPFields, content: Content, outcome: Outcome, hidden: [String] = []
  ) {
    self.row = row
    self.method = method
    self.url = url
    self.headers = headers
    self.content = content
    self.outcome = outcome
    self.hidden = hidden
  }
}

extension Cassette {
  /// The exchanges of a document.
  ///
  /// - Parameter name: the name of the file, for errors.
  package static func exchanges(in document: Data, named name: String) throws(CassetteError) -> [CassetteExchange] {
    try CassetteFile(url: URL(filePath: name)).entries(in: document).map { entry in
      let outcome: CassetteExchange.Outcome =
        switch entry.outcome {
        case .response(let head, let content, let isCut): .response(head, .init(content), isCut: isCut)
        case .failure(let error): .failure(error)
        }
      return CassetteExchange(
        row: entry.request.row, method: entry.request.method, url: entry.request.url, headers: entry.request.headers,
        content: .init(entry.request.content), outcome: outcome, hidden: entry.hidden)
    }
  }

  /// The document with these exchanges. Nothing is redacted.
  package static func document(of exchanges: [CassetteExchange]) -> Data {
    CassetteFile.document(
      of: exchanges.map { exchange in
        let outcome: CassetteEntry.Outcome =
          switch exchange.outcome {
          case .response(let head, let content, let isCut): .response(head, content.content, isCut: isCut)
          case .failure(let error): .failure(error)
          }
        return CassetteEntry(
          request: CassetteRequest(
            row: exchange.row, method: exchange.method, url: exchange.url, headers: exchange.headers,
            content: exchange.content.content),
          outcome: outcome, hidden: exchange.hidden)
      })
  }
}

/// Hides the secrets of exchanges as a cassette does. Equal values have the same mark in all exchanges.
package struct ExchangeRedactor: Sendable {
  private let redactor: CassetteRedactor

  /// - Parameter earlier: the highest number of the marks in the exchanges: see ``highestMark(in:)``. These marks are kept, and
  ///   the numbers of new ones follow.
  package init(_ redaction: Redaction, after earlier: Int) {
    redactor = CassetteRedactor(redaction: redaction, marks: CassetteMarks(isRecording: true, after: earlier), scrub: nil)
  }

  /// The highest number of the marks in a text; 0 if it has none.
  package static func highestMark(in text: Data) -> Int { CassetteMarks.highest(in: text) }

  /// The mark that replaces a value.
  package func mark(of value: String) -> String { redactor.marks.mark(of: value) }

  /// The exchange without secrets. `hidden` gets a line for each part that was hidden. The content of the response has no
  /// content coding, even if its header fields name one.
  package func redacted(_ exchange: CassetteExchange) -> CassetteExchange {
    let notes = CassetteNotes()
    var shown = exchange
    let sent = redactor.noting("request", in: notes)
    shown.url = Redaction.escaped(sent.link(exchange.url[...], of: "url"))
    shown.headers = sent.fields(exchange.headers)
    shown.content = sent.content(exchange.content, exchange.headers)
    if case .response(var head, let content, let isCut) = exchange.outcome {
      let received = redactor.noting("response", in: notes)
      var fields = head.headerFields
      fields[.contentEncoding] = nil
      let shownContent = received.content(content, fields)
      head.headerFields = received.fields(head.headerFields)
      head.status = received.status(head.status)
      shown.outcome = .response(head, shownContent, isCut: isCut)
    }
    let known = Set(exchange.hidden)
    shown.hidden += notes.all.filter { !known.contains($0) }
    return shown
  }

  /// A link, such as that of a page or a frame, without secrets.
  package func redacted(link: String) -> String { redactor.link(link[...], of: "") }
}

extension CassetteRedactor {
  fileprivate func content(_ content: CassetteExchange.Content, _ fields: HTTPFields) -> CassetteExchange.Content {
    guard case .data(let data) = content else { return content }
    var body = RecordedBody()
    body.takes(data, limit: data.count)
    return .init(self.content(body, fields))
  }
}
