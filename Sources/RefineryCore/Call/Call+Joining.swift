import HTTPTypes

extension ScopedCall where Output: Resource, Parent == Never {
  /// Joins a call of a child to a call that addresses its parent, to any depth: `Post.read(1) / Comment.read(2)`.
  ///
  /// The child's call decides the method, the body, and how the response is read; the child's row gives the options. The
  /// parent's call gives the path and the values in it. It also gives header fields, query keys, and options such as a timeout,
  /// unless the child's call sets them. Settings for the parent's own response are not used: `If-Match`, `Accept`, a coder, an
  /// envelope, error types. The parent's row gives only its path, no options. A child with an absolute path uses the parent's
  /// values for its placeholders, but not the parent's header fields and query.
  ///
  /// The new row is made once from the two rows: `Post.Comment.read` has the path `posts/{post_id}/comments/{id}`. A
  /// placeholder that both rows have, such as `{id}`, gets the parent's name as a prefix in the parent's part. Logs, tables and
  /// overrides use the name of the new row. The joined call throws at stage building if the parent's call does not address one
  /// resource, as a create does not. It also throws if the parent's call follows a link, because a child's path cannot be added
  /// to a link.
  public static func / <Result>(parent: Self, child: ScopedCall<Result, Output>) -> Call<Result> { child.joined(to: parent) }
}

extension ScopedCall {
  /// Returns this call of a child below the resource that another call addresses.
  func joined<Target>(to parent: Call<Target>) -> Call<Output> {
    let row = endpoint
    // A router's path applies only to this call, so the joined row is not cached.
    let nesting = parent.routedEndpoint.map { Endpoint.Nesting(row, in: $0) } ?? row.nested(in: parent.endpoint)
    var call: Call<Output> = copy(mapping)
    call.endpoint = nesting.row
    call.values = nesting.values(parent.values, values)
    if parent.link != nil, !row.path.isAbsolute {
      let reason = "the parent's call follows a link, so no child's path can be added: follow a link with the child's call"
      call.endpoint.path = URITemplate(nesting.row.path.text, unusable: reason)
    }
    // An absolute child may address another host, which must not receive the parent's token.
    if !row.path.isAbsolute {
      if !parent.query.isEmpty { call.query = parent.query.merging(call.query) }
      if !parent.headers.isEmpty { call.headers = parent.headers.without(Self.ownFields).merging(call.headers) }
    }
    if !parent.options.isEmpty { call.options = parent.options.inherited.merging(call.options) }
    return call
  }

  /// Header fields about one resource, its body or its response.
  private static var ownFields: [HTTPField.Name] {
    [
      .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range, .accept, .contentType, .contentEncoding,
      .idempotencyKeyField,
    ]
  }

  /// The row with the path from the call's own router; nil if the router gives none.
  fileprivate var routedEndpoint: Endpoint? {
    guard let router, endpoint.operation == .read, let id = values["id"].routedID,
      let path = router.path(for: .read, type: endpoint.resourceName, id: id, resource: nil)
    else { return nil }
    var routed = endpoint
    routed.path = path
    return routed
  }
}
