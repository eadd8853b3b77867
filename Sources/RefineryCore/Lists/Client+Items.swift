import HTTPTypes

extension Client {
  /// The items of a list, read while they arrive: a list of any length takes no more memory than its largest item and the
  /// bytes under way.
  ///
  /// ```swift
  /// for try await person in api.stream(Person.enumerate()) { print(person.name) }
  /// ```
  /// The request is sent when the first item is asked for. The list is an array within the row's envelope (``EnvelopeOption``,
  /// ``Resource/listEnvelope``), lines or a sequence, as the answer's `Content-Type` says; `Accept` asks for these unless the
  /// client, row or call says what to ask for. Items are read by the call's coder, which must be a ``StreamingCoder``.
  ///
  /// On a transport with back-pressure a reader that stops stops the server, and up to the buffer of ``Delivery`` (256 KiB unless
  /// given) is under way; on one without, a reader that falls behind by more than the buffer (16 MiB) ends the reading with an
  /// error. Leaving the loop ends the transfer, and so does cancelling the task.
  ///
  /// ``Timeout`` limits the time until the head of the answer is there, and then each wait for more bytes, unless ``IdleTimeout``
  /// limits that. The time that the reader takes for itself does not count, and the reading as a whole has no limit.
  /// Middleware may repeat the request until the head is there; from then on nothing is sent again.
  ///
  /// - Parameters:
  ///   - call: the call for the list.
  ///   - format: how the items follow each other; nil: as the answer says.
  ///   - skipped: is told of each item that could not be read, where the call says ``ElementPolicy/skip``.
  public func stream<Element>(
    _ call: Call<[Element]>, as format: ItemFormat? = nil, skipped: (@Sendable (SkippedElement) -> Void)? = nil
  ) -> ItemStream<Element> {
    ItemStream(client: self, call: call, format: format, skipped: skipped)
  }

  /// Whether a call's list can be read item by item.
  func unstreamable<Element>(_ call: Call<[Element]>) -> Unstreamable? {
    guard call.mapping.items is ItemMapping<Element> else { return Unstreamable(reason: .mapping) }
    let coder = option(CoderOption.self, of: call)?.coder ?? coder
    return coder is any StreamingCoder ? nil : Unstreamable(reason: .coder("\(type(of: coder))"))
  }

  /// Makes the request of a stream. Its record has no deadline: ``open(_:within:)`` keeps it as far as the head.
  func streamRequest<Element>(_ call: Call<[Element]>, as format: ItemFormat?) throws -> Request {
    if let fault = unstreamable(call) { throw CallError(.building, call.endpoint, underlying: fault) }
    var asked = call.timeout(nil)
    if option(IdleTimeout.self, of: call) == nil {
      asked.options[IdleTimeout.self] = option(Timeout.self, of: call)
    }
    if option(Delivery.self, of: call) == .whole {
      let hasBackPressure = transport.capabilities.contains(.backPressure)
      asked.options[Delivery.self] = .streamed(buffer: hasBackPressure ? 256 * 1024 : 16 * 1024 * 1024)
    }
    let row = overrides.applied(to: call.endpoint).options.explicit(RowHeaders.self)
    if headers[.accept] == nil, row?[.accept] == nil, call.headers[.accept] == nil, !call.headers.replacesAll {
      asked.headers[.accept] = ItemFormat.accept(format, of: option(CoderOption.self, of: call)?.coder ?? coder)
    }
    return try self.request(for: asked)
  }

  /// Sends the request of a stream, and gives the answer once its head is there and says success.
  func open(_ request: Request, within limit: Duration?) async throws -> (Response, CallEnding?) {
    do {
      let response = try await exchange(request, by: limit.map { Deadline(after: $0, on: clock) })
      guard request.options[SuccessCodes.self].contains(response.head.status.code) else {
        throw await failure(of: response, to: request)
      }
      return observers.isEmpty ? (response, nil) : observed(response, of: request)
    } catch {
      // A silence as long as the whole limit is the same limit, whoever saw it first.
      if let limit, let timeout = error as? TimedOut, timeout.timer == .idle, timeout.limit == limit {
        throw failed(TimedOut(.total, limit: limit), request)
      }
      throw failed(error, request)
    }
  }
}
