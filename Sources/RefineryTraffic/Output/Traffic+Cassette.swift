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
      guard let reason = MessageRules.fault(method: exchange.method) ?? MessageRules.fault(url: exchange.url) else { continue }
      throw TrafficError(.cassette, at: "exchange \(index + 1)", reason)
    }
    self.init(recorded.map(TrafficExchange.init))
  }
}

extension TrafficExchange {
  init(_ recorded: CassetteExchange) {
    self.init(method: recorded.method, url: recorded.url, headers: recorded.headers, body: TrafficBody(recorded.content))
    name = recorded.row
    hidden = recorded.hidden
    switch recorded.outcome {
    case .response(let head, let content, let isCut):
      response = TrafficResponse(head: head, body: TrafficBody(content), isCut: isCut)
    case .failure(let error):
      transportError = error
      failure = error.description
    }
  }
}
