import HTTPTypes
public import RefineryCore

/// Combines identical reads that run at the same time: one request is sent, and all callers get its response.
///
/// ```swift
/// Client(baseURL: url, middleware: [CoalescingMiddleware(for: .client), RetryMiddleware(), AuthMiddleware(tokens)])
/// ```
///
/// Two calls are identical if row, method, URL, identity, options and header fields are equal. Identities, fields, and options
/// of type `String` are compared by their bytes. Fields that identify a call, such as `traceparent`, may differ. Only GET and
/// HEAD without content are combined, and only if the response body is not a stream. If the shared request fails, all callers
/// get its error.
///
/// After a request with an unsafe method, later reads of the same path, with any query, do not join a read that began before
/// this request. The same applies to the path that a redirect led to.
///
/// The first caller's request is sent; all callers share this exchange. If a caller is cancelled, the others still get the
/// response. The exchange is cancelled when no caller waits any longer. If the first caller's time limit ends it, another
/// caller's request is sent. A response with `Set-Cookie` goes only to the first caller, and each other caller then sends its
/// own request. Callers after the first have no attempts in their `Reply`, and their response has the source `coalesced`.
public struct CoalescingMiddleware: Middleware {
  /// The option `coalescing`, for the argument `keys` of the functions that read an overrides file.
  public static let overridableOptions: [any OverridableOption.Type] = [CoalescingKey.self]

  /// Which calls may share a response. Choose with care: a response that was made for one user must not be returned to another.
  public enum Identity: Sendable {
    /// All calls of the client act for the same user, or for none. Place this middleware before the middleware that adds
    /// credentials; it then does not see these credentials.
    case client
    /// The closure returns the identity of each call, such as a user's id from a task-local value. It must return a text with
    /// different bytes for each credential that could be sent. If it returns nil, the call is not combined.
    case each(@Sendable (Request) -> String?)
    /// The fields that carry credentials are compared. Place this middleware after the middleware that adds them; it then runs
    /// for each retry.
    case fields
  }

  private let identity: Identity
  private let ignored: Set<String>
  private let exchanges = SharedExchanges()

  /// Header fields that identify a call and do not change its response.
  private static let callFields: Set<String> = [
    "traceparent", "tracestate", "baggage", "x-request-id", "x-correlation-id",
  ]

  /// Combines reads.
  ///
  /// - Parameters:
  ///   - identity: which calls may share a response.
  ///   - ignoredFields: the names of header fields that may differ, in upper or lower case, besides `traceparent`,
  ///     `tracestate`, `baggage`, `X-Request-ID` and `X-Correlation-ID`.
  public init(for identity: Identity, ignoredFields: Set<String> = []) {
    self.identity = identity
    ignored = Self.callFields.union(ignoredFields.map { $0.lowercased() })
  }

  /// For ``Identity/fields``, the stage after the middleware that adds credentials; otherwise the first stage of the chain.
  public var stage: ChainStage? {
    if case .fields = identity { ChainStage("coalescing", between: .credentials, and: .admission) } else { .answer }
  }

  /// The number of exchanges that are under way, for a metric.
  public var exchangesUnderWay: Int { exchanges.count }
  /// The number of calls that wait for an exchange.
  package var callsUnderWay: Int { exchanges.callerCount }

  /// Joins an identical request that is under way, or passes this one on.
  ///
  /// - Throws: the error of `next`, which may belong to another caller's request; `TimedOut` if the call reaches its deadline
  ///   while it waits.
  public func respond(to request: Request, next: Next) async throws -> Response {
    guard let key = key(for: request) else { return try await passOn(request, next) }
    while true {
      try Task.checkCancellation()
      let place = exchanges.join(key, deadline: request.deadline) { try await Self.exchange(request, next) }
      let outcome = try await wait(at: place, request)
      if place.isFirst { return try outcome.get().response }
      switch outcome {
      case .success(let shared) where shared.isShareable:
        var response = shared.response
        response.source = .coalesced
        return response
      case .success:
        return try await next(request)
      case .failure(let error):
        // Only the first caller was cancelled or ran out of time, so this caller tries again.
        guard error is CancellationError || Self.isEndOfTime(error, at: place) else { throw error }
      }
    }
  }

  /// Whether an exchange failed because the first caller ran out of time. Middleware with waits of its own stops shortly before
  /// the deadline, and its error names its own timer, such as `.refresh` or `.queue`.
  private static func isEndOfTime(_ error: any Error, at place: SharedExchanges.Place) -> Bool {
    guard let error = error as? TimedOut else { return false }
    return error.timer == .total || place.deadline.map { $0.remaining <= .milliseconds(20) } ?? false
  }

  /// Passes on a request that is not combined. After an unsafe request, even a failed one, no caller joins an earlier read of
  /// its path, because the response may be older than the change.
  private func passOn(_ request: Request, _ next: Next) async throws -> Response {
    let safe: [HTTPRequest.Method] = [.get, .head, .options, .trace]
    guard !safe.contains(request.head.method) else { return try await next(request) }
    defer { exchanges.close(Self.target(of: request.head)) }
    let response = try await next(request)
    // The request also changed the resource that a redirect led to.
    if let target = response.redirectURL.flatMap({ Self.target(ofURL: $0) }) { exchanges.close(target) }
    return response
  }

  private static func target(of head: HTTPRequest) -> [String] { [head.scheme ?? "", head.authority ?? "", head.path ?? ""] }

  /// Returns the target of an absolute URL; nil for any other text.
  private static func target(ofURL url: String) -> [String]? {
    guard let mark = url.firstRange(of: "://") else { return nil }
    let rest = url[mark.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    return [String(url[..<mark.lowerBound]), String(authority), String(rest.dropFirst(authority.count))]
  }

  private func wait(at place: SharedExchanges.Place, _ request: Request) async throws -> Result<SharedResponse, any Error> {
    // The first caller's own time limit ends the exchange, and so this wait.
    guard !place.isFirst, let deadline = request.deadline else { return try await exchanges.outcome(at: place) }
    do {
      return try await deadline.enforce(.total, limit: request.options.timeout) { try await exchanges.outcome(at: place) }
    } catch {
      exchanges.leave(place)
      throw error
    }
  }

  private static func exchange(_ request: Request, _ next: Next) async throws -> SharedResponse {
    var response = try await next(request)
    if !response.body.isReplayable, request.options.successCodes.contains(response.head.status.code) {
      response.body = Body(try await response.body.collect(upTo: request.options.responseLimit))
    }
    let isShareable = response.body.isReplayable && !response.head.headerFields.contains(.setCookie)
    return SharedResponse(response: response, isShareable: isShareable)
  }

  /// Returns a sentence that says whether a request can be combined with others.
  public func explanation(for request: Request) -> String? {
    if key(for: request) != nil { return "joins an identical request if one is under way" }
    if !request.options.coalescing { return "not combined: off for this row" }
    if ![.get, .head].contains(request.head.method) { return "not combined: only GET and HEAD are" }
    if request.options.delivery != .whole { return "not combined: the response is a stream" }
    if request.body.map({ $0.length != 0 }) ?? false { return "not combined: the request has content" }
    if case .hedge? = request.resendReason { return "not combined: it is a hedge" }
    return "not combined: the call has no identity"
  }

  private func key(for request: Request) -> ExchangeKey? {
    guard request.head.method == .get || request.head.method == .head, request.options.coalescing,
      request.options.delivery == .whole, request.body.map({ $0.length == 0 }) ?? true
    else { return nil }
    // Without this, the second request of a hedge would join the first, with which it must compete.
    if case .hedge? = request.resendReason { return nil }
    var own: [UInt8] = []
    if case .each(let read) = identity {
      guard let text = read(request) else { return nil }
      own = Array(text.utf8)
    }
    let sent = request.head.headerFields.filter { !ignored.contains($0.name.canonicalName) }.enumerated()
      .sorted { ($0.element.name.canonicalName, $0.offset) < ($1.element.name.canonicalName, $1.offset) }
    var fields: [[UInt8]] = []
    for (_, field) in sent {
      fields.append(Array(field.name.canonicalName.utf8))
      fields.append(field.withUnsafeBytesOfValue { Array($0) })
    }
    let head = request.head
    return ExchangeKey(
      row: request.endpoint.name, method: head.method.rawValue, target: Self.target(of: head),
      identity: own, fields: fields, options: request.options)
  }
}

extension Options {
  /// Whether reads of a row or call are combined with identical reads that run at the same time. Default: true.
  public var coalescing: Bool {
    get { self[CoalescingKey.self] }
    set { self[CoalescingKey.self] = newValue }
  }
}

package enum CoalescingKey: OverridableOption {
  package static let name = "coalescing"
  package static let defaultValue = true
  package static let isInherited = false

  /// Returns the value for a JSON true or false.
  package static func value(from json: JSONValue) throws(MappingError) -> Bool {
    guard let isOn = json.bool else { throw MappingError(.invalid, expected: "true or false") }
    return isOn
  }
}

extension ResponseSource {
  /// The response to an identical request of another call.
  public static let coalesced = ResponseSource("coalesced")
}
