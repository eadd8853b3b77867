/// Decides the path of a call from its operation, type and id, for paths that a template cannot express.
///
/// A method that returns nil leaves the row's own path. What it returns is a template: `{id}`, `<id>` and `<type>` in it
/// are filled in. Give one to a client or to a single call.
///
/// Of a nested path the router of the client, or of the whole call, is asked for the last part: `type` and `id` are the
/// child's, what it returns is the whole path, and `{post_id}` in it is the parent's. The router of a parent's call is asked
/// for the parent's part of the path.
///
/// ```swift
/// struct Sharded: Router {
///   func readPath(id: String, type: String) -> URITemplate? { id.hasPrefix("eu-") ? "eu/<type>/<id>" : nil }
/// }
/// ```
public protocol Router: Sendable {
  /// Where `resource`, one or several, is created.
  func createPath(type: String, resource: any Encodable & Sendable) -> URITemplate?
  /// Where the one with `id` is read.
  func readPath(id: String, type: String) -> URITemplate?
  /// Where `resource` is sent to replace or change the one with `id`; nil id for several at once.
  func updatePath(id: String?, type: String, resource: any Encodable & Sendable) -> URITemplate?
  /// Where the one with `id` is deleted.
  func deletePath(id: String, type: String) -> URITemplate?
  /// Where all are listed.
  func enumeratePath(type: String) -> URITemplate?
}

extension Router {
  /// The row's own.
  public func createPath(type: String, resource: any Encodable & Sendable) -> URITemplate? { nil }
  /// The row's own.
  public func readPath(id: String, type: String) -> URITemplate? { nil }
  /// The row's own.
  public func updatePath(id: String?, type: String, resource: any Encodable & Sendable) -> URITemplate? { nil }
  /// The row's own.
  public func deletePath(id: String, type: String) -> URITemplate? { nil }
  /// The row's own.
  public func enumeratePath(type: String) -> URITemplate? { nil }
}
