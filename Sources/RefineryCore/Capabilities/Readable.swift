import HTTPTypes

/// A model that can be read: GET, by default of `path` and the id.
public protocol Readable: Resource, Decodable {
  /// The type of ``readPath``; with another type than this, the model does not compile.
  associatedtype DeclaredReadPath = URITemplate
  /// The path of reading one; by default ``Resource/itemPath``.
  static var readPath: DeclaredReadPath { get }
  /// The whole row; override it to change more than its path.
  static var readEndpoint: Endpoint { get }
}

extension Readable where DeclaredReadPath == URITemplate {
  /// GET of ``readPath``.
  public static var readEndpoint: Endpoint { row(.read, .get, readPath, takesID: true, output: .one) }
}

extension Readable where Self: Identifiable {
  /// ``Resource/itemPath``.
  public static var readPath: URITemplate { itemPath }
}

extension Readable where Self: Singleton {
  /// The path itself.
  public static var readPath: URITemplate { path }
}

extension Readable where Self: Identifiable, Parent == Never {
  /// Reads the one with this id.
  public static func read(_ id: ID, _ query: Query = [:]) -> Call<Self> {
    Call(readEndpoint, PathValues("id", PathValue(id: id)), query: query, mapping: .object)
  }

  /// Reads this one again. Returns a new value; this one is not changed.
  public func read(_ query: Query = [:]) -> Call<Self> { Self.read(id, query) }
}

extension Readable where Self: Singleton, Parent == Never {
  /// Reads the singleton.
  public static func read(_ query: Query = [:]) -> Call<Self> {
    Call(readEndpoint, query: query, mapping: .object)
  }

  /// Reads the singleton again. Returns a new value; this one is not changed.
  public func read(_ query: Query = [:]) -> Call<Self> { Self.read(query) }
}

extension Readable where Self: Identifiable, Parent: Resource {
  /// Reads the one with this id in a parent: `Post.read(1) / Comment.read(2)`.
  public static func read(_ id: ID, _ query: Query = [:]) -> ChildCall<Self, Self> {
    ChildCall(readEndpoint, PathValues("id", PathValue(id: id)), query: query, mapping: .object)
  }

  /// Reads this one again. Returns a new value; this one is not changed.
  public func read(_ query: Query = [:]) -> ChildCall<Self, Self> { Self.read(id, query) }
}

extension Readable where Self: Singleton, Parent: Resource {
  /// Reads the singleton of a parent: `Blog.read() / Author.read()`.
  public static func read(_ query: Query = [:]) -> ChildCall<Self, Self> {
    ChildCall(readEndpoint, query: query, mapping: .object)
  }

  /// Reads the singleton of a parent again. Returns a new value; this one is not changed.
  public func read(_ query: Query = [:]) -> ChildCall<Self, Self> { Self.read(query) }
}
