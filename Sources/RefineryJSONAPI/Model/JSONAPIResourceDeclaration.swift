public import RefineryCore

/// The types of the settings that a resource of JSON:API declares. The compiler infers them; no code names them.
///
/// As for `ResourceDeclaration`, a setting whose type is not the documented one does not compile. Without this protocol, the
/// compiler would ignore `static let keyStrategy = KeyStrategy.kebabCase`, because its type is not optional.
public protocol JSONAPIResourceDeclaration {
  /// The type of ``JSONAPIResource/keyStrategy``.
  associatedtype DeclaredKeyStrategy = KeyStrategy?
  /// The type of ``JSONAPIResource/lid``.
  associatedtype DeclaredLocalID = String?

  /// See ``JSONAPIResource/keyStrategy``.
  static var keyStrategy: DeclaredKeyStrategy { get }
  /// See ``JSONAPIResource/lid``.
  var lid: DeclaredLocalID { get }

  /// Exists if every setting has its documented type. Do not declare it.
  static var resourceSettingsOfDocumentedTypes: Void { get }
}

extension JSONAPIResourceDeclaration where DeclaredKeyStrategy == KeyStrategy?, DeclaredLocalID == String? {
  /// The settings have their documented types.
  public static var resourceSettingsOfDocumentedTypes: Void { () }
}
