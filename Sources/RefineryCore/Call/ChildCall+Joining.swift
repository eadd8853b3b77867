import HTTPTypes

extension Call where Output: Resource {
  /// A call of a child below a call that addresses its parent, to any depth: `Post.read(1) / Comment.read(2)`.
  ///
  /// The last part decides method, body, and how the answer is read; its row's options are those of the call. The parent's call
  /// gives its path and the values in it. What it was given besides goes along where the last part is silent: header fields,
  /// query, and options such as a timeout; but not what speaks of the parent's own answer, such as an `If-Match`, an `Accept`,
  /// a coder, an envelope or error types. The parent's own row gives no options, only its path. A child with an absolute path
  /// stands for itself: it has the parent's values to fill its placeholders, but neither header fields nor query.
  ///
  /// Two rows joined are a row, made once: `Post.Comment.read` is at `posts/{post_id}/comments/{id}`, the parent's `{id}` told
  /// apart by the parent's name, and so is any other placeholder that both have. Logs, tables and overrides know it by that.
  /// A parent's call that is no read, such as a create, addresses nothing: the call throws at stage building.
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
