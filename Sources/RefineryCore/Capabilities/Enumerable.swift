import HTTPTypes

/// A model whose collection can be listed: GET, by default of `path`.
public protocol Enumerable: Resource, Decodable {
  /// The type of ``enumeratePath``; with another type than this, the model does not compile.
  associatedtype DeclaredEnumeratePath = URITemplate
  /// The type of ``pagination``; with another type than this, the model does not compile.
  associatedtype DeclaredPagination = Pagination?
  /// The path of the list; by default ``Resource/path``.
  static var enumeratePath: DeclaredEnumeratePath { get }
  /// The whole row; override it to change more than its path.
  static var enumerateEndpoint: Endpoint { get }
  /// How the list is read page by page: see ``Client/items(of:by:from:)``. Nil by default.
  static var pagination: DeclaredPagination { get }
}

extension Enumerable {
  /// Nil: no pagination is declared.
  public static var pagination: Pagination? { nil }
  /// ``Resource/path``.
  public static var enumeratePath: URITemplate { path }
}

extension Enumerable where DeclaredEnumeratePath == URITemplate, DeclaredPagination == Pagination? {
  /// GET of ``enumeratePath``.
  public static var enumerateEndpoint: Endpoint { row(.enumerate, .get, enumeratePath, output: .several) }
}

extension Enumerable {
  /// ``pagination``; nil if the model declares another type.
  static var declaredPagination: Pagination? { pagination as? Pagination }
}

extension Enumerable where Parent == Never {
  /// Lists them, in the server's order.
  public static func enumerate(_ query: Query = [:]) -> Call<[Self]> {
    Call(enumerateEndpoint, query: query, mapping: .list(of: Self.self))
  }
}

extension Enumerable where Parent: Resource {
  /// Lists the children of a parent, in the server's order: `post.read() / Comment.enumerate()`.
  public static func enumerate(_ query: Query = [:]) -> ChildCall<Self, [Self]> {
    ChildCall(enumerateEndpoint, query: query, mapping: .list(of: Self.self))
  }
}
