import HTTPTypes

/// A model that can be deleted: DELETE, by default of `path` and the id. It need not be decodable.
public protocol Deletable: Resource {
  /// The type of ``deletePath``. A model with another type does not compile.
  associatedtype DeclaredDeletePath = URITemplate
  /// The path of deleting one; by default ``Resource/itemPath``.
  static var deletePath: DeclaredDeletePath { get }
  /// The whole row; override it to change more than its path.
  static var deleteEndpoint: Endpoint { get }
}

extension Deletable where DeclaredDeletePath == URITemplate {
  /// DELETE of ``deletePath``.
  public static var deleteEndpoint: Endpoint { endpoint(of: .delete, .delete, deletePath) }
}

extension Deletable where Self: Identifiable {
  /// ``Resource/itemPath``.
  public static var deletePath: URITemplate { itemPath }
}

extension Deletable where Self: Singleton {
  /// The path itself.
  public static var deletePath: URITemplate { path }
}

extension Deletable where Self: Identifiable {
  /// Deletes the one with this id. The body of a successful response is ignored.
  public static func delete(_ id: ID) -> ScopedCall<Okay, Parent> {
    ScopedCall(deleteEndpoint, PathValues("id", PathValue(id: id)), mapping: .okay)
  }

  /// Deletes this one on the server, by its id.
  public func delete() -> ScopedCall<Okay, Parent> { Self.delete(id) }
}

extension Deletable where Self: Singleton {
  /// Deletes the singleton.
  public static func delete() -> ScopedCall<Okay, Parent> {
    ScopedCall(deleteEndpoint, mapping: .okay)
  }
}

/// All six capabilities at once.
public typealias Mappable = Creatable & Readable & Updatable & Patchable & Deletable & Enumerable
