/// The types of the paths that a router returns. The compiler infers them; no code names them. A method whose type is not the
/// documented one, such as `URITemplate` without the question mark, does not compile. Without this protocol, the compiler would
/// ignore the method, and use the row's own path.
public protocol PathRouterDeclaration {
  /// The type of ``PathRouter/createPath(type:resource:)``.
  associatedtype DeclaredCreatePath = URITemplate?
  /// The type of ``PathRouter/readPath(id:type:)``.
  associatedtype DeclaredReadPath = URITemplate?
  /// The type of ``PathRouter/updatePath(id:type:resource:)``.
  associatedtype DeclaredUpdatePath = URITemplate?
  /// The type of ``PathRouter/deletePath(id:type:)``.
  associatedtype DeclaredDeletePath = URITemplate?
  /// The type of ``PathRouter/enumeratePath(type:)``.
  associatedtype DeclaredEnumeratePath = URITemplate?

  /// See ``PathRouter/createPath(type:resource:)``.
  func createPath(type: String, resource: any Encodable & Sendable) -> DeclaredCreatePath
  /// See ``PathRouter/readPath(id:type:)``.
  func readPath(id: String, type: String) -> DeclaredReadPath
  /// See ``PathRouter/updatePath(id:type:resource:)``.
  func updatePath(id: String?, type: String, resource: any Encodable & Sendable) -> DeclaredUpdatePath
  /// See ``PathRouter/deletePath(id:type:)``.
  func deletePath(id: String, type: String) -> DeclaredDeletePath
  /// See ``PathRouter/enumeratePath(type:)``.
  func enumeratePath(type: String) -> DeclaredEnumeratePath

  /// Exists if every path has its documented type. Do not declare it.
  var pathsOfDocumentedTypes: Void { get }
}

extension PathRouterDeclaration
where
  DeclaredCreatePath == URITemplate?, DeclaredReadPath == URITemplate?, DeclaredUpdatePath == URITemplate?,
  DeclaredDeletePath == URITemplate?, DeclaredEnumeratePath == URITemplate?
{
  /// The paths have their documented types.
  public var pathsOfDocumentedTypes: Void { () }
}
