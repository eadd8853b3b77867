import HTTPTypes

extension Client {
  /// Sends a call and returns its response as soon as the head is there. The body is read while it arrives.
  ///
  /// Modules use this to read stream formats of their own. ``stream(_:as:skipped:)`` reads lists.
  ///
  /// ```swift
  /// let response = try await api.open(Report.export(), accept: "text/csv")
  /// while let chunk = try await response.next() { lines.append(chunk) }
  /// response.finish()
  /// ```
  /// ``Options/timeout`` limits the time to the head, and then each wait for a chunk, unless ``Options/idleTimeout`` limits
  /// that. The reading as a whole has no limit. A response without content (204, 205, 304, or a length of 0) need not have a
  /// media type of ``Options/acceptedMediaTypes``.
  ///
  /// - Parameters:
  ///   - call: the call. Its mapping does not apply.
  ///   - accept: the value of `Accept`, unless the client, the row or the call sets it; nil: that of the coder.
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func open<Output>(_ call: Call<Output>, accept: String? = nil) async throws -> StreamedResponse {
    try Task.checkCancellation()
    let request = try streamRequest(call, accept: accept)
    return try await perform(request) { response in
      let response = try tracked(response)
      guard isSuccess(response, of: request) else {
        var refused = response
        if let deadline = request.deadline { refused.body = response.body.ending(by: deadline, limit: request.options.timeout) }
        throw await failure(of: refused, to: request)
      }
      request.context.headArrives()
      let hasContent = ![204, 205, 304].contains(response.head.status.code) && response.body.length != 0
      if hasContent, let fault = request.options.mediaTypeFault(in: response.head.headerFields) {
        throw CallError(.mapping, request.endpoint, request: request, response: response.head, underlying: fault)
      }
      return StreamedResponse(response, to: request, from: self, isObserved(request) ? ending(of: request, response) : nil)
    }
  }

  /// Makes the request of a stream, whose time limit ends with the head.
  private func streamRequest<Output>(_ call: Call<Output>, accept: String?) throws -> Request {
    let settings = options(of: call)
    var asked = call
    if settings.idleTimeout == nil { asked.options.idleTimeout = settings.timeout }
    if settings.delivery == .whole {
      let hasBackPressure = transport.capabilities.contains(.backPressure)
      asked.options.delivery = .streamed(buffer: hasBackPressure ? 256 * 1024 : 16 * 1024 * 1024)
    }
    let changes = headers(of: call, settings)
    if let accept, !changes.replacesAll, !changes.mentions(.accept) { asked.headers[.accept] = accept }
    return try request(for: asked, limitsOnlyHead: true)
  }
}
