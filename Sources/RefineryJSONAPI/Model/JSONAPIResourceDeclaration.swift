public import RefineryCore

/// The types with which a resource of JSON:API declares its settings. The compiler infers them; no code names them.
///
/// A setting of another type than its documentation says does not compile, as for `ResourceDeclaration`: without the type,
/// `static let keyStrategy = KeyStrategy.kebabCase` would be ignored.
public protocol JSONAPIResourceDeclaration {
  /// The type of ``JSONAPIResource/keyStrategy``.
  associatedtype DeclaredKeyStrategy = KeyStrategy?
  /// The type of ``JSONAPIResource/relationshipPath``.
  associatedtype DeclaredRelationshipPath = URITemplate
  /// The type of ``JSONAPIResource/relatedPath``.
  associatedtype DeclaredRelatedPath = URITemplate
  /// The type of ``JSONAPIResource/lid``.
  associatedtype DeclaredLocalID = String?

  /// See ``JSONAPIResource/keyStrategy``.
  static var keyStrategy: DeclaredKeyStrategy { get }
  /// See ``JSONAPIResource/relationshipPath``.
  static var relationshipPath: DeclaredRelationshipPath { get }
  /// See ``JSONAPIResource/relatedPath``.
  static var relatedPath: DeclaredRelatedPath { get }
  /// See ``JSONAPIResource/lid``.
  var lid: DeclaredLocalID { get }

  /// Exists if every setting has its documented type. Do not declare it.
  static var resourceSettingsOfDocumentedTypes: Void { get }
}

extension JSONAPIResourceDeclaration
where
  DeclaredKeyStrategy == KeyStrategy?, DeclaredRelationshipPath == URITemplate, DeclaredRelatedPath == URITemplate,
  DeclaredLocalID == String?
{
  /// The settings have their documented types.
  public static var resourceSettingsOfDocumentedTypes: Void { () }
}
