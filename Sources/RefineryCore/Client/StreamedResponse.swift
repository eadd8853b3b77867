public import FoundationEssentials
public import HTTPTypes
import Synchronization

/// A successful response whose body is read while it arrives: see ``Client/open(_:accept:)``.
///
/// It may be sent to another task, such as the one that writes the response of a server. Read it in one task at a time: a
/// second ``next()`` at the same time throws. Releasing it before the end ends the transfer; the observers of the client then
/// get the event of a cancelled call.
public final class StreamedResponse: Sendable {
  private struct State {
    var received = 0
    var itemCount = 0
    var isReading = false
  }

  /// The request, as the client made it.
  public let request: Request
  /// Status and header fields of the response.
  public let head: HTTPResponse
  /// The absolute URL that the response came from, if a redirect was followed; otherwise nil. It may be a secret.
  public let redirectURL: String?
  /// The number of bytes that have arrived.
  package var received: Int { state.withLock { $0.received } }
  /// The number of items that the reader has found in the body, for the place of errors. The reader counts them.
  package var itemCount: Int {
    get { state.withLock { $0.itemCount } }
    set { state.withLock { $0.itemCount = newValue } }
  }
  private let state = Mutex(State())
  private let client: Client
  private let ending: CallEnding?
  /// The limit of a wait for bytes, if the transport does not enforce it.
  private let idle: Duration?
  /// Only the reader that has set `isReading` uses it.
  private let chunks: ChunkReading

  init(_ response: Response, to request: Request, from client: Client, _ ending: CallEnding?) {
    self.request = request
    head = response.head
    redirectURL = response.redirectURL
    self.client = client
    self.ending = ending
    idle = client.prepared.enforcesDeadline ? nil : request.options.idleTimeout
    chunks = ChunkReading(response.body.makeAsyncIterator())
  }

  /// The coder that applies to the call.
  package var coder: any Coder { client.coder(for: request) }

  /// Returns the absolute URL of a link in this response, such as its `Location` (RFC 3986 section 5), without a fragment.
  /// Returns a malformed link as it is; `Call.following(_:adding:)` refuses it.
  package func absolute(_ link: String) -> String {
    (redirectURL.flatMap { URIReference($0) } ?? URIReference(request.head)).absolute(link)
  }

  /// Returns the next chunk of the body, or nil after the last.
  ///
  /// - Throws: ``CallError`` at stage sending, whose ``CallError/place`` is after the items and bytes so far;
  ///   `CancellationError` when the task is cancelled. The response cannot be read on after an error.
  public func next() async throws -> Data? {
    let isFirst = state.withLock { state in
      defer { state.isReading = true }
      return !state.isReading
    }
    guard isFirst else {
      throw CallError(.sending, request.endpoint, request: request, response: head, underlying: OverlappingReads())
    }
    defer { state.withLock { $0.isReading = false } }
    do {
      let chunk: Data?
      if let idle {
        let chunks = chunks
        chunk = try await Deadline(after: idle, on: request.context.clock).enforce(.idle, limit: idle) {
          try await chunks.next()
        }
      } else {
        chunk = try await chunks.next()
      }
      if let chunk { state.withLock { $0.received += chunk.count } }
      return chunk
    } catch {
      if error is CancellationError || Task.isCancelled {
        let reason = client.cancelled(request, head)
        // Without this, the ending tells of a cancellation by the caller.
        if let closed = reason as? CallError { ending?.tell(.failure(closed), size: received) }
        throw reason
      }
      throw failure(.sending, error)
    }
  }

  /// Reports to the observers of the client that the body was read with success.
  public func finish() { ending?.tell(.success, size: received) }

  /// Returns the error of the call for a failure of the reader, and reports it to the observers of the client.
  ///
  /// - Parameters:
  ///   - stage: the step that failed: mapping, for content that the reader cannot use.
  ///   - underlying: the cause.
  ///   - place: where the body is at fault; nil: after the items and bytes so far.
  public func failure(_ stage: CallError.Stage, _ underlying: any Error, at place: (index: Int, offset: Int)? = nil)
    -> CallError
  {
    var error = CallError(stage, request.endpoint, request: request, response: head, underlying: underlying)
    error.place = place ?? (itemCount, received)
    ending?.tell(.failure(error), size: received)
    return error
  }

  /// Makes the output of a call from a part of the body, as the call would from a whole body.
  ///
  /// - Throws: the error of the call's mapping, such as ``MappingError``.
  package func output<Output>(of call: Call<Output>, from part: Data) throws -> Output {
    var input = client.input(for: call.mapping, head, part, of: request, values: call.values)
    return try call.mapping.output(from: &input)
  }
}

extension StreamedResponse: Redacted {}

/// Two tasks read a response at the same time.
private struct OverlappingReads: SafelyDescribed {
  var description: String { "another task is reading this response: read it in one task at a time" }
}
