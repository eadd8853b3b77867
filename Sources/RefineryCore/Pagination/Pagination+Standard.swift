extension Pagination {
  /// Pages by number: `page=1&per_page=10`, then `page=2`. If the call itself has a number in its query, the reading starts
  /// there.
  ///
  /// The list ends when the server's total is reached, and at an empty page. It also ends at a short page, which has fewer
  /// elements than requested, if all pages before it were full or the server states its size (`X-Per-Page`). A server may
  /// return fewer elements than requested, so a short first page does not end the list: without a total, one more page is
  /// requested. The server's `X-Per-Page` and `X-Next-Page` win over the requested size and the next number.
  ///
  /// Past the last page, the server may also respond with a status of `endStatuses`, or with the page before it again; that
  /// response is not returned. A repeated page ends the list only after a short page, or if it is the third page or a later
  /// one. Otherwise the server may be ignoring the query, so the reading throws ``PagingError/repeated``. Pages are equal if
  /// their bodies are, or if their elements have the same ids.
  ///
  /// - Parameters:
  ///   - size: the number of elements to request; nil leaves it out of the query, and the server decides.
  ///   - base: the number of the first page, where the reading starts: 1 or 0.
  ///   - page: the query key of the number.
  ///   - perPage: the query key of the size.
  ///   - total: the place of the total, in addition to the header fields that ``PageInfo`` reads.
  ///   - endsOnShortPage: true if every short page is the last: a short list then takes one request. False for a server whose
  ///     pages differ in length: after a short page, one more request is made, unless the server sends a total.
  ///   - endStatuses: the statuses of a page after the last, which end the list in place of an error. They count only for a
  ///     list without a total. Pass `[404]` or `[]` if the server also uses 400 for other errors, such as a limit on the depth
  ///     of pages.
  public static func numbers(
    size: Int? = nil, base: Int = 1, page: String = "page", perPage: String = "per_page", total: Pagination.Source? = nil,
    endsOnShortPage: Bool? = nil, endStatuses: Set<Int> = [400, 404]
  ) -> Pagination {
    Pagination(
      NumberedPages(
        page: page, perPage: perPage, size: size, start: base, base: base,
        counting: Counting(total: total, endsOnShortPage: endsOnShortPage, endStatuses: endStatuses)))
  }

  /// Pages by offset: `limit=10&offset=0`, then `offset=10`. The offset grows by the number of received elements, so a smaller
  /// page loses nothing. If the call itself has an offset in its query, the reading starts there.
  ///
  /// Ends in the same cases as ``numbers(size:base:page:perPage:total:endsOnShortPage:endStatuses:)``.
  public static func offsets(
    limit: Int? = nil, from start: Int = 0, offset: String = "offset", limitName: String = "limit",
    total: Pagination.Source? = nil, endsOnShortPage: Bool? = nil, endStatuses: Set<Int> = [400, 404]
  ) -> Pagination {
    Pagination(
      OffsetPages(
        offset: offset, limit: limitName, size: limit, start: start,
        counting: Counting(total: total, endsOnShortPage: endsOnShortPage, endStatuses: endStatuses)))
  }

  /// Pages by cursor: each response has the token of the next page, in its body or in a header field.
  ///
  /// A token that is an object or an array belongs in the body of the next request: see ``inBody(at:)``.
  ///
  /// The list ends if the token is missing, null or empty, and at an empty page whose token leads to itself. If a page's token
  /// leads to a page that was read before, the page is returned, and the next read throws ``PagingError/loop``.
  ///
  /// - Parameters:
  ///   - source: the place of the token: `.body("meta.next_cursor")`, `.header("X-Next-Cursor")`.
  ///   - parameter: the query key of the token.
  ///   - start: the first token.
  ///   - size: the number of elements to request.
  ///   - sizeParameter: the query key of the size.
  ///   - more: the member that says whether there are more pages, for servers that send a token after the last page, too.
  ///   - total: the place of the total.
  ///   - repeats: true for a server that sends the same token with every page and keeps the place itself, such as
  ///     Elasticsearch's scroll. The list then ends at an empty page.
  public static func cursor(
    _ source: Pagination.Source, parameter: String = "cursor", from start: String? = nil, size: Int? = nil,
    sizeParameter: String = "limit", more: MemberPath? = nil, total: Pagination.Source? = nil, repeats: Bool = false
  ) -> Pagination {
    Pagination(
      CursorPages(
        source: source, parameter: parameter, start: start, size: size, sizeParameter: sizeParameter, more: more, total: total,
        repeatsSteps: repeats))
  }

  /// Pages by `Link` header fields (RFC 8288): the relation `next` is followed.
  public static let linkHeader = Pagination(HeaderLinkedPages())

  /// Pages by a link at another place: `.nextLink(.header("Next-Page"))`, `.nextLink(.body("next"))`.
  ///
  /// In a body, a link is text or an object with an `href`; a null or missing link ends the list.
  public static func nextLink(
    _ next: Pagination.Source, previous: Pagination.Source? = nil, first: Pagination.Source? = nil,
    last: Pagination.Source? = nil,
    current: Pagination.Source? = nil, total: Pagination.Source? = nil
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
  /// Pages of JSON:API. The first is requested by `page[number]` and `page[size]`, the others by `links.next` of each document.
  /// After a document in which `links.next` is missing (not null), the next number is requested.
  ///
  /// - Parameters:
  ///   - number: the first page; nil leaves it out.
  ///   - size: the number of elements to request; nil leaves it out.
  ///   - key: the name before the brackets.
  ///   - total: the place of the total, such as `.body("meta.total")`.
  public static func jsonAPI(
    number: Int? = nil, size: Int? = nil, key: String = "page", total: Pagination.Source? = nil
  ) -> Pagination {
    let numbers = NumberedPages(
      page: "\(key)[number]", perPage: "\(key)[size]", size: size, start: number, base: 1,
      counting: Counting(total: total))
    return Pagination(SteeredPages(links: .jsonAPI(total), otherwise: Pagination(numbers)))
  }

  /// Pages of JSON:API. The first is requested by `page[offset]` and `page[limit]`, the others by `links.next`, or else by the
  /// next offset.
  public static func jsonAPI(offset: Int?, limit: Int?, key: String = "page", total: Pagination.Source? = nil) -> Pagination {
    let offsets = OffsetPages(
      offset: "\(key)[offset]", limit: "\(key)[limit]", size: limit, start: offset,
      counting: Counting(total: total))
    return Pagination(SteeredPages(links: .jsonAPI(total), otherwise: Pagination(offsets)))
  }

  /// Pages of JSON:API. The first is requested by `page[cursor]`, the others by `links.next`.
  public static func jsonAPI(cursor: String?, key: String = "page", total: Pagination.Source? = nil) -> Pagination {
    var pages = LinkedPages.jsonAPI(total)
    if let cursor { pages.first = .query(["\(key)[cursor]": cursor]) }
    return Pagination(pages)
  }
}

extension LinkedPages {
  fileprivate static func jsonAPI(_ total: Pagination.Source?) -> LinkedPages {
    LinkedPages(
      next: .body("links.next"), firstLink: .body("links.first"), previousLink: .body("links.prev"),
      lastLink: .body("links.last"), currentLink: .body("links.self"), total: total)
  }
}
