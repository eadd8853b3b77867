import HTTPTypes

extension Redaction {
  /// Returns the URL of a request without user information and with hidden query values.
  ///
  /// If the server gave the URL, as the location of an upload or the link to a page, anyone who knows the URL may be able to
  /// use it. So only those first segments of its path are shown that the row's own path also has: `/files/<redacted>`.
  public func url(of request: Request) -> String {
    guard let parts = request.givenTarget else { return url(of: request.head) }
    var head = request.head
    head.path = parts.shown + Self.mark + parts.rest
    return url(of: head)
  }
}

extension Request {
  /// The parts of a target that the server gave: the segments that the row's own path also has, the other segments, and the
  /// query. Nil if the server did not give it, or if its path has no other segments.
  fileprivate var givenTarget: (shown: String, hidden: String, rest: String)? {
    ownPath.flatMap { Self.parts(of: head.path ?? "", beyond: $0) }
  }

  private static func parts(of target: String, beyond own: String) -> (shown: String, hidden: String, rest: String)? {
    func segments(_ path: some StringProtocol) -> [Substring] {
      String(path).split(separator: "/", omittingEmptySubsequences: false)
    }
    let path = target.prefix { $0 != "?" && $0 != "#" }
    let (all, known) = (segments(path), segments(own.prefix { $0 != "?" }))
    let count = zip(all, known).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let hidden = all[count...].joined(separator: "/")
    guard hidden.utf8.contains(where: { $0 != UInt8(ascii: "/") }) else { return nil }
    let shown = all[..<count].map { $0 + "/" }.joined()
    return (shown, hidden, String(target[path.endIndex...]))
  }
}
