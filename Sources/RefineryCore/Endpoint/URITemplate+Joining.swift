extension URITemplate {
  /// Returns this template with a component appended to its path, joined by exactly one slash.
  ///
  /// The component is inserted before this template's query and fragment: `people{?page}` and `{id}{?fields}` give
  /// `people/{id}{?fields}{&page}`. An absolute component replaces this template; an empty one changes nothing. If one of the
  /// two is malformed, the result has its problem. Nothing can be appended to a ``location``.
  public func appending(_ component: URITemplate) -> URITemplate {
    guard !component.isAbsolute else { return component }
    guard !component.isLocation else { return component.mapLocation(appending) }
    guard !isLocation else { return URITemplate(component.text, unusable: "no path can follow a Location") }
    guard !component.text.isEmpty else { return self }
    let (first, second) = (storage.pieces, component.storage.pieces)
    let path = Self.join(path: first.path, second.path)
    let query = Self.join(query: second.query, first.query)
    let fragment = second.fragment.isEmpty ? first.fragment : second.fragment
    return URITemplate(storage: Storage("\(path)\(query)\(fragment)", problem: problem ?? component.problem))
  }

  /// This template with `/{id}` appended to its path. Made once; later uses do not allocate.
  package var item: URITemplate {
    if let made = storage.itemStorage.load() { return URITemplate(storage: made) }
    return URITemplate(storage: storage.itemStorage.storeIfNil(appending(.identifier).storage))
  }

  private static let identifier: URITemplate = "{id}"

  private static func join(path first: Substring, _ second: Substring) -> String {
    guard !second.isEmpty else { return String(first) }
    let startsWithSlash = second.utf8.first == UInt8(ascii: "/") || second.utf8.starts(with: "{/".utf8)
    switch (first.utf8.last == UInt8(ascii: "/"), startsWithSlash) {
    case (true, true): return "\(Substring(first.unicodeScalars.dropLast()))\(second)"
    case (false, false): return "\(first)/\(second)"
    default: return "\(first)\(second)"
    }
  }

  private static func join(query first: Substring, _ second: Substring) -> String {
    guard !first.isEmpty, !second.isEmpty else { return "\(first)\(second)" }
    switch second.utf8.first {
    case UInt8(ascii: "?"): return "\(first)&\(Substring(second.unicodeScalars.dropFirst()))"
    case UInt8(ascii: "{") where second.utf8.starts(with: "{?".utf8):
      return "\(first){&\(Substring(second.unicodeScalars.dropFirst(2)))"
    default: return "\(first)\(second)"
    }
  }
}

extension URITemplate.Storage {
  fileprivate var pieces: (path: Substring, query: Substring, fragment: Substring) {
    let query = text.utf8.index(text.startIndex, offsetBy: queryStart)
    let fragment = text.utf8.index(text.startIndex, offsetBy: fragmentStart)
    return (text[..<query], text[query..<fragment], text[fragment...])
  }
}
