public import FoundationEssentials
public import RefineryCore

#if Signing
  import Crypto
#endif

/// An algorithm that computes the digest of a file, by its name in RFC 9530 such as `sha-256`.
///
/// With the trait `Signing`, `sha256` and `sha512` are there, on swift-crypto. Without it, give an algorithm of your own:
///
/// ```swift
/// let sha256 = DigestAlgorithm("sha-256") { next in
///   var hash = SHA256()
///   while let chunk = try next() { hash.update(data: chunk) }
///   return Data(hash.finalize())
/// }
/// ```
public struct DigestAlgorithm: Sendable, Redacted {
  /// The name, in lower case.
  public let name: String
  /// Returns the digest of the chunks that the closure returns one after the other until it returns nil.
  public let digest: @Sendable (_ next: () throws -> Data?) throws -> Data

  /// An algorithm. Its name is put in lower case.
  public init(_ name: String, digest: @escaping @Sendable (_ next: () throws -> Data?) throws -> Data) {
    self.name = name.lowercased()
    self.digest = digest
  }

  /// The name.
  public var description: String { name }

  /// The algorithms that this build has, the strongest first: none without the trait `Signing`.
  public static var available: [DigestAlgorithm] {
    #if Signing
      [sha512, sha256]
    #else
      []
    #endif
  }

  #if Signing
    /// SHA-256 (trait `Signing`).
    public static let sha256 = DigestAlgorithm("sha-256") { next in
      var hash = SHA256()
      while let chunk = try next() { hash.update(data: chunk) }
      return Data(hash.finalize())
    }

    /// SHA-512 (trait `Signing`).
    public static let sha512 = DigestAlgorithm("sha-512") { next in
      var hash = SHA512()
      while let chunk = try next() { hash.update(data: chunk) }
      return Data(hash.finalize())
    }
  #endif
}
