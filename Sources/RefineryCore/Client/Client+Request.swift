import FoundationEssentials
import HTTPTypes

extension Client {
  /// Makes the request of a call without sending it: overrides applied, path filled, body encoded.
  ///
  /// The call's deadline starts here. The call has no number until it is sent.
  ///
  /// - Throws: ``CallError`` at stage building.
  public func makeRequest<Output>(for call: Call<Output>) throws -> Request {
    try makeRequest(for: call, limitsOnlyHead: false)
  }

  /// Makes the request of a call that is about to be sent. If that fails, the observers get an event.
  func request<Output>(for call: Call<Output>, limitsOnlyHead: Bool = false) throws -> Request {
    do {
      return try makeRequest(for: call, limitsOnlyHead: limitsOnlyHead)
    } catch {
      if !observers.isEmpty { tell(CallEvent.Outcome(error), of: overrides.applied(to: call.endpoint)) }
      throw error
    }
  }

  private func makeRequest<Output>(for call: Call<Output>, limitsOnlyHead: Bool) throws -> Request {
    let override = overrides[call.endpoint.name]
    let endpoint = override?.applied(to: call.endpoint) ?? call.endpoint
    do {
      if let fault = prepared.fault { throw fault }
      if let problem = call.itemEnvelopeProblem { throw UnusableSettings(of: Call<Output>.self, problems: [problem]) }
      var options = options(of: call, override)
      if options.acceptsNotModified { options.successCodes = options.successCodes.adding(304...304) }
      var head = try head(of: endpoint, call, options, isMoved: override?.path != nil)
      if let own = options.coder, !headers.mentions(.accept) { try head.headerFields.set(.accept, to: own.accept) }
      let rowHeaders = options.explicit(HeadersKey.self)
      if let rowHeaders { head.headerFields = try rowHeaders.applied(to: head.headerFields) }
      if !call.headers.isEmpty { head.headerFields = try call.headers.applied(to: head.headerFields) }
      let body = try encode(call.payload, options, changing: changedID(endpoint, call.values), &head.headerFields)
      // The type of the body is set after all changes of header fields.
      if body != nil,
        call.headers.removes(.contentType) ?? rowHeaders?.removes(.contentType) ?? headers.removes(.contentType) ?? false
      {
        head.headerFields[.contentType] = nil
      }
      let context = CallContext(client: name, clock: clock, timeout: options.timeout, limitsOnlyHead: limitsOnlyHead)
      guard let link = call.link else {
        try Request.validate(head, body)
        // Created in the return statement: each copy changes reference counts that all calls share, which is slow on many
        // cores.
        return Request(endpoint, head, body, options, context, isValid: true)
      }
      var linked = Request(endpoint, head, body, options, context, isValid: false)
      linked.ownPath = head.path
      try link.redirect(&linked, by: options.queryEncoding ?? queryEncoder)
      linked.normalize()
      try linked.validate()
      return linked
    } catch let fault as URITemplate.Unsafe where fault.reason == .missing && fault.variable == "id" {
      throw CallError(.building, endpoint, underlying: MissingIdentifier())
    } catch {
      throw CallError(.building, endpoint, underlying: error)
    }
  }

  private func head<Output>(
    of endpoint: Endpoint, _ call: Call<Output>, _ options: Options, isMoved: Bool
  ) throws -> HTTPRequest {
    // In order of precedence: the call's router, the operator, the client's router, the row.
    let standing = isMoved ? nil : routed(call, endpoint, by: router)
    let path = routed(call, endpoint, by: call.router) ?? standing ?? endpoint.path
    if let fault = path.locationFault(of: call.link) { throw fault }
    var head = prepared.head
    var target = ""
    if path.isAbsolute {
      let parts = try AbsoluteTarget(path.target(values(of: call, endpoint, for: path)))
      target = parts.target
      head.scheme = parts.scheme
      head.authority = parts.authority
      // The client's credentials are only for the client's origin. A row or call for another origin sets its own.
      if Origin(head) != Origin(prepared.head) { head.headerFields.removeCredentials(options.credentialFields) }
    } else {
      if let problem = base.problem { throw UnusableSettings(of: Client.self, problems: [problem]) }
      if let fault = path.storage.relativeFault { throw fault }
      target = base.prefix
      let prefix = target
      // `{/id}` begins with a slash of its own.
      if !path.text.hasPrefix("/"), !path.text.hasPrefix("{/") { target += "/" }
      do {
        try path.appendTarget(values(of: call, endpoint, for: path), to: &target)
      } catch {
        // The link replaces the row's path, so the call need not have its values.
        guard call.link?.isIndependentOfPath == true else { throw error }
        target = prefix + "/"
      }
      if call.link?.isIndependentOfPath == true {
        head.method = endpoint.method
        head.path = target
        return head
      }
      if let query = base.query { target += (target.contains("?") ? "&" : "?") + query }
    }
    if !call.query.isEmpty { (options.queryEncoding ?? queryEncoder).append(call.query, replacingIn: &target) }
    if endpoint.method != .get { head.method = endpoint.method }
    head.path = target
    head.normalize()
    return head
  }

  private func values<Output>(of call: Call<Output>, _ endpoint: Endpoint, for path: URITemplate) -> PathValues {
    guard path.uses("type"), call.values["type"] == .undefined else { return call.values }
    var values = call.values
    values["type"] = .text(endpoint.resourceName)
    return values
  }

  /// Returns the id of the resource that a call changes, for coders that write it into the body.
  private func changedID(_ endpoint: Endpoint, _ values: PathValues) -> String? {
    guard endpoint.method == .patch || endpoint.method == .put, case .text(let id) = values["id"] else { return nil }
    return id
  }

  private func encode(
    _ payload: Payload, _ options: Options, changing id: String?, _ fields: inout HTTPFields
  ) throws -> Body? {
    let body = try encodeOwn(payload, options, changing: id, &fields)
    guard let members = options.explicit(BodyMembersKey.self) else { return body }
    guard body == nil || body?.data != nil else {
      throw PagingError.unusable(reason: "the body of the call is a file or a stream; give it as a value")
    }
    if !fields.contains(.contentType) { try fields.set(.contentType, to: "application/json") }
    return Body(try BodyMember.merged(members, into: body?.data))
  }

  /// Encodes the body of a call, without the members that a page adds.
  private func encodeOwn(
    _ payload: Payload, _ options: Options, changing id: String?, _ fields: inout HTTPFields
  ) throws -> Body? {
    switch payload {
    case .none:
      return nil
    case .value(let value, let nulls, let own):
      let coder = own ?? options.coder ?? coder
      if !fields.contains(.contentType) { try fields.set(.contentType, to: coder.contentType) }
      return Body(try id.map { try coder.encode(value, nulls: nulls, changing: $0) } ?? coder.encode(value, nulls: nulls))
    case .body(let body, let contentType):
      if let contentType, !fields.contains(.contentType) { try fields.set(.contentType, to: contentType) }
      return body
    }
  }

  private func routed<Output>(_ call: Call<Output>, _ endpoint: Endpoint, by router: (any PathRouter)?) -> URITemplate? {
    guard let router, let operation = endpoint.operation else { return nil }
    var resource: (any Encodable & Sendable)?
    if case .value(let value, _, _) = call.payload { resource = value }
    return router.path(
      for: operation, type: endpoint.resourceName, id: call.values["id"].routedID, resource: resource)
  }
}

/// The parts of an absolute URL.
struct AbsoluteTarget {
  let scheme: String
  let authority: String
  let target: String

  init(_ url: String) throws(TransportError) {
    func fault(_ reason: String) -> TransportError { TransportError(.invalidRequest, phase: .beforeSending, reason: reason) }
    guard let reference = URIReference(url), let scheme = reference.scheme, let authority = reference.authority else {
      throw fault("the URL has no scheme")
    }
    guard !authority.contains("@") else { throw fault("the URL holds user information: use AuthMiddleware instead") }
    self.scheme = scheme
    self.authority = authority.lowercased()
    let path = reference.path.isEmpty ? "/" : reference.path
    target = reference.query.map { "\(path)?\($0)" } ?? path
  }
}
