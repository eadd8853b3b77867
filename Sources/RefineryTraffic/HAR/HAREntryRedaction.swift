import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting

/// Writes the redacted parts of an exchange into the entry of the HAR file from which it was read. The members that this
/// package does not know are redacted as any JSON.
struct HAREntryRedaction {
  let redactor: TrafficRedactor

  /// The changed entry; nil if nothing of it is hidden.
  ///
  /// - Parameter original: the exchange with its secrets.
  func changed(_ entry: HAREntry, _ original: TrafficExchange, _ shown: TrafficExchange, _ style: HARStyle) -> Data? {
    guard let json = try? JSONValue(parsing: entry.bytes), let members = json.object else { return Data("{}".utf8) }
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "request": result[key] = request(value, original, shown)
      case "response": result[key] = response(value, original, shown)
      case "startedDateTime", "time", "timings", "pageref", "serverIPAddress", "connection": result[key] = value
      default: result[key] = redactor.json(value)
      }
    }
    let changed = JSONValue.object(result)
    return changed.isIdentical(to: json) ? nil : style.data(of: changed, at: 3)
  }

  /// The bytes around the entries, without secrets.
  func envelope(_ envelope: HAREnvelope) -> HAREnvelope {
    let changed = redactor.json(envelope.json)
    guard !changed.isIdentical(to: envelope.json), var log = changed["log"]?.object else { return envelope }
    // A text that no file has in its place, because JSON escapes it.
    let place = "entries of the file \u{1}"
    log["entries"] = .string(place)
    var file = changed.object ?? JSONValue.Object()
    file["log"] = .object(log)
    let text = envelope.style.data(of: .object(file), at: 0)
    guard let range = text.firstRange(of: JSONValue.string(place).data()) else { return envelope }
    return HAREnvelope(
      start: text[..<range.lowerBound] + Data("[\(envelope.style.newLine(at: 3))".utf8), separator: envelope.separator,
      end: Data("\(envelope.style.newLine(at: 2))]".utf8) + text[range.upperBound...], style: envelope.style, json: changed)
  }

  private func request(_ json: JSONValue, _ original: TrafficExchange, _ shown: TrafficExchange) -> JSONValue {
    guard let members = json.object else { return json }
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "method", "httpVersion", "headersSize", "bodySize": result[key] = value
      case "url": result[key] = .string(shown.url)
      case "headers": result[key] = headers(value, shown.headers, target: target(of: shown.url))
      case "queryString":
        result[key] = original.url == shown.url ? value : HARWriter.query(of: shown.url)
      case "cookies": result[key] = cookies(value)
      case "postData": result[key] = postData(value, shown, isEqual: original.body == shown.body)
      default: result[key] = redactor.json(value)
      }
    }
    return .object(result)
  }

  private func response(_ json: JSONValue, _ original: TrafficExchange, _ shown: TrafficExchange) -> JSONValue {
    guard let members = json.object else { return json }
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "status", "httpVersion", "headersSize", "bodySize", "_transferSize": result[key] = value
      case "statusText": result[key] = shown.response.map { _ in value.string == "" ? value : phrase(shown) } ?? value
      case "headers": result[key] = headers(value, shown.response?.head.headerFields ?? HTTPFields(), target: "")
      case "cookies": result[key] = cookies(value)
      case "redirectURL": result[key] = value.string.map { .string($0.isEmpty ? $0 : redactor.redactor.redacted(link: $0)) }
      case "content": result[key] = content(value, original, shown)
      default: result[key] = redactor.json(value)
      }
    }
    return .object(result)
  }

  private func phrase(_ shown: TrafficExchange) -> JSONValue { .string(shown.response?.head.status.reasonPhrase ?? "") }

  private func target(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].firstIndex { $0 == "/" || $0 == "?" }.map { String(url[$0...]) } ?? "/"
  }

  /// The values of the shown fields, in the places of the original ones.
  private func headers(_ json: JSONValue, _ shown: HTTPFields, target: String) -> JSONValue {
    guard let list = json.array else { return redactor.json(json) }
    var fields = shown.makeIterator()
    return .array(
      list.map { header in
        guard var members = header.object, let name = header["name"]?.string, let value = header["value"]?.string else {
          return redactor.json(header)
        }
        if name == ":path" {
          members["value"] = .string(target)
        } else if !name.hasPrefix(":") {
          let count = value.split(separator: "\n", omittingEmptySubsequences: false).count
          let values = (0..<count).map { _ in fields.next()?.value ?? Redaction.mark }
          let original = value.split(separator: "\n", omittingEmptySubsequences: false)
            .map { HTTPField(name: .accept, value: String($0)).value }
          if values != original { members["value"] = .string(values.joined(separator: "\n")) }
        }
        return .object(members)
      })
  }

  private func cookies(_ json: JSONValue) -> JSONValue {
    guard let list = json.array else { return redactor.json(json) }
    return .array(
      list.map { cookie in
        guard var members = cookie.object else { return redactor.json(cookie) }
        if let value = members["value"]?.string { members["value"] = .string(redactor.redactor.mark(of: value)) }
        return .object(members)
      })
  }

  private func postData(_ json: JSONValue, _ shown: TrafficExchange, isEqual: Bool) -> JSONValue {
    guard let members = json.object else { return redactor.json(json) }
    let new = HARWriter.postData(shown)
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "mimeType": result[key] = value
      case "text", "encoding", "_encoding": if isEqual { result[key] = value }
      case "params": if isEqual { result[key] = params(value) }
      default: result[key] = redactor.json(value)
      }
    }
    if !isEqual { for (key, value) in new?.object ?? [:] where key != "mimeType" { result[key] = value } }
    return .object(result)
  }

  private func params(_ json: JSONValue) -> JSONValue {
    guard let list = json.array else { return redactor.json(json) }
    return .array(
      list.map { param in
        guard var members = param.object else { return redactor.json(param) }
        let name = members["name"]?.string ?? ""
        if let value = members["value"]?.string {
          let isSecret = redactor.redaction.isSecret(member: name)
          members["value"] = .string(isSecret ? redactor.redactor.mark(of: value) : redactor.text(value))
        }
        return .object(members)
      })
  }

  private func content(_ json: JSONValue, _ original: TrafficExchange, _ shown: TrafficExchange) -> JSONValue {
    guard let members = json.object, let response = shown.response else { return redactor.json(json) }
    if response.body == original.response?.body { return json }
    var result = JSONValue.Object()
    for (key, value) in members where key != "text" && key != "encoding" {
      result[key] = key == "mimeType" || key == "size" || key == "compression" ? value : redactor.json(value)
    }
    for (key, value) in HARWriter.content(response).object ?? [:] where key != "mimeType" { result[key] = value }
    return .object(result)
  }
}
