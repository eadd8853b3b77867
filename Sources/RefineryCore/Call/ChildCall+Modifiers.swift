public import FoundationEssentials
public import HTTPTypes

// The modifiers of `Call`, so that a path needs no parentheses: `Post.read(1) / Comment.read(2).timeout(nil)`.
extension ChildCall {
  /// Fills a placeholder of the path.
  public func with<Value: Hashable>(_ placeholder: String, _ value: Value) -> ChildCall {
    ChildCall(call.with(placeholder, value))
  }

  /// Adds to the query; replaces a key that is already there.
  public func query(_ query: Query) -> ChildCall { ChildCall(call.query(query)) }

  /// Sets a header field for this call only. It replaces that of the row and the client; nil removes the field.
  public func header(_ name: HTTPField.Name, _ value: String?) -> ChildCall { ChildCall(call.header(name, value)) }

  /// Sets and removes several header fields for this call only.
  public func headers(_ changes: HeaderChanges) -> ChildCall { ChildCall(call.headers(changes)) }

  /// Sends these header fields in place of those of the client and the row.
  public func onlyHeaders(_ changes: HeaderChanges) -> ChildCall { ChildCall(call.onlyHeaders(changes)) }

  /// Sets an option for this call only.
  public func option<Key: OptionKey>(_ key: Key.Type, _ value: Key.Value) -> ChildCall { ChildCall(call.option(key, value)) }

  /// Limits the whole call: chain, back-off, transport, body and mapping. Nil for no limit.
  public func timeout(_ limit: Duration?) -> ChildCall { ChildCall(call.timeout(limit)) }

  /// Reads the value from another place in the body: `.envelope("data.result")`.
  public func envelope(_ envelope: MemberPath) -> ChildCall { ChildCall(call.envelope(envelope)) }

  /// Encodes and decodes this call with another coder.
  public func coder(_ coder: any Coder) -> ChildCall { ChildCall(call.coder(coder)) }

  /// Sets what happens to a list element that cannot be read: fail, or skip it and report it in the reply.
  public func elements(_ policy: ElementPolicy) -> ChildCall { ChildCall(call.elements(policy)) }

  /// Decodes error bodies of these statuses as this type, or the value at a place in them: see ``CallError/details(as:)``.
  public func errors<Details: Decodable & Error & Sendable>(
    _ type: Details.Type, for statuses: StatusSet, at envelope: MemberPath = []
  ) -> ChildCall {
    ChildCall(call.errors(type, for: statuses, at: envelope))
  }

  /// Sends `If-Match`: see ``Call/ifMatch(_:)``.
  public func ifMatch(_ tag: String) -> ChildCall { ChildCall(call.ifMatch(tag)) }

  /// Sends `If-None-Match`: see ``Call/ifNoneMatch(_:)``.
  public func ifNoneMatch(_ tag: String) -> ChildCall<Child, Output?> { ChildCall<Child, Output?>(call.ifNoneMatch(tag)) }

  /// Sends `If-Modified-Since`: see ``Call/ifModifiedSince(_:)``.
  public func ifModifiedSince(_ date: Date) -> ChildCall<Child, Output?> {
    ChildCall<Child, Output?>(call.ifModifiedSince(date))
  }

  /// Sends `If-Unmodified-Since`: see ``Call/ifUnmodifiedSince(_:)``.
  public func ifUnmodifiedSince(_ date: Date) -> ChildCall { ChildCall(call.ifUnmodifiedSince(date)) }

  /// Replaces the whole path by a server's link: see ``Call/following(_:)``.
  public func following(_ link: String) -> ChildCall { ChildCall(call.following(link)) }

  /// Replaces the whole path by a server's link with more values in its query: see ``Call/following(_:adding:)``.
  public func following(_ link: String, adding query: Query) -> ChildCall { ChildCall(call.following(link, adding: query)) }

  /// Lets a router decide the whole path of this call: see ``PathRouter``.
  public func routed(by router: any PathRouter) -> ChildCall { ChildCall(call.routed(by: router)) }

  /// Sends a value as the body: see ``Call/body(_:nulls:coder:)``.
  public func body<Value: Encodable & Sendable>(
    _ value: Value, nulls: NullPolicy? = .omit, coder: (any Coder)? = nil
  ) -> ChildCall {
    ChildCall(call.body(value, nulls: nulls, coder: coder))
  }

  /// Sends a value as `application/x-www-form-urlencoded`.
  public func form<Value: Encodable & Sendable>(_ value: Value) -> ChildCall { ChildCall(call.form(value)) }

  /// Sends bytes, text, a file or a stream as the body.
  public func body(_ body: Body, contentType: String = "application/octet-stream") -> ChildCall {
    ChildCall(call.body(body, contentType: contentType))
  }

  /// Sends text as `text/plain`.
  public func text(_ text: String) -> ChildCall { ChildCall(call.text(text)) }

  /// Sends parameters in the query for GET and HEAD, and in a JSON body for every other method.
  public func parameters(_ parameters: JSONValue) -> ChildCall { ChildCall(call.parameters(parameters)) }
}
