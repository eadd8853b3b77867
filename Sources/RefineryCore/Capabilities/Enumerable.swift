import HTTPTypes

/// All can be listed: GET, by default of `path`.
public protocol Enumerable: Resource, Decodable {
  /// Where they are listed; the path unless you say.
  static var enumeratePath: URITemplate { get }
  /// The whole row; override it to change more than its path.
  static var enumerateEndpoint: Endpoint { get }
  /// How their list is read page by page: see ``Client/items(of:by:from:)``. Nil unless you say.
  static var pagination: Pagination? { get }
}

extension Enumerable {
  /// Not said.
  public static var pagination: Pagination? { nil }
  /// The path.
  public static var enumeratePath: URITemplate { path }
  /// GET of ``enumeratePath``.
  public static var enumerateEndpoint: Endpoint { row(.enumerate, .get, enumeratePath, output: .several) }
}

extension Enumerable where Parent == Never {
  /// Lists them, in the server's order.
  public static func enumerate(_ query: Query = [:]) -> Call<[Self]> {
    let row = enumerateEndpoint
    return Call(row, query: query, mapping: .list(of: Self.self))
  }
}

extension Enumerable where Parent: Resource {
  /// Lists those of a parent, in the server's order: `post.read() / Comment.enumerate()`.
  public static func enumerate(_ query: Query = [:]) -> ChildCall<Self, [Self]> {
    ChildCall(enumerateEndpoint, query: query, mapping: .list(of: Self.self))
  }
}
