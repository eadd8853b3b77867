import HTTPTypes

/// A link as the server wrote it.
struct ServerLink: Sendable, Equatable {
  let text: String
  /// Added to the query of the link.
  var query = Query()

  /// Whether the target is independent of the path of the base URL.
  var isIndependentOfPath: Bool {
    guard let reference = reference else { return false }
    return reference.scheme != nil || reference.authority != nil || reference.path.hasPrefix("/")
  }

  /// Whether the target depends on the path of the call. False for a link that is refused.
  var isRelativeToPath: Bool { text.contains { $0 != " " } && reference != nil && !isIndependentOfPath }

  private var reference: URIReference? { URIReference(String(text.trimming { $0 == " " })) }

  /// Changes the target of a complete request to this link, if ``CrossOriginLinks`` permits it.
  func redirect(_ request: inout Request, by encoder: QueryEncoder) throws(LinkRefused) {
    // Later, validation refuses a request without an origin, and names this reason.
    guard Origin(request.head) != nil else { return }
    let target = reference?.resolved(against: URIReference(request.head))
    let origin = target.flatMap { Origin(scheme: $0.scheme, authority: $0.authority) }
    let row = request.endpoint.name
    func refusal(_ reason: LinkRefused.Reason) -> LinkRefused { LinkRefused(reason: reason, row: row, origin: origin) }

    guard text.contains(where: { $0 != " " }) else { throw refusal(.empty) }
    let change: OriginChange
    do {
      change = try OriginChange(of: request.head, to: target)
    } catch {
      throw refusal(error == .foreignScheme ? .foreignScheme : .malformed)
    }
    let rule = request.options.crossOriginLinks
    var path = target?.requestTarget ?? "/"
    if !query.isEmpty { encoder.append(query, to: &path) }
    if rule == .atOwnOrigin {
      request.head.path = path
      return
    }
    guard !change.leavesTLS else { throw refusal(.leavesTLS) }
    if change.leavesOrigin {
      let isHome = request.options.homeOrigin.flatMap { Origin(url: $0) } == change.old
      switch rule {
      case .allow(let allowed) where allowed.contains { Origin(url: $0) == change.new }:
        if isHome { request.options.homeOrigin = change.new.description }
      case .withoutCredentials:
        request.withholdCredentials()
      case .refuse, .allow, .atOwnOrigin:
        throw refusal(.leavesOrigin)
      }
      change.move(&request.head)
    }
    request.head.path = path
  }
}

extension URITemplate {
  /// Why a call with this link cannot use the template as its path; nil if it can.
  func locationFault(of link: ServerLink?) -> TransportError? {
    guard isLocation else { return nil }
    guard let link else {
      return .unusable("the path is the Location of another response: add .following(_:adding:) with that Location to the call")
    }
    guard locationBase == nil, link.isRelativeToPath else { return nil }
    return .unusable("the Location is relative to the path of another row, so this row needs the path .location(of:)")
  }
}

extension TransportError {
  fileprivate static func unusable(_ reason: String) -> TransportError {
    TransportError(.invalidRequest, phase: .beforeSending, reason: reason)
  }
}

extension Request {
  /// Removes the credentials, and tells middleware not to add any.
  fileprivate mutating func withholdCredentials() {
    head.headerFields.removeCredentials(options.credentialFields)
    options.credentialsWithheld = true
    // For middleware that checks only the home origin: no target has an empty origin.
    options.homeOrigin = ""
  }
}

extension URIReference {
  private static let pathBytes = ByteSet("!$&'()*+,;=:@/", adding: .unreserved)
  private static let queryBytes = ByteSet("?", adding: pathBytes)

  /// Path and query for a request line: forbidden characters are encoded, triplets are kept.
  var requestTarget: String {
    var text = path.hasPrefix("/") ? "" : "/"
    text.append(percentEncoding: path, keeping: Self.pathBytes, keepsTriplets: true)
    if let query {
      text += "?"
      text.append(percentEncoding: query, keeping: Self.queryBytes, keepsTriplets: true)
    }
    return text
  }
}

extension Origin {
  /// The origin of an absolute URL; nil for any other text.
  init?(url: String) {
    guard let reference = URIReference(url) else { return nil }
    self.init(scheme: reference.scheme, authority: reference.authority)
  }
}
