extension Redaction {
  /// Whether a text that cannot be parsed may hold a secret: it contains the name of a secret member in the syntax of JSON,
  /// markup, queries or settings (`pwd=`, `pwd : `, `"pwd":`, `<pwd>`), or a URL with user information.
  package func mayHoldSecret(_ text: some StringProtocol) -> Bool { namesSecret(text) || hasUserInformation(text) }

  private func namesSecret(_ text: some StringProtocol) -> Bool {
    // An escaped letter may be part of a name.
    if text.contains("\\u00") { return true }
    var seen: Set<String> = []
    return text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.contains { name in
      // Compares first scalars, because a delimiter and a combining mark after it are one `Character`.
      let before = text[..<name.startIndex].last?.unicodeScalars.first
      let after = text[name.endIndex...].first?.unicodeScalars.first
      let sign = text[name.endIndex...].first { $0 != " " && $0 != "\t" }?.unicodeScalars.first
      // A backslash after a name in quotes occurs in JSON within a string within a string.
      let isQuoted = (before == "\"" || before == "'") && (before == after || after == "\\")
      // The name may be a value itself: `<name>pwd</name>` of XML-RPC, or `name=pwd` of HTML without quotes.
      let isNamed =
        (before == ">" || before == "=") && text[..<name.startIndex].suffix(5).dropLast().lowercased() == "name"
      guard isQuoted || before == "<" || sign == "=" || sign == ":" || after == ">" || after == "%" || isNamed else {
        return false
      }
      let name = String(name)
      guard seen.insert(name + (before == "<" ? "<" : "")).inserted else { return false }
      // XML elements with the name `key` contain the names of files and settings.
      if before == "<", name.lowercased() == "key" { return false }
      return isSecret(member: name) || Redaction.signatureKeys.contains(name.lowercased())
    }
  }

  private func hasUserInformation(_ text: some StringProtocol) -> Bool {
    let text = String(text)
    var rest = text.utf8[...]
    while let scheme = rest.firstRange(of: "://".utf8) {
      rest = rest[scheme.upperBound...]
      if rest.prefix(while: { !Self.endsAuthority.contains($0) }).contains(UInt8(ascii: "@")) { return true }
    }
    return false
  }

  private static let endsAuthority = ByteSet("/?#\"'<>\\ \t\r\n")
}
