import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Takes secrets out of what is written to a cassette.
struct CassetteRedactor: Sendable {
  let redaction: Redaction
  let scrub: (@Sendable (String) -> String)?
  let marks: CassetteMarks
  private var finder: SecretFinder { SecretFinder(redaction: redaction) }

  init(redaction: Redaction, marks: CassetteMarks, scrub: (@Sendable (String) -> String)?) {
    self.redaction = redaction
    self.marks = marks
    self.scrub = scrub
  }

  private static let linking = Set(
    ["location", "content-location", "link", "referer", "next-page", "x-next-page"].compactMap { HTTPField.Name($0) })

  private static let delimiters: Set<Character> = ["/", "?", "#"]

  private func scrubbed(_ text: String) -> String { scrub?(text) ?? text }

  func url(of head: HTTPRequest) -> String {
    var place = head
    place.path = ""
    return scrubbed(redaction.url(of: place) + Redaction.escaped(target(head.path ?? "")))
  }

  /// A path without its fragment and with the hidden values of its query marked.
  private func target(_ target: String) -> String {
    let shown = redaction.target(target)
    guard let mark = shown.firstIndex(of: "?") else { return shown }
    let query = target.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
    return shown[...mark] + marks.pairs(query, redacted: shown[shown.index(after: mark)...])
  }

  /// Every field in its place, with the value of any that is not on the list hidden.
  func fields(_ fields: HTTPFields) -> HTTPFields {
    var shown = HTTPFields()
    for var field in fields {
      if !redaction.headers.contains(field.name) {
        field.value = marks.mark(of: field.value)
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
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // Text of another encoding still has its names in ASCII, perhaps with a zero beside each letter.
      let legible = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
      return finder.finds(in: legible) ? withheld(CassetteContent.unparsable) : .bytes(bytes)
    }
    if type.hasSuffix("/x-www-form-urlencoded") { return .text(scrubbed(marks.pairs(text, redacted: redaction.form(text)))) }
    if let json = redactedJSON(text) { return .text(scrubbed(json)) }
    // Text of many JSON values: a value a line, or server-sent events. A carriage return is part of its line.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    let shown = lines.map { line in redactedLine(line) ?? (finder.finds(in: line) ? nil : String(line)) }
    guard shown.allSatisfy({ $0 != nil }) else { return withheld(CassetteContent.unparsable) }
    return .text(scrubbed(shown.compactMap { $0 }.joined(separator: "\n")))
  }

  /// The text itself where it holds no secret, letter by letter; nil where it is not JSON.
  private func redactedJSON(_ text: some StringProtocol) -> String? {
    guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), first == "{" || first == "[",
      let json = try? RawJSON(parsing: String(text))
    else { return nil }
    let redacted = hidingStrings(redaction.redacted(json))
    // Of a repeated member only the last is seen, so the text itself must not name a secret either.
    return redacted == json && !finder.finds(in: text) ? String(text) : shaped(json, redacted).text()
  }

  /// The value without strings that hold a secret among other things: URLs, queries, messages.
  private func hidingStrings(_ value: RawJSON) -> RawJSON {
    switch value {
    case .string(let text): .string(hiding(text))
    case .array(let elements): .array(elements.map(hidingStrings))
    case .object(let members): .object(members.map { (key: $0.key, value: hidingStrings($0.value)) })
    default: value
    }
  }

  private func hiding(_ text: String) -> String {
    guard finder.finds(in: text) else { return text }
    // Members of JSON within a string have been redacted with the rest.
    guard text.first == "{" || text.first == "[", let json = try? RawJSON(parsing: text) else {
      return followable(text) ?? Redaction.mark
    }
    let hidden = hidingStrings(json)
    return hidden == json ? text : hidden.text()
  }

  private func redactedLine(_ line: Substring) -> String? {
    let start = line.hasPrefix("data:") ? line.index(line.startIndex, offsetBy: 5) : line.startIndex
    guard let json = redactedJSON(line[start...]) else { return nil }
    guard json != line[start...] else { return String(line) }
    let end = line.utf8.last == UInt8(ascii: "\r") && json.utf8.last != UInt8(ascii: "\r") ? "\r" : ""
    return line[..<start] + (start > line.startIndex ? " " : "") + json + end
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
    // An authority comes before path, query and fragment: another URL may stand in any of them.
    let scheme = url.prefix { !Self.delimiters.contains($0) }
    guard url[scheme.endIndex...].hasPrefix("//") else { return target(String(url)) }
    let rest = url[scheme.endIndex...].dropFirst(2)
    let authority = rest.prefix { !Self.delimiters.contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return scheme + "//" + host + target(String(rest[authority.endIndex...]))
  }
}

extension CassetteRedactor {
  /// The redacted value with every hidden part of its first kind, so that what is replayed still decodes.
  private func shaped(_ original: RawJSON, _ redacted: RawJSON) -> RawJSON {
    switch (original, redacted) {
    case (.array(let originals), .array(let others)):
      .array(zip(originals, others).map(shaped))
    case (.object(let originals), .object(let others)):
      .object(zip(originals, others).map { (key: $0.key, value: shaped($0.value, $1.value)) })
    case (.string(let text), .string(Redaction.mark)): .string(marks.mark(of: text))
    case (.string(let text), .string(let other)): .string(shaped(text, other))
    case (_, .string): blank(original)
    default: redacted
    }
  }

  /// JSON within a string; any other string is as it was.
  private func shaped(_ original: String, _ redacted: String) -> String {
    guard original != redacted, let json = try? RawJSON(parsing: original), let other = try? RawJSON(parsing: redacted) else {
      return redacted
    }
    return shaped(json, other).text()
  }

  /// A URL whose secrets are all in places that can be told apart, with marks in theirs; nil for any other text.
  private func followable(_ text: String) -> String? {
    guard text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/") || text.hasPrefix("?"),
      !text.contains(where: { $0.isWhitespace || "\"'<>{}\\;".contains($0) })
    else { return nil }
    let hidden = redaction.target(text).split { $0 == "?" || $0 == "&" }.filter { !$0.hasSuffix(Redaction.mark) }
    let shown = link(text[...])
    // User information has been taken out, where it is any.
    let place = shown.prefix { $0 != "?" }
    return finder.finds(in: place) || hidden.dropFirst().contains(where: finder.finds) ? nil : shown
  }

  private func blank(_ value: RawJSON) -> RawJSON {
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
