import FoundationEssentials

/// The content of a command with `--form`.
enum CurlForm {
  struct Part {
    let name: String
    var content: Data
    var fileName: String?
    var type: String?
  }

  /// `name=content`, `name=@file;type=image/png;filename=a.png`, `name=<file`.
  static func part(_ text: String, isText: Bool, by reader: CurlReader) throws(TrafficError) -> Part {
    guard let equals = text.firstIndex(of: "=") else { throw reader.fault("a part of --form is not of the form name=content") }
    let name = String(text[..<equals])
    let value = text[text.index(after: equals)...]
    if isText { return Part(name: name, content: Data(value.utf8)) }
    guard !value.hasPrefix("("), !name.isEmpty || value != ")" else {
      throw reader.fault("a part of --form has parts of its own: write the content as one body")
    }
    let isFile = value.hasPrefix("@")
    var pieces = pieces(of: isFile || value.hasPrefix("<") ? value.dropFirst() : value)
    let first = pieces.isEmpty ? "" : pieces.removeFirst()
    var part = Part(name: name, content: Data(first.utf8))
    if isFile || value.hasPrefix("<") { part.content = try reader.file(first) }
    if isFile { part.fileName = first.split(separator: "/").last.map(String.init) }
    for text in pieces {
      let piece = text.drop { $0 == " " }
      if piece.hasPrefix("type="), part.type == nil {
        part.type = String(piece.dropFirst(5))
      } else if let type = part.type, !["filename=", "headers=", "encoder="].contains(where: { piece.hasPrefix($0) }) {
        // A parameter of the type.
        part.type = "\(type);\(text)"
      } else if piece.hasPrefix("filename=") {
        part.fileName = String(piece.dropFirst(9))
      } else {
        throw reader.fault("a part of --form has an attribute other than type and filename")
      }
    }
    if part.type == nil {
      part.type = part.fileName.flatMap { type(of: $0) } ?? (isFile ? type(of: first) ?? "application/octet-stream" : nil)
    }
    return part
  }

  /// Splits at semicolons that are not in quotes.
  private static func pieces(of text: Substring) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var isQuoted = false
    var rest = text
    while let character = rest.popFirst() {
      switch character {
      case "\"" where isQuoted || piece.isEmpty || !pieces.isEmpty && piece.drop(while: { $0 == " " }) == "filename=":
        isQuoted.toggle()
      case "\\" where isQuoted && (rest.first == "\"" || rest.first == "\\"): piece.append(rest.removeFirst())
      case ";" where !isQuoted:
        pieces.append(piece)
        piece = ""
      default: piece.append(character)
      }
    }
    return pieces + [piece]
  }

  /// The type that curl takes from the end of a file's name.
  private static func type(of file: String) -> String? {
    switch file.split(separator: ".").last?.lowercased() {
    case "gif": "image/gif"
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "svg": "image/svg+xml"
    case "txt": "text/plain"
    case "htm", "html": "text/html"
    case "pdf": "application/pdf"
    case "xml": "application/xml"
    default: nil
    }
  }

  /// The content, with a boundary that is not part of it and always the same for the same parts.
  static func content(of parts: [Part]) -> (Data, boundary: String) {
    let number = parts.reduce(0) { max($0, firstFreeNumber($1.content)) }
    let boundary = "refinery-boundary-\(number)"
    var content = Data()
    for part in parts {
      var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
      if let file = part.fileName { head += "; filename=\"\(escaped(file))\"" }
      if let type = part.type { head += "\r\nContent-Type: \(type)" }
      content.append(contentsOf: "\(head)\r\n\r\n".utf8)
      content.append(part.content)
      content.append(contentsOf: "\r\n".utf8)
    }
    content.append(contentsOf: "--\(boundary)--\r\n".utf8)
    return (content, boundary)
  }

  /// A number that follows no `refinery-boundary-` of the content.
  private static func firstFreeNumber(_ content: Data) -> Int {
    let prefix = Data("refinery-boundary-".utf8)
    var rest = content[...]
    var number = 0
    while let found = rest.firstRange(of: prefix) {
      rest = rest[found.upperBound...]
      let digits = rest.prefix(9).prefix { (0x30...0x39).contains($0) }
      number = max(number, (Int(String(decoding: digits, as: UTF8.self)) ?? 0) + 1)
    }
    return number
  }

  private static func escaped(_ name: String) -> String {
    String(name.flatMap { $0 == "\"" ? "%22" : $0.isNewline ? "%0D%0A" : String($0) })
  }
}
