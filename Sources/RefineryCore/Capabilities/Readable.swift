import HTTPTypes

/// A model that can be read: GET, by default of `path` and the id.
public protocol Readable: Resource, Decodable {
  /// The type of ``readPath``. A model with another type does not compile.
  associatedtype DeclaredReadPath = URITemplate
  /// The path of reading one; by default ``Resource/itemPath``.
  static var readPath: DeclaredReadPath { get }
  /// The whole row; override it to change more than its path.
  static var readEndpoint: Endpoint { get }
}

extension Readable where DeclaredReadPath == URITemplate {
  /// GET of ``readPath``.
  public static var readEndpoint: Endpoint { endpoint(of: .read, .get, readPath) }
}

extension Readable where Self: Identifiable {
  /// ``Resource/itemPath``.
  public static var readPath: URITemplate { itemPath }
}

extension Readable where Self: Singleton {
  /// The path itself.
  public static var readPath: URITemplate { path }
}

extension Readable where Self: Identifiable {
  /// Reads the one with this id.
  public static func read(_ id: ID, _ query: Query = [:]) -> ScopedCall<Self, Parent> {
    ScopedCall(readEndpoint, PathValues("id", PathValue(id: id)), query: query, mapping: .object)
  }

  /// Reads this one again. Returns a new value; this one is not changed.
  public func read(_ query: Query = [:]) -> ScopedCall<Self, Parent> { Self.read(id, query) }
}

extension Readable where Self: Singleton {
  /// Reads the singleton.
  public static func read(_ query: Query = [:]) -> ScopedCall<Self, Parent> {
    ScopedCall(readEndpoint, query: query, mapping: .object)
  }
}
