/// A model, or another type, that exists on a REST server.
///
/// Declare `path`, adopt the capabilities that the server offers, and override what differs:
///
/// ```swift
/// struct Person: Codable, Identifiable, Sendable { var id: Int; var name: String }
///
/// extension Person: Readable, Enumerable {
///   static let path: URITemplate = "people"
///   static let readPath: URITemplate = "person/{id}"
/// }
/// ```
///
/// Declare paths with `static let`, so that they are parsed once. A `static var` is evaluated at every call; use it for a path
/// that changes. Write the type of each setting, as in `static let readPath: URITemplate`.
/// `static let readPath = "person/{id}"` is a `String` and does not compile (see ``ResourceDeclaration``).
public protocol Resource: ResourceDeclaration, Sendable {
  /// The parent of a nested resource. By default `Never`: the resource is at the root.
  ///
  /// A child declares `typealias Parent = Post`. Its paths start with the path of one parent, and its capabilities return a
  /// ``ScopedCall``, which follows a call of the parent: `Post.read(1) / Comment.read(2)`.
  associatedtype Parent = Never

  /// The path of the collection, or of a ``Singleton``: relative to the client's base URL, or absolute.
  static var path: URITemplate { get }

  /// The path of one object, for read, update, patch and delete. By default the path and `/{id}`, or the path of a
  /// ``Singleton``.
  ///
  /// ```swift
  /// static let path: URITemplate = "people/"
  /// static let itemPath: URITemplate = "people/{id}/"    // a server that wants a slash at the end
  /// ```
  static var itemPath: URITemplate { get }

  /// The first part of the rows' names. It also replaces `<type>` in a path. By default the type's name.
  static var resourceName: String { get }

  /// The path of one object in a response; empty for the top level. Used by create, read, update and patch.
  static var objectEnvelope: MemberPath { get }

  /// The path of a list in a response; empty for the top level. Used by enumerate and the operations on several.
  static var listEnvelope: MemberPath { get }

  /// Encodes and decodes this model in place of the client's coder. It applies to the rows of this model's capabilities, to
  /// rows made by ``endpoint(_:_:_:_:parameters:input:output:summary:)``, and to calls on any other row that return the model.
  static var coder: (any Coder)? { get }

  /// The options of the rows of this model's capabilities, and of those made by
  /// ``endpoint(_:_:_:_:parameters:input:output:summary:)``.
  static var options: Options { get }

  /// The names of placeholders besides `id`, for which calls supply values by ``ScopedCall/with(_:_:)``. A row takes those that
  /// its path has, so a placeholder of one row, such as `{tenant}` of `readPath`, is listed here, too.
  static var parameters: [String] { get }

  /// Custom rows. The path of a child's custom row starts with the path of one parent. A row of a child whose path starts at
  /// the root belongs in the `rows` of an ``EndpointTable`` instead.
  static var customEndpoints: [Endpoint] { get }
}

extension Resource {
  /// The path and `/{id}`.
  public static var itemPath: URITemplate { path.item }
  /// The type's name.
  public static var resourceName: String { String(describing: Self.self) }
  /// The top level of the response.
  public static var objectEnvelope: MemberPath { [] }
  /// The top level of the response.
  public static var listEnvelope: MemberPath { [] }
  /// Nil: the client's coder.
  public static var coder: (any Coder)? { nil }
  /// None.
  public static var options: Options { Options() }
  /// None.
  public static var parameters: [String] { [] }
  /// None.
  public static var customEndpoints: [Endpoint] { [] }
}

/// A resource of which there is only one, without an id, such as `/me`.
public protocol Singleton: Resource {}

extension Singleton {
  /// The path itself.
  public static var itemPath: URITemplate { path }
}

/// A group of rows of an API that belong to no model: all its rows are its ``Resource/customEndpoints``.
///
/// ```swift
/// enum Weather: EndpointGroup {
///   static let options = Options { $0.timeout = .seconds(5) }
///   static let customEndpoints = [currentEndpoint]
///
///   static let currentEndpoint = endpoint("current", .get, "current{?city}", output: Report.self)
///   static func current(in city: String) -> Call<Report> { Call(currentEndpoint, ["city": .text(city)]) }
/// }
///
/// let table = EndpointTable("Weather", [Weather.self])
/// ```
public protocol EndpointGroup: Resource {}

extension EndpointGroup {
  /// The base URL itself.
  public static var path: URITemplate { "" }
}
