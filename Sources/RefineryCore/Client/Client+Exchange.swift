import FoundationEssentials
import HTTPTypes

extension Client {
  /// Sends a request through the chain, and reads its response. Every call of a client takes this path once: here it gets its
  /// number, is counted for a shutdown, ends by its time limit, and has its failure wrapped and told to the observers.
  ///
  /// - Parameter read: makes the output of the response. It tells the observers of the success, because a stream ends later.
  func perform<Output: Sendable>(
    _ request: Request, _ read: @Sendable (Response) async throws -> Output
  ) async throws -> Output {
    request.context.begins(calls.next)
    guard calls.begins() else { return try await tracked(request) { try await exchange(request, read) } }
    defer { calls.ends() }
    return try await exchange(request, read)
  }

  private func exchange<Output: Sendable>(
    _ request: Request, _ read: @Sendable (Response) async throws -> Output
  ) async throws -> Output {
    var received: Response?
    do {
      let response = limitingReads(of: try await runChain(request), request)
      if isObserved(request) { received = Response(head: response.head, source: response.source) }
      return try await read(response)
    } catch {
      throw reporting(error, of: request, received)
    }
  }

  /// Runs the chain. The wait for the response ends by the deadline.
  private func runChain(_ request: Request) async throws -> Response {
    guard let deadline = request.deadline else { return try await prepared.chain(request) }
    let limit = request.options.timeout
    if deadline.hasPassed { throw TimedOut(.total, limit: limit) }
    do {
      if prepared.enforcesDeadline { return try await prepared.chain(request) }
      return try await deadline.enforce(.total, limit: limit) { [chain = prepared.chain] in try await chain(request) }
    } catch let silence as TimedOut
      where silence.timer == .idle && request.context.limitsOnlyHead && silence.limit == limit
    {
      // A silence as long as the whole limit is reported as that limit, whichever timer fired first.
      throw TimedOut(.total, limit: limit, during: silence.phase)
    }
  }

  /// Returns the response with a body in which each wait for a chunk ends by the deadline of the call, unless middleware and
  /// transport end it themselves.
  private func limitingReads(of response: Response, _ request: Request) -> Response {
    guard !prepared.enforcesDeadline, !request.context.limitsOnlyHead, let deadline = request.deadline else { return response }
    var response = response
    response.body = response.body.ending(by: deadline, limit: request.options.timeout)
    return response
  }

  /// Sends a request. Returns the reply, and the body that it was read from.
  func replyAndBody<Output>(to request: Request, of call: Call<Output>) async throws -> (reply: Reply<Output>, body: Data) {
    try await perform(request) { response in
      guard isSuccess(response, of: request) else { throw await failure(of: response, to: request) }
      let data = try await content(of: response, to: request)
      let reply = try map(call.mapping, response, data, of: request, values: call.values)
      if isObserved(request) { tell(.success, of: request, response, size: data.count) }
      return (reply, data)
    }
  }

  /// Returns a response for the caller of `respond`: reading its streamed body throws the errors that the call itself would
  /// throw.
  func handOver(_ response: Response, to request: Request) -> Response {
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

  /// Returns the error that the call throws for an error that occurred while it was sent, and tells the observers of it.
  func reporting(_ error: any Error, of request: Request, _ response: Response? = nil) -> any Error {
    let error = wrapped(error, request)
    if isObserved(request) { tell(CallEvent.Outcome(error), of: request, response) }
    return error
  }

  /// Converts an error of the chain to the error that the call throws.
  func wrapped(_ error: any Error, _ request: Request) -> any Error {
    if let error = error as? CallError, error.request?.context === request.context { return error }
    if error is CancellationError || Task.isCancelled { return cancelled(request) }
    let received = (error as? any ResponseFailure)?.received
    return CallError(.sending, request.endpoint, request: request, received: received, underlying: error)
  }

  /// Whether the status is a success of the call.
  func isSuccess(_ response: Response, of request: Request) -> Bool {
    let code = response.head.status.code
    return request.options.explicit(SuccessCodesKey.self)?.contains(code) ?? SuccessCodesKey.defaultRange.contains(code)
  }

  /// Returns the whole body of a response.
  ///
  /// - Throws: ``CallError`` at stage sending when the body does not arrive.
  func content(of response: Response, to request: Request) async throws -> Data {
    let limit = request.options.responseLimit
    if let data = response.body.data, data.count <= limit { return data }
    do {
      return try await response.body.collect(upTo: limit)
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      throw CallError(.sending, request.endpoint, request: request, response: response.head, underlying: error)
    }
  }

  /// Returns the error of a response whose status is not a success.
  func failure(of response: Response, to request: Request) async -> any Error {
    let received: ReceivedResponse
    do {
      received = try await ReceivedResponse(response)
    } catch {
      return error
    }
    let status = response.head.status.code
    let types = request.options.errors
    let place = types.place(for: status) ?? (types.isEmpty ? nil : options.errors.place(for: status))
    let details = place.flatMap { type, envelope in
      let own = coder(for: request)
      let details = try? decodeDetails(type, from: received.body, at: envelope, by: own)
      // The errors of a row that returns text are seldom text.
      return details ?? (own is TextCoder ? try? decodeDetails(type, from: received.body, at: envelope, by: coder) : nil)
    }
    return CallError(
      .status, request.endpoint, request: request, received: received,
      underlying: BadStatus(status, recording: response.recording), details: details)
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
    var input = input(for: mapping, head, data, of: request, values: values)
    do {
      if !data.isEmpty, let fault = request.options.mediaTypeFault(in: head.headerFields) { throw fault }
      let value = try mapping.output(from: &input)
      if request.deadline?.hasPassed == true { throw TimedOut(.total, limit: request.options.timeout) }
      return Reply(
        value: value, head: head, source: response.source, redirectURL: response.redirectURL,
        attempts: request.context.attempts, elapsed: request.context.elapsed, skipped: input.skipped)
    } catch {
      throw CallError(
        .mapping, request.endpoint, request: request,
        received: ReceivedResponse(head: head, body: data, isBodyTruncated: false), underlying: error)
    }
  }

  func input<Output>(
    for mapping: Mapping<Output>, _ head: HTTPResponse, _ data: Data, of request: Request, values: PathValues
  ) -> MappingInput {
    MappingInput(
      head: head, data: data, coder: coder(for: request), options: request.options, sent: request.body?.data, values: values,
      envelope: mapping.envelope)
  }
}
