import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting

/// Writes the redacted parts of an exchange into the entry of the HAR file from which it was read. The members that this
/// package does not know are redacted as any JSON.
struct HAREntryRedaction {
  let redactor: TrafficRedactor

  /// The changed entry; nil if nothing of it is hidden. Members whose names are repeated are left out: nobody has read them.
  ///
  /// - Parameter original: the exchange with its secrets.
  func changed(_ entry: HAREntry, _ original: TrafficExchange, _ shown: TrafficExchange, _ style: HARStyle) -> Data? {
    guard let json = try? entry.json(), let members = json.object else { return Data("{}".utf8) }
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "request": result[key] = request(value, original, shown)
      case "response": result[key] = response(value, original, shown)
      case "startedDateTime", "serverIPAddress", "connection": result[key] = known(value)
      default: result[key] = unknown(key, value)
      }
    }
    let changed = JSONValue.object(result)
    let isShown = changed.isIdentical(to: json) && !json.lacksMembers(of: entry.bytes)
    return isShown ? nil : style.data(of: changed, at: 3)
  }

  /// The bytes around the entries, without secrets.
  func envelope(_ envelope: HAREnvelope) -> HAREnvelope {
    let changed = redactor.json(envelope.json)
    let isShown = changed.isIdentical(to: envelope.json) && !changed.lacksMembers(of: envelope.start + envelope.end)
    guard !isShown, var log = changed["log"]?.object else { return envelope }
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

  /// A text that is not secret in a member that the format has. A value of another type is redacted as any JSON.
  private func known(_ value: JSONValue) -> JSONValue { value.string == nil ? redactor.json(value) : value }

  /// The value of a member that this package does not know. Its name may be that of a secret.
  private func unknown(_ key: String, _ value: JSONValue) -> JSONValue {
    redactor.redaction.isSecret(member: key) ? .string(Redaction.mark) : redactor.json(value)
  }

  private func request(_ json: JSONValue, _ original: TrafficExchange, _ shown: TrafficExchange) -> JSONValue {
    guard let members = json.object else { return redactor.json(json) }
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "method": result[key] = value
      case "url": result[key] = .string(shown.url)
      case "headers": result[key] = headers(value, shown.headers, target: target(of: shown.url))
      case "queryString":
        result[key] = original.url == shown.url ? query(value) : HARWriter.query(of: shown.url)
      case "cookies": result[key] = cookies(value)
      case "postData": result[key] = postData(value, shown, isEqual: original.body == shown.body)
      default: result[key] = unknown(key, value)
      }
    }
    return .object(result)
  }

  private func response(_ json: JSONValue, _ original: TrafficExchange, _ shown: TrafficExchange) -> JSONValue {
    guard let members = json.object else { return redactor.json(json) }
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "statusText":
        let isUnchanged = shown.response == nil || value.string == ""
        result[key] = isUnchanged ? redactor.json(value) : phrase(shown)
      case "headers": result[key] = headers(value, shown.response?.head.headerFields ?? HTTPFields(), target: "")
      case "cookies": result[key] = cookies(value)
      case "redirectURL":
        let link = value.string.map { $0.isEmpty ? $0 : redactor.redactor.redacted(link: $0) }
        result[key] = link.map { JSONValue.string($0) } ?? redactor.json(value)
      case "content": result[key] = content(value, original, shown)
      default: result[key] = unknown(key, value)
      }
    }
    return .object(result)
  }

  private func phrase(_ shown: TrafficExchange) -> JSONValue { .string(shown.response?.head.status.reasonPhrase ?? "") }

  private func target(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return url[start...].firstIndex { $0 == "/" || $0 == "?" }.map { String(url[$0...]) } ?? "/"
  }

  /// The fields of HTTP/2 and HTTP/3 that name no resource. The authority may have user information.
  private static let pseudoFields: Set<String> = [":method", ":scheme", ":authority", ":status", ":protocol"]

  /// The values of the shown fields, in the places of the original ones.
  private func headers(_ json: JSONValue, _ shown: HTTPFields, target: String) -> JSONValue {
    guard let list = json.array else { return redactor.json(json) }
    var fields = shown.makeIterator()
    return .array(
      list.map { header in
        guard let json = header.object, let name = header["name"]?.string, let value = header["value"]?.string else {
          return redactor.json(header)
        }
        var members = JSONValue.Object()
        for (key, member) in json { members[key] = key == "name" || key == "value" ? member : unknown(key, member) }
        if name == ":path" {
          members["value"] = .string(target)
        } else if name.hasPrefix(":") {
          let isShown = Self.pseudoFields.contains(name) && !value.contains("@")
          members["value"] = .string(isShown ? redactor.text(value) : redactor.redactor.mark(of: value))
        } else {
          let count = value.split(separator: "\n", omittingEmptySubsequences: false).count
          let values = (0..<count).map { _ in fields.next()?.value ?? Redaction.mark }
          let original = value.split(separator: "\n", omittingEmptySubsequences: false)
            .map { HTTPField(name: .accept, value: String($0)).value }
          if values != original { members["value"] = .string(values.joined(separator: "\n")) }
        }
        return .object(members)
      })
  }

  /// The parameters of a URL without secrets. The list may have parameters that the URL does not have.
  private func query(_ json: JSONValue) -> JSONValue {
    pairs(json) { name, value in
      let key = name.lowercased()
      let isShown = redactor.redaction.queryKeys.contains(key) && !Redaction.signatureKeys.contains(key)
      return isShown ? redactor.text(value) : redactor.redactor.mark(of: value)
    }
  }

  private func cookies(_ json: JSONValue) -> JSONValue { pairs(json) { _, value in redactor.redactor.mark(of: value) } }

  /// A list of objects with a name and a value, whose values become those that `shown` returns.
  private func pairs(_ json: JSONValue, shown: (String, String) -> String) -> JSONValue {
    guard let list = json.array else { return redactor.json(json) }
    return .array(
      list.map { pair in
        guard let members = pair.object else { return redactor.json(pair) }
        let name = members["name"]?.string ?? ""
        var result = JSONValue.Object()
        for (key, value) in members {
          switch key {
          case "name": result[key] = known(value)
          case "value":
            let text = value.string ?? value.text()
            let shownText = shown(name, text)
            result[key] = shownText == text ? value : .string(shownText)
          default: result[key] = unknown(key, value)
          }
        }
        return .object(result)
      })
  }

  private func postData(_ json: JSONValue, _ shown: TrafficExchange, isEqual: Bool) -> JSONValue {
    guard let members = json.object else { return redactor.json(json) }
    let new = HARWriter.postData(shown)
    let isText = members["text"]?.string != nil
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "mimeType": result[key] = known(value)
      case "text", "encoding", "_encoding": if isEqual { result[key] = isText ? known(value) : unknown(key, value) }
      case "params": if isEqual { result[key] = params(value) }
      default: result[key] = unknown(key, value)
      }
    }
    if !isEqual { for (key, value) in new?.object ?? [:] where key != "mimeType" { result[key] = value } }
    return .object(result)
  }

  private func params(_ json: JSONValue) -> JSONValue {
    pairs(json) { name, value in
      redactor.redaction.isSecret(member: name) ? redactor.redactor.mark(of: value) : redactor.text(value)
    }
  }

  private func content(_ json: JSONValue, _ original: TrafficExchange, _ shown: TrafficExchange) -> JSONValue {
    guard let members = json.object, let response = shown.response else { return redactor.json(json) }
    let isEqual = response.body == original.response?.body
    // A text is the body. A value of another type was not read, so it may have secrets.
    let isText = members["text"]?.string != nil
    var result = JSONValue.Object()
    for (key, value) in members {
      switch key {
      case "mimeType": result[key] = known(value)
      case "text", "encoding": if isEqual { result[key] = isText ? known(value) : unknown(key, value) }
      default: result[key] = unknown(key, value)
      }
    }
    guard !isEqual else { return .object(result) }
    for (key, value) in HARWriter.content(response).object ?? [:] where key != "mimeType" { result[key] = value }
    return .object(result)
  }
}
