public import FoundationEssentials
public import RefineryCore

/// Encrypts the secrets that an app keeps in an engine, such as Redis or a database.
///
/// RefinerySigning has `Sealing.aesGCM`. This type contains no cryptography, so RefineryAuth needs no library for it.
public struct Sealing: Sendable, Redacted {
  private let sealing: @Sendable (Data, String) throws -> Data
  private let opening: @Sendable (Data, String) throws -> Data
  private let naming: @Sendable (String) -> String

  /// Creates a sealing from closures, for encryption by another library or service.
  ///
  /// - Parameters:
  ///   - seal: encrypts data for an entry. The result depends on the name of the entry: it must not open under another name.
  ///   - open: decrypts it. Throws for data that `seal` did not return for this name.
  ///   - name: returns the name of an entry in the engine, from a text that can hold the name of a user. All instances must
  ///     always return the same name for the same text, also when keys are replaced. Different texts have different names.
  public init(
    seal: @escaping @Sendable (_ data: Data, _ name: String) throws -> Data,
    open: @escaping @Sendable (_ sealed: Data, _ name: String) throws -> Data,
    name: @escaping @Sendable (_ text: String) -> String
  ) {
    sealing = seal
    opening = open
    naming = name
  }

  /// No encryption: everyone with access to the engine can read and replace what is in it. Names are not changed. For tests,
  /// and for engines that only this app can reach.
  public static let plainText = Sealing(seal: { data, _ in data }, open: { data, _ in data }, name: { $0 })

  /// Encrypts data for an entry.
  package func seal(_ data: Data, for name: String) throws -> Data { try sealing(data, name) }

  /// Decrypts the data of an entry.
  package func open(_ sealed: Data, for name: String) throws -> Data { try opening(sealed, name) }

  /// Returns the name of an entry in the engine.
  package func name(of text: String) -> String { naming(text) }
}
