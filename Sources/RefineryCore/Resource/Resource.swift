/// A model, or anything else, that lives on a REST server.
///
/// Declare `path`, adopt the capabilities it has, and override what is odd:
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
/// Declare paths with `static let`, so that they are parsed once. A `static var` is evaluated at every call, for a path that
/// changes.
public protocol Resource: Sendable {
  /// The resource it is nested in; `Never`, unless you say, for one at the root.
  ///
  /// A child writes `typealias Parent = Post`. Its paths begin where one of its parent ends, and its capabilities give a
  /// ``ChildCall``, which follows a call of the parent: `Post.read(1) / Comment.read(2)`.
  associatedtype Parent = Never

  /// Where the collection lives, or the one instance of a ``Singleton``: relative to the client's base URL, or absolute.
  static var path: URITemplate { get }

  /// What the rows are called before their dot, and what `<type>` in a path stands for. The type's name unless you say.
  static var resourceName: String { get }

  /// Where one object is in a response: empty for the top. Used by create, read, update and patch.
  static var objectEnvelope: KeyPathText { get }

  /// Where a list is in a response: empty for the top. Used by enumerate and the batch forms.
  static var listEnvelope: KeyPathText { get }

  /// How this model is encoded and decoded, where it is not the client's way. Holds for the rows of its capabilities, for
  /// those made by ``endpoint(_:_:_:_:parameters:input:output:)``, and for calls on any other row that return the model.
  static var coder: (any Coder)? { get }

  /// The settings of the rows of this model's capabilities, and of those made by
  /// ``endpoint(_:_:_:_:parameters:input:output:)``.
  static var options: Options { get }

  /// The names of further values that calls supply beside `id`, for paths with more placeholders.
  static var parameters: [String] { get }

  /// Rows beyond those of the capabilities. Those of a child begin where one of its parent ends, as its paths do; a row of
  /// a child that begins at the root goes into the `rows` of an ``EndpointTable``.
  static var customEndpoints: [Endpoint] { get }
}

extension Resource {
  /// The type's name.
  public static var resourceName: String { String(describing: Self.self) }
  /// The top of the answer.
  public static var objectEnvelope: KeyPathText { [] }
  /// The top of the answer.
  public static var listEnvelope: KeyPathText { [] }
  /// The client's.
  public static var coder: (any Coder)? { nil }
  /// None.
  public static var options: Options { Options() }
  /// None.
  public static var parameters: [String] { [] }
  /// None.
  public static var customEndpoints: [Endpoint] { [] }
}

/// A resource of which there is one, without an id: `/me`, `/profile`.
public protocol Singleton: Resource {}
