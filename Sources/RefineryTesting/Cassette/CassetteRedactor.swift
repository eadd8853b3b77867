import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Removes secrets before a cassette is written.
struct CassetteRedactor: Sendable {
  let redaction: Redaction
  let marks: CassetteMarks
  let scrub: (@Sendable (String) -> String)?
  /// The list of hidden values, and the side (request or response) that they belong to.
  var notes: (list: CassetteNotes, side: String)?

  /// The same redactor, which also notes what it hides in one side of an exchange.
  func noting(_ side: String, in list: CassetteNotes) -> CassetteRedactor {
    var copy = self
    copy.notes = (list, side)
    return copy
  }

  private func note(_ place: String, _ reason: CassetteNotes.Reason) {
    notes.map { $0.list.add("\($0.side) \(Redaction.escaped(place))", reason) }
  }

  private static let linking = Set(
    ["location", "content-location", "link", "referer", "next-page", "x-next-page"].compactMap { HTTPField.Name($0) })

  /// `/`, `?` and `#`. They are bytes, because a sign and a combining mark after it are one `Character`.
  private static let delimiters: Set<UInt8> = [0x2F, 0x3F, 0x23]

  private func scrubbed(_ text: String) -> String { scrub?(text) ?? text }

  /// The URL of a request. If the server gave it, the part of the path that the row does not have is hidden.
  func url(of request: Request) -> String {
    var place = request.head
    place.path = ""
    let origin = redaction.url(of: place)
    var target = request.head.path ?? ""
    let shown = redaction.url(of: request).dropFirst(origin.count).prefix { $0 != "?" }
    if shown.hasSuffix(Redaction.mark) { target = hiding(target, after: shown.dropLast(Redaction.mark.count), of: "url") }
    return scrubbed(origin + Redaction.escaped(self.target(target, of: "url")))
  }

  /// A target with a mark for the part of its path after a prefix.
  private func hiding(_ target: String, after prefix: some StringProtocol, of name: String) -> String {
    let path = Substring(target.utf8.prefix { $0 != 0x3F && $0 != 0x23 })
    note("\(name) path", .capability)
    return "\(prefix)\(marks.mark(of: path.dropFirst(prefix.count)))\(target[path.endIndex...])"
  }

  /// The fields of a response. The location of an upload that a request has created is hidden, because anyone who knows it may
  /// be able to write to the upload.
  func fields(_ fields: HTTPFields, answering request: Request) -> HTTPFields {
    guard let location = fields[.location], request.createsUpload else { return self.fields(fields) }
    let own = "\((request.head.path ?? "").prefix { $0 != "?" })/"
    var shown = fields
    shown[.location] = link(location[...], of: "header Location") { target in
      hiding(target, after: target.hasPrefix(own) ? own : target.hasPrefix("/") ? "/" : "", of: "header Location")
    }
    return self.fields(shown)
  }

  /// A path without its fragment, with marks for its tokens and for the hidden values of its query.
  private func target(_ target: String, of name: String) -> String {
    let shown = redaction.target(target)
    let mark = shown.utf8.firstIndex(of: 0x3F) ?? shown.endIndex
    let path = replacingTokens(in: String(shown[..<mark]), of: "\(name) path")
    guard mark < shown.endIndex else { return path }
    let query = Substring(target.utf8.prefix { $0 != 0x23 }.drop { $0 != 0x3F }.dropFirst())
    return path + "?" + pairs(query, redacted: shown[shown.utf8.index(after: mark)...], of: "\(name) query", .notAllowed)
  }

  private func pairs(
    _ original: some StringProtocol, redacted: some StringProtocol, of name: String, _ reason: CassetteNotes.Reason
  ) -> String {
    marks.pairs(original, redacted: redacted) { key in note("\(name) \(key)", reason) }
  }

  private func replacingTokens(in text: String, of place: String) -> String {
    redaction.replacingTokens(in: text) { token in
      note(place, .content)
      return marks.mark(of: token)
    }
  }

  /// Every field in its order; the values of fields that are not allowed are hidden.
  func fields(_ fields: HTTPFields) -> HTTPFields {
    var shown = HTTPFields()
    for var field in fields {
      if !redaction.headers.contains(field.name) {
        note("header \(field.name.rawName)", .notAllowed)
        field.value = marks.mark(of: field.value)
      } else {
        field.value = scrubbed(Self.linking.contains(field.name) ? links(of: field) : field.value)
      }
      shown.append(field)
    }
    return shown
  }

  /// The status without the secrets in its reason phrase.
  func status(_ status: HTTPResponse.Status) -> HTTPResponse.Status {
    let phrase = status.reasonPhrase
    guard phrase != HTTPResponse.Status(code: status.code).reasonPhrase else { return status }
    guard redaction.mayHoldSecret(phrase) else {
      return HTTPResponse.Status(code: status.code, reasonPhrase: scrubbed(replacingTokens(in: phrase, of: "reason phrase")))
    }
    note("reason phrase", .content)
    return HTTPResponse.Status(code: status.code, reasonPhrase: marks.mark(of: phrase))
  }

  /// A recorded request, redacted by the current rules. They may hide more than the rules of the recording.
  func renewed(_ request: CassetteRequest) -> CassetteRequest {
    let redactor = CassetteRedactor(redaction: redaction, marks: marks, scrub: nil)
    var content = request.content
    if case .text(let text) = content { content = redactor.plain(Data(text.utf8), request.headers) }
    return CassetteRequest(
      row: request.row, method: request.method, url: request.origin + redactor.target(request.target, of: ""),
      headers: request.headers, content: content)
  }

  func content(_ body: RecordedBody, _ fields: HTTPFields) -> CassetteContent {
    guard body.length > 0 else { return .none }
    guard body.bytes.count == body.length else { return .withheld(length: body.length, reason: CassetteContent.tooLong) }
    guard let coding = fields[.contentEncoding], coding.lowercased() != "identity" else { return plain(body.bytes, fields) }
    return .withheld(length: body.length, reason: CassetteContent.coded)
  }

  private func plain(_ bytes: Data, _ fields: HTTPFields) -> CassetteContent {
    let type = (fields[.contentType] ?? "").lowercased().prefix { $0 != ";" }.filter { $0 != " " }
    func withheld(_ reason: String) -> CassetteContent { .withheld(length: bytes.count, reason: reason) }
    if type.hasPrefix("multipart/") { return withheld(CassetteContent.parted) }
    let text = String(validating: bytes, as: UTF8.self)
    if text == nil || bytes.contains(0), CassetteContent.isStructured(type), redaction.namesSecret(in: bytes) {
      return withheld(CassetteContent.unparsable)
    }
    guard let text else {
      // Text in another encoding still has its names in ASCII; in UTF-16, there is a zero beside each letter.
      let legible = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
      // Random bytes look like tokens, so only tokens of a known form count.
      var lenient = redaction
      lenient.hidesTokens = false
      let holdsToken = lenient.replacingTokens(in: legible) { _ in "" } != legible
      return holdsToken || redaction.mayHoldSecret(legible) ? withheld(CassetteContent.unparsable) : .bytes(bytes)
    }
    if type.hasSuffix("/x-www-form-urlencoded") {
      return .text(scrubbed(pairs(text, redacted: redaction.form(text), of: "form", .name)))
    }
    if let json = redactedJSON(text) { return .text(scrubbed(json)) }
    // Text of many JSON values: one value per line, or server-sent events. A carriage return is part of its line.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    let shown = lines.map { line in
      redactedLine(line) ?? (redaction.mayHoldSecret(line) ? nil : replacingTokens(in: String(line), of: "text"))
    }
    guard shown.allSatisfy({ $0 != nil }) else { return withheld(CassetteContent.unparsable) }
    return .text(scrubbed(shown.compactMap { $0 }.joined(separator: "\n")))
  }

  /// The text unchanged if it contains no secret; nil if it is not JSON.
  private func redactedJSON(_ text: some StringProtocol) -> String? {
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), first == "{" || first == "[",
      let json = try? JSONValue(parsing: String(text))
    else { return nil }
    let redacted = redaction.redacted(json, strings: hiding)
    // The parser sees only the first of repeated members, so the text itself must not name a secret, either.
    return redacted == json && !redaction.mayHoldSecret(text) ? String(text) : shaped(json, redacted, at: "").text()
  }

  /// A string without the secrets that it contains, such as a URL, a query or a message.
  private func hiding(_ text: String) -> String {
    if redaction.mayHoldSecret(text) { return followable(text) ?? Redaction.mark }
    if redaction.mayHoldEncodedSecret(text) { return Redaction.mark }
    return redaction.replacingTokens(in: text) { marks.mark(of: $0) }
  }

  private func redactedLine(_ line: Substring) -> String? {
    let start = line.hasPrefix("data:") ? line.index(line.startIndex, offsetBy: 5) : line.startIndex
    guard let json = redactedJSON(line[start...]) else { return nil }
    guard json != line[start...] else { return String(line) }
    let end = line.utf8.last == UInt8(ascii: "\r") && json.utf8.last != UInt8(ascii: "\r") ? "\r" : ""
    return line[..<start] + (start > line.startIndex ? " " : "") + json + end
  }

  /// The URLs in a field's value without user information, and with the values of their queries hidden.
  private func links(of field: HTTPField) -> String {
    let name = field.name.rawName
    // URLs are between brackets only in `Link`. In any other field, a bracket is a part of the URL.
    guard field.name.canonicalName == "link", field.value.contains("<") else { return link(field.value[...], of: name) }
    var shown = ""
    var rest = field.value[...]
    while let start = rest.firstIndex(of: "<") {
      shown += parameters(rest[..<start], of: name) + "<"
      rest = rest[rest.index(after: start)...]
      let url = rest.prefix { $0 != ">" }
      shown += link(url, of: name)
      rest = rest[url.endIndex...]
      if rest.popFirst() != nil { shown += ">" }
    }
    return shown + parameters(rest, of: name)
  }

  /// The parameters between two links, or a mark if a parameter, such as `anchor`, may contain a URL or a secret.
  private func parameters(_ text: Substring, of name: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x3F || $0 == 0x40 }) || redaction.mayHoldSecret(text) else {
      return replacingTokens(in: String(text), of: "header \(name)")
    }
    note("header \(name)", .content)
    return marks.mark(of: text)
  }

  func link(_ url: Substring, of name: String) -> String { link(url, of: name) { target($0, of: name) } }

  /// A URL without user information, with its path and query as `target` returns them.
  private func link(_ url: Substring, of name: String, target: (String) -> String) -> String {
    // The authority ends before the path, query and fragment, any of which may contain another URL.
    let bytes = url.utf8
    let scheme = bytes.prefix { !Self.delimiters.contains($0) }
    guard bytes[scheme.endIndex...].starts(with: "//".utf8) else {
      // A reference without a scheme has no colon before its path, except for user information.
      guard scheme.contains(0x3A), let at = scheme.lastIndex(of: 0x40) else { return target(String(url)) }
      return target(String(url[bytes.index(after: at)...]))
    }
    let rest = bytes[scheme.endIndex...].dropFirst(2)
    let authority = rest.prefix { !Self.delimiters.contains($0) }
    let host = authority.lastIndex(of: 0x40).map { authority[authority.index(after: $0)...] } ?? authority
    return String(Substring(scheme)) + "//" + String(Substring(host)) + target(String(Substring(rest[authority.endIndex...])))
  }
}

extension CassetteRedactor {
  /// The redacted value. Each hidden part keeps its original type, so that the value can still be decoded.
  private func shaped(_ original: JSONValue, _ redacted: JSONValue, at place: String) -> JSONValue {
    switch (original, redacted) {
    case (.array(let originals), .array(let others)):
      return .array(zip(originals, others).enumerated().map { shaped($1.0, $1.1, at: "\(place)/\($0)") })
    case (.object(let originals), .object(let others)):
      return .object(zip(originals, others).map { (key: $0.key, value: shaped($0.value, $1.value, at: "\(place)/\($0.key)")) })
    case (.string(let text), .string(Redaction.mark)):
      noteHidden(at: place)
      return .string(marks.mark(of: text))
    case (.string(let text), .string(let other)):
      guard text != other else { return original }
      return .string(shaped(text, other, at: place))
    case (_, .string):
      noteHidden(at: place)
      return blank(original)
    default: return redacted
    }
  }

  /// Handles JSON within a string; any other string is unchanged.
  private func shaped(_ original: String, _ redacted: String, at place: String) -> String {
    guard let json = try? JSONValue(parsing: original), let other = try? JSONValue(parsing: redacted) else {
      note("body \(place)", .content)
      return redacted
    }
    return shaped(json, other, at: place).text()
  }

  private func noteHidden(at place: String) {
    let name = place.split(separator: "/").last.map(String.init) ?? ""
    note("body \(place)", redaction.isSecret(member: name) || name.lowercased() == "value" ? .name : .content)
  }

  /// A URL with marks in place of its secrets, if all secrets are in known places; nil for any other text.
  private func followable(_ text: String) -> String? {
    guard text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/") || text.hasPrefix("?"),
      !text.contains(where: { $0.isWhitespace || "\"'<>{}\\;".contains($0) })
    else { return nil }
    let hidden = redaction.target(text).split { $0 == "?" || $0 == "&" }.filter { !$0.hasSuffix(Redaction.mark) }
    // The place of the string is noted by the caller.
    var silent = self
    silent.notes = nil
    let shown = silent.link(text[...], of: "")
    // User information, if any, is already removed.
    let place = shown.prefix { $0 != "?" }
    return redaction.mayHoldSecret(place) || hidden.dropFirst().contains(where: { redaction.mayHoldSecret($0) }) ? nil : shown
  }

  private func blank(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null: nil
    case .bool: false
    case .number: 0
    case .string(let text): .string(marks.mark(of: text))
    case .array(let elements): .array(elements.map(blank))
    case .object(let members): .object(members.map { (key: $0.key, value: blank($0.value)) })
    }
  }
}

extension Request {
  /// Whether this request creates a resumable upload, by tus or by the draft of the IETF.
  fileprivate var createsUpload: Bool {
    let names = ["Upload-Length", "Upload-Defer-Length", "Upload-Complete"].compactMap { HTTPField.Name($0) }
    return names.contains { head.headerFields.contains($0) }
  }
}
