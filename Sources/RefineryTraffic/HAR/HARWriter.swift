import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting

/// Writes exchanges as a HAR file.
struct HARWriter {
  /// A new file, as Chrome indents it.
  static let standard = HAREnvelope(
    start: Data(
      """
      {
        "log": {
          "version": "1.2",
          "creator": {
            "name": "Refinery",
            "version": "1"
          },
          "entries": [
            \("")
      """.utf8), separator: Data(",\n      ".utf8), end: Data("\n    ]\n  }\n}\n".utf8), style: HARStyle(), json: [:])

  static let empty = Data(
    """
    {
      "log": {
        "version": "1.2",
        "creator": {
          "name": "Refinery",
          "version": "1"
        },
        "entries": []
      }
    }

    """.utf8)

  /// The file with these entries.
  static func file(_ envelope: HAREnvelope?, _ exchanges: [TrafficExchange], changes: (Int) -> Data?) -> Data {
    guard envelope != nil || !exchanges.isEmpty else { return empty }
    let envelope = envelope ?? standard
    var file = envelope.start
    for (index, exchange) in exchanges.enumerated() {
      if index > 0 { file.append(exchange.entry?.separator ?? envelope.separator) }
      if let changed = changes(index) {
        file.append(changed)
      } else if let entry = exchange.entry {
        file.append(entry.bytes)
      } else {
        file.append(envelope.style.data(of: json(of: exchange), at: 3))
      }
    }
    file.append(envelope.end)
    return file
  }

  /// A new entry. Where the format requires a value that is not known, it has the one that the format has for that: -1, or the
  /// start of 1970.
  static func json(of exchange: TrafficExchange) -> JSONValue {
    let timings = exchange.timings ?? TrafficTimings()
    var members: [(key: String, value: JSONValue)] = [
      ("startedDateTime", .string(exchange.started.flatMap { text(of: $0) } ?? HARReader.unknownDate)),
      ("time", milliseconds(timings.total)),
      ("request", request(exchange)),
      ("response", response(exchange)),
      ("cache", [:]),
      ("timings", json(of: timings)),
    ]
    if !exchange.name.isEmpty { members.append(("comment", .string(exchange.name))) }
    if !exchange.hidden.isEmpty { members.append(("_hidden", .array(exchange.hidden.map { .string($0) }))) }
    return .object(members)
  }

  private static func text(of date: Date) -> String? {
    guard let text = InternetDate.text(of: date) else { return nil }
    // Other readers want the milliseconds.
    return text.contains(".") ? text : text.dropLast() + ".000Z"
  }

  static func json(of timings: TrafficTimings) -> JSONValue {
    func phase(_ duration: Duration?) -> JSONValue { duration.map(milliseconds) ?? -1 }
    return [
      "blocked": phase(timings.blocked), "dns": phase(timings.dns), "connect": phase(timings.connect),
      "ssl": phase(timings.tls), "send": milliseconds(timings.send ?? .zero), "wait": milliseconds(timings.wait ?? .zero),
      "receive": milliseconds(timings.receive ?? .zero),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> JSONValue {
    let value = Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
    return JSONValue.Number((value * 1e3).rounded() / 1e3).map { .number($0) } ?? 0
  }

  private static func request(_ exchange: TrafficExchange) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [
      ("method", .string(exchange.method)), ("url", .string(exchange.url)), ("httpVersion", "unknown"),
      ("cookies", .array(cookies(exchange.headers[values: .cookie].flatMap { $0.split(separator: ";") }))),
      ("headers", list(exchange.headers)), ("queryString", query(of: exchange.url)),
    ]
    if let post = postData(exchange) { members.append(("postData", post)) }
    members.append(("headersSize", -1))
    members.append(("bodySize", size(exchange.body)))
    return .object(members)
  }

  private static func size(_ body: TrafficBody) -> JSONValue {
    switch body {
    case .data(let data): .number(data.count)
    case .withheld(let length, _): .number(length)
    }
  }

  /// Nil without content.
  static func postData(_ exchange: TrafficExchange) -> JSONValue? {
    let name = exchange.headers[.contentType] ?? ""
    let type = JSONValue.string(name)
    switch exchange.body {
    case .data(let data) where data.isEmpty: return nil
    case .data(let data):
      if let text = HARText.text(of: data, type: name) { return ["mimeType": type, "text": .string(text)] }
      return ["mimeType": type, "text": .string(data.base64EncodedString()), "encoding": "base64"]
    case .withheld(_, let reason): return ["mimeType": type, "comment": .string("withheld: \(reason)")]
    }
  }

  private static func response(_ exchange: TrafficExchange) -> JSONValue {
    guard let response = exchange.response else {
      let reason = exchange.failure ?? exchange.transportError?.description ?? "the source has no response"
      var members: [(key: String, value: JSONValue)] = [
        ("status", 0), ("statusText", ""), ("httpVersion", ""), ("cookies", []), ("headers", []),
        ("content", ["size": 0, "mimeType": "x-unknown"]), ("redirectURL", ""), ("headersSize", -1), ("bodySize", -1),
        ("_error", .string(reason)),
      ]
      if let error = exchange.transportError {
        let failure: JSONValue = [
          "code": .string(error.code.description), "phase": .string(error.phase.rawValue), "reason": .string(error.reason),
        ]
        members.append(("_failure", failure))
      }
      return .object(members)
    }
    let fields = response.head.headerFields
    let cookies = cookies(fields[values: .setCookie].map { $0.prefix { $0 != ";" } })
    var members: [(key: String, value: JSONValue)] = [
      ("status", .number(response.head.status.code)), ("statusText", .string(response.head.status.reasonPhrase)),
      ("httpVersion", "unknown"), ("cookies", .array(cookies)), ("headers", list(fields)), ("content", content(response)),
      ("redirectURL", .string(fields[.location] ?? "")), ("headersSize", -1), ("bodySize", -1),
    ]
    if response.isCut { members.append(("_cut", true)) }
    return .object(members)
  }

  static func content(_ response: TrafficResponse) -> JSONValue {
    let type = response.head.headerFields[.contentType]
    var members: [(key: String, value: JSONValue)] = [
      ("size", size(response.body)), ("mimeType", .string(type ?? "x-unknown")),
    ]
    switch response.body {
    case .data(let data):
      if let text = HARText.text(of: data, type: type ?? "") {
        members.append(("text", .string(text)))
      } else {
        members.append(("text", .string(data.base64EncodedString())))
        members.append(("encoding", "base64"))
      }
    case .withheld(_, let reason): members.append(("comment", .string("withheld: \(reason)")))
    }
    return .object(members)
  }

  static func list(_ fields: HTTPFields) -> JSONValue {
    .array(fields.map { ["name": .string($0.name.rawName), "value": .string($0.value)] })
  }

  private static func cookies(_ pairs: [Substring]) -> [JSONValue] {
    pairs.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      guard !pair.isEmpty else { return nil }
      let name = pair.prefix { $0 != "=" }
      return ["name": .string(String(name)), "value": .string(String(pair.dropFirst(name.count + 1)))]
    }
  }

  /// The query as the format lists it: decoded names and values.
  static func query(of url: String) -> JSONValue {
    let target = url.prefix { $0 != "#" }
    guard let mark = target.firstIndex(of: "?") else { return [] }
    let items = target[target.index(after: mark)...].split(separator: "&").map { pair -> JSONValue in
      let name = pair.prefix { $0 != "=" }
      return [
        "name": .string(name.percentDecoded), "value": .string(pair.dropFirst(name.count + 1).percentDecoded),
      ]
    }
    return .array(items)
  }
}
