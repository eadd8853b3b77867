extension URITemplate.Storage {
  /// Returns why a relative template cannot be joined to a base URL: it has another scheme, or `..` segments that leave the
  /// base URL's path.
  static func relativeFault(of text: String, _ parts: [URITemplate.Part]) -> URITemplate.Malformed? {
    let path = URITemplate.skeleton(of: parts).prefix { $0 != "?" && $0 != "#" }
    func fault(_ reason: String) -> URITemplate.Malformed {
      // The text may contain secrets, such as user information.
      URITemplate.Malformed(template: String(path.prefix { $0 != "/" }), position: 0, reason: reason)
    }
    if let mark = path.firstRange(of: "://"), !path[..<mark.lowerBound].contains("/") {
      return fault("it begins with a scheme that is neither http nor https")
    }
    guard path.utf8.contains(UInt8(ascii: ".")) || path.utf8.contains(UInt8(ascii: "%")) else { return nil }
    var depth = 0
    for segment in path.split(separator: "/") {
      switch URIReference.dots(of: segment) {
      case 1: break
      case 2: depth -= 1
      default: depth += 1
      }
      if depth < 0 { return fault("its `..` leaves the path of the base URL") }
    }
    return nil
  }
}
