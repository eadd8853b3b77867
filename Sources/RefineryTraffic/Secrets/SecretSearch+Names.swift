import RefineryCore

extension SecretSearch {
  /// Where a name and its value are.
  enum Place {
    /// A member of JSON or of a pair, a parameter of a form, an element.
    case data
    /// A parameter of a URL or a form.
    case query
    /// Code, prose, logs, settings.
    case other
  }

  /// Reads a name before a `:` or `=`, and the value after it.
  mutating func readNamed(at separator: Int) {
    let isColon = text[separator] == 0x3A
    let (before, after) = (text[separator - 1], text[separator + 1])
    // `::`, `==`, `!=`, `<=`, `+=` and the like.
    if before == text[separator] || after == text[separator] { return }
    if !isColon, Self.operators.contains(before) { return }
    guard let name = name(before: separator) else { return }
    var start = separator + 1
    if after == (isColon ? 0x3D : 0x3E) { start += 1 }
    start = runEnd(of: Self.blanks, from: start, most: 8 + start - separator)
    let isQuoted = name.isQuoted || Self.quotes.contains(text[start])
    let before2 = text[name.range.lowerBound - 1]
    let place: Place = before2 == 0x3F || before2 == 0x26 ? .query : name.isQuoted ? .data : .other
    let bytes = text[name.range]
    let rule = names.rule(for: bytes)
    if case .credential = rule { return readAuthorization(from: start) }
    let isHeld = Self.quotes.contains(text[start])
    guard let value = value(from: start) else { return }
    if Self.pairNames.contains(bytes.map(Alphabet.lower)) {
      // The name of a pair: the value comes after it, or came before it.
      if let last = lastValue, isAdjacent(last.upperBound, name.range.lowerBound), let named = nameHeld(in: value) {
        judge(last, named: named, names.rule(for: named), .data, isQuoted: true)
      }
      lastName = value
    }
    if case .pairValue = rule {
      lastValue = value
      if let last = lastName, isAdjacent(last.upperBound, name.range.lowerBound), let bytes = nameHeld(in: last) {
        let rule = names.rule(for: bytes)
        if case .credential = rule { return readAuthorization(from: start) }
        // Values of header fields and parameters with other names are ids more often than not.
        if rule != .unknown { judge(value, named: bytes, rule, .data, isQuoted: true) }
        valueEnd = max(valueEnd, rule == .unknown || rule == .harmless ? 0 : value.upperBound)
      }
      return
    }
    judge(value, named: bytes, rule, place, isQuoted: isHeld && (isQuoted || place == .data))
    switch rule {
    case .password, .code, .token, .session, .signature: valueEnd = max(valueEnd, value.upperBound)
    default: break
    }
  }

  /// The name that the value of `name` or the last part of `path` is; nil if it is any other text, which may have a secret.
  private func nameHeld(in range: Range<Int>) -> [UInt8]? {
    guard range.count <= 256, let last = text[range].split(separator: 0x2F).last, last.count <= 64,
      last.allSatisfy(Alphabet.name.contains)
    else { return nil }
    return Array(last)
  }

  /// Reads an element of XML or HTML: `<password>…</password>`, `<a:password b="c">…</a:password>`.
  mutating func readElement(at close: Int) {
    var open = close - 1
    while close - open <= 256, open >= 0, text[open] != 0x3C, text[open] != 0x3E { open -= 1 }
    guard text[open] == 0x3C, open >= valueEnd else { return }
    var name = open + 1..<runEnd(of: .name, from: open + 1, most: 64)
    if text[name.upperBound] == 0x3A {
      name = name.upperBound + 1..<runEnd(of: .name, from: name.upperBound + 1, most: 64)
    }
    guard !name.isEmpty, name.upperBound == close || Alphabet.space.contains(text[name.upperBound]) else { return }
    let rule = names.rule(for: text[name])
    guard rule != .unknown, rule != .harmless, let value = value(from: close + 1), text[value.upperBound] == 0x3C else {
      return
    }
    judge(value, named: text[name], rule, .data, isQuoted: true)
  }

  /// Reads an option of a command line: `--password …`, and `-u user:password` of curl.
  mutating func readOption(at start: Int) {
    let before = text[start - 1]
    guard Alphabet.space.contains(before) || Self.quotes.contains(before) || start == 0 else { return }
    let begin = text[start + 1] == 0x2D ? start + 2 : start + 1
    let name = begin..<runEnd(of: .word, from: begin, most: 40)
    guard !name.isEmpty, text[name.upperBound] == 0x20, let value = value(from: name.upperBound + 1) else { return }
    let bytes = text[name]
    if bytes == [UInt8(ascii: "u")] || bytes == Array("user".utf8) {
      guard let colon = value.first(where: { text[$0] == 0x3A }) else { return }
      let password = SecretValue(text[(colon + 1)..<value.upperBound])
      guard password.bytes != text[value.lowerBound..<colon], password.isPassword(inData: true), !password.isPlaceholder,
        !password.isStockWord, !password.bytes.allSatisfy(Alphabet.digits.contains)
      else { return }
      matches.append(
        SecretMatch(
          range: (colon + 1)..<value.upperBound, kind: "Password", method: .name("user"), confidence: .likely,
          secret: password.bytes, isGuessable: true))
      return
    }
    guard begin == start + 2 else { return }
    let rule = names.rule(for: bytes)
    guard rule == .password || rule == .token else { return }
    judge(value, named: bytes, rule, .other, isQuoted: false)
  }

  /// Decides about a value by its name.
  private mutating func judge(_ range: Range<Int>, named name: [UInt8], _ rule: NameRule, _ place: Place, isQuoted: Bool) {
    switch rule {
    case .harmless, .credential, .pairName, .pairValue: return
    // Each `=` of a long text is read as a name; so its value is not copied before it has to be.
    case .unknown where !isQuoted: return
    default: break
    }
    let value = SecretValue(text[range])
    let isSecret: Bool
    var isGuessable = false
    let kind: String
    switch rule {
    case .password:
      isGuessable = true
      kind = "Password"
      isSecret =
        value.isPassword(inData: place != .other) && !value.isStockWord
        && value.bytes.map(Alphabet.lower) != name.map(Alphabet.lower)
    case .code:
      isGuessable = true
      kind = "One-time code or PIN"
      isSecret =
        place != .other && isQuoted && (4...8).contains(value.bytes.count) && value.bytes.allSatisfy(Alphabet.digits.contains)
    case .token:
      kind = Vendors.kind(of: name)
      isSecret = value.isTokenLike && (isQuoted || !value.bytes.contains { $0 == 0x28 || $0 == 0x5B || $0 == 0x7B })
    case .session:
      kind = "Key or session"
      let isKey = name.map(Alphabet.lower) == Array("key".utf8)
      isSecret =
        value.isRandom(least: isKey ? 24 : 16, isCookie: !isKey) || !isKey && value.isRandomHex(least: 32) && !isLabelled(value)
    case .signature:
      kind = "Signature of a URL"
      isSecret = place == .query && (value.isRandomHex(least: 40) || value.isRandom(least: 24))
    case .unknown:
      guard value.bytes.count <= 128, value.isRandom(least: 32), !value.isPlaceholder, !value.isMedia,
        value.bytes.allSatisfy(Alphabet.wordAndEquals.contains) || value.bytes.allSatisfy({ Alphabet.credential.contains($0) })
      else { return }
      matches.append(
        SecretMatch(range: range, kind: "Random text", method: .entropy, confidence: .likely, secret: value.bytes))
      return
    case .harmless, .credential, .pairName, .pairValue: return
    }
    guard isSecret, !value.isPlaceholder, !Documented.contains(value.bytes) else { return }
    matches.append(
      SecretMatch(
        range: range, kind: kind, method: .name(Redaction.escaped(String(decoding: name.prefix(40), as: UTF8.self))),
        confidence: .likely, secret: value.bytes, isGuessable: isGuessable))
  }

  /// Whether an id begins with two capitals, as those of Twilio: `CA` and 32 hexadecimal digits.
  private func isLabelled(_ value: SecretValue) -> Bool { value.bytes.count == 34 }

  /// Reads the value of `Authorization`.
  private mutating func readAuthorization(from start: Int) {
    let begin = Self.quotes.contains(text[start]) ? start + 1 : start
    let scheme = begin..<runEnd(of: .word, from: begin, most: 24)
    guard !scheme.isEmpty else { return }
    if text[scheme.upperBound] == 0x20 {
      // `Bearer` and `Basic` are found wherever they are.
      guard !holdsWord("bearer ", at: begin), !holdsWord("basic ", at: begin), !holdsWord("digest ", at: begin),
        !holdsWord("aws4-", at: begin)
      else { return }
      readBearer(scheme.upperBound + 1..<runEnd(of: .credential, from: scheme.upperBound + 1, most: 8192))
    } else {
      readBearer(begin..<runEnd(of: .credential, from: begin, most: 8192))
    }
  }
}

extension SecretValue {
  /// Whether it is the start of an image, an archive or a certificate in Base64.
  fileprivate var isMedia: Bool {
    [
      "iVBOR", "/9j/", "R0lGOD", "UklGR", "PHN2Z", "JVBER", "H4sI", "UEsDB", "MII", "data:", "AAAA", "sha256-", "sha384-",
      "sha512-",
    ]
    .contains { bytes.starts(with: $0.utf8) }
  }
}

/// Names of vendors that occur in names of tokens without a form of their own.
enum Vendors {
  static func kind(of name: [UInt8]) -> String {
    let parts = SecretNames.parts(of: String(decoding: name, as: UTF8.self))
    let joined = parts.joined()
    if joined.hasSuffix("secretaccesskey") || joined.contains("awssecret") { return "AWS secret access key" }
    return parts.lazy.compactMap { names[$0] }.first.map { "\($0) token" } ?? "Token"
  }

  private static let names: [String: String] = [
    "heroku": "Heroku", "twilio": "Twilio", "datadog": "Datadog", "cloudflare": "Cloudflare", "okta": "Okta",
    "algolia": "Algolia", "auth0": "Auth0", "fastly": "Fastly", "vercel": "Vercel", "circleci": "CircleCI",
    "travis": "Travis CI",
    "snyk": "Snyk", "codecov": "Codecov", "mapbox": "Mapbox", "pagerduty": "PagerDuty", "zendesk": "Zendesk",
    "intercom": "Intercom", "segment": "Segment", "amplitude": "Amplitude", "mixpanel": "Mixpanel", "coinbase": "Coinbase",
    "paypal": "PayPal", "adyen": "Adyen", "twitter": "Twitter", "facebook": "Facebook", "linkedin": "LinkedIn",
    "dropbox": "Dropbox", "box": "Box", "jira": "Atlassian", "confluence": "Atlassian", "bitbucket": "Bitbucket",
    "mailchimp": "Mailchimp", "mailgun": "Mailgun", "azure": "Azure", "gcp": "Google", "sonar": "SonarQube",
    "rapidapi": "RapidAPI", "cohere": "Cohere", "mistral": "Mistral",
  ]
}
