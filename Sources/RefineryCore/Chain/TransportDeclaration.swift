/// The types of the settings that a transport declares. The compiler infers them; no code names them. A setting whose type is
/// not the documented one does not compile: see ``MiddlewareDeclaration``.
public protocol TransportDeclaration {
  /// The type of ``Transport/capabilities``.
  associatedtype DeclaredCapabilities = TransportCapabilities
  /// The type of ``Transport/enforcesDeadline``.
  associatedtype DeclaredDeadline = Bool
  /// The type of ``Transport/name``.
  associatedtype DeclaredName = String

  /// See ``Transport/capabilities``.
  var capabilities: DeclaredCapabilities { get }
  /// See ``Transport/enforcesDeadline``.
  var enforcesDeadline: DeclaredDeadline { get }
  /// See ``Transport/name``.
  var name: DeclaredName { get }

  /// Exists if every setting has its documented type. Do not declare it.
  var transportSettingsOfDocumentedTypes: Void { get }
}

extension TransportDeclaration
where
  DeclaredCapabilities == TransportCapabilities, DeclaredDeadline == Bool, DeclaredName == String
{
  /// The settings have their documented types.
  public var transportSettingsOfDocumentedTypes: Void { () }
}
