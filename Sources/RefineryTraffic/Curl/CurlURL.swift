import FoundationEssentials
import RefineryTesting

/// The URL of a command.
struct CurlURL {
  var text: String
  let line: Int

  /// Adds the scheme, and removes the escapes of curl's globbing.
  mutating func normalize(isPlain: Bool, _ reader: CurlReader) throws(TrafficError) {
    guard !text.isEmpty, !text.contains(where: \.isNewline) else {
      throw reader.fault("a URL is empty or has several lines", at: line)
    }
    if !isPlain { try unglob(reader) }
    if text.schemeEnd == nil { text = "http://\(text)" }
    guard !text.contains(" ") else { throw reader.fault("a URL has a space: write %20", at: line) }
    let start = text.schemeEnd ?? text.startIndex
    guard let end = text[start...].firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) else {
      text += "/"
      return
    }
    if text[end] != "/" { text.insert("/", at: end) }
  }

  private mutating func unglob(_ reader: CurlReader) throws(TrafficError) {
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.first, "[]{}".contains(next) {
        plain.append(next)
        rest.removeFirst()
        continue
      }
      guard character == "{" || character == "[" else {
        plain.append(character)
        continue
      }
      let inside = rest.prefix(1000).prefix { $0 != "]" && $0 != "}" }
      let isSet = character == "{" && rest[inside.endIndex...].first == "}"
      let isRange = character == "[" && inside.contains("-") && inside.count < 20 && !inside.contains(":")
      if isSet || isRange {
        throw reader.fault(
          "the URL has a set or a range, which is several requests: write one command for each, or use --globoff", at: line)
      }
      plain.append(character)
    }
    text = plain
  }

  mutating func addQuery(_ query: String) {
    let fragment = text.firstIndex(of: "#").map { String(text[$0...]) } ?? ""
    text.removeLast(fragment.count)
    text += (text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?") + query + fragment
  }

  /// Removes the user information and returns it. curl sends it as the field Authorization.
  mutating func takeCredentials() -> String? {
    guard let start = text.schemeEnd else { return nil }
    let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return nil }
    let login = String(authority[..<at])
    text.removeSubrange(start...at)
    return login.percentDecoded
  }
}
