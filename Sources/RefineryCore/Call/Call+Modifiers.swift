public import FoundationEssentials
public import HTTPTypes

extension ScopedCall {
  private func with(_ change: (inout Self) -> Void) -> Self {
    var call = self
    change(&call)
    return call
  }

  /// Fills a placeholder of the path: `Person.enumerate().with("household", 9)`.
  public func with<Value: Hashable>(_ placeholder: String, _ value: Value) -> Self {
    with { $0.values[placeholder] = PathValue(id: value) }
  }

  /// Adds to the query; replaces a key that is already there, also one of the row's path or of the base URL.
  public func query(_ query: Query) -> Self { with { $0.query = $0.query.merging(query) } }

  /// Sets a header field for this call only. It replaces the value of the row and the client; nil removes the field.
  ///
  /// Without a `Content-Type`, the transport sends a body as `application/octet-stream`.
  public func header(_ name: HTTPField.Name, _ value: String?) -> Self { with { $0.headers[name] = value } }

  /// Sets a header field by the text of its name: `.header("X-Tenant", "north")`. A name that is not a token (RFC 9110 section
  /// 5.1) is refused: the call fails with ``CallError/Kind/badRequest``, and nothing is sent.
  public func header(_ name: String, _ value: String?) -> Self { with { $0.headers[name] = value } }

  /// Sets a header field if there is a value. Nil changes nothing, so that a field of the client stays.
  public func header(_ name: String, ifPresent value: String?) -> Self { value.map { header(name, $0) } ?? self }

  /// Sends cookies in place of those of the client (RFC 6265 section 5.4). Those without a value are left out; if none has one,
  /// nothing changes. What a cookie may not have (section 4.1.1) is percent-encoded.
  public func cookies(_ cookies: KeyValuePairs<String, String?>) -> Self {
    let pairs = cookies.compactMap { name, value in
      value.map { value -> String in
        var pair = name + "="
        pair.append(percentEncoding: value, keeping: .cookie)
        return pair
      }
    }
    return header("Cookie", ifPresent: pairs.isEmpty ? nil : pairs.joined(separator: "; "))
  }

  /// Sets and removes several header fields for this call only.
  public func headers(_ changes: HeaderChanges) -> Self { with { $0.headers = $0.headers.merging(changes) } }

  /// Sends these header fields in place of those of the client and the row.
  public func onlyHeaders(_ changes: HeaderChanges) -> Self {
    with {
      $0.headers = changes
      $0.headers.replacesAll = true
    }
  }

  /// Sets options for this call only: `Person.read(5).options { $0.idleTimeout = .seconds(2) }`.
  public func options(_ change: (inout Options) -> Void) -> Self { with { change(&$0.options) } }

  /// Limits the whole call: chain, back-off, transport, body and mapping. Nil for no limit. For a response that is read while
  /// it arrives, such as events, it limits the time to the head and then each wait: see ``Options/timeout``.
  public func timeout(_ limit: Duration?) -> Self { options { $0.timeout = limit } }

  /// Reads the value from another place in the body: `.envelope("data.result")`.
  public func envelope(_ envelope: MemberPath) -> Self { options { $0.envelope = envelope } }

  /// Encodes and decodes this call with another coder.
  public func coder(_ coder: any Coder) -> Self { options { $0.coder = coder } }

  /// Sets what happens to a list element that cannot be read: fail, or skip it and report it in the reply.
  public func elements(_ policy: ElementPolicy) -> Self { options { $0.elements = policy } }

  /// Decodes error bodies of these statuses as this type, or the value at a place in them: see ``CallError/details(as:)``.
  ///
  /// For other statuses, the types of the row and the client apply.
  public func errors<Details: Decodable & Error & Sendable>(
    _ type: Details.Type, for statuses: StatusSet, at envelope: MemberPath = []
  ) -> Self {
    with {
      var known = $0.options.explicit(ErrorsKey.self) ?? $0.endpoint.options.errors
      known.add(type, for: statuses, at: envelope)
      $0.options.errors = known
    }
  }

  /// Sends `If-Match`: the server acts only if its version still has this entity tag, and otherwise responds with 412 (RFC 9110
  /// section 13.1.1).
  ///
  /// The tag is quoted unless it is already quoted or is `*`.
  public func ifMatch(_ tag: String) -> Self { header(.ifMatch, EntityTag.quoted(tag)) }

  /// Sends `If-None-Match`: the output is nil if the server's version still has this entity tag. The server then responds with
  /// status 304 (RFC 9110 section 13.1.2).
  ///
  /// The tag is quoted unless it is already quoted or is `*`.
  public func ifNoneMatch(_ tag: String) -> ScopedCall<Output?, Parent> {
    header(.ifNoneMatch, EntityTag.quoted(tag)).options { $0.acceptsNotModified = true }.optional
  }

  /// Sends `If-Modified-Since`: the output is nil if the resource has not changed since this date. The server then responds
  /// with status 304 (RFC 9110 section 13.1.3). Prefer ``ifNoneMatch(_:)`` if the server sends entity tags: a date counts only
  /// seconds.
  public func ifModifiedSince(_ date: Date) -> ScopedCall<Output?, Parent> {
    header(.ifModifiedSince, HTTPDate.nearestText(to: date)).options { $0.acceptsNotModified = true }.optional
  }

  /// Sends `If-Unmodified-Since`: the server acts only if the resource has not changed since this date, and otherwise responds
  /// with 412 (RFC 9110 section 13.1.4).
  public func ifUnmodifiedSince(_ date: Date) -> Self { header(.ifUnmodifiedSince, HTTPDate.nearestText(to: date)) }

  /// Lets a router decide the path of this call.
  public func routed(by router: any PathRouter) -> Self { with { $0.router = router } }

  /// Returns the call with the target of a server's link, such as a page's `next`, an object's `related`, or a `Location`.
  ///
  /// Row, header fields, options, body and mapping do not change; the call's own query and placeholders are not used. The link
  /// is absolute, or relative to the URL of the call itself (RFC 3986 section 5). It is followed as written; only characters
  /// that a URL must not contain are encoded: spaces, non-ASCII text, `[`, `]`, `|` and similar ones. `%2F` stays `%2F`. A
  /// fragment and user information are dropped. A second link replaces the first.
  ///
  /// ```swift
  /// let next = try await api.send(Person.enumerate().following("/people?page=2"))
  /// ```
  /// A link to another origin is refused by default: see ``CrossOriginLinks``. A refused link ends the call at stage building,
  /// with ``LinkRefused`` as the underlying error; nothing is sent.
  ///
  /// - Parameters:
  ///   - link: the link as the server wrote it.
  ///   - query: added to the query of the link: `Upload.finish().following(location, adding: ["digest": digest])`.
  public func following(_ link: String, adding query: Query = [:]) -> Self {
    with { $0.link = ServerLink(text: link, query: query) }
  }

  /// Sends a value as the body, encoded by the client's coder or another. `nulls` decides how nil properties are written; nil
  /// means the default of the coder.
  public func body<Value: Encodable & Sendable>(
    _ value: Value, nulls: NullPolicy? = .omit, coder: (any Coder)? = nil
  ) -> Self {
    with { $0.payload = .value(value, nulls: nulls, coder: coder) }
  }

  /// Sends a value as `application/x-www-form-urlencoded`.
  public func form<Value: Encodable & Sendable>(_ value: Value) -> Self {
    with { $0.payload = .value(value, nulls: .omit, coder: FormCoder()) }
  }

  /// Sends bytes, text, a file or a stream as the body.
  public func body(_ body: Body, contentType: String = "application/octet-stream") -> Self {
    with { $0.payload = .body(body, contentType: contentType) }
  }

  /// Sends text as `text/plain`.
  public func text(_ text: String) -> Self { body(Body(text), contentType: TextCoder().contentType) }

  /// Sends parameters in the query for GET and HEAD, and in a JSON body for every other method.
  public func parameters(_ parameters: JSONValue) -> Self {
    with {
      if [.get, .head].contains($0.endpoint.method) {
        $0.query = $0.query.merging(Query(parameters.object ?? [:]))
      } else {
        $0.payload = .value(parameters, nulls: nil)
      }
    }
  }
}

/// Entity tags (RFC 9110 section 8.8.3).
enum EntityTag {
  static func quoted(_ tag: String) -> String {
    tag == "*" || tag.hasSuffix("\"") ? tag : "\"\(tag)\""
  }
}
