public import RefineryCore

/// Whatever can stand for a resource object of a document: a ``JSONAPIResource``, a ``PolymorphicResource`` or a
/// ``GenericResource``.
public protocol ResourceObject: Codable, Sendable {
  /// What names it: its type, and its id or local id.
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
/// Properties of type ``ToOne``, ``ToMany`` and ``Relationship`` are relationships; `id`, `lid`, `type`, `links` and `meta`
/// are the members of the resource object itself, `links` being read alone; every other property is an attribute. The
/// answer may have them anywhere: an attribute called `links` or `meta` is read where the property is asked for. Ids are text
/// in a document and may be text, a number, a `UUID` or the like in the model. Make `id` optional where the server chooses it.
///
/// An update is a PATCH, as the standard has it. Calls send and expect `application/vnd.api+json`; an error document becomes
/// the ``JSONAPIErrors`` in the details of the `CallError`.
///
/// Give `path` as a `static let`, as any resource: then it is parsed once. Without one it is the type, parsed at each call.
///
/// A model may be a class: then one resource of a document is one object, however often it is reached, for as long as someone
/// holds it. A struct is read anew wherever it is reached, and equal.
public protocol JSONAPIResource: ResourceObject, Resource, Identifiable {
  /// The type, such as `articles`: what the resource objects say.
  static var resourceType: String { get }

  /// How the names of properties become those of attributes and relationships; nil: as the coder says. `CodingKeys` name
  /// single ones.
  static var keyStrategy: KeyStrategy? { get }

  /// Where the linkage of its relationships lives; the path and `/{id}/relationships/{relationship}` unless you say.
  static var relationshipPath: URITemplate { get }

  /// Where its related resources live; the path and `/{id}/{relationship}` unless you say.
  static var relatedPath: URITemplate { get }

  /// Its name while the server has not made it, for documents that refer to it; nil unless the model says.
  var lid: String? { get }
}

extension JSONAPIResource {
  /// The type.
  public static var path: URITemplate { URITemplate(stringLiteral: resourceType) }
  /// The type: rows are called `articles.read`, and `<type>` in a path stands for it.
  public static var resourceName: String { resourceType }
  /// As the coder says.
  public static var keyStrategy: KeyStrategy? { nil }
  /// The primary data of the document.
  public static var objectEnvelope: KeyPathText { "data" }
  /// The primary data of the document.
  public static var listEnvelope: KeyPathText { "data" }
  /// A ``JSONAPICoder`` that knows the type.
  public static var coder: (any Coder)? { JSONAPICoder(for: Self.self) }
  /// ``JSONAPI/options``.
  public static var options: Options { JSONAPI.options }

  /// The path and `/{id}/relationships/{relationship}`.
  public static var relationshipPath: URITemplate { path.item.appending("relationships/{relationship}") }
  /// The path and `/{id}/{relationship}`.
  public static var relatedPath: URITemplate { path.item.appending("{relationship}") }

  /// None.
  public var lid: String? { nil }

  /// The type, and the id and local id it has.
  public var resourceIdentifier: ResourceIdentifier {
    ResourceIdentifier(type: Self.resourceType, id: Self.text(of: id), lid: lid)
  }

  /// The id as documents have it; nil for none.
  static func text(of id: ID) -> String? {
    if case .text(let text) = PathValue(id: id) { text } else { nil }
  }

  static var hasNumericID: Bool { isNumeric(ID.self) }

  /// Whether a type reads itself from a number, which JSON:API writes as text where it is an id.
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
