public import FoundationEssentials
public import RefineryCore

#if Signing
  import Crypto
#endif

/// An algorithm that computes the digest of a file, by its name in RFC 9530 such as `sha-256`.
///
/// With the trait `Signing`, the package has `sha256` and `sha512`, from swift-crypto. Without the trait, write your own
/// algorithm:
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
  package let name: String
  /// Returns the digest of all chunks. The closure `next` returns one chunk for each call, and nil at the end.
  package let digest: @Sendable (_ next: () throws -> Data?) throws -> Data

  /// Creates an algorithm. The name is converted to lower case.
  public init(_ name: String, digest: @escaping @Sendable (_ next: () throws -> Data?) throws -> Data) {
    self.name = name.lowercased()
    self.digest = digest
  }

  /// The algorithms that this build has, the strongest first. Empty without the trait `Signing`.
  package static var available: [DigestAlgorithm] {
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
