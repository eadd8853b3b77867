import RefineryOpenAPI

/// A path template for comparing: the names of its variables do not matter.
package struct PathShape: Sendable, Hashable {
  /// The segments with `{}` for each variable. A slash at the end is an empty segment.
  package let segments: [String]

  package init(segments: [String]) { self.segments = segments }

  package init(_ path: String) {
    var text = ""
    var depth = 0
    for character in path {
      switch character {
      case "{": if depth == 0 { text += "{}" }; depth += 1
      case "}": depth = max(0, depth - 1)
      default: if depth == 0 { text.append(character) }
      }
    }
    let trimmed = text.hasPrefix("/") ? String(text.dropFirst()) : text
    segments = trimmed.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The names of the variables, in order.
  static func variables(of path: String) -> [String] {
    path.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.prefix { $0 != "}" })
    }
  }

  /// The path of a server's URL, without a slash at its end.
  static func path(ofServer url: String) -> String {
    var rest = Substring(url)
    if let mark = url.firstRange(of: "://") {
      let authority = url[mark.upperBound...]
      rest = authority.firstIndex(of: "/").map { authority[$0...] } ?? ""
    } else if url.hasPrefix("//") {
      let authority = url.dropFirst(2)
      rest = authority.firstIndex(of: "/").map { authority[$0...] } ?? ""
    }
    var path = String(rest.prefix { $0 != "?" && $0 != "#" })
    while path.hasSuffix("/") { path.removeLast() }
    return path.isEmpty || path.hasPrefix("/") ? path : "/" + path
  }

  /// Without an empty segment at the end.
  package var withoutSlash: PathShape { segments.last == "" ? PathShape(segments: segments.dropLast()) : self }

  /// These segments, and then those of another path.
  func joined(_ other: PathShape) -> PathShape { PathShape(segments: withoutSlash.segments + other.segments) }

  /// What is before another path that ends this one; nil if it does not.
  func prefix(before other: PathShape) -> PathShape? {
    guard segments.count >= other.segments.count, segments.suffix(other.segments.count).elementsEqual(other.segments) else {
      return nil
    }
    return PathShape(segments: segments.dropLast(other.segments.count))
  }
}
