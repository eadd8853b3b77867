public import FoundationEssentials
import RefineryCore
import RefineryTesting

extension Traffic {
  /// Reads a cassette, which is the file that `Cassette` of RefineryTesting records. Its secrets are already hidden.
  ///
  /// - Throws: ``TrafficError`` with the number of the exchange.
  public init(cassette file: Data) throws(TrafficError) {
    let recorded: [CassetteExchange]
    do {
      recorded = try Cassette.exchanges(in: file, named: "recording")
    } catch {
      guard case .unusable(_, let reason) = error else { throw TrafficError(.cassette, "\(error)") }
      throw TrafficError(.cassette, reason)
    }
    for (index, exchange) in recorded.enumerated() {
      let count = max(exchange.headers.count, exchange.fieldCount)
      guard
        let reason = MessageRules.fault(method: exchange.method) ?? MessageRules.fault(url: exchange.url)
          ?? (count > 0 ? MessageRules.fault(fieldCount: count - 1) : nil)
      else { continue }
      throw TrafficError(.cassette, at: "exchange \(index + 1)", reason)
    }
    self.init(recorded.map(TrafficExchange.init))
  }
}

extension CassetteExchange {
  /// The number of header fields of the response.
  fileprivate var fieldCount: Int { if case .response(let head, _, _) = outcome { head.headerFields.count } else { 0 } }
}

extension TrafficExchange {
  init(_ recorded: CassetteExchange) {
    self.init(method: recorded.method, url: recorded.url, headers: recorded.headers, body: TrafficBody(recorded.content))
    name = recorded.row
    hidden = recorded.hidden
    isRecorded = true
    switch recorded.outcome {
    case .response(let head, let content, let isCut):
      response = TrafficResponse(head: head, body: TrafficBody(content), isCut: isCut)
    case .failure(let error):
      transportError = error
      failure = error.description
    }
  }
}
