extension Redaction {
  /// Whether a text that cannot be parsed may hold a secret: it contains the name of a secret member in the syntax of JSON,
  /// markup, queries or settings (`pwd=`, `pwd : `, `"pwd":`, `<pwd>`), or a URL with user information.
  public func mayHoldSecret(_ text: some StringProtocol) -> Bool { namesSecret(text) || hasUserInformation(text) }

  private func namesSecret(_ text: some StringProtocol) -> Bool {
    // An escaped letter may be part of a name.
    if text.contains("\\u00") { return true }
    var seen: Set<String> = []
    return text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.contains { name in
      let before = text[..<name.startIndex].last
      let after = text[name.endIndex...].first
      let sign = text[name.endIndex...].first { $0 != " " && $0 != "\t" }
      // A backslash after a name in quotes occurs in JSON within a string within a string.
      let isQuoted = (before == "\"" || before == "'") && (before == after || after == "\\")
      guard isQuoted || before == "<" || sign == "=" || sign == ":" || after == ">" || after == "%" else { return false }
      let name = String(name)
      guard seen.insert(name + (before == "<" ? "<" : "")).inserted else { return false }
      // XML elements with this name contain the names of files and settings.
      if before == "<", name.lowercased() == "key" { return false }
      return isSecret(member: name) || Redaction.signatureKeys.contains(name.lowercased())
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
}
