import FoundationEssentials
import HTTPTypes
public import RefineryCore
import Synchronization

/// Sends a slow request a second time, uses the response that comes first, and cancels the other request.
///
/// ```swift
/// let api = Client(baseURL: url, middleware: [RetryMiddleware(), try HedgingMiddleware(), AuthMiddleware(tokens)])
/// ```
///
/// Only requests of the methods GET, HEAD and OPTIONS with a replayable body are hedged. With ``HedgingPolicy/hedgesWrites``,
/// other idempotent requests (`Request.isIdempotent`) are hedged, too. A request whose option `idempotent` is false is never
/// hedged.
///
/// The second request is sent when the first one takes longer than the 95th percentile of its row, if the budget allows it. By
/// default, the budget is one second request for 20 requests. If the first request has not been sent by then, because it waits,
/// for example for a rate limit or in the queue of the transport, no second request is sent.
///
/// Both requests are attempts of the same call. The call ends when the cancelled request has ended, so the transport and all
/// middleware must react to cancellation. Copies share measurements and budget.
public struct HedgingMiddleware: Middleware {
  private let policy: HedgingPolicy
  private let isAllowed: @Sendable (Request) -> Bool
  private let state: HedgingState

  /// Creates middleware that hedges requests by a policy.
  ///
  /// - Parameters:
  ///   - policy: delay and budget.
  ///   - isAllowed: called before a second request. Return false while a circuit breaker is not closed:
  ///     `{ breaker.state(for: $0) == .closed }`.
  /// - Throws: `UnusableSettings` with every fault of the policy.
  public init(
    _ policy: HedgingPolicy = HedgingPolicy(), isAllowed: @escaping @Sendable (Request) -> Bool = { _ in true }
  ) throws(UnusableSettings) {
    let problems = policy.problems
    guard problems.isEmpty else { throw UnusableSettings(of: HedgingPolicy.self, problems: problems) }
    self.policy = policy
    self.isAllowed = isAllowed
    state = HedgingState(policy)
  }

  /// After retry and before credentials: each of the two requests gets its own credentials and waits for its own turn.
  public var stage: ChainStage? { .hedge }

  /// The counts of this middleware and its copies, for a metric: the requests that may be hedged, the second requests that were
  /// sent, and the second requests whose response was used.
  public var counts: (requests: Int, hedges: Int, wins: Int) { state.counts }

  /// Passes the request on, and passes it on a second time if the first one is slow.
  ///
  /// - Throws: if neither request has a response, the error of the first; its `isUnsent` is false if the second request was
  ///   sent. `CancellationError`.
  public func respond(to request: Request, next: Next) async throws -> Response {
    guard isEligible(request), request.isReplayable else { return try await next(request) }
    let context = request.context
    let started = context.elapsed
    let delay = state.begins(request.endpoint.name)
    let (result, isHedge) = await race(request, delay, next)
    if case .success(let response) = result, isWelcome(response) {
      // If the second request was faster, the first would have taken at least this long.
      state.ended(request.endpoint.name, context.elapsed - started, isWin: isHedge)
    }
    try Task.checkCancellation()
    return try result.get()
  }

  private enum Event: Sendable {
    case timer
    case ended(Result<Response, any Error>, isHedge: Bool)
    /// The content of a response that is kept has been read.
    case read(Result<Response, any Error>, isHedge: Bool)
  }

  private func race(
    _ request: Request, _ delay: Duration, _ next: Next
  ) async -> (result: Result<Response, any Error>, isHedge: Bool) {
    let sent = request.context.attemptCount
    return await withTaskGroup(of: Event.self) { group in
      group.addTask { .ended(await Self.result { try await next(request) }, isHedge: false) }
      group.addTask {
        try? await request.context.clock.sleep(for: delay)
        return .timer
      }
      // Cancels the timer and the slower request. The group waits until both have ended.
      defer { group.cancelAll() }
      var running = 1
      var kept: (result: Result<Response, any Error>, isHedge: Bool)?
      while let event = await group.next() {
        switch event {
        case .timer:
          // A request that still waits in middleware or for a place is not slow, and a second request would wait behind it.
          guard running == 1, kept == nil, isAllowed(request), isSent(request, after: sent), mayHedge(request) else {
            continue
          }
          running += 1
          var second = request
          second.resend(because: .hedge(delay: delay))
          group.addTask { [second] in .ended(await Self.result { try await next(second) }, isHedge: true) }
        case .ended(.success(let response), let isHedge)
        where running > 1 && !isUsedAtOnce(response, request) && Self.isStream(response.body):
          note(response, request)
          // The other request may wait for the connection of this response, which is busy until the content is read.
          let limit = request.options.responseLimit
          group.addTask { .read(.success(await Self.inMemory(response, upTo: limit)), isHedge: isHedge) }
        case .ended(let result, let isHedge), .read(let result, let isHedge):
          running -= 1
          if case .success(let response) = result, case .ended = event {
            note(response, request)
            if isUsedAtOnce(response, request) { return (result, isHedge) }
          }
          // A response is better than an error. If there are two responses or two errors, the caller gets the one of the first
          // request.
          let other = kept
          let isBetter = other.map { $0.result.isSuccess == result.isSuccess ? !isHedge : result.isSuccess } ?? true
          if isBetter { kept = (result, isHedge) }
          if let other { kept?.result.agree(with: isBetter ? other.result : result) }
          if running == 0 { return kept ?? (result, isHedge) }
        }
      }
      return kept ?? (.failure(CancellationError()), false)
    }
  }

  private static func result(_ work: () async throws -> Response) async -> Result<Response, any Error> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  private static func isStream(_ body: Body) -> Bool { body.data == nil && body.file == nil }

  /// Returns the response with its content in memory. If it cannot be read, the content ends with the error.
  private static func inMemory(_ response: Response, upTo limit: Int) async -> Response {
    var response = response
    var content = Data()
    do {
      for try await chunk in response.body {
        guard chunk.count <= limit - content.count else {
          throw BodyError.tooLarge(limit: limit, observed: content.count + chunk.count)
        }
        content.append(chunk)
      }
      response.body = Body(content)
    } catch {
      let (chunks, source) = AsyncThrowingStream<Data, any Error>.makeStream()
      source.yield(content)
      source.finish(throwing: error)
      response.body = Body(chunks)
    }
    return response
  }

  private func isSafe(_ request: Request) -> Bool { [.get, .head, .options].contains(request.head.method) }

  private func isEligible(_ request: Request) -> Bool { request.isIdempotent && (isSafe(request) || policy.hedgesWrites) }

  private func mayHedge(_ request: Request) -> Bool {
    guard !Task.isCancelled, request.deadline.map({ !$0.hasPassed }) ?? true else { return false }
    return state.pays(at: request.context.clock.now)
  }

  /// Whether the request has passed all middleware and the queue of the transport.
  private func isSent(_ request: Request, after attempts: Int) -> Bool {
    request.context.attempts.dropFirst(attempts).last.map { $0.phase != .queue } ?? false
  }

  /// Whether a response is used before the other request has ended.
  private func isUsedAtOnce(_ response: Response, _ request: Request) -> Bool {
    isWelcome(response) && (isSafe(request) || response.head.status.code < 400)
  }

  /// Whether a response has a status below 500 except 429.
  private func isWelcome(_ response: Response) -> Bool {
    let status = response.head.status.code
    return status < 500 && status != 429
  }

  /// After a response of status 429 or 503, starts a pause without second requests, unless the response comes from another
  /// origin after a redirect.
  private func note(_ response: Response, _ request: Request) {
    guard [429, 503].contains(response.head.status.code), !response.isFromOtherOrigin(than: request) else { return }
    let asked = RetryAfter.wait(response.head.headerFields, now: { request.context.clock.date }) ?? .zero
    state.pause(until: request.context.clock.now + max(policy.pause, min(asked, .seconds(3_600))))
  }

  /// Returns, as text, whether the request may be sent twice, and after which delay.
  public func explanation(for request: Request) -> String? {
    guard isEligible(request) else {
      return request.isIdempotent ? "sent once: it is a write" : "sent once: it is not idempotent"
    }
    guard request.isReplayable else { return "sent once: the body is a one-shot stream" }
    return "sent a second time if there is no response after \(state.delay(of: request.endpoint.name))"
  }
}

/// The state that the copies of a middleware share.
private final class HedgingState: Sendable {
  private struct State {
    var rows: [String: LatencySamples] = [:]
    /// How many second requests the budget allows now.
    var tokens: Double
    var pauseEnd: Duration?
    var counts = (requests: 0, hedges: 0, wins: 0)
  }

  private let policy: HedgingPolicy
  private let state: Mutex<State>

  init(_ policy: HedgingPolicy) {
    self.policy = policy
    state = Mutex(State(tokens: 0))
  }

  var counts: (requests: Int, hedges: Int, wins: Int) { state.withLock { $0.counts } }

  func delay(of row: String) -> Duration {
    state.withLock { $0.rows[row, default: LatencySamples()].delay(policy) ?? policy.delay }
  }

  /// Counts a request, and returns the delay before its second request.
  func begins(_ row: String) -> Duration {
    state.withLock { state in
      state.counts.requests += 1
      state.tokens = min(state.tokens + policy.budget, Double(policy.burst))
      return state.rows[row, default: LatencySamples()].delay(policy) ?? policy.delay
    }
  }

  func ended(_ row: String, _ duration: Duration, isWin: Bool) {
    state.withLock { state in
      state.rows[row, default: LatencySamples()].add(duration)
      if isWin { state.counts.wins += 1 }
    }
  }

  /// Takes a second request from the budget, and returns whether it may be sent. If the end of a pause is too far in the
  /// future, the clock went back. The pause is then dropped.
  func pays(at now: Duration) -> Bool {
    state.withLock { state in
      if let end = state.pauseEnd {
        guard end <= now || end - now > .seconds(3_600) + policy.pause else { return false }
        state.pauseEnd = nil
      }
      // The tolerance is there because sums of floating-point numbers are not exact.
      guard state.tokens >= 1 - 1e-9 else { return false }
      state.tokens -= 1
      state.counts.hedges += 1
      return true
    }
  }

  func pause(until end: Duration) { state.withLock { $0.pauseEnd = max($0.pauseEnd ?? end, end) } }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

extension Result where Failure == any Error {
  /// If both requests failed and this error says that nothing was sent, but the other request may have been sent, corrects this
  /// error.
  fileprivate mutating func agree(with other: Self) {
    guard case .failure(let failure) = self, case .failure(let second) = other, !(second is any Refusal),
      (second as? any SendingFailure)?.isUnsent != true
    else { return }
    self = .failure(failure.asSent)
  }
}
