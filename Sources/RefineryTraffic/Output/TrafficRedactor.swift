import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting

/// Hides the secrets of exchanges before they are written. Equal values have the same mark in the whole file.
struct TrafficRedactor {
  let redaction: Redaction
  let redactor: ExchangeRedactor

  init(_ redaction: Redaction, for exchanges: [TrafficExchange]) {
    self.redaction = redaction
    redactor = ExchangeRedactor(redaction, after: exchanges.reduce(0) { max($0, $1.highestMark) })
  }

  /// The exchange without secrets. `hidden` has all lines, those of an earlier redaction first.
  func redacted(_ exchange: TrafficExchange) -> TrafficExchange {
    var shown = exchange
    let recorded = redactor.redacted(exchange.recorded)
    shown.url = recorded.url
    shown.headers = recorded.headers
    shown.body = TrafficBody(recorded.content)
    shown.hidden = recorded.hidden
    if case .response(let head, let content, _) = recorded.outcome, exchange.response != nil {
      shown.response?.head = head
      shown.response?.body = TrafficBody(content)
    }
    shown.body = redacted(shown.body)
    if let body = shown.response?.body { shown.response?.body = redacted(body) }
    shown.name = text(exchange.name)
    if shown.name != exchange.name { shown.hidden.append("name: it looks like a token, or names a secret") }
    shown.failure = exchange.failure.map(text)
    shown.transportError = exchange.transportError.map { redacted($0) }
    if shown.failure != exchange.failure || shown.transportError != exchange.transportError {
      shown.hidden.append("failure: it looks like a token, or names a secret")
    }
    if let reason = Self.withheld(exchange.body, shown.body) { shown.hidden.append("request body: withheld, \(reason)") }
    if let before = exchange.response?.body, let after = shown.response?.body,
      let reason = Self.withheld(before, after)
    {
      shown.hidden.append("response body: withheld, \(reason)")
    }
    for index in shown.options.indices where shown.options[index].isSecret {
      shown.options[index].values = shown.options[index].values.map { redactor.mark(of: $0) }
      shown.hidden.append("request option \(shown.options[index].name): it holds a credential")
    }
    return shown
  }

  /// The reason may come from the file.
  private func redacted(_ body: TrafficBody) -> TrafficBody {
    guard case .withheld(let length, let reason) = body else { return body }
    return .withheld(length: length, reason: text(reason))
  }

  private func redacted(_ error: TransportError) -> TransportError {
    let code = text(error.code.description)
    let reason = text(error.reason)
    guard code != error.code.description || reason != error.reason else { return error }
    return TransportError(TransportError.Code(code), phase: error.phase, reason: reason)
  }

  /// Why a body is withheld that was not before.
  private static func withheld(_ before: TrafficBody, _ after: TrafficBody) -> String? {
    if case .data = before, case .withheld(_, let reason) = after { reason } else { nil }
  }

  /// A text of any kind without secrets.
  func text(_ text: String) -> String {
    if text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("ws://") || text.hasPrefix("wss://"),
      !text.contains(where: \.isWhitespace)
    {
      return redactor.redacted(link: text)
    }
    if redaction.mayHoldSecret(text) || redaction.mayHoldEncodedSecret(text) { return redactor.mark(of: text) }
    return redaction.replacingTokens(in: text) { redactor.mark(of: String($0)) }
  }

  /// JSON of an unknown kind, such as members that a browser adds to a HAR file.
  func json(_ value: JSONValue) -> JSONValue { redaction.redacted(value, strings: text) }
}

extension TrafficBody {
  init(_ content: CassetteExchange.Content) {
    switch content {
    case .data(let data): self = .data(data)
    case .withheld(let length, let reason): self = .withheld(length: length, reason: reason)
    }
  }

  var content: CassetteExchange.Content {
    switch self {
    case .data(let data): .data(data)
    case .withheld(let length, let reason): .withheld(length: length, reason: reason)
    }
  }
}

extension TrafficExchange {
  /// The highest number of the marks of an earlier redaction.
  fileprivate var highestMark: Int {
    if let entry { return ExchangeRedactor.highestMark(in: entry.bytes) }
    var lines = [url, name, failure ?? "", transportError?.reason ?? ""] + options.flatMap(\.values)
    lines += headers.map(\.value) + (response?.head.headerFields.map(\.value) ?? [])
    let texts = lines.map { Data($0.utf8) } + [body.data, response?.body.data].compactMap { $0 }
    return texts.reduce(0) { max($0, ExchangeRedactor.highestMark(in: $1)) }
  }

  /// The exchange in the form of a cassette. Header fields and content are unchanged.
  var recorded: CassetteExchange {
    let outcome: CassetteExchange.Outcome =
      if let response {
        .response(response.head, response.body.content, isCut: response.isCut)
      } else {
        .failure(
          transportError
            ?? TransportError(.connectionLost, phase: .waiting, reason: failure ?? "the recording has no response"))
      }
    return CassetteExchange(
      row: name, method: method, url: url, headers: headers, content: body.content, outcome: outcome, hidden: hidden)
  }
}
