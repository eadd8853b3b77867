public import FoundationEssentials
import HTTPTypes

/// The digest of a file, and the algorithm that computes it.
///
/// ```swift
/// let digest = FileDigest("sha-256", hex: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9")
/// ```
public struct FileDigest: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name of the algorithm in RFC 9530, in lower case: `sha-256`.
  public let algorithm: String
  /// The digest.
  public let bytes: Data

  /// A digest as bytes.
  public init(_ algorithm: String, _ bytes: Data) {
    self.algorithm = algorithm.lowercased()
    self.bytes = bytes
  }

  /// A digest as pairs of hexadecimal digits; nil if the text is anything else.
  public init?(_ algorithm: String, hex text: String) {
    let digits = text.utf8.map { Unicode.Scalar($0).isASCII ? Character(Unicode.Scalar($0)).hexDigitValue : nil }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
    self.init(algorithm, Data(bytes))
  }

  /// The digest as `Repr-Digest` has it: `sha-256=:uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=:`.
  public var description: String { "\(algorithm)=:\(bytes.base64EncodedString()):" }
}

extension HTTPFields {
  /// The digests of the whole file: `Repr-Digest` (RFC 9530) and its predecessor `Digest` (RFC 3230). Both apply to the whole
  /// file, even if a response has only a part.
  var fileDigests: [FileDigest] {
    digests(of: "Repr-Digest", isStructured: true) + digests(of: "Digest", isStructured: false)
  }

  /// The digests of the content of this response: `Content-Digest` (RFC 9530).
  var contentDigests: [FileDigest] { digests(of: "Content-Digest", isStructured: true) }

  /// A member that is malformed is left out, as if the server had not sent it (RFC 9530 section 2).
  private func digests(of name: String, isStructured: Bool) -> [FileDigest] {
    guard let name = HTTPField.Name(name), let value = self[name] else { return [] }
    return value.split(separator: ",").compactMap { member in
      let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let algorithm = parts[0].trimmingPrefix { $0 == " " || $0 == "\t" }
      var text = parts[1].prefix { $0 != ";" }
      while let last = text.last, last == " " || last == "\t" { text.removeLast() }
      if isStructured {
        guard text.utf8.count >= 2, text.first == ":", text.last == ":" else { return nil }
        text = text.dropFirst().dropLast()
      }
      guard let bytes = Data(base64Encoded: String(text)), !bytes.isEmpty else { return nil }
      return FileDigest(String(algorithm), bytes)
    }
  }
}
