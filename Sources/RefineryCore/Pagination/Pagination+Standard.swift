extension Pagination {
  /// Pages by number: `page=1&per_page=10`, then `page=2`.
  ///
  /// It ends where the server's total is reached, at an empty page, and at one with fewer elements than asked for. A server
  /// that says by `X-Per-Page` that its pages are smaller, or by `X-Next-Page` which page is next, is believed.
  ///
  /// - Parameters:
  ///   - size: how many elements to ask for; nil leaves it to the server, and out of the query.
  ///   - base: the number of the very first page, where the reading begins: 1, or 0.
  ///   - page: what the number is called.
  ///   - perPage: what the size is called.
  ///   - total: where the number of all elements stands, beside the header fields that ``PageInfo`` knows.
  ///   - endsOnShortPage: false for a server that gives smaller pages than asked for without saying so; unless it says how
  ///     many there are in all, it is asked once more then, for an empty page.
  public static func numbers(
    size: Int? = nil, base: Int = 1, page: String = "page", perPage: String = "per_page", total: PageSource? = nil,
    endsOnShortPage: Bool = true
  ) -> Pagination {
    Pagination(
      NumberedPages(
        page: page, perPage: perPage, size: size, start: base, base: base,
        counting: Counting(total: total, endsOnShortPage: endsOnShortPage)))
  }

  /// Pages by offset: `limit=10&offset=0`, then `offset=10`; by as much as really came, so a smaller page loses nothing.
  ///
  /// Ends as ``numbers(size:base:page:perPage:total:endsOnShortPage:)`` does.
  public static func offsets(
    limit: Int? = nil, from start: Int = 0, offset: String = "offset", limitName: String = "limit",
    total: PageSource? = nil, endsOnShortPage: Bool = true
  ) -> Pagination {
    Pagination(
      OffsetPages(
        offset: offset, limit: limitName, size: limit, start: start,
        counting: Counting(total: total, endsOnShortPage: endsOnShortPage)))
  }

  /// Pages by cursor: each answer has, in its body or in a header field, the token that asks for the next one.
  ///
  /// Ends where there is none, or it is null or empty.
  ///
  /// - Parameters:
  ///   - source: where the token stands: `.body("meta.next_cursor")`, `.header("X-Next-Cursor")`.
  ///   - parameter: what the query calls it.
  ///   - start: the token to begin with.
  ///   - size: how many elements to ask for.
  ///   - sizeParameter: what the query calls that.
  ///   - more: where the body says whether there is more, for servers that give a token after the last page too.
  ///   - total: where the number of all elements stands.
  public static func cursor(
    _ source: PageSource, parameter: String = "cursor", from start: String? = nil, size: Int? = nil,
    sizeParameter: String = "limit", more: KeyPathText? = nil, total: PageSource? = nil
  ) -> Pagination {
    Pagination(
      CursorPages(
        source: source, parameter: parameter, start: start, size: size, sizeParameter: sizeParameter, more: more, total: total))
  }

  /// Pages by `Link` header fields (RFC 8288): the relation `next` is followed.
  public static let linkHeader = Pagination(HeaderLinkedPages())

  /// Pages by a link at another place: `.nextLink(.header("Next-Page"))`, `.nextLink(.body("next"))`.
  ///
  /// In a body a link is text or an object with an `href`; null or none ends the list.
  public static func nextLink(
    _ next: PageSource, previous: PageSource? = nil, first: PageSource? = nil, last: PageSource? = nil,
    current: PageSource? = nil, total: PageSource? = nil
  ) -> Pagination {
    var pages = LinkedPages(next: next)
    pages.previousLink = previous
    pages.firstLink = first
    pages.lastLink = last
    pages.currentLink = current
    pages.total = total
    return Pagination(pages)
  }
}

extension Pagination {
  /// Pages of JSON:API: asked for by `page[number]` and `page[size]`, then by `links.next` of each document; a document
  /// without that link, not even a null one, is followed by the next number.
  ///
  /// - Parameters:
  ///   - number: the page to begin with; nil leaves it out.
  ///   - size: how many elements to ask for; nil leaves it out.
  ///   - key: what stands before the brackets.
  ///   - total: where the number of all elements stands, such as `.body("meta.total")`.
  public static func jsonAPI(
    number: Int? = nil, size: Int? = nil, key: String = "page", total: PageSource? = nil
  ) -> Pagination {
    let numbers = NumberedPages(
      page: "\(key)[number]", perPage: "\(key)[size]", size: size, start: number, base: 1,
      counting: Counting(total: total, endsOnShortPage: true))
    return Pagination(SteeredPages(links: .jsonAPI(total), otherwise: Pagination(numbers)))
  }

  /// Pages of JSON:API, asked for by `page[offset]` and `page[limit]`, then by `links.next`, or else the next offset.
  public static func jsonAPI(offset: Int?, limit: Int?, key: String = "page", total: PageSource? = nil) -> Pagination {
    let offsets = OffsetPages(
      offset: "\(key)[offset]", limit: "\(key)[limit]", size: limit, start: offset,
      counting: Counting(total: total, endsOnShortPage: true))
    return Pagination(SteeredPages(links: .jsonAPI(total), otherwise: Pagination(offsets)))
  }

  /// Pages of JSON:API, asked for by `page[cursor]`, then by `links.next`.
  public static func jsonAPI(cursor: String?, key: String = "page", total: PageSource? = nil) -> Pagination {
    var pages = LinkedPages.jsonAPI(total)
    if let cursor { pages.first = .query(["\(key)[cursor]": cursor]) }
    return Pagination(pages)
  }
}

extension LinkedPages {
  fileprivate static func jsonAPI(_ total: PageSource?) -> LinkedPages {
    LinkedPages(
      next: .body("links.next"), firstLink: .body("links.first"), previousLink: .body("links.prev"),
      lastLink: .body("links.last"), currentLink: .body("links.self"), total: total)
  }
}
