import HTTPTypes

extension Pages.Iterator {
  mutating func read() async throws -> Page<Output> {
    let (client, call) = (pages.client, pages.call)
    if case .failed(let error, let head) = state { throw CallError(.mapping, call.endpoint, response: head, underlying: error) }
    var strategy = try strategy()
    if place == nil, let moved = moved(strategy) {
      self.moved = moved
      strategy = moved.strategy
    }
    let place = place ?? PageToken(strategy.first)
    let asked = strategy.call(call, at: place.step)
    let request = try client.request(for: asked)
    do {
      try check(place, request, strategy)
    } catch {
      throw client.told(CallError(.building, call.endpoint, request: request, underlying: error))
    }
    let (reply, body) = try await client.replyAndBody(to: request, of: asked)
    // The base of relative links is the URL that the page came from (RFC 3986 section 5.1.3).
    let url = reply.redirectURL.flatMap { URIReference($0) } ?? URIReference(request.head)
    var answer = PageResponse(
      head: reply.head, body: body, count: pages.count(reply.value) + reply.skipped.count, place: place, url: url,
      coder: client.coder(for: request))
    let elements = strategy.counted == nil ? nil : pages.identity(reply.value)
    if guarding.repeats(answer, elements: elements), !request.options.pageLimits.allowsRepeats {
      throw CallError(
        .mapping, call.endpoint, request: request,
        received: ReceivedResponse(head: reply.head, body: body, isBodyTruncated: false), underlying: PagingError.repeated)
    }
    answer.info = strategy.info(of: answer)
    answer.links = strategy.links(of: answer).resolved(against: url)

    isPromised = answer.isFollowed
    isAfterShortPage = [strategy.counted?.size, answer.info.size].contains { $0.map { answer.count < $0 } ?? false }
    guarding.note(place.step, request)
    emptyInARow = answer.count == 0 ? emptyInARow + 1 : 0
    let token = advance(after: answer, at: place, by: strategy)
    return Page(
      value: reply.value, number: place.number, info: answer.info, links: answer.links, token: token, reply: reply, call: call,
      asked: asked, url: URIReference(request.head), strategy: strategy)
  }

  /// Whether an error means that there is no such page: the server did not promise this page, and it responded with a status
  /// for a page past the end, or with the last page again.
  func isPastEnd(_ error: CallError) -> Bool {
    guard let place, place.number > 1, !isPromised, case .query = place.step, let counted = declared?.strategy.counted else {
      return false
    }
    if let repeated = error.underlying as? PagingError, repeated == .repeated {
      // If the server ignores the query, the second page also repeats the first.
      return place.number > 2 || isAfterShortPage
    }
    guard error.stage == .status, let status = error.status else { return false }
    return counted.counting.endStatuses.contains(status)
  }

  private var declared: Pagination? { moved ?? pages.pagination ?? pages.client.options(of: pages.call).pagination }

  /// The strategy from the page on that the query of the call names, if it names one.
  private func moved(_ strategy: any PageStrategy) -> Pagination? {
    guard let placed = strategy as? any PlacedStrategy,
      let request = try? pages.client.makeRequest(for: pages.call),
      let number = QueryText.value(of: placed.placeKey, in: request.head.path ?? "").flatMap({ Int($0) })
    else { return nil }
    return placed.starting(at: number)
  }

  private func strategy() throws(CallError) -> any PageStrategy {
    let call = pages.call
    let declared = declared
    var fault: PagingError?
    if declared == nil { fault = .undeclared(row: call.endpoint.name) }
    if let problem = declared?.strategy.problem { fault = .unusable(reason: problem) }
    guard fault == nil, let declared else {
      throw pages.client.told(
        CallError(.building, call.endpoint, underlying: fault ?? .undeclared(row: call.endpoint.name)))
    }
    return declared.strategy
  }

  /// Checks the limits that stop an endless reading.
  private func check(_ place: PageToken, _ request: Request, _ strategy: any PageStrategy) throws(PagingError) {
    let name = Pagination(strategy).description
    if let other = place.strategy, other != name {
      throw .unusable(reason: "the token belongs to a list that is paginated by \(Redaction.escaped(other)), not by \(name)")
    }
    let limits = request.options.pageLimits
    if let most = limits.pages, place.number > most { throw .tooManyPages(limit: most) }
    if emptyInARow > limits.emptyInARow { throw .tooManyEmptyPages(limit: limits.emptyInARow) }
    if !strategy.repeatsSteps, guarding.hasSeen(place.step, request) { throw .loop }
    if !place.step.isLink, !place.step.isEmpty, pages.call.link != nil {
      throw .unusable(reason: "the call follows a link, which already names a page; pass a token as `from:` instead")
    }
  }

  private mutating func advance(after answer: PageResponse, at place: PageToken, by strategy: any PageStrategy) -> PageToken? {
    do {
      guard var step = try strategy.next(after: answer) else {
        state = .ended
        return nil
      }
      // Relative links are relative to this page, not to the page from which a token is used.
      if case .link(let link) = step { step = .link(answer.url.absolute(link)) }
      if answer.count == 0, step == place.step {
        // An empty page that leads to itself.
        state = .ended
        return nil
      }
      self.place = place.following(step, count: answer.count, by: strategy)
      return self.place
    } catch {
      // The page itself is valid, so it is returned first.
      state = .failed(error, answer.head)
      self.place = place.following(place.step, count: answer.count, by: strategy)
      return nil
    }
  }
}
