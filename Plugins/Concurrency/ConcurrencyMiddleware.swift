import FoundationEssentials
import HTTPTypes
public import RefineryCore
import RefineryParts

/// Limits how many calls are under way at once, so that a slow server does not get more work than it can do.
///
/// ```swift
/// let api = Client(baseURL: url, middleware: [try ConcurrencyMiddleware(ConcurrencyPolicy(64)), RetryMiddleware()])
/// ```
///
/// By default, each origin has its own limit. A call holds one place, for all its attempts, until the last byte of its
/// response, or until the reader of a streamed response stops. If no place is free, calls wait in order of arrival, but not
/// beyond their deadlines. A call fails at once with ``ConcurrencyExceeded`` if too many calls wait, or if its wait would take
/// more than half of its remaining time or leave too little time for a response. A wait with a deadline needs two additional
/// tasks. Copies share their places.
public struct ConcurrencyMiddleware: Middleware {
  private let policy: ConcurrencyPolicy
  private let group: @Sendable (Request) -> String?
  private let gate: ConcurrencyGate

  /// Creates middleware that limits calls by a policy.
  ///
  /// - Parameters:
  ///   - policy: the limit, fixed or adaptive, and the length of the queue.
  ///   - group: returns the name of the group of calls that share a limit, or nil for a request without a limit. The name
  ///     appears in errors; names are compared by their bytes. Default: the origin. `{ $0.endpoint.name }` limits each row.
  /// - Throws: `UnusableSettings` with every fault of the policy.
  public init(
    _ policy: ConcurrencyPolicy, group: @escaping @Sendable (Request) -> String? = { Origin($0.head)?.description }
  ) throws(UnusableSettings) {
    let problems = policy.problems
    guard problems.isEmpty else { throw UnusableSettings(of: ConcurrencyPolicy.self, problems: problems) }
    self.policy = policy
    self.group = group
    gate = ConcurrencyGate(policy)
  }

  /// Before retry: a call keeps its place between its attempts.
  public var stage: ChainStage? { .limit }

  /// Returns the limit of a group, and how many of its calls are under way and how many wait. The default name of a group is
  /// its origin. For a metric.
  public func counts(of group: String) -> (limit: Int, active: Int, waiting: Int) { gate.counts(of: group) }

  /// Waits for a place, then passes the request on.
  ///
  /// - Throws: ``ConcurrencyExceeded`` if the call may not wait, or has too little time left after its wait; `TimedOut(.queue)`
  ///   if the deadline comes before a place; `CancellationError`; errors of `next`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    guard let group = group(request) else { return try await next(request) }
    let context = request.context
    let entered = context.elapsed
    let place = try await place(for: request, in: group)
    let (started, waited, attempts) = (context.elapsed, context.waits, context.attemptCount)
    do {
      var response = try await next(request)
      let status = response.head.status.code
      // A failed request says nothing about the capacity of the server, and neither does a response of another server.
      if status < 500 || status == 503, !response.isFromOtherOrigin(than: request) {
        place.record(context.timeWorked(since: started, waited), isRefused: [429, 503].contains(status))
      }
      response.body = Self.holding(place, until: response.body)
      return response
    } catch {
      if Self.isTimeOut(error, request, after: attempts), !request.failedAtOtherOrigin(after: attempts) {
        let isCutShort = started > entered && request.deadline?.hasPassed == true
        place.record(context.timeWorked(since: started, waited), isRefused: true, isCutShort: isCutShort)
      }
      throw error
    }
  }

  /// Whether a call failed because the server was too slow. If the deadline ends a call, the chain gets a cancellation. A
  /// request that was still in the queue of the transport says nothing about the server.
  private static func isTimeOut(_ error: any Error, _ request: Request, after attempts: Int) -> Bool {
    guard request.context.attempts.dropFirst(attempts).last?.phase != .queue else { return false }
    if error is CancellationError { return request.deadline?.hasPassed == true }
    return (error as? TimedOut).map { [.total, .attempt, .idle, .connect].contains($0.timer) } ?? false
  }

  private func place(for request: Request, in group: String) async throws -> ConcurrencyGate.Place {
    // A call whose deadline has passed must not enter the line.
    if let deadline = request.deadline, deadline.hasPassed { throw TimedOut(.queue) }
    let entry = try gate.enter(group, deadline: request.deadline)
    if let place = entry.place { return place }
    let context = request.context
    let started = context.elapsed
    defer { context.waited(context.elapsed - started, for: "concurrency") }
    guard let deadline = request.deadline else { return try await entry.wait() }
    return try await deadline.enforce(.queue, entry.wait)
  }

  /// Returns the body, and frees the place at its end. If the body is in memory or in a file, the place becomes free at once.
  /// For a stream, it becomes free when the stream ends or fails, when its reader stops, or when the body is released unread.
  private static func holding(_ place: ConcurrencyGate.Place, until body: Body) -> Body {
    guard body.data == nil, body.file == nil else {
      place.leave()
      return body
    }
    return Body(HeldChunks(body: body, place: place), length: body.length, isReplayable: body.isReplayable)
  }

  /// Returns the limit of the request's group, and how many calls are under way and wait, as text.
  public func explanation(for request: Request) -> String? {
    guard let group = group(request) else { return "no limit" }
    let counts = gate.counts(of: group)
    let calls = "\(counts.active) of at most \(counts.limit) under way, \(counts.waiting) waiting"
    return "calls to \(Redaction.escaped(group)): \(calls)"
  }
}

/// The chunks of a body that keeps a place until its end.
private struct HeldChunks: AsyncSequence, Sendable {
  let body: Body
  let place: ConcurrencyGate.Place

  func makeAsyncIterator() -> Iterator { Iterator(chunks: body.makeAsyncIterator(), reading: Reading(place)) }

  /// Frees the place when the iterator is released. `Body` releases its iterator at the end, after a failure, and when the
  /// reader stops. The caller may keep the response longer.
  final class Reading: Sendable {
    private let place: ConcurrencyGate.Place

    init(_ place: ConcurrencyGate.Place) { self.place = place }

    deinit { place.leave() }
  }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: Body.Iterator
    let reading: Reading

    mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
      defer { withExtendedLifetime(reading) {} }
      return try await chunks.next(isolation: actor)
    }
  }
}
