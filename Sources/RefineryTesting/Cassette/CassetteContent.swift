import FoundationEssentials
import HTTPTypes
import RefineryCore

/// A body as a cassette holds it: without secrets.
enum CassetteContent: Sendable, Equatable {
  case text(String)
  case bytes(Data)
  /// It was too long to keep, or may hold a secret that cannot be taken out.
  case withheld(length: Int, reason: String)

  static let none = CassetteContent.text("")

  var isEmpty: Bool { self == .none }

  /// The bytes to replay; nil for what was withheld.
  var data: Data? {
    switch self {
    case .text(let text): Data(text.utf8)
    case .bytes(let data): data
    case .withheld: nil
    }
  }

  /// What two requests with the same content have in common: JSON whatever the order of its members.
  var fingerprint: String {
    switch self {
    case .text(let text): (try? RawJSON(parsing: text))?.text(sortedKeys: true) ?? text
    case .bytes(let data): data.base64EncodedString()
    case .withheld(let length, let reason): reason == Self.tooLong ? "\(reason) \(length)" : reason
    }
  }

  /// Whether it is the content of a request that was answered before all of it had been sent.
  var isUnfinished: Bool {
    if case .withheld(_, Self.unfinished) = self { true } else { false }
  }

  static let unfinished = "not sent to its end"
  static let tooLong = "longer than the limit"
  static let coded = "its content coding hides what may be secret"
  static let parted = "a part of it may be secret"
  static let unparsable = "it has the name of a secret, and is not in a form that can be taken apart"
}

/// Takes secrets out of what is written to a cassette.
struct CassetteRedactor: Sendable {
  let redaction: Redaction
  let scrub: (@Sendable (String) -> String)?

  private static let linking = Set(
    ["location", "content-location", "link", "referer", "next-page", "x-next-page"].compactMap { HTTPField.Name($0) })

  private func scrubbed(_ text: String) -> String { scrub?(text) ?? text }

  func url(of head: HTTPRequest) -> String { scrubbed(redaction.url(of: head)) }

  /// Every field in its place, with the value of any that is not on the list hidden.
  func fields(_ fields: HTTPFields) -> HTTPFields {
    var shown = HTTPFields()
    for var field in fields {
      if !redaction.headers.contains(field.name) {
        field.value = Redaction.mark
      } else {
        field.value = scrubbed(Self.linking.contains(field.name) ? links(field.value) : field.value)
      }
      shown.append(field)
    }
    return shown
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
    guard let text = String(validating: bytes, as: UTF8.self) else { return .bytes(bytes) }
    if type.hasSuffix("/x-www-form-urlencoded") { return .text(scrubbed(redaction.form(text))) }
    if let json = redactedJSON(text) { return .text(scrubbed(json)) }
    // Text of many JSON values: a value a line, or server-sent events.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      redactedLine(line) ?? (namesSecret(line) ? nil : String(line))
    }
    guard lines.allSatisfy({ $0 != nil }) else { return withheld(CassetteContent.unparsable) }
    return .text(scrubbed(lines.compactMap { $0 }.joined(separator: "\n")))
  }

  /// The text itself where it holds no secret, letter by letter; nil where it is not JSON.
  private func redactedJSON(_ text: some StringProtocol) -> String? {
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), first == "{" || first == "[",
      let json = try? RawJSON(parsing: String(text))
    else { return nil }
    let redacted = redaction.redacted(json)
    // Of a repeated member only the last is seen, so the text itself must not name a secret either.
    return redacted == json && !namesSecret(text[...]) ? String(text) : shaped(json, redacted).text()
  }

  private func redactedLine(_ line: Substring) -> String? {
    let start = line.hasPrefix("data:") ? line.index(line.startIndex, offsetBy: 5) : line.startIndex
    guard let json = redactedJSON(line[start...]) else { return nil }
    return json == line[start...] ? String(line) : line[..<start] + (start > line.startIndex ? " " : "") + json
  }

  /// Whether text names a secret the way that JSON, markup, forms or settings would.
  private func namesSecret(_ text: some StringProtocol) -> Bool {
    var seen: Set<Substring> = []
    return text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.contains { name in
      let before = text[..<name.startIndex].last
      let after = text[name.endIndex...].first
      let isQuoted = (before == "\"" || before == "'") && before == after
      guard isQuoted || before == "<" || after == "=" || after == ":" || after == ">" else { return false }
      return seen.insert(Substring(name)).inserted && redaction.isSecret(member: String(name))
    }
  }

  /// URLs within a field's value without user information, and with the values of their queries hidden.
  private func links(_ value: String) -> String {
    guard value.contains("<") else { return link(value[...]) }
    var shown = ""
    var rest = value[...]
    while let start = rest.firstIndex(of: "<") {
      let end = rest[start...].firstIndex(of: ">") ?? rest.endIndex
      shown += rest[...start] + link(rest[rest.index(after: start)..<end])
      rest = rest[end...]
    }
    return shown + rest
  }

  private func link(_ url: Substring) -> String {
    guard let scheme = url.firstRange(of: "://") else { return redaction.target(String(url)) }
    let rest = url[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return url[..<scheme.upperBound] + host + redaction.target(String(rest[authority.endIndex...]))
  }
}

/// The redacted value with every hidden part of its first kind, so that what is replayed still decodes.
private func shaped(_ original: RawJSON, _ redacted: RawJSON) -> RawJSON {
  switch (original, redacted) {
  case (.array(let originals), .array(let others)):
    .array(zip(originals, others).map(shaped))
  case (.object(let originals), .object(let others)):
    .object(zip(originals, others).map { (key: $0.key, value: shaped($0.value, $1.value)) })
  case (.string, _): redacted
  case (_, .string): blank(original)
  default: redacted
  }
}

private func blank(_ value: RawJSON) -> RawJSON {
  switch value {
  case .null: nil
  case .bool: false
  case .number: 0
  case .string: .string(Redaction.mark)
  case .array(let elements): .array(elements.map(blank))
  case .object(let members): .object(members.map { (key: $0.key, value: blank($0.value)) })
  }
}
