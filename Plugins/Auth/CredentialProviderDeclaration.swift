/// The type with which a provider declares its header fields. The compiler infers it; no code names it. Fields of another type
/// than the documentation says, such as one `String`, do not compile: the compiler would ignore them and use the default.
public protocol CredentialProviderDeclaration {
  /// The type of ``CredentialProvider/fields``.
  associatedtype DeclaredFields = [String]

  /// See ``CredentialProvider/fields``.
  var fields: DeclaredFields { get }

  /// Exists if every setting has its documented type. Do not declare it.
  var fieldsOfDocumentedType: Void { get }
}

extension CredentialProviderDeclaration
where
  DeclaredFields == [String]
{
  /// The settings have their documented types.
  public var fieldsOfDocumentedType: Void { () }
}
