import FoundationEssentials
import HTTPTypes

extension Client {
  /// Sends several calls in the body of one request, and returns the result of each, in their order.
  ///
  /// ```swift
  /// let results = try await api.send(ids.map { Article.read($0) }, in: Kinto.batch)
  /// ```
  ///
  /// Each call is made, checked and read as ``send(_:)`` does: with its path, query, header fields, body, envelope, success
  /// codes and error types. If one fails, also because it cannot be made, the others are still sent and read. The
  /// header fields of the client are sent only with the batch. The chain, retries and observers see only the request of the
  /// batch, and its limits are those of its row; an ``Options/timeout`` of one of the calls or their rows limits it, too.
  ///
  /// A call fails at stage building if its body is a file or a stream, or if its URL has another origin than the base URL. If
  /// no call can be made, nothing is sent.
  ///
  /// - Parameters:
  ///   - calls: the calls.
  ///   - batch: makes the call of the batch from the requests of the calls; its output are their responses, in the same order.
  ///     `Endpoints/Kinto.swift` has one. The bodies of the requests are in memory (``Body/data``).
  /// - Throws: ``CallError`` of the batch, also if there are fewer or more responses than calls; `CancellationError` when the
  ///   task is cancelled.
  public func send<Output>(
    _ calls: [Call<Output>], in batch: ([Request]) throws -> Call<[Response]>
  ) async throws -> [Result<Output, CallError>] {
    var parts = try await exchange(calls.map { batchPart(for: $0) }, in: batch).makeIterator()
    var results: [Result<Output, CallError>] = []
    for call in calls { results.append(await result(of: call, parts.next())) }
    return results
  }

  /// Sends calls with different outputs in the body of one request, and returns the result of each.
  ///
  /// ```swift
  /// let (article, removal) = try await api.send(Article.read("a1"), Article.delete("a2"), in: Kinto.batch)
  /// print(try article.get().title)
  /// ```
  ///
  /// - Parameters:
  ///   - call: the calls.
  ///   - batch: makes the call of the batch, as for a list of calls.
  /// - Throws: as for a list of calls.
  public func send<each Output>(
    _ call: repeat Call<each Output>, in batch: ([Request]) throws -> Call<[Response]>
  ) async throws -> (repeat Result<each Output, CallError>) {
    var made: [BatchPart] = []
    for call in repeat each call { made.append(batchPart(for: call)) }
    var parts = try await exchange(made, in: batch).makeIterator()
    return (repeat await result(of: each call, parts.next()))
  }

  private func batchPart<Output>(for call: Call<Output>) -> BatchPart {
    let override = overrides[call.endpoint.name]
    let own = call.endpoint.options.merging(override?.options ?? Options()).merging(call.options)
    var part = BatchPart(request: .failure(.unsent(call.endpoint)), limit: own.explicit(TimeoutKey.self) ?? nil)
    do {
      // The limit of the batch applies.
      var request = try makeRequest(for: call.timeout(nil))
      func fault(_ reason: String) -> CallError {
        let fault = TransportError(.invalidRequest, phase: .beforeSending, reason: reason)
        return CallError(.building, request.endpoint, underlying: fault)
      }
      guard request.body == nil || request.body?.data != nil else {
        throw fault("the body is a file or a stream, which cannot be in a batch: give it as a value or as bytes")
      }
      guard Origin(request.head) == Origin(prepared.head) else {
        throw fault("the URL has another origin than the base URL, so the call cannot be in a batch")
      }
      for field in prepared.head.headerFields where request.head.headerFields[field.name] == nil {
        throw fault("it removes \(field.name) of the client, which is sent with the batch and so holds for all its calls")
      }
      // They are sent once, with the batch. Their values may be secrets.
      for field in prepared.head.headerFields where request.head.headerFields[field.name] == field.value {
        request.head.headerFields[field.name] = nil
      }
      part.request = .success(request)
    } catch {
      part.request = .failure(error as? CallError ?? CallError(.building, call.endpoint, underlying: error))
    }
    return part
  }

  /// Sends the requests that could be made. Returns the parts with their responses.
  private func exchange(
    _ parts: [BatchPart], in batch: ([Request]) throws -> Call<[Response]>
  ) async throws -> [BatchPart] {
    let requests = parts.compactMap { try? $0.request.get() }
    guard let first = requests.first else { return parts }
    var call: Call<[Response]>
    do {
      call = try batch(requests).checkingCount(of: requests)
    } catch {
      throw error as? CallError ?? CallError(.building, first.endpoint, underlying: error)
    }
    let limits = [options(of: call).timeout] + parts.map(\.limit)
    call = call.timeout(limits.compactMap { $0 }.min())
    var responses = try await send(call).makeIterator()
    return parts.map { part in
      var part = part
      if case .success = part.request { part.response = responses.next() }
      return part
    }
  }

  /// Reads the response of a call as ``send(_:)`` does.
  private func result<Output>(of call: Call<Output>, _ part: BatchPart?) async -> Result<Output, CallError> {
    do {
      guard let request = try part?.request.get(), let response = part?.response else { throw CallError.unsent(call.endpoint) }
      guard isSuccess(response, of: request) else { throw await failure(of: response, to: request) }
      let data = try await content(of: response, to: request)
      return .success(try map(call.mapping, response, data, of: request, values: call.values).value)
    } catch {
      return .failure(error as? CallError ?? CallError(.sending, call.endpoint, underlying: error))
    }
  }
}

/// A call of a batch.
private struct BatchPart {
  /// The request, or why it could not be made.
  var request: Result<Request, CallError>
  /// The time limit that the call or its row sets.
  let limit: Duration?
  var response: Response?
}

extension ScopedCall where Output == [Response] {
  /// The call of a batch, which fails unless there is one response for each request.
  fileprivate func checkingCount(of requests: [Request]) -> Self {
    remapped(
      Mapping(at: mapping.envelope) { [mapping] input in
        let responses = try mapping.output(from: &input)
        guard responses.count >= requests.count else {
          let name = Redaction.escaped(requests[responses.count].endpoint.name)
          throw MappingError(.missing, at: ["[\(responses.count)]"], expected: "a response of \(name)")
        }
        guard responses.count == requests.count else {
          throw MappingError(.wrongShape, expected: "\(requests.count) responses, not \(responses.count)")
        }
        return responses
      })
  }
}

extension CallError {
  fileprivate static func unsent(_ endpoint: Endpoint) -> CallError {
    CallError(.mapping, endpoint, underlying: MappingError(.missing, expected: "a response"))
  }
}
