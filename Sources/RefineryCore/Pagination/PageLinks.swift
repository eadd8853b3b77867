/// The links of a page to other pages: absolute URLs if they could be resolved, otherwise as the server wrote them.
///
/// Links are not checked here; ``ScopedCall/following(_:adding:)`` checks a link when it is followed.
public struct PageLinks: Sendable, Hashable, Redacted {
  /// The first page.
  public var first: String?
  /// The page before this one.
  public var previous: String?
  /// The page after this one.
  public var next: String?
  /// The last page.
  public var last: String?
  /// This page: the relation `self`.
  public var current: String?

  /// These links.
  public init(
    first: String? = nil, previous: String? = nil, next: String? = nil, last: String? = nil, current: String? = nil
  ) {
    self.first = first
    self.previous = previous
    self.next = next
    self.last = last
    self.current = current
  }

  /// The targets of the relations `first`, `prev` or `previous`, `next`, `last` and `self`; of several, the first is used.
  package init(_ links: [WebLink]) {
    func target(_ relations: String...) -> String? {
      links.first { link in relations.contains(where: link.relations.contains) }?.target
    }
    self.init(
      first: target("first"), previous: target("prev", "previous"), next: target("next"), last: target("last"),
      current: target("self"))
  }

  func resolved(against url: URIReference) -> PageLinks {
    PageLinks(
      first: first.map(url.absolute), previous: previous.map(url.absolute), next: next.map(url.absolute),
      last: last.map(url.absolute), current: current.map(url.absolute))
  }
}

extension URIReference {
  /// Resolves a link against this URL, without its fragment; returns it unchanged if that fails.
  func absolute(_ link: String) -> String {
    let text = String(link.trimming { $0 == " " })
    guard !text.isEmpty, let target = URIReference(text)?.resolved(against: self), target.scheme != nil,
      target.authority != nil
    else { return link }
    return target.text
  }

  /// The URL without a fragment and user information.
  var text: String {
    let host = authority.map(Authority.withoutUserInfo) ?? ""
    return "\(scheme ?? "")://\(host)\(path)\(query.map { "?" + $0 } ?? "")"
  }
}
