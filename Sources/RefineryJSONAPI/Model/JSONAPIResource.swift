public import RefineryCore

/// A type that represents a resource object of a document: a ``JSONAPIResource``, a ``PolymorphicResource`` or a
/// ``GenericResource``.
public protocol ResourceObject: Codable, Sendable {
  /// Its type, and its id or local id.
  var resourceIdentifier: ResourceIdentifier { get }
}

/// A model of a JSON:API resource type: a plain `Codable` struct with the ordinary capabilities.
///
/// ```swift
/// struct Article: JSONAPIResource, Mappable {
///   static let resourceType = "articles"
///   static let path: URITemplate = "articles"
///   var id: String?
///   var title: String
///   var author: ToOne<Person>
///   var comments: ToMany<Comment> = .absent
/// }
///
/// let article = try await api.send(Article.read("1").include("author"))
/// print(try article.author.value?.name ?? "", article.comments.ids)
/// ```
///
/// Properties of type ``ToOne``, ``ToMany`` and ``Relationship`` are relationships. `id`, `lid`, `type`, `links` and `meta` are
/// members of the resource object itself (`links` is only read). Every other property is an attribute. Reading is lenient: an
/// attribute called `links` or `meta` is found, too. An id is text in a document; in the model it may be text, a number or a
/// `UUID`. Make `id` optional if the server assigns it.
///
/// An update is a PATCH, as in the standard. Calls send and expect `application/vnd.api+json`. An error document is available
/// as ``JSONAPIErrors`` in the details of the `CallError`.
///
/// Declare `path` as a `static let`, so that it is parsed once. The default path is the type, which is parsed at each call.
///
/// A model may be a class. Then one resource of a document is one object, on every path to it, as long as a reference exists. A
/// struct is decoded at each access.
public protocol JSONAPIResource: JSONAPIResourceDeclaration, ResourceObject, Resource, Identifiable {
  /// The resource type, such as `articles`.
  static var resourceType: String { get }

  /// Converts names of properties to names of attributes and relationships. With nil, the coder's strategy applies.
  /// `CodingKeys` rename single properties.
  static var keyStrategy: KeyStrategy? { get }

  /// A local id, by which documents refer to this resource until the server has created it; nil by default.
  var lid: String? { get }
}

extension JSONAPIResource {
  /// The resource type.
  public static var path: URITemplate { URITemplate(stringLiteral: resourceType) }
  /// The resource type: rows are called `articles.read`, and `<type>` in a path is replaced by it.
  public static var resourceName: String { resourceType }
  /// Nil: the coder's strategy applies.
  public static var keyStrategy: KeyStrategy? { nil }
  /// `data`: the primary data of the document.
  public static var objectEnvelope: MemberPath { "data" }
  /// `data`: the primary data of the document.
  public static var listEnvelope: MemberPath { "data" }
  /// A ``JSONAPICoder`` that knows the type.
  public static var coder: (any Coder)? { JSONAPICoder(for: Self.self) }
  /// ``JSONAPI/options``.
  public static var options: Options { JSONAPI.options }

  /// Nil.
  public var lid: String? { nil }

  /// The type, id and local id.
  public var resourceIdentifier: ResourceIdentifier {
    ResourceIdentifier(type: Self.resourceType, id: Self.text(of: id), lid: lid)
  }

  /// The id as written in documents; nil if there is none.
  static func text(of id: ID) -> String? {
    if case .text(let text) = PathValue(id: id) { text } else { nil }
  }

  static var hasNumericID: Bool { isNumeric(ID.self) }

  /// Whether a type decodes itself from a number. JSON:API writes the number of an id as text.
  private static func isNumeric(_ type: Any.Type) -> Bool {
    switch type {
    case is any BinaryInteger.Type: true
    case let optional as any OptionalID.Type: isNumeric(optional.wrapped)
    case let raw as any RawRepresentable.Type: isNumeric(rawValue(of: raw))
    default: false
    }
  }

  private static func rawValue<Raw: RawRepresentable>(of type: Raw.Type) -> Any.Type { Raw.RawValue.self }
}

private protocol OptionalID {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalID {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}
