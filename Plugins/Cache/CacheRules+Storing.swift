import FoundationEssentials
import HTTPTypes
import RefineryCore

// MARK: Section 3: whether a response is stored

extension CacheRules {
  /// Returns the response to store; nil if it must not be stored or could never be used.
  func storable(
    _ response: HTTPResponse, body: Data, to request: Request, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    let status = response.status.code
    guard request.head.method == .get, handles(request), !CacheControl(request.head.headerFields).noStore,
      (200...599).contains(status), status != 206, status != 304, isWhole(response, body),
      let variant = variant(of: response, for: request)
    else { return nil }
    let stored = StoredResponse(
      requestTime: requestTime, responseTime: responseTime, head: Self.kept(response, at: responseTime), body: body,
      variant: variant, targets: targets)
    let control = stored.freshness.control
    let isUnderstood = Self.understoodStatuses.contains(status)
    if control.mustUnderstand ? !isUnderstood : control.noStore { return nil }
    let isExplicit =
      control.isPublic || control.isPrivate || control.hasSharedMaxAge || stored.freshness.explicitLifetime != nil
    guard isExplicit || Self.heuristicStatuses.contains(status), isUseful(stored, request.options.caching) else {
      return nil
    }
    return stored
  }

  /// Returns whether a response is complete. An incomplete one is not stored (section 3.3).
  private func isWhole(_ head: HTTPResponse, _ body: Data) -> Bool {
    guard head.headerFields[.contentEncoding] == nil, let length = head.headerFields[.contentLength] else { return true }
    return Int(length) == body.count
  }

  private func isUseful(_ stored: StoredResponse, _ policy: CachePolicy) -> Bool {
    let freshness = stored.freshness
    return freshness.lifetime(policy) > 0 || stored.hasValidator
      || !freshness.mustNotBeStale
        && ((freshness.control.staleWhileRevalidate ?? CachePolicy.seconds(policy.staleWhileRevalidate)) > 0
          || (freshness.control.staleIfError ?? CachePolicy.seconds(policy.staleIfError)) > 0)
  }

  /// Returns a response with only the fields that are stored (section 3.1), and with a `Date` (RFC 9110 section 6.6.1).
  private static func kept(_ head: HTTPResponse, at time: Date) -> HTTPResponse {
    var head = head
    let dropped = hopFields(of: head.headerFields)
    head.headerFields = HTTPFields(head.headerFields.filter { !dropped.contains($0.name.canonicalName) })
    if head.headerFields[.date] == nil { head.headerFields[.date] = HTTPDate.text(of: time) }
    return head
  }

  private static func hopFields(of fields: HTTPFields) -> Set<String> {
    var names: Set<String> = [
      "connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-connection", "proxy-authenticate",
      "proxy-authentication-info", "proxy-authorization",
    ]
    for part in fields[values: .connection].flatMap(FieldList.parts) { names.insert(part.lowercased()) }
    return names
  }

  // MARK: Section 4.3: validation

  /// Adds the validators of a stored response to a request (section 4.3.1), unless the request has the caller's own conditions.
  /// Returns whether any were added.
  func addValidators(of stored: StoredResponse, to request: inout Request) -> Bool {
    // A server evaluates conditions only if it would respond with 2xx (RFC 9110 section 13.2.1), so a 304 cannot confirm a
    // stored response with another status.
    guard request.head.method == .get, !isConditional(request), stored.isSuccess, stored.hasValidator else { return false }
    request.head.headerFields[.ifNoneMatch] = stored.head.headerFields[.eTag]
    request.head.headerFields[.ifModifiedSince] = stored.head.headerFields[.lastModified]
    return true
  }

  /// Returns the stored response with the fields of a 304 (sections 4.3.4 and 3.2). Returns nil if the 304 is about another
  /// response, or if the result would have too many fields.
  ///
  /// - Parameter isOwn: whether the request had the validators of the stored response, and no others.
  func freshened(
    _ stored: StoredResponse, by head: HTTPResponse, for request: Request, isOwn: Bool, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    guard stored.isSuccess else { return nil }
    var head = head
    let (old, new) = (stored.head.headerFields, head.headerFields)
    if let tag = new[.eTag] {
      // Strong validators are compared strongly, weak ones weakly. A server that compresses, such as nginx, may weaken the tag
      // of a 200 but not that of a 304. `If-None-Match` is compared weakly (RFC 9110 section 13.1.2), so a 304 with the same
      // opaque tag confirms the response whose tag was sent.
      guard isOwn || tag.hasPrefix("W/") ? old[.eTag].map(Self.opaque) == Self.opaque(tag) : old[.eTag] == tag else {
        return nil
      }
      head.headerFields.keepWeakTag(of: old)
    } else if let modified = new[.lastModified], let known = old[.lastModified], modified != known {
      return nil
    }
    return updated(stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
  }

  /// Returns the stored response with the fields of a 200 response to HEAD; nil if it is about another response (section
  /// 4.3.5).
  func freshened(
    _ stored: StoredResponse, byHead head: HTTPResponse, for request: Request, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    guard stored.head.status == .ok else { return nil }
    let (old, new) = (stored.head.headerFields, head.headerFields)
    // As for a 304, the tag of the stored response may be the weak form of the tag of HEAD.
    let hasSameTag = new[.eTag] == nil || new[.eTag] == old[.eTag] || Self.isWeakForm(old[.eTag], of: new[.eTag])
    let agrees = hasSameTag && (new[.lastModified] == nil || new[.lastModified] == old[.lastModified])
    let isSameLength = new[.contentLength].map { Int($0) == stored.body.count } ?? true
    // Stored content is decoded, so its length differs from the length of encoded content. For encoded content, a validator
    // decides.
    let isValidated = new[.contentEncoding] != nil && (new[.eTag] ?? new[.lastModified]) != nil
    guard agrees, isSameLength || isValidated else { return nil }
    var head = head
    head.headerFields.keepWeakTag(of: old)
    return updated(stored, by: head, for: request, requestTime: requestTime, responseTime: responseTime)
  }

  private func updated(
    _ stored: StoredResponse, by head: HTTPResponse, for request: Request, requestTime: Date, responseTime: Date
  ) -> StoredResponse? {
    var result = stored.head
    // The body was decoded when it was stored, so fields about its coding and length do not change.
    let kept = Self.hopFields(of: head.headerFields).union(["content-length", "content-encoding", "content-range"])
    let fields = Self.kept(head, at: responseTime).headerFields.filter { !kept.contains($0.name.canonicalName) }
    guard let updated = result.headerFields.updated(by: fields) else { return nil }
    result.headerFields = updated
    guard let variant = variant(of: result, for: request) else { return nil }
    return StoredResponse(
      requestTime: requestTime, responseTime: responseTime, head: result, body: stored.body, variant: variant, targets: targets)
  }

  // MARK: Section 4.4: invalidation

  /// Returns the targets that a response to an unsafe request makes invalid: the request's own target, the target of a followed
  /// redirect, and the targets of `Location` and `Content-Location` within the origin that responded. A 412 counts, because it
  /// reports a change.
  func invalidated(by response: Response, to request: Request) -> [String] {
    let safe: [HTTPRequest.Method] = [.get, .head, .options, .trace]
    guard !safe.contains(request.head.method), StatusSet(200...399, 412...412).contains(response.head.status.code),
      let target = Self.target(of: request.head)
    else { return [] }
    // Links are relative to the URL that responded.
    let head = response.redirectURL.flatMap { URL(string: $0) }.flatMap { Self.head(of: $0) } ?? request.head
    guard let last = Self.target(of: head), let origin = Origin(head), let base = URL(string: last) else { return [target] }
    let links = [HTTPField.Name.location, .contentLocation].compactMap { name -> String? in
      guard let text = response.head.headerFields[name], let url = URL(string: text, relativeTo: base)?.absoluteURL,
        let head = Self.head(of: url), Origin(head) == origin
      else { return nil }
      return Self.target(of: head)
    }
    return Array(Set([target, last] + links))
  }

  /// Returns the head of a request for a URL; nil if the URL has no host.
  private static func head(of url: URL) -> HTTPRequest? {
    guard let host = url.host(percentEncoded: true) else { return nil }
    let authority = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    let path = url.path(percentEncoded: true)
    return HTTPRequest(
      method: .get, scheme: url.scheme, authority: authority + (url.port.map { ":\($0)" } ?? ""),
      path: (path.isEmpty ? "/" : path) + (url.query(percentEncoded: true).map { "?\($0)" } ?? ""))
  }

  /// Returns scheme, host, port, path and query of a request as text; nil if they are malformed.
  static func target(of head: HTTPRequest) -> String? {
    guard let origin = Origin(head) else { return nil }
    let path = head.path ?? "/"
    var text = origin.description
    text.reserveCapacity(text.utf8.count + path.utf8.count)
    text += path
    return text
  }
}

extension StoredResponse {
  var isSuccess: Bool { (200...299).contains(head.status.code) }
  var hasValidator: Bool { head.headerFields.contains(.eTag) || head.headerFields.contains(.lastModified) }
}

extension HTTPFields {
  /// Replaces the tag by the weak form in the stored response, because the stored bytes may differ from those of the strong
  /// tag.
  fileprivate mutating func keepWeakTag(of stored: HTTPFields) {
    if CacheRules.isWeakForm(stored[.eTag], of: self[.eTag]) { self[.eTag] = stored[.eTag] }
  }
}
