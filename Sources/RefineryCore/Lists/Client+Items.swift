import HTTPTypes

extension Client {
  /// Reads the items of a list while they arrive; the whole list is one response. A list of any length takes only the memory of
  /// its largest item and of the bytes in transit.
  ///
  /// ```swift
  /// for try await person in api.stream(Person.enumerate()) { print(person.name) }
  /// ```
  /// The request is sent when the first item is read. The list is an array within the row's envelope (``Options/envelope``,
  /// ``Resource/listEnvelope``), NDJSON, or a JSON sequence; the response's `Content-Type` decides. ``Options/itemEnvelope`` is
  /// the path of the element in each item: `{"result": {...}}`. `Accept` offers these formats unless the client, the row or the
  /// call sets it. The call's coder decodes the items; it must be a ``StreamingCoder``.
  ///
  /// A call that declares a pagination throws ``UnusableSettings`` and sends nothing, because the response would be only the
  /// first page. ``items(of:by:from:)`` reads all pages. To stream one page, set the call's option ``Options/pagination`` to
  /// nil.
  ///
  /// On a transport with back-pressure, a reader that stops also stops the server; at most the buffer of ``Delivery`` (256 KiB
  /// by default) is in transit. On a transport without back-pressure, a reader that falls behind by more than the buffer (16
  /// MiB) gets an error. Leaving the loop or cancelling the task ends the transfer.
  ///
  /// ``Options/timeout`` limits the time to the head of the response, and then each wait for more bytes, unless
  /// ``Options/idleTimeout`` limits that. The reader's own time does not count, and the reading as a whole has no limit.
  /// Middleware may repeat the request until the head is there; after that nothing is sent again.
  ///
  /// - Parameters:
  ///   - call: the call for the list.
  ///   - format: the format of the list; nil for the format in the response's `Content-Type`.
  ///   - skipped: called with each item that cannot be decoded, if the call has ``ElementPolicy/skip``.
  public func stream<Element>(
    _ call: Call<[Element]>, as format: ItemFormat? = nil, skipped: (@Sendable (SkippedElement) -> Void)? = nil
  ) -> ItemStream<Element> {
    ItemStream(client: self, call: call, format: format, skipped: skipped)
  }

  /// Returns how the items of a call's list are decoded.
  ///
  /// - Throws: why the list cannot be read item by item.
  func itemMapping<Element>(of call: Call<[Element]>) throws(UnusableSettings) -> ItemMapping<Element> {
    let options = options(of: call)
    let coder = options.coder ?? coder
    func fault(_ problem: String) -> UnusableSettings { UnusableSettings(of: ItemStream<Element>.self, problems: [problem]) }
    if options.pagination != nil {
      throw fault(
        "\(Redaction.escaped(call.endpoint.name)) is paginated, so one response is only its first page: read all pages with items(of:), "
          + "or stream that one response by setting the call's option pagination to nil")
    }
    guard let mapping = call.mapping.items as? ItemMapping<Element> else {
      throw fault("the call does not decode its response as a list of models, so it has no items to stream")
    }
    guard coder is any StreamingCoder else {
      throw fault("\(type(of: coder)) cannot read a list item by item: only a StreamingCoder can")
    }
    return mapping
  }
}
