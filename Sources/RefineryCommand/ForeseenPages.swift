#if CommandLine
  import RefineryCore

  /// Pages of a server without a declared pagination: follows the usual forms of a link to the next page.
  struct ForeseenPages: PageStrategy {
    private static let places: [Pagination.Source] = [.body("links.next"), .body("next"), .header("Next-Page")]

    func next(after page: PageResponse) -> PageStep? {
      if let link = page.links.next { return .link(link) }
      return Self.places.lazy.compactMap { try? page.text(at: $0) }.first.map { .link($0) }
    }
  }

  extension JSONValue {
    /// The elements of a list, or of the only list among the members of an object; any other value is the only element.
    var listed: [JSONValue] {
      if let array { return array }
      let lists = object?.compactMap(\.value.array) ?? []
      return lists.count == 1 ? lists[0] : [self]
    }
  }
#endif
