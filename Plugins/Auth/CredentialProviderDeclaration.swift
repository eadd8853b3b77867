/// The type of the header fields that a provider declares. The compiler infers it; no code names it. Fields of another type,
/// such as one `String`, do not compile. Without this protocol, the compiler would ignore them and use the default.
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
