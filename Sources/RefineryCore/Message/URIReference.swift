/// The parts of a URI reference, and its resolution (RFC 3986 section 5). No part is decoded, so none is encoded twice.
struct URIReference: Equatable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?
}

extension URIReference {
  /// Parses a reference. Returns nil if it contains a control character. Spaces and non-ASCII bytes, which some servers send
  /// although they must not, become percent escapes.
  init?(_ text: String) {
    guard let clean = Self.escaped(text) else { return nil }
    var rest = clean[...]
    fragment = rest.firstIndex(of: "#").map { index in
      defer { rest = rest[..<index] }
      return String(rest[rest.index(after: index)...])
    }
    query = rest.firstIndex(of: "?").map { index in
      defer { rest = rest[..<index] }
      return String(rest[rest.index(after: index)...])
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  /// Returns the absolute URI of this reference within `base` (RFC 3986 section 5.2.2, strict).
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    if scheme != nil || authority != nil {
      target.scheme = scheme ?? base.scheme
      target.path = Self.withoutDotSegments(path)
      return target
    }
    target.scheme = base.scheme
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.utf8.first == 0x2F {
      target.path = Self.withoutDotSegments(path)
    } else if let slash = base.path.lastIndex(of: "/") {
      target.path = Self.withoutDotSegments(base.path[...slash] + path)
    } else {
      target.path = Self.withoutDotSegments("/" + path)
    }
    return target
  }

  /// Removes dot segments (RFC 3986 section 5.2.4) from a path that starts with a slash.
  ///
  /// - Parameter decoding: whether `%2E` also counts as a dot (section 6.2.2.2).
  static func withoutDotSegments(_ path: String, decoding: Bool = false) -> String {
    guard path.utf8.contains(0x2E) || decoding && path.utf8.contains(0x25) else { return path }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch decoding ? dots(of: segment) : segment == "." ? 1 : segment == ".." ? 2 : 0 {
      case 1:
        if isLast { kept.append("") }
      case 2:
        if kept.count > 1 { kept.removeLast() }
        if isLast { kept.append("") }
      default:
        kept.append(segment)
      }
    }
    return kept.joined(separator: "/")
  }

  /// Returns the number of dots if a segment consists of 1 or 2 dots, plain or percent-encoded; 0 for any other segment.
  static func dots(of segment: Substring) -> Int {
    guard (1...6).contains(segment.utf8.count) else { return 0 }
    var count = 0
    for octet in Octets(String(segment)) {
      guard octet.byte == 0x2E else { return 0 }
      count += 1
    }
    return count <= 2 ? count : 0
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, first.isAlphanumeric, !(0x30...0x39).contains(first) else { return false }
    return text.utf8.allSatisfy { $0.isAlphanumeric || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
  }

  private static func escaped(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    var escaped = ""
    escaped.append(percentEncoding: text, keeping: .visible)
    return escaped
  }
}

extension StringProtocol {
  func trimming(where isWaste: (Character) -> Bool) -> SubSequence {
    var rest = drop(while: isWaste)
    while let last = rest.last, isWaste(last) { rest.removeLast() }
    return rest
  }
}
