/// Paths of files, with `/` between their parts.
enum RelativePath {
  /// The folder of a file with a slash at its end; empty if the path has no folder.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// The last part of a path.
  static func file(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The last part without its extension: `user` of `models/user.yml`.
  static func stem(of path: String) -> String {
    let file = file(of: path)
    guard let dot = file.utf8.lastIndex(of: UInt8(ascii: ".")), dot > file.startIndex else { return file }
    return String(file[..<dot])
  }

  /// The path of a file that another one names, without `.` and with `..` only at its start.
  static func resolved(_ path: String, from file: String) -> String {
    let isAbsolute = path.utf8.first == UInt8(ascii: "/")
    let joined = isAbsolute ? path : folder(of: file) + path
    var parts: [Substring] = []
    for part in joined.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (joined.utf8.first == UInt8(ascii: "/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Whether a reference begins with a scheme such as `https:`.
  static func hasScheme(_ reference: String) -> Bool {
    if reference.hasPrefix("//") { return true }
    guard let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = reference.utf8[..<colon]
    guard let first = scheme.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
    return scheme.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
  }

  /// The text with its `%` escapes replaced; the text itself if they are not valid UTF-8.
  static func percentDecoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(String(rest.prefix(2)) ?? "", radix: 16) else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
