import FoundationEssentials
import HTTPTypes
import RefineryCore

/// Sends requests to the server, and updates the store with their responses.
extension CacheMiddleware {
  /// Why a request is sent, and which stored response it may confirm or replace.
  struct Plan: Sendable {
    let key: CacheKey
    let stored: StoredResponse?
    let why: ForwardReason
    let mayUseOnError: Bool
  }

  /// Sends a request, and stores its response or updates a stored one.
  func exchange(_ request: Request, _ plan: Plan, _ next: Next) async throws -> Response {
    let ticket = exchanges.begin(plan.key.target)
    defer { exchanges.end(ticket) }
    // If the request has `no-store`, nothing is stored, not even the fields of a 304 (RFC 9111 section 5.2.1.5).
    if CacheControl(request.head.headerFields).noStore { exchanges.end(ticket) }
    var sent = request
    let isConditional = plan.stored.map { rules.addValidators(of: $0, to: &sent) } ?? false
    let attempts = request.context.attemptCount
    var start = (date: request.context.clock.date, elapsed: request.context.elapsed)
    var response: Response
    do {
      response = try await next(sent)
      disown(response, ticket)
    } catch {
      guard let stored = plan.stored, plan.mayUseOnError, isUnavailable(error), !Task.isCancelled else { throw error }
      return reused(stored, for: request, .staleCache, forwarded: plan.why)
    }
    var requestTime = self.requestTime(of: response, in: request.context, since: start)
    let status = response.head.status.code
    if let stored = plan.stored, plan.mayUseOnError, [500, 502, 503, 504].contains(status) {
      return reused(stored, for: request, .staleCache, forwarded: plan.why, status: status)
    }
    if status == 304, let stored = plan.stored {
      let fresh =
        isRedirected(request, since: attempts)
        ? nil
        : rules.freshened(
          stored, by: response.head, for: request, isOwn: isConditional, requestTime: requestTime,
          responseTime: request.context.clock.date)
      if isConditional, let fresh {
        await keep(fresh, ticket, plan, for: request, freshening: stored)
        return reused(fresh, for: request, .validatedCache, forwarded: plan.why, status: status)
      }
      if isConditional {
        // The 304 matches no stored response (RFC 9111 section 4.3.4), so the caller needs a whole response.
        var whole = request
        whole.resend(because: .other("without conditions: the 304 does not match the stored response"), after: response)
        start = (request.context.clock.date, request.context.elapsed)
        response = try await next(whole)
        disown(response, ticket)
        requestTime = self.requestTime(of: response, in: request.context, since: start)
      } else if let fresh, response.head.headerFields[.eTag] != nil {
        await keep(fresh, ticket, plan, for: request, freshening: stored)
      }
    }
    let isStored = try await record(&response, of: request, plan, ticket, requestTime, isRedirected(request, since: attempts))
    var note = CacheStatus(cache: cacheName)
    note.forwarded = plan.why.rawValue
    note.isStored = isStored
    append(note, to: &response.head)
    return response
  }

  /// Returns when the request of a response was sent (RFC 9111 section 4.2.3). A wait in later middleware, such as for a retry
  /// or a rate limit, comes before that time, so it is not part of the age.
  private func requestTime(
    of response: Response, in context: CallContext, since start: (date: Date, elapsed: Duration)
  ) -> Date {
    guard let attempt = context.attempt(of: response) else { return start.date }
    return start.date.addingTimeInterval((attempt.started - start.elapsed) / .seconds(1))
  }

  /// Returns whether later middleware followed a redirect. The response is then from another URL, and must not be stored for
  /// this one.
  private func isRedirected(_ request: Request, since attempts: Int) -> Bool {
    request.context.attempts.dropFirst(attempts).contains { if case .redirect? = $0.reason { true } else { false } }
  }

  /// Stores a response if that is permitted. If it must not be stored but makes a stored response outdated, removes the stored
  /// one. Returns whether the response is stored.
  private func record(
    _ response: inout Response, of request: Request, _ plan: Plan, _ ticket: CacheExchanges.Ticket, _ requestTime: Date,
    _ isRedirected: Bool
  ) async throws -> Bool {
    let responseTime = request.context.clock.date
    let status = response.head.status.code
    if request.head.method == .head {
      guard let stored = plan.stored, status == 200, !isRedirected else { return false }
      let fresh = rules.freshened(
        stored, byHead: response.head, for: request, requestTime: requestTime, responseTime: responseTime)
      if let fresh {
        await keep(fresh, ticket, plan, for: request, freshening: stored)
      } else {
        await forget(plan.key, request)
      }
      return false
    }
    if !isRedirected, response.body.data == nil, request.options.successCodes.contains(status) {
      response.body = Body(try await response.body.collect(upTo: request.options.responseLimit))
    }
    if !isRedirected, let data = response.body.data,
      let new = rules.storable(response.head, body: data, to: request, requestTime: requestTime, responseTime: responseTime)
    {
      return await keep(new, ticket, plan, for: request)
    }
    // These statuses concern the request or the load, not the resource.
    let isTemporary = [401, 407, 408, 425, 429].contains(status)
    if plan.stored != nil, status < 500, status != 304, !isTemporary { await forget(plan.key, request) }
    return false
  }

  /// Prevents this exchange from storing a response that `CoalescingMiddleware` got for another call. The request of the other
  /// call began earlier, perhaps before a change of the target. The other call stores the response itself.
  private func disown(_ response: Response, _ ticket: CacheExchanges.Ticket) {
    if response.source == ResponseSource("coalesced") { exchanges.end(ticket) }
  }

  /// Stores a response unless an unsafe request has made its target invalid in the meantime. Returns whether it is stored.
  ///
  /// - Parameter stored: the response that this one updates.
  @discardableResult
  private func keep(
    _ response: StoredResponse, _ ticket: CacheExchanges.Ticket, _ plan: Plan, for request: Request,
    freshening stored: StoredResponse? = nil
  ) async -> Bool {
    let key = plan.key
    if response.freshness.control.noStore, !response.freshness.control.mustUnderstand {
      await forget(key, request)
      return false
    }
    // The store may take longer than the exchange.
    guard let own = exchanges.successor(of: ticket) else { return false }
    let outdated = stored == nil && plan.stored != nil ? key : nil
    let outcome = await access.change(replacing: outdated, in: request.context) { [exchanges] store in
      defer { exchanges.end(own) }
      // If the names in `Vary` differ, the store would keep the old response beside the new one, and use it for requests that
      // the new one excludes.
      if let stored, Set(stored.variant.keys) != Set(response.variant.keys) { try await store.remove(key) }
      guard exchanges.isValid(own) else { return false }
      try await store.store(response, for: key)
      if exchanges.isValid(own) { return true }
      try await store.remove(key)
      return false
    }
    switch outcome {
    case .ended(let isStored): return isStored
    case .failed, .late: return false
    case .leftOut:
      exchanges.end(own)
      return false
    }
  }

  private func forget(_ key: CacheKey, _ request: Request) async {
    await access.remove(StoreAccess.Removal(target: key.target, identity: key.identity), in: request.context)
  }

  /// Validates a stored response in the background, in a call of its own.
  func revalidate(_ stored: StoredResponse, for request: Request, _ key: CacheKey, _ next: Next) {
    exchanges.revalidate(key) {
      let own = CallContext(
        number: request.context.number, client: request.context.client, clock: request.context.clock,
        timeout: request.options.timeout ?? TimeoutKey.defaultValue)
      let copy = Request(endpoint: request.endpoint, head: request.head, options: request.options, context: own)
      let plan = Plan(key: key, stored: stored, why: .stale, mayUseOnError: false)
      _ = try? await own.deadline?.enforce(.total) { try await exchange(copy, plan, next) }
    }
  }
}
