import HTTPTypes

/// A model whose collection can be listed: GET, by default of `path`.
public protocol Enumerable: Resource, Decodable {
  /// The type of ``enumeratePath``. A model with another type does not compile.
  associatedtype DeclaredEnumeratePath = URITemplate
  /// The type of ``pagination``. A model with another type does not compile.
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
  public static var enumerateEndpoint: Endpoint { endpoint(of: .enumerate, .get, enumeratePath) }
}

extension Enumerable {
  /// ``pagination``; nil if the model declares another type.
  static var declaredPagination: Pagination? { pagination as? Pagination }
}

extension Enumerable {
  /// Lists them, in the server's order.
  public static func enumerate(_ query: Query = [:]) -> ScopedCall<[Self], Parent> {
    ScopedCall(enumerateEndpoint, query: query, mapping: .list(of: Self.self))
  }
}
