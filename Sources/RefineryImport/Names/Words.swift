/// The words of a name in a description: `created_at`, `Created-At` and `createdAt` have the words `created` and `at`.
struct Words {
  private(set) var list: [String] = []

  init(_ text: String) {
    var word = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      guard scalar.properties.isXIDContinue, scalar != "_" else {
        end(&word)
        if let name = Self.symbolName(scalar, isFirst: index == 0, in: scalars) { list.append(name) }
        continue
      }
      if let last = word.unicodeScalars.last, Self.begins(scalar, after: last, before: scalars.dropFirst(index + 1).first) {
        end(&word)
      }
      word.unicodeScalars.append(scalar)
    }
    end(&word)
  }

  private mutating func end(_ word: inout String) {
    if !word.isEmpty { list.append(word) }
    word = ""
  }

  /// A capital begins a word after a small letter or a digit, and before a small letter.
  private static func begins(_ scalar: Unicode.Scalar, after last: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    guard scalar.properties.isUppercase else { return false }
    if last.properties.isLowercase || last.properties.numericType != nil { return true }
    guard last.properties.isUppercase, let next, next.properties.isLowercase else { return false }
    // The `s` of `IDs` is part of the word.
    return next != "s"
  }

  /// The name of a character that only tells names apart: `+1` and `-1`, `<` and `>`.
  private static func symbolName(_ scalar: Unicode.Scalar, isFirst: Bool, in text: [Unicode.Scalar]) -> String? {
    let hasLetters = text.contains { $0.properties.isAlphabetic }
    if hasLetters, !isFirst, !"<>=!*+".unicodeScalars.contains(scalar) { return nil }
    if hasLetters, isFirst, !"<>=!*+-@".unicodeScalars.contains(scalar) { return nil }
    return symbols[scalar]
  }

  private static let symbols: [Unicode.Scalar: String] = [
    "+": "plus", "-": "minus", "<": "less", ">": "greater", "=": "equal", "!": "not", "*": "star", "@": "at", "/": "slash",
    ".": "dot", "#": "hash", "&": "and", "%": "percent", "$": "dollar", "~": "tilde", "|": "or", "?": "question", ":": "colon",
    ",": "comma", " ": "space", "_": "underscore", "^": "caret", "(": "open", ")": "close",
  ]

  /// `createdAt`, `fileID`, `url`; `value2` where it would begin with a digit.
  var lowerCamel: String { Self.identifier(joined(firstIsSmall: true), "value") }

  /// `CreatedAt`, `FileID`, `URL`; `Model2` where it would begin with a digit.
  var upperCamel: String { Self.identifier(upperTail, "Model") }

  /// The words as they follow those of another name.
  var upperTail: String { joined(firstIsSmall: false) }

  private static func identifier(_ name: String, _ prefix: String) -> String {
    guard let first = name.unicodeScalars.first, !first.properties.isXIDStart else { return name }
    return prefix + name
  }

  private func joined(firstIsSmall: Bool) -> String {
    var name = ""
    for (index, word) in list.enumerated() {
      let small = word.lowercased()
      if index == 0, firstIsSmall {
        name +=
          word == word.uppercased() || Self.acronyms[small] != nil ? small : word.prefix(1).lowercased() + word.dropFirst()
      } else if let acronym = Self.acronyms[small] {
        name += acronym
      } else if word == word.uppercased(), word.count > 1, list.count > 1 || firstIsSmall {
        name += word.prefix(1) + word.dropFirst().lowercased()
      } else {
        name += word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    return name
  }

  /// Words that Swift writes in capitals.
  private static let acronyms = [
    "ai": "AI", "api": "API", "csv": "CSV", "dns": "DNS", "html": "HTML", "http": "HTTP", "https": "HTTPS", "id": "ID",
    "ids": "IDs",
    "ip": "IP", "json": "JSON", "pdf": "PDF", "sms": "SMS", "sql": "SQL", "ssh": "SSH", "ssl": "SSL", "tcp": "TCP",
    "tls": "TLS",
    "udp": "UDP", "uri": "URI", "uris": "URIs", "url": "URL", "urls": "URLs", "uuid": "UUID", "xml": "XML",
  ]
}
