import FoundationEssentials
import HTTPTypes

extension Client {
  /// The pages of a list. Each is requested when it is read.
  ///
  /// ```swift
  /// for try await page in api.pages(of: Person.enumerate(), by: .numbers(size: 20)) {
  ///   print(page.elements, page.info.total ?? "?", page.headers)
  /// }
  /// ```
  /// Nothing is sent until the first page is read, and no page is fetched ahead. Each page is a call of its own with the call's
  /// ``Options/timeout``; the reading as a whole has no limit. An error names its page (``CallError/page``), and the next read
  /// requests that page again. A page that was read before ends the reading with ``PagingError/loop``. A page that is equal to
  /// the page before it ends the reading with ``PagingError/repeated``, unless it is after the last page of a list that is read
  /// by numbers or offsets. ``Pagination/Limits`` stop other endless lists.
  ///
  /// - Parameters:
  ///   - call: the call for the list. Its query, header fields, options and mapping apply to all pages.
  ///   - pagination: how the next page is found; nil: as the row's ``Enumerable/pagination`` or ``Options/pagination`` says.
  ///   - token: where to continue; nil for the first page.
  public func pages<Element>(
    of call: Call<[Element]>, by pagination: Pagination? = nil, from token: PageToken? = nil
  ) -> Pages<[Element]> {
    pages(of: call, by: pagination, from: token) { $0 }
  }

  /// The pages of a list within another value, such as a document. `elements` returns the elements of a page.
  public func pages<Output, Element>(
    of call: Call<Output>, by pagination: Pagination? = nil, from token: PageToken? = nil,
    elements: @escaping @Sendable (Output) -> [Element]
  ) -> Pages<Output> {
    Pages(client: self, call: call, pagination: pagination, start: token) {
      elements($0).count
    } identity: {
      LoopGuard.identity(of: elements($0))
    }
  }

  /// The elements of a list, across all its pages. Reading a number of elements requests only the pages that contain them.
  ///
  /// ```swift
  /// for try await person in api.items(of: Person.enumerate(), by: .linkHeader).prefix(45) { print(person.name) }
  /// ```
  /// See ``pages(of:by:from:)`` for limits, errors and parameters. A page is read whole before its first element is returned,
  /// because links and totals may follow the elements. So a failed page can be requested again without repeated elements.
  ///
  /// A list without a pagination throws ``PagingError/undeclared(row:)`` and sends nothing. ``stream(_:as:skipped:)`` reads a
  /// list that is one response.
  public func items<Element>(
    of call: Call<[Element]>, by pagination: Pagination? = nil, from token: PageToken? = nil
  ) -> Items<[Element], Element> {
    items(of: call, by: pagination, from: token) { $0 }
  }

  /// The elements of a list within another value, such as a document, across all its pages. `elements` returns the elements of
  /// a page.
  public func items<Output, Element>(
    of call: Call<Output>, by pagination: Pagination? = nil, from token: PageToken? = nil,
    elements: @escaping @Sendable (Output) -> [Element]
  ) -> Items<Output, Element> {
    Items(pages: pages(of: call, by: pagination, from: token, elements: elements), elements: elements)
  }
}
