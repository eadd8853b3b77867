import FoundationEssentials
package import HTTPTypes

/// A body in the form that a log or a command line may show: redacted, shortened, on one line.
package struct RedactedBody {
  /// The redacted content; nil if it cannot be shown.
  package let text: String?
  /// Whether ``text`` is the whole content, with no change except redaction.
  package let isWhole: Bool
  /// The text, or a placeholder such as `<1234 bytes image/png>`, `<stream>`, `<unparsable JSON, 12 bytes>`.
  package let description: String

  fileprivate init(instead description: String) {
    text = nil
    isWhole = false
    self.description = Redaction.escaped(description)
  }

  fileprivate init(_ full: String, cap: Int, size: Int, isComplete: Bool = true) {
    let cut = full.cut(toBytes: cap)
    let shown = Redaction.escaped(String(cut))
    let isCut = !isComplete || cut.utf8.count < full.utf8.count
    text = shown
    isWhole = !isCut && shown == full
    description = isCut ? "\(shown)… <\(size) bytes in all>" : shown
  }
}

extension Redaction {
  /// Larger JSON is not parsed, because only a few kilobytes of it are shown.
  private static let parseLimit = 256 * 1024
  /// How many bytes beyond the cap are read to find the end of a character.
  private static let longestCharacter = 64
  /// The deepest nesting of JSON, including the JSON in its strings. It equals the limit for one document.
  private static let deepestNesting = 512

  /// Returns a body in the form that a log may show. Never reads a stream or a file.
  ///
  /// JSON and forms are redacted by ``secretMembers`` and, with ``hidesTokens``, by the look of their values. JSON that cannot
  /// be parsed is not shown. Other text (`text/*`, XML) is not shown if it contains the name of a secret. For all other content
  /// only the size is shown.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - fields: the header fields that describe the body.
  ///   - cap: the maximum number of bytes to show. Values are limited to the range from 0 to 262,144.
  package func shown(_ body: Body, fields: HTTPFields, cap: Int = 4096) -> RedactedBody {
    let cap = min(max(cap, 0), Self.parseLimit)
    let type = String((fields[.contentType] ?? "").prefix { $0 != ";" }.prefix(100)).lowercased().filter { $0 != " " }
    guard let data = body.data else {
      let kind = body.file == nil ? "stream" : "file"
      return RedactedBody(instead: "<\(kind)\(body.length.map { ", \($0) bytes" } ?? "")\(type.isEmpty ? "" : " \(type)")>")
    }
    guard !data.isEmpty else { return RedactedBody("", cap: cap, size: 0) }
    let coding = (fields[.contentEncoding] ?? "identity").lowercased()
    let size = "<\(data.count) bytes\(type.isEmpty ? "" : " \(type)")"
    guard coding == "identity" else { return RedactedBody(instead: "\(size), \(coding.prefix(100))>") }
    switch Content(type: type, firstByte: data.first { $0 > 0x20 && !byteOrderMark.contains($0) }) {
    case .json where data.count > Self.parseLimit:
      return RedactedBody(instead: "\(size)>")
    case .json:
      guard let text = json(data) else { return RedactedBody(instead: "<unparsable JSON, \(data.count) bytes>") }
      return RedactedBody(text, cap: cap, size: data.count)
    case .form:
      guard let text = data.text(first: cap + Self.longestCharacter) else { return RedactedBody(instead: "\(size)>") }
      return RedactedBody(form(text), cap: cap, size: data.count, isComplete: data.count <= cap + Self.longestCharacter)
    case .text:
      guard let text = data.text(first: cap + Self.longestCharacter) else { return RedactedBody(instead: "\(size)>") }
      guard !mayHoldSecret(text) else { return RedactedBody(instead: "\(size), may hold a secret>") }
      return RedactedBody(
        replacingTokens(in: text) { _ in Self.mark }, cap: cap, size: data.count,
        isComplete: data.count <= cap + Self.longestCharacter)
    case .binary:
      return RedactedBody(instead: "\(size)>")
    }
  }

  /// Returns a URL-encoded form (`a=b&c=d`) without the values of secret members and without values that hold a secret.
  package func form(_ text: String) -> String {
    // Splits bytes, because a delimiter and a combining mark after it are one `Character`.
    let pairs = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { bytes in
      let pair = Substring(bytes)
      guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return pair.isEmpty ? "" : Self.mark }
      let key = pair[..<equals]
      // A harmless name contains no escapes except those of brackets. Any other escape could hide the name of a secret.
      let name = [("%5b", "["), ("%5B", "["), ("%5d", "]"), ("%5D", "]")].reduce(key[...]) { name, escape in
        name.replacing(escape.0, with: escape.1)
      }
      // The authorization code of OAuth is a credential in a form; `code` in JSON is nearly always an error code.
      let isHidden =
        name.lowercased() == "code" || name.contains("%")
        || name.split(whereSeparator: "[].".contains).contains { isSecret(member: String($0)) }
        || holdsSecret(encoded: pair[pair.utf8.index(after: equals)...])
      return isHidden ? "\(key)=\(Self.mark)" : String(pair)
    }
    return pairs.joined(separator: "&")
  }

  private func holdsSecret(encoded value: Substring) -> Bool {
    let text = String(decoding: Octets(String(value)).map(\.formByte), as: UTF8.self)
    return holdsToken(text[...]) || redacted(.string(text)) != .string(text)
  }

  /// Members that name the value of a pair, such as `ParameterKey` of CloudFormation.
  private static let pairLabels: Set<String> = [
    "path", "name", "key", "field", "header", "parameter", "parameterkey",
  ]

  private static func isPairValue(_ name: String) -> Bool {
    [5, 14].contains(name.utf8.count) && ["value", "parametervalue"].contains(name.lowercased())
  }

  /// Returns JSON text with secrets hidden at any depth; nil if it cannot be parsed.
  func json(_ data: Data) -> String? {
    (try? JSONValue(parsing: data)).map { redacted($0).text() }
  }

  /// Returns a JSON value without secrets, at any depth, also in JSON within strings.
  ///
  /// It hides the values of secret members, strings that contain a secret, such as a URL with a signature, and, with
  /// ``hidesTokens``, text that looks like a token.
  public func redacted(_ value: JSONValue) -> JSONValue {
    redacted(value) { text in
      mayHoldSecret(text) ? Self.mark : replacingTokens(in: text) { _ in Self.mark }
    }
  }

  /// Returns a JSON value without the values of secret members, at any depth, also in JSON within strings. `strings` receives
  /// every other string and returns its replacement.
  ///
  /// If JSON within a string is nested more than 512 levels deep, counted from the outermost value, the whole string is hidden.
  package func redacted(_ value: JSONValue, strings: (String) -> String) -> JSONValue {
    redacted(value, levels: Self.deepestNesting, strings)
  }

  /// This method is recursive. Without a limit, JSON in the strings of JSON could exhaust the stack.
  ///
  /// - Parameter levels: how many levels JSON within a string may still have.
  private func redacted(_ value: JSONValue, levels: Int, _ strings: (String) -> String) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { redacted($0, levels: levels - 1, strings) })
    case .object(let members):
      // In `{"op":"replace","path":"/password","value":…}` and `{"name":"token","value":…}`, another member names the value.
      let isPair = members.contains { Self.isPairValue($0.key) }
      let namesSecret =
        isPair
        && members.contains { label, value in
          guard case .string(let named) = value, Self.pairLabels.contains(label.lowercased()) else { return false }
          return named.split { $0 == "/" || $0 == "." }.last.map { isSecret(member: String($0)) } ?? false
        }
      return .object(
        JSONValue.Object(
          members.map { name, value in
            let isHidden = Self.isPairValue(name) ? namesSecret || isSecret(member: name) : isSecret(member: name)
            // Next to a `value`, `key` is a name and not a secret.
            guard isHidden, !(isPair && name.lowercased() == "key") else {
              return (key: name, value: redacted(value, levels: levels - 1, strings))
            }
            return (key: name, value: .string(Self.mark))
          }))
    case .string(let text):
      guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), "{[\"".contains(first) else {
        return .string(strings(text))
      }
      // JSON within a string, which is common in queues and webhooks. A text with repeated names counts as malformed: the
      // parser would see only the first of two members, and the text is shown as it is if nothing in it is hidden.
      guard let json = try? JSONValue(parsing: text, maximumDepth: max(levels, 0), allowsRepeatedKeys: false) else {
        return .string(first == "\"" ? strings(text) : Self.mark)
      }
      let shown = redacted(json, levels: levels - 1, strings)
      return .string(shown == json ? text : shown.text())
    default:
      return value
    }
  }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

private enum Content {
  case json, form, text, binary

  /// Finds the format by the content type. Content that begins like JSON is treated as JSON even if its type is another text
  /// type. So a wrong type reveals no secret.
  init(type: String, firstByte: UInt8?) {
    let looksLikeJSON = firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[")
    let subtype = type.split(separator: "/").last ?? ""
    switch subtype {
    case "json",
      _ where subtype.hasSuffix("+json"):
      self = .json
    case "x-www-form-urlencoded": self = .form
    case "xml",
      _ where subtype.hasSuffix("+xml"):
      self = looksLikeJSON ? .json : .text
    case _ where type.hasPrefix("text/"): self = looksLikeJSON ? .json : .text
    default: self = type.isEmpty && looksLikeJSON ? .json : .binary
    }
  }
}

extension Data {
  /// Returns the first bytes as text; nil if they are not UTF-8 text.
  fileprivate func text(first limit: Int) -> String? {
    var bytes = prefix(limit)
    if bytes.count < count {
      // Drops a character that is cut in the middle.
      while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
      if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension String {
  /// Returns the longest prefix of at most `cap` bytes that ends between two characters, or at least between two scalars.
  fileprivate func cut(toBytes cap: Int) -> Substring {
    guard utf8.count > cap else { return self[...] }
    let limit = utf8.index(startIndex, offsetBy: cap)
    var end = limit
    for _ in 0..<64 where String.Index(end, within: self) == nil { end = utf8.index(before: end) }
    if String.Index(end, within: self) != nil { return self[..<end] }
    end = limit
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end]
  }
}
