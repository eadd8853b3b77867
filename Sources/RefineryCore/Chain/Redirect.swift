import FoundationEssentials
import HTTPTypes

extension RedirectPolicy {
  /// The maximum number of redirects in one call.
  static let limit = 10

  /// Returns the request that a redirect asks for, or nil if the response is not a redirect or this policy follows none.
  ///
  /// ``RedirectMiddleware`` has the rules. The trail records the requests of this call that were redirected; all hops
  /// of the call use the same trail.
  ///
  /// - Throws: ``RedirectRefused`` for a redirect that would leave the origin under ``sameOrigin``, go from https to http,
  ///   repeat an earlier hop, exceed ``limit`` or need a body that cannot be sent again; for a redirect with a malformed
  ///   target; and for a 301 or 302 that ``MovedMethod`` refuses.
  func follow(
    _ request: Request, after response: Response, trail: inout Set<String>
  ) throws(RedirectRefused) -> Request? {
    let status = response.head.status.code
    guard self != .never, [301, 302, 303, 307, 308].contains(status), let location = response.head.headerFields[.location]
    else { return nil }
    trail.insert(request.target)
    let target = URIReference(location)?.resolved(against: URIReference(request.head))
    func refusal(_ reason: RedirectRefused.Reason) -> RedirectRefused {
      RedirectRefused(
        reason, response.head, target: target, ownPath: request.ownPath ?? request.head.path ?? "",
        isSlashMissing: target.map(request.lacksSlash) ?? false)
    }
    let change: OriginChange
    do {
      change = try OriginChange(of: request.head, to: target)
    } catch {
      throw refusal(error == .foreignScheme ? .foreignScheme : .malformedTarget)
    }
    let hasMoved = [301, 302].contains(status) && request.head.method != .get && request.head.method != .head
    let moved = request.options.movedMethod
    if hasMoved, moved == .refuse { throw refusal(.otherMethod) }
    guard !change.leavesTLS else { throw refusal(.leavesTLS) }
    guard self == .anyOrigin || !change.leavesOrigin else { throw refusal(.leavesOrigin) }

    var next = request
    next.ownPath = request.ownPath ?? request.head.path
    change.move(&next.head)
    next.head.path = change.path
    if change.leavesOrigin { next.head.headerFields.removeCredentials(request.options.credentialFields) }
    if status == 303 && request.head.method != .head || hasMoved && moved == .get {
      let isChange = request.head.method != .get
      next.head.method = .get
      next.body = nil
      next.head.headerFields.removeAll { Self.describesContent($0) || isChange && Self.describesChange($0) }
    } else if !request.isReplayable {
      throw refusal(.bodyCannotBeReplayed)
    }
    next.normalize()
    guard trail.count <= Self.limit else { throw refusal(.tooMany) }
    guard !trail.contains(next.target) else { throw refusal(.loop) }
    return next
  }

  private static func describesContent(_ name: HTTPField.Name) -> Bool {
    name.canonicalName.hasPrefix("content-") || name == .lastModified
      || ["digest", "repr-digest"].contains(name.canonicalName)
  }

  /// Whether a field concerns only the change that a request asks for: a condition, or the key of the change. The change may
  /// have given the resource a new entity tag. A GET with the old condition would then fail, although the change succeeded.
  private static func describesChange(_ name: HTTPField.Name) -> Bool {
    let names: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .idempotencyKeyField]
    return names.contains(name)
  }
}

/// The request that is sent to the target of a 301 or 302: see ``Options/movedMethod``.
public enum MovedMethod: String, Sendable, Equatable {
  /// Nothing: the call fails, and its error names the target.
  case refuse
  /// A GET without the content, the conditions and the `Idempotency-Key`.
  case get
  /// The same method and content.
  case same
}

/// A redirect was not followed.
public struct RedirectRefused: SafelyDescribed, ResponseFailure, Equatable {
  /// Why it is not followed.
  public enum Reason: String, Sendable {
    /// The target has another scheme, host or port, and the policy is ``RedirectPolicy/sameOrigin``.
    case leavesOrigin = "it leaves the origin; to allow that, set redirects for this row or call"
    /// The redirect leads from https to http.
    case leavesTLS = "it leads from https to http"
    /// The target is neither http nor https.
    case foreignScheme = "its target is neither http nor https"
    /// `Location` is not a URI reference with a host.
    case malformedTarget = "its target is malformed"
    /// The call has already sent a request with the same method and URL.
    case loop = "it leads to a URL that the call has already requested"
    /// The call received more than ten redirects.
    case tooMany = "the limit of 10 redirects is reached"
    /// A 301 or 302 to a call whose method is not GET or HEAD, and ``MovedMethod`` does not allow it.
    case otherMethod = "301 and 302 are followed for GET and HEAD only; set movedMethod, or call the error's field Location"
    /// The redirect needs the content again, and the content is a one-shot stream.
    case bodyCannotBeReplayed = "the body is a one-shot stream and cannot be sent again"
  }

  /// Why it is not followed.
  public let reason: Reason
  /// The target: its origin, and the first segments of its path that the row's own path also has. Nil if `Location` cannot be
  /// read. The response contains the whole target, which may be a secret.
  public let target: String?
  /// The redirect, without its content.
  public let received: ReceivedResponse
  /// Whether the target is the request's own path with a slash at its end, on the same origin.
  let isSlashMissing: Bool

  init(_ reason: Reason, _ head: HTTPResponse, target: URIReference?, ownPath: String, isSlashMissing: Bool) {
    self.reason = reason
    received = ReceivedResponse(head: head, body: Data(), isBodyTruncated: true)
    self.isSlashMissing = isSlashMissing
    self.target = target.map { target in
      let origin = Origin(scheme: target.scheme, authority: target.authority)?.description ?? "\(target.scheme ?? ""):"
      return Redaction.escaped(origin + (origin.hasSuffix(":") ? "" : Redaction.target(target.path, within: ownPath)))
    }
  }

  /// One line, safe to log.
  public var description: String {
    let advice = isSlashMissing ? " (the row's path has no slash at its end)" : ""
    return "redirect \(received.head.status.code)\(target.map { " to \($0)" } ?? "") refused: \(reason.rawValue)\(advice)"
  }
}

extension Request {
  /// Whether this request, which follows a redirect to another origin, lacks a credential of the request before it.
  func hasLostCredentials(of earlier: Request) -> Bool {
    guard Origin(head) != Origin(earlier.head) else { return false }
    let marked = options.credentialFields
    return earlier.head.headerFields.contains { field in
      head.headerFields[field.name] == nil && (field.name.isCredential || marked.contains(field.name))
    }
  }

  /// Method and URL.
  fileprivate var target: String { "\(head.method.rawValue) \(Origin(head)?.description ?? "")\(head.path ?? "")" }

  fileprivate func lacksSlash(_ target: URIReference) -> Bool {
    let path = (head.path ?? "").prefix { $0 != "?" }
    return Origin(scheme: target.scheme, authority: target.authority) == Origin(head) && target.path == "\(path)/"
  }
}

extension URIReference {
  init(_ head: HTTPRequest) {
    let path = head.path ?? "/"
    let mark = path.firstIndex(of: "?")
    self.init(
      scheme: head.scheme?.lowercased(), authority: head.authority, path: String(path[..<(mark ?? path.endIndex)]),
      query: mark.map { String(path[path.index(after: $0)...]) })
  }
}
