/// Parses the value of a `Link` field once, as RFC 8288 appendix B.2 says.
///
/// Where the RFC's algorithm stops, this one continues: malformed text ends at the next comma outside quotes.
struct WebLinkParser {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func links() -> [WebLink] {
    var links: [WebLink] = []
    while true {
      skip { $0 == UInt8(ascii: ",") || Self.isSpace($0) }
      guard !rest.isEmpty else { return links }
      if let link = link(), !link.relations.isEmpty { links.append(link) }
      skipToComma()
    }
  }

  private mutating func link() -> WebLink? {
    guard rest.first == UInt8(ascii: "<") else { return nil }
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
      // The rest contains no complete target.
      rest = rest[rest.endIndex...]
      return nil
    }
    let target = Self.text(rest[..<end].dropFirst())
    rest = rest[rest.index(after: end)...]
    let parameters = parameters()
    let relations = parameters.first { $0.name == "rel" }?.value ?? ""
    return WebLink(
      target: Self.text(target.utf8.drop(while: Self.isSpace)),
      relations: relations.split { $0.isWhitespace }.map(String.init), parameters: parameters)
  }

  private mutating func parameters() -> [WebLink.Parameter] {
    var parameters: [WebLink.Parameter] = []
    while true {
      skip(Self.isSpace)
      guard rest.first == UInt8(ascii: ";") else { return parameters }
      rest.removeFirst()
      skip(Self.isSpace)
      let name = take { !Self.isSpace($0) && !Self.ends.contains($0) && $0 != UInt8(ascii: "=") }
      skip(Self.isSpace)
      var value = ""
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        skip(Self.isSpace)
        value = rest.first == UInt8(ascii: "\"") ? quoted() : take { !Self.ends.contains($0) && !Self.isSpace($0) }
      }
      if !name.isEmpty { parameters.append(WebLink.Parameter(name, value)) }
    }
  }

  /// Reads a quoted string without its escapes. If its closing quote is missing, it goes to the end of the value.
  private mutating func quoted() -> String {
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        if let escaped = rest.popFirst() { bytes.append(escaped) }
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipToComma() {
    while let byte = rest.first, byte != UInt8(ascii: ",") {
      if byte == UInt8(ascii: "\"") { _ = quoted() } else { rest.removeFirst() }
    }
  }

  private mutating func skip(_ isWaste: (UInt8) -> Bool) { rest = rest.drop(while: isWaste) }

  private mutating func take(_ isWanted: (UInt8) -> Bool) -> String {
    let taken = rest.prefix(while: isWanted)
    rest = rest[taken.endIndex...]
    return Self.text(taken)
  }

  private static let ends: Set<UInt8> = [UInt8(ascii: ";"), UInt8(ascii: ",")]
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private static func text(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }
}
