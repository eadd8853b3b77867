import RefineryCore

/// Tells whether a text that cannot be taken apart may hold a secret.
struct SecretFinder {
  let redaction: Redaction

  /// Whether the text names a secret the way that JSON, markup, queries or settings would, or shows one: user information in
  /// a URL, or a JSON Web Token.
  func finds(in text: some StringProtocol) -> Bool {
    namesSecret(text) || hasUserInformation(text) || hasToken(text)
  }

  private func namesSecret(_ text: some StringProtocol) -> Bool {
    // An escaped letter may be part of a name.
    if text.contains("\\u00") { return true }
    var seen: Set<String> = []
    return text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.contains { name in
      let before = text[..<name.startIndex].last
      let after = text[name.endIndex...].first
      let isQuoted = (before == "\"" || before == "'") && before == after
      guard isQuoted || before == "<" || after == "=" || after == ":" || after == ">" || after == "%" else { return false }
      let name = String(name)
      guard seen.insert(name).inserted else { return false }
      return redaction.isSecret(member: name) || Redaction.signatureKeys.contains(name.lowercased())
    }
  }

  private func hasUserInformation(_ text: some StringProtocol) -> Bool {
    var rest = text[...]
    while let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      if rest.prefix(while: { !$0.isWhitespace && !"/?#\"'<>\\".contains($0) }).contains("@") { return true }
    }
    return false
  }

  private func hasToken(_ text: some StringProtocol) -> Bool {
    text.contains("eyJ")
      && text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == ".") }
        .contains { $0.hasPrefix("eyJ") && $0.split(separator: ".").count == 3 }
  }
}
