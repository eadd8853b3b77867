/// Decides the path of a call from its operation, type and id, for paths that a template cannot express.
///
/// If a method returns nil, the row's own path applies. A returned template may contain `{id}`, `<id>` and `<type>`. Give a
/// router to a client or to a single call.
///
/// For a nested path, the router of the client or of the whole call decides on the last part: `type` and `id` are the child's,
/// the returned template is the whole path, and `{post_id}` in it is the parent's id. The router of a parent's call decides on
/// the parent's part of the path.
///
/// ```swift
/// struct Sharded: PathRouter {
///   func readPath(id: String, type: String) -> URITemplate? { id.hasPrefix("eu-") ? "eu/<type>/<id>" : nil }
/// }
/// ```
public protocol PathRouter: PathRouterDeclaration, Sendable {
  /// The path for creating `resource`: one object, or a list of several.
  func createPath(type: String, resource: any Encodable & Sendable) -> URITemplate?
  /// The path for reading the one with `id`.
  func readPath(id: String, type: String) -> URITemplate?
  /// The path for replacing or changing the one with `id`; nil `id` for several at once.
  func updatePath(id: String?, type: String, resource: any Encodable & Sendable) -> URITemplate?
  /// The path for deleting the one with `id`.
  func deletePath(id: String, type: String) -> URITemplate?
  /// The path of the list.
  func enumeratePath(type: String) -> URITemplate?
}

extension PathRouter {
  /// Nil: the row's own path.
  public func createPath(type: String, resource: any Encodable & Sendable) -> URITemplate? { nil }
  /// Nil: the row's own path.
  public func readPath(id: String, type: String) -> URITemplate? { nil }
  /// Nil: the row's own path.
  public func updatePath(id: String?, type: String, resource: any Encodable & Sendable) -> URITemplate? { nil }
  /// Nil: the row's own path.
  public func deletePath(id: String, type: String) -> URITemplate? { nil }
  /// Nil: the row's own path.
  public func enumeratePath(type: String) -> URITemplate? { nil }
}
