import HTTPTypes

extension Call where Output: Resource {
  /// A call of a child below a call that addresses its parent, to any depth: `Post.read(1) / Comment.read(2)`.
  ///
  /// The child's call decides the method, the body, and how the response is read. Its row gives the options. The parent's call
  /// gives its path and the values in it. It also gives its header fields, its query, and options such as a timeout, where the
  /// child's call has none of its own. It does not give what is about the parent's own response: `If-Match`, `Accept`, a coder, an
  /// envelope, error types. The parent's row gives only its path, no options. A child with an absolute path uses the parent's
  /// values for its placeholders, but not the parent's header fields and query.
  ///
  /// The two rows make a new row once: `Post.Comment.read` has the path `posts/{post_id}/comments/{id}`. A placeholder that both rows
  /// have, such as `{id}`, gets the parent's name as a prefix in the parent's part. Logs, tables and overrides use the name of the
  /// new row. A parent's call that does not address one resource, such as a create, makes the call throw at stage building.
  public static func / <Child, Result>(parent: Call, child: ChildCall<Child, Result>) -> Call<Result>
  where Child.Parent == Output {
    let row = child.call.endpoint
    // What a router says holds for this call alone, so it is not remembered.
    let nesting = parent.routedEndpoint.map { Endpoint.Nesting(row, in: $0) } ?? row.nested(in: parent.endpoint)
    var call = child.call
    call.endpoint = nesting.row
    call.values = nesting.values(parent.values, child.call.values)
    // An absolute child may go to another host, for which a parent's token is not meant.
    if !row.path.isAbsolute {
      if !parent.query.isEmpty { call.query = parent.query.merging(call.query) }
      if !parent.headers.isEmpty { call.headers = parent.headers.without(Self.ownFields).merging(call.headers) }
    }
    if !parent.options.isEmpty { call.options = parent.options.without(Self.ownOptions).merging(call.options) }
    return call
  }

  /// Header fields that speak of one resource, its body or its answer.
  private static var ownFields: [HTTPField.Name] {
    [
      .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range, .accept, .contentType, .contentEncoding,
      .idempotencyKey,
    ]
  }

  /// Options that speak of one request or its answer.
  private static var ownOptions: [any OptionKey.Type] {
    [
      EnvelopeOption.self, CoderOption.self, ElementPolicyOption.self, ErrorTypes.self, AcceptsNotModified.self,
      SuccessCodes.self, Delivery.self, ResponseLimit.self, Idempotent.self, AcceptedMediaTypes.self, PatchStyleOption.self,
    ]
  }

  /// The row at the path that the call's own router gives; nil where that is the row's.
  private var routedEndpoint: Endpoint? {
    guard let router, endpoint.operation == .read, case .text(let id) = values["id"],
      let path = router.readPath(id: id, type: endpoint.resourceName)
    else { return nil }
    var routed = endpoint
    routed.path = path
    return routed
  }
}
