import HTTPTypes

extension Redaction {
  /// Returns the URL of a request without user information and with hidden query values.
  ///
  /// If the server gave the URL (the location of an upload, the link to a page, the target of a redirect), anyone who knows it
  /// may be able to use it. So of its path, only the first segments that the row's own path also has are shown:
  /// `/files/<redacted>`.
  public func url(of request: Request) -> String {
    guard let own = request.ownPath else { return url(of: request.head) }
    var head = request.head
    head.path = Self.target(head.path ?? "", within: own)
    return url(of: head)
  }

  /// Returns a target that the server gave. A mark replaces the path segments that `own`, the row's own path, does not have. A
  /// path without such segments is returned unchanged.
  static func target(_ target: String, within own: String) -> String {
    func segments(_ path: some StringProtocol) -> [Substring] {
      String(path).split(separator: "/", omittingEmptySubsequences: false)
    }
    let path = target.prefix { $0 != "?" && $0 != "#" }
    let (all, known) = (segments(path), segments(own.prefix { $0 != "?" }))
    let count = zip(all, known).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    guard all[count...].contains(where: { !$0.isEmpty }) else { return target }
    return all[..<count].map { $0 + "/" }.joined() + mark + target[path.endIndex...]
  }
}
