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
  /// ``Timeout`` limits the time to the head, and then each wait for a chunk, unless ``IdleTimeout`` limits that. The reading
  /// as a whole has no limit. A response without content (204, 205, 304, or a length of 0) need not have a media type of
  /// ``AcceptedMediaTypes``.
  ///
  /// - Parameters:
  ///   - call: the call. Its mapping does not apply.
  ///   - accept: the value of `Accept`, unless the client, the row or the call sets it. With nil, the coder's value is sent.
  /// - Throws: ``CallError``; `CancellationError` when the task is cancelled.
  public func open<Output>(_ call: Call<Output>, accept: String? = nil) async throws -> StreamedResponse {
    try Task.checkCancellation()
    let request = try streamRequest(call, accept: accept)
    let (response, ending) = try await open(request, within: option(Timeout.self, of: call))
    let hasContent = ![204, 205, 304].contains(response.head.status.code) && response.body.length != 0
    if hasContent,
      let fault = UnexpectedMediaType(
        response.head.headerFields[.contentType], accepted: request.options[AcceptedMediaTypes.self])
    {
      let error = CallError(.mapping, request.endpoint, request: request, response: response.head, underlying: fault)
      ending?.tell(.failure(error))
      throw error
    }
    return StreamedResponse(response, to: request, from: self, ending)
  }

  /// Makes the request of a stream. Its context has no deadline: ``open(_:within:)`` enforces one until the head arrives.
  private func streamRequest<Output>(_ call: Call<Output>, accept: String?) throws -> Request {
    var asked = call.timeout(nil)
    if option(IdleTimeout.self, of: call) == nil {
      asked.options[IdleTimeout.self] = option(Timeout.self, of: call)
    }
    if option(Delivery.self, of: call) == .whole {
      let hasBackPressure = transport.capabilities.contains(.backPressure)
      asked.options[Delivery.self] = .streamed(buffer: hasBackPressure ? 256 * 1024 : 16 * 1024 * 1024)
    }
    if let accept {
      let row = overrides.applied(to: call.endpoint).options.explicit(RowHeaders.self)
      let isDecided = headers.mentions(.accept) || row?.mentions(.accept) == true || call.headers.mentions(.accept)
      if !isDecided, !call.headers.replacesAll {
        asked.headers[.accept] = accept
      }
    }
    return try self.request(for: asked)
  }

  /// Sends the request of a stream, and returns the response once its head is there and its status is a success.
  private func open(_ request: Request, within limit: Duration?) async throws -> (Response, CallEnding?) {
    if calls.begins() {
      defer { calls.ends() }
      return try await receive(request, within: limit)
    }
    return try await tracked(request) { try await receive(request, within: limit) }
  }

  private func receive(_ request: Request, within limit: Duration?) async throws -> (Response, CallEnding?) {
    let own = limit.map { Deadline(after: $0, on: clock) }
    // Until the head arrives, middleware sees this as the deadline of the call: it does not wait beyond it, and it treats a
    // later cancellation as a time-out.
    request.context.headDeadline = own
    defer { request.context.headDeadline = nil }
    var refused: Response?
    do {
      let response = try tracked(try await exchange(request, by: own, ownLimit: limit))
      guard request.options[SuccessCodes.self].contains(response.head.status.code) else {
        if isObserved(request) { refused = Response(head: response.head, source: response.source) }
        throw await failure(of: bounded(response, request, by: own), to: request)
      }
      return (response, isObserved(request) ? ending(of: request, response) : nil)
    } catch {
      // A silence as long as the call's whole limit is reported as a time-out of the call, whichever timer fired first.
      if let limit, let timeout = error as? TimedOut, timeout.timer == .idle, timeout.limit == limit {
        throw failed(TimedOut(.total, limit: limit), request)
      }
      throw failed(error, request, refused)
    }
  }
}
