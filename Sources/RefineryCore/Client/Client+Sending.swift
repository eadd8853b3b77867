import FoundationEssentials
import HTTPTypes

extension Client {
  /// Sends a request. Returns the reply, and the body that it was read from.
  func replyAndBody<Output>(to request: Request, of call: Call<Output>) async throws -> (reply: Reply<Output>, body: Data) {
    if calls.begins() {
      defer { calls.ends() }
      return try await receive(request, of: call)
    }
    return try await tracked(request) { try await receive(request, of: call) }
  }

  private func receive<Output>(_ request: Request, of call: Call<Output>) async throws -> (reply: Reply<Output>, body: Data) {
    var received: Response?
    do {
      let response = bounded(try await exchange(request), request)
      if isObserved(request) { received = Response(head: response.head, source: response.source) }
      let data = try await success(of: response, to: request)
      let reply = try map(call.mapping, response, data, of: request, values: call.values)
      if isObserved(request) { tell(.success, of: request, response, size: data.count) }
      return (reply, data)
    } catch {
      throw failed(error, request, received)
    }
  }

  /// Runs the chain. The wait for the response ends by the deadline.
  ///
  /// - Parameter ownLimit: the time limit that `own` comes from, if it is not that of the option ``Timeout``.
  func exchange(_ request: Request, by own: Deadline? = nil, ownLimit: Duration? = nil) async throws -> Response {
    request.context.begins()
    guard let deadline = own ?? request.deadline else { return try await prepared.chain(request) }
    let limit = ownLimit ?? request.options[Timeout.self]
    if deadline.hasPassed { throw TimedOut(.total, limit: limit) }
    guard own != nil || !prepared.enforcesDeadline else { return try await prepared.chain(request) }
    let chain = prepared.chain
    return try await deadline.enforce(.total, limit: limit) { try await chain(request) }
  }

  /// Returns the response with a body in which each wait for a chunk ends by the deadline.
  func bounded(_ response: Response, _ request: Request, by own: Deadline? = nil) -> Response {
    guard let deadline = own ?? (prepared.enforcesDeadline ? nil : request.deadline) else { return response }
    var response = response
    response.body = response.body.ending(by: deadline, limit: request.options[Timeout.self])
    return response
  }

  /// Returns a response for the caller of `respond`: reading its streamed body throws the errors that the call itself would
  /// throw.
  func handedOver(_ response: Response, to request: Request) -> Response {
    guard case .stream = response.body.storage else {
      if isObserved(request) { tell(.success, of: request, response, size: response.body.length) }
      return response
    }
    var response = response
    let head = response.head
    response.body = response.body.streamed { iterator in
      var iterator = iterator
      return Body.Iterator {
        do {
          return try await iterator.next()
        } catch {
          if error is BodyError { throw error }
          if error is CancellationError || Task.isCancelled { throw cancelled(request, head) }
          throw CallError(.sending, request.endpoint, request: request, response: head, underlying: error)
        }
      }
    }
    return isObserved(request) ? observed(response, of: request) : response
  }

  /// Converts an error that occurred while a call was sent to the error that the call throws. Sends an event to the observers.
  func failed(_ error: any Error, _ request: Request, _ response: Response? = nil) -> any Error {
    let error = wrapped(error, request)
    if isObserved(request) { tell(CallEvent.Outcome(error), of: request, response) }
    return error
  }

  /// Converts an error of the chain to the error that the call throws.
  func wrapped(_ error: any Error, _ request: Request) -> any Error {
    if let error = error as? CallError, error.request?.context === request.context { return error }
    if error is CancellationError || Task.isCancelled { return cancelled(request) }
    return CallError(
      .sending, request.endpoint, request: request, (error as? any ResponseFailure)?.received, underlying: error)
  }

  /// Returns the whole body of a successful response.
  ///
  /// - Throws: ``CallError`` at stage status for any other response, and at stage sending when the body does not arrive.
  func success(of response: Response, to request: Request) async throws -> Data {
    let code = response.head.status.code
    guard request.options.explicit(SuccessCodes.self)?.contains(code) ?? SuccessCodes.defaultRange.contains(code) else {
      throw await failure(of: response, to: request)
    }
    let limit = request.options[ResponseLimit.self]
    if let data = response.body.data, data.count <= limit { return data }
    do {
      return try await response.body.collect(upTo: limit)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      throw CallError(.sending, request.endpoint, request: request, response: response.head, underlying: error)
    }
  }

  func failure(of response: Response, to request: Request) async -> any Error {
    let received: ReceivedResponse
    do {
      received = try await ReceivedResponse(response)
    } catch {
      return error
    }
    let status = response.head.status.code
    let types = request.options[ErrorTypes.self]
    let place = types.place(for: status) ?? (types.isEmpty ? nil : options[ErrorTypes.self].place(for: status))
    let details = place.flatMap { type, envelope in
      try? decodeDetails(type, from: received.body, at: envelope, by: request.options[CoderOption.self]?.coder ?? coder)
    }
    return CallError(
      .status, request.endpoint, request: request, received, underlying: BadStatus(status, recording: response.recording),
      details: details)
  }

  private func decodeDetails<Details: Decodable & Error & Sendable>(
    _ type: Details.Type, from data: Data, at envelope: MemberPath, by coder: any Coder
  ) throws -> any Error & Sendable {
    try coder.decode(type, from: data, at: envelope.parts)
  }

  func map<Output>(
    _ mapping: Mapping<Output>, _ response: Response, _ data: Data, of request: Request, values: PathValues
  ) throws -> Reply<Output> {
    let head = response.head
    var input = MappingInput(
      head: head, data: data, coder: request.options[CoderOption.self]?.coder ?? coder, options: request.options,
      sent: request.body?.data, values: values, envelope: mapping.envelope)
    do {
      if !data.isEmpty,
        let fault = UnexpectedMediaType(
          head.headerFields[.contentType], accepted: request.options[AcceptedMediaTypes.self])
      {
        throw fault
      }
      let value = try mapping.read(&input)
      if request.deadline?.hasPassed == true { throw TimedOut(.total, limit: request.options[Timeout.self]) }
      return Reply(
        value: value, head: head, source: response.source, redirectURL: response.redirectURL,
        attempts: request.context.attempts, elapsed: request.context.elapsed, skipped: input.skipped)
    } catch {
      throw CallError(
        .mapping, request.endpoint, request: request, response: head, body: data,
        underlying: (error as? DecodingError).map { MappingError(decoding: $0, expecting: Output.self) } ?? error)
    }
  }
}
