/// The types of the settings that a resource declares. The compiler infers them; no code names them.
///
/// A setting whose type is not the documented one does not compile. Without this protocol, the compiler would ignore
/// `static let itemPath = "people/{id}/"`, which is a `String`, and use the default path. The compiler's error is "does not
/// conform", and its note says which type to write: "candidate would match if 'String' was the same type as 'URITemplate'". The
/// overrides of a capability, such as ``Creatable/createPath``, are checked in the same way.
public protocol ResourceDeclaration {
  /// The type of ``Resource/itemPath``.
  associatedtype DeclaredItemPath = URITemplate
  /// The type of ``Resource/resourceName``.
  associatedtype DeclaredResourceName = String
  /// The type of ``Resource/objectEnvelope``.
  associatedtype DeclaredObjectEnvelope = MemberPath
  /// The type of ``Resource/listEnvelope``.
  associatedtype DeclaredListEnvelope = MemberPath
  /// The type of ``Resource/coder``.
  associatedtype DeclaredCoder = (any Coder)?
  /// The type of ``Resource/options``.
  associatedtype DeclaredOptions = Options
  /// The type of ``Resource/parameters``.
  associatedtype DeclaredParameters = [String]
  /// The type of ``Resource/customEndpoints``.
  associatedtype DeclaredCustomEndpoints = [Endpoint]

  /// See ``Resource/itemPath``.
  static var itemPath: DeclaredItemPath { get }
  /// See ``Resource/resourceName``.
  static var resourceName: DeclaredResourceName { get }
  /// See ``Resource/objectEnvelope``.
  static var objectEnvelope: DeclaredObjectEnvelope { get }
  /// See ``Resource/listEnvelope``.
  static var listEnvelope: DeclaredListEnvelope { get }
  /// See ``Resource/coder``.
  static var coder: DeclaredCoder { get }
  /// See ``Resource/options``.
  static var options: DeclaredOptions { get }
  /// See ``Resource/parameters``.
  static var parameters: DeclaredParameters { get }
  /// See ``Resource/customEndpoints``.
  static var customEndpoints: DeclaredCustomEndpoints { get }

  /// Exists if every setting has its documented type. Do not declare it.
  static var settingsOfDocumentedTypes: Void { get }
}

extension ResourceDeclaration
where
  DeclaredItemPath == URITemplate, DeclaredResourceName == String, DeclaredObjectEnvelope == MemberPath,
  DeclaredListEnvelope == MemberPath, DeclaredCoder == (any Coder)?, DeclaredOptions == Options,
  DeclaredParameters == [String], DeclaredCustomEndpoints == [Endpoint]
{
  /// The settings have their documented types.
  public static var settingsOfDocumentedTypes: Void { () }
}
