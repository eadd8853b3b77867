import HTTPTypes

/// Receives an event when a call of a client has ended, for metrics, an audit log or a test.
///
/// There is one event for each call, even if its request cannot be made, its content cannot be read, its time limit is reached
/// or its task is cancelled. For a page of a list or a streamed body, the event comes when the page or the body has ended. A
/// streamed body that is not read ends when its last copy is released. If a page is refused because it repeats another one, its
/// own call still counts as a success. A client without observers creates no events.
///
/// ```swift
/// struct Failures: CallObserver {
///   func callEnded(_ event: CallEvent) {
///     if case .failure(let error) = event.outcome { print(error) }
///   }
/// }
/// let api = Client(baseURL: url, observers: [Failures()])
/// ```
public protocol CallObserver: Sendable {
  /// Receives an event, on the task of the call or on the thread that ended its body. The call waits for this method, so return
  /// quickly.
  func callEnded(_ event: CallEvent)
}

/// How one call ended.
public struct CallEvent: Sendable, Redacted {
  /// The result of a call.
  public enum Outcome: Sendable {
    /// Its response is a success, and its content was read. A response that `Client.respond(to:)` returned is a success, too,
    /// whatever its status.
    case success
    /// It failed; ``CallError/stage`` says where.
    case failure(CallError)
    /// Its task was cancelled, or its streamed body was not read to the end.
    case cancelled

    init(_ error: any Error) { self = (error as? CallError).map { .failure($0) } ?? .cancelled }

    var error: (any Error)? {
      switch self {
      case .success: nil
      case .failure(let error): error
      case .cancelled: CancellationError()
      }
    }
  }

  /// The result of the call.
  public let outcome: Outcome
  /// The row, with the changes of operators applied.
  public let endpoint: Endpoint
  /// The name of the client, if it has one.
  public let client: String?
  /// The number of the call within its client, from 1; 0 if its request could not be made.
  public let number: UInt64
  /// The origin that the request was made for; nil if it could not be made.
  public let origin: Origin?
  /// The status of the response, if there was one.
  public let status: Int?
  /// Where the response came from, if there was one.
  public let source: ResponseSource?
  /// Every attempt, in the order of sending.
  public let attempts: [Attempt]
  /// The size of the request's content before the chain, in bytes; nil if it is not known.
  public let requestSize: Int?
  /// The size of the content that was received and decoded, in bytes; nil if it is not known.
  public let responseSize: Int?
  /// How long middleware waited, for each reason.
  public let waits: [String: Duration]
  /// How long the call took.
  public let elapsed: Duration

  /// The row and the result, in one line that is safe to log.
  public var description: String {
    switch outcome {
    case .success: "\(Redaction.escaped(endpoint.name)): success"
    case .failure(let error): error.description
    case .cancelled: "\(Redaction.escaped(endpoint.name)): cancelled"
    }
  }
}

extension Client {
  /// Sends an event for a call whose request could not be made.
  func tell(_ outcome: CallEvent.Outcome, of endpoint: Endpoint) {
    tell(
      CallEvent(
        outcome: outcome, endpoint: endpoint, client: name, number: 0, origin: nil, status: nil, source: nil, attempts: [],
        requestSize: nil, responseSize: nil, waits: [:], elapsed: .zero))
  }

  /// Returns the error of a call that ends before it is sent, and tells the observers of the client.
  ///
  /// Use it where you send a call in a way of your own, such as with ``open(_:accept:)``, and refuse it first: then the call
  /// has its event, as all calls have.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - underlying: the cause; a ``CallError`` is returned as it is.
  public func failure<Output>(building call: Call<Output>, _ underlying: any Error) -> CallError {
    told(underlying as? CallError ?? CallError(.building, overrides.applied(to: call.endpoint), underlying: underlying))
  }

  /// Tells the observers of an error that ends a call before it is sent.
  func told(_ error: CallError) -> CallError {
    if !observers.isEmpty { tell(.failure(error), of: error.endpoint) }
    return error
  }

  /// Whether an observer or a middleware waits for the result of a call.
  func isObserved(_ request: Request) -> Bool { !observers.isEmpty || request.context.hasEndReaders }

  /// Sends an event for a call whose request was made, and reports its result to the middleware that waits for it.
  func tell(_ outcome: CallEvent.Outcome, of request: Request, _ response: Response? = nil, size: Int? = nil) {
    defer { request.context.end(outcome.error) }
    if observers.isEmpty { return }
    var (status, received) = (response?.head.status.code, size)
    if case .failure(let error) = outcome {
      status = status ?? error.status
      if received == nil, !error.isBodyTruncated, error.response != nil { received = error.body.count }
    }
    let context = request.context
    tell(
      CallEvent(
        outcome: outcome, endpoint: request.endpoint, client: context.client, number: context.number,
        origin: Origin(request.head), status: status, source: response?.source, attempts: context.attempts,
        requestSize: request.body.map(\.length) ?? 0, responseSize: received, waits: context.waits,
        elapsed: context.elapsed))
  }

  private func tell(_ event: CallEvent) {
    for observer in observers { observer.callEnded(event) }
  }

  /// Returns an object that sends one event when the response has been read.
  func ending(of request: Request, _ response: Response) -> CallEnding {
    // The head does not contain the body, so the body is released with its reader.
    var head = response
    head.body = .empty
    return CallEnding { [head] outcome, size in tell(outcome, of: request, head, size: size) }
  }

  /// Returns the response with a body that sends an event when it ends.
  func observed(_ response: Response, of request: Request) -> Response {
    let ending = ending(of: request, response)
    var observed = response
    observed.body = response.body.onEnd { result in
      switch result {
      case .success(let size): ending.tell(.success, size: size)
      case .failure(let error): ending.tell(CallEvent.Outcome(wrapped(error, request)))
      }
    }
    return observed
  }
}

/// Sends the event of one call. Only the first result counts; if there is none, the call counts as cancelled.
final class CallEnding: Sendable {
  private let flag = OnceFlag()
  private let report: @Sendable (CallEvent.Outcome, Int?) -> Void

  init(_ report: @escaping @Sendable (CallEvent.Outcome, Int?) -> Void) { self.report = report }

  func tell(_ outcome: CallEvent.Outcome, size: Int? = nil) {
    if flag.claim() { report(outcome, size) }
  }

  deinit { tell(.cancelled) }
}
