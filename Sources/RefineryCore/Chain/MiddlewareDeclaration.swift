/// The types of the settings that a middleware declares. The compiler infers them; no code names them.
///
/// A setting whose type is not the documented one does not compile. Without this protocol, the compiler would ignore
/// `let stage = ChainStage.credentials`, which is not optional, and use the default. The compiler's error is "does not
/// conform", and its note says which type to write: "candidate would match if 'ChainStage' was the same type as 'ChainStage?'".
public protocol MiddlewareDeclaration {
  /// The type of ``Middleware/name``.
  associatedtype DeclaredName = String
  /// The type of ``Middleware/stage``.
  associatedtype DeclaredStage = ChainStage?
  /// The type of ``Middleware/enforcesDeadline``.
  associatedtype DeclaredDeadline = Bool
  /// The type of ``Middleware/explanation(for:)``.
  associatedtype DeclaredExplanation = String?

  /// See ``Middleware/name``.
  var name: DeclaredName { get }
  /// See ``Middleware/stage``.
  var stage: DeclaredStage { get }
  /// See ``Middleware/enforcesDeadline``.
  var enforcesDeadline: DeclaredDeadline { get }
  /// See ``Middleware/explanation(for:)``.
  func explanation(for request: Request) -> DeclaredExplanation

  /// Exists if every setting has its documented type. Do not declare it.
  var linkSettingsOfDocumentedTypes: Void { get }
}

extension MiddlewareDeclaration
where
  DeclaredName == String, DeclaredStage == ChainStage?, DeclaredDeadline == Bool, DeclaredExplanation == String?
{
  /// The settings have their documented types.
  public var linkSettingsOfDocumentedTypes: Void { () }
}
