import FoundationEssentials
import HTTPTypes

extension Client {
  /// The pages of a list, each asked for when it is wanted.
  ///
  /// ```swift
  /// for try await page in api.pages(of: Person.enumerate(), by: .numbers(size: 20)) {
  ///   print(page.elements, page.info.total ?? "?", page.headers)
  /// }
  /// ```
  /// Nothing is sent until the first page is asked for: no page is fetched before
  /// it is wanted. Each page is a call of its own, with the call's ``Timeout`` from its start to its end; the reading as a whole
  /// has no limit. An error names its page (``CallError/page``), and asking again asks for that page again. A page that has been
  /// read already ends the reading with ``PagingError/loop``, and one that says to the byte what the page before it said with
  /// ``PagingError/repeated``; a server that goes round in other ways is what ``PageLimits`` are for.
  ///
  /// - Parameters:
  ///   - call: the call for the list. What it says about query, header fields, options and mapping holds for all pages.
  ///   - pagination: how the next page is found; nil: as the row says by ``Enumerable/pagination`` or ``Paginated``.
  ///   - token: where to go on, in place of the first page.
  public func pages<Element>(
    of call: Call<[Element]>, by pagination: Pagination? = nil, from token: PageToken? = nil
  ) -> Pages<[Element]> {
    Pages(client: self, call: call, pagination: pagination, start: token, count: \.count)
  }

  /// The pages of a list that comes within something else, such as a document. `elements` returns the elements of a page.
  public func pages<Output, Element>(
    of call: Call<Output>, by pagination: Pagination? = nil, from token: PageToken? = nil,
    elements: @escaping @Sendable (Output) -> [Element]
  ) -> Pages<Output> {
    Pages(client: self, call: call, pagination: pagination, start: token) { elements($0).count }
  }

  /// The elements of a list, through all of its pages: k of them cost as many requests as the pages that hold them.
  ///
  /// ```swift
  /// for try await person in api.items(of: Person.enumerate(), by: .linkHeader).prefix(45) { print(person.name) }
  /// ```
  /// See ``pages(of:by:from:)`` for limits, errors and parameters. A page is read whole before its first element is given: links
  /// and totals may stand behind the elements, and a page that fails can be asked for again without an element coming twice.
  ///
  /// A list for which neither `by:` nor the row says how it is paginated, and that goes on from no token, has no pages: it is one
  /// request, whose elements are read while they arrive as ``stream(_:as:skipped:)`` does, if the coder is a ``StreamingCoder``.
  public func items<Element>(
    of call: Call<[Element]>, by pagination: Pagination? = nil, from token: PageToken? = nil
  ) -> Items<[Element], Element> {
    var items = Items(pages: pages(of: call, by: pagination, from: token)) { $0 }
    if pagination == nil, token == nil, option(Paginated.self, of: call) == nil, unstreamable(call) == nil {
      items.whole = stream(call)
    }
    return items
  }

  /// The elements of a list that comes within something else, such as a document, through all of its pages. `elements` returns
  /// the elements of a page.
  public func items<Output, Element>(
    of call: Call<Output>, by pagination: Pagination? = nil, from token: PageToken? = nil,
    elements: @escaping @Sendable (Output) -> [Element]
  ) -> Items<Output, Element> {
    Items(pages: pages(of: call, by: pagination, from: token, elements: elements), elements: elements)
  }

  /// One page: the first, or the token's.
  ///
  /// - Throws: as ``Pages/Iterator/next()``.
  public func page<Element>(
    of call: Call<[Element]>, by pagination: Pagination? = nil, from token: PageToken? = nil
  ) async throws -> Page<[Element]> {
    var reading = pages(of: call, by: pagination, from: token).makeAsyncIterator()
    return try await reading.page()
  }

  /// One page of a list that comes within something else: the first, or the token's.
  ///
  /// - Throws: as ``Pages/Iterator/next()``.
  public func page<Output, Element>(
    of call: Call<Output>, by pagination: Pagination? = nil, from token: PageToken? = nil,
    elements: @escaping @Sendable (Output) -> [Element]
  ) async throws -> Page<Output> {
    var reading = pages(of: call, by: pagination, from: token, elements: elements).makeAsyncIterator()
    return try await reading.page()
  }
}

extension Client {
  func coder(for request: Request) -> any Coder { request.options[CoderOption.self]?.coder ?? coder }

  /// An option that is needed before there is a request.
  func option<Key: OptionKey, Output>(_ key: Key.Type, of call: Call<Output>) -> Key.Value {
    call.options.explicit(key) ?? overrides[call.endpoint.name]?.options.explicit(key)
      ?? call.endpoint.options.explicit(key) ?? options[key]
  }
}
