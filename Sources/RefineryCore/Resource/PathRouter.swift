/// Decides the path of a call from its operation, type and id, for paths that a template cannot express.
///
/// If it returns nil, the row's own path applies. A returned template may contain `{id}`, `<id>` and `<type>`. Give a router to
/// a client or to a single call.
///
/// For a nested path, the router of the client or of the whole call decides on the last part: `type` and `id` are the child's,
/// the returned template is the whole path, and `{post_id}` in it is the parent's id. The router of a parent's call decides on
/// the parent's part of the path.
///
/// ```swift
/// struct Sharded: PathRouter {
///   func path(
///     for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
///   ) -> URITemplate? {
///     operation == .read && id?.hasPrefix("eu-") == true ? "eu/<type>/<id>" : nil
///   }
/// }
/// ```
public protocol PathRouter: Sendable {
  /// Returns the path of a call; nil for the row's own path.
  ///
  /// - Parameters:
  ///   - operation: what the call does.
  ///   - type: the name of the model: see ``Resource/resourceName``.
  ///   - id: the id of the object; nil if the call has none, as for a list.
  ///   - resource: what the call sends: one object, or a list of several; nil for nothing.
  func path(
    for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
  ) -> URITemplate?
}
