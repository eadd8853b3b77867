import HTTPTypes

/// Told of each call of a client when it has ended, whatever came of it: metrics, an audit log, a test.
///
/// There is one event for each call that is sent, also where its request cannot be made, its content cannot be read, its time is
/// over or its task is cancelled. A page that is refused because it repeats another one is a success of its own call. For a page of a list and for a streamed body that is when the page or the body has ended; a
/// streamed body that nobody reads ends when its last copy goes. A client without observers builds no events.
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
  /// Takes an event, on the task of the call or the thread that ended its body. The call waits for it: return at once.
  func callEnded(_ event: CallEvent)
}

/// How one call ended.
public struct CallEvent: Sendable, Redacted {
  /// What came of the call.
  public enum Outcome: Sendable {
    /// Its response is a success, and its content was read. Also a response that ``Client/respond(to:)`` returned, whatever its
    /// status.
    case success
    /// It failed; ``CallError/stage`` says where.
    case failure(CallError)
    /// Its task was cancelled, or its streamed body was not read to the end.
    case cancelled

    init(_ error: any Error) { self = (error as? CallError).map { .failure($0) } ?? .cancelled }
  }

  /// What came of the call.
  public let outcome: Outcome
  /// The row, as overridden.
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
  /// Every attempt, in the order of the sending.
  public let attempts: [Attempt]
  /// How many bytes of content the request had before the chain; nil if that is not known.
  public let requestSize: Int?
  /// How many bytes of content were received and decoded; nil if that is not known.
  public let responseSize: Int?
  /// How long links of the chain waited, by what for.
  public let waits: [CallWait: Duration]
  /// How long the call took.
  public let elapsed: Duration

  /// The row and what came of it, in one line that is safe to log.
  public var description: String {
    switch outcome {
    case .success: "\(Redaction.escaped(endpoint.name)): success"
    case .failure(let error): error.description
    case .cancelled: "\(Redaction.escaped(endpoint.name)): cancelled"
    }
  }
}

extension Client {
  /// Tells the observers of a call whose request could not be made.
  func tell(_ outcome: CallEvent.Outcome, of endpoint: Endpoint) {
    tell(
      CallEvent(
        outcome: outcome, endpoint: endpoint, client: name, number: 0, origin: nil, status: nil, source: nil, attempts: [],
        requestSize: nil, responseSize: nil, waits: [:], elapsed: .zero))
  }

  /// Tells the observers of an error that ends a call before it is sent.
  func told(_ error: CallError) -> CallError {
    if !observers.isEmpty { tell(.failure(error), of: error.endpoint) }
    return error
  }

  /// Tells the observers of a call that was sent.
  func tell(_ outcome: CallEvent.Outcome, of request: Request, _ response: Response? = nil, size: Int? = nil) {
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

  /// What tells the observers once how a response was read.
  func ending(of request: Request, _ response: Response) -> CallEnding {
    // Without the body, which must go with its reader.
    var head = response
    head.body = .empty
    return CallEnding { [head] outcome, size in tell(outcome, of: request, head, size: size) }
  }

  /// The same response, its streamed body observed.
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

/// Tells how one call ended: the first outcome counts.
final class CallEnding: Sendable {
  private let flag = Once()
  private let report: @Sendable (CallEvent.Outcome, Int?) -> Void

  init(_ report: @escaping @Sendable (CallEvent.Outcome, Int?) -> Void) { self.report = report }

  func tell(_ outcome: CallEvent.Outcome, size: Int? = nil) {
    if flag.claim() { report(outcome, size) }
  }

  deinit { tell(.cancelled) }
}
