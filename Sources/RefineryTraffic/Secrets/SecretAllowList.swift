public import FoundationEssentials

/// Findings that are false alarms, such as the keys of a test server.
///
/// Each line of its text is the fingerprint of a finding and the reason why it is allowed. Empty lines, and lines that begin
/// with `#`, are comments:
///
/// ```
/// 6b1f0c2d9e8a7b54  key of the server in Tests/Server, which listens on loopback only
/// ```
public struct SecretAllowList: Sendable {
  private let fingerprints: Set<String>

  /// A list that allows nothing.
  public init() { fingerprints = [] }

  /// Reads a list from its text.
  ///
  /// - Throws: ``SecretScanError`` for a line without a fingerprint of 16 hexadecimal digits, or without a reason.
  public init(_ text: String) throws(SecretScanError) {
    var fingerprints: Set<String> = []
    // Splits bytes, because a carriage return and a line feed are one `Character`.
    for (index, bytes) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let words = Substring(bytes).split { $0.isWhitespace }
      guard let fingerprint = words.first, !fingerprint.hasPrefix("#") else { continue }
      guard fingerprint.utf8.count == 16, fingerprint.utf8.allSatisfy(Alphabet.lowerHex.contains) else {
        throw SecretScanError(
          reason: "line \(index + 1) of the allow-list does not begin with a fingerprint of 16 hexadecimal digits in lower case"
        )
      }
      guard words.count > 1 else {
        throw SecretScanError(reason: "line \(index + 1) of the allow-list has no reason after its fingerprint")
      }
      fingerprints.insert(String(fingerprint))
    }
    self.fingerprints = fingerprints
  }

  /// Reads a list from a file.
  ///
  /// - Throws: ``SecretScanError`` if the file cannot be read, or if a line has no fingerprint or no reason.
  public init(contentsOf file: URL) throws(SecretScanError) {
    guard let data = try? Data(contentsOf: file) else {
      throw SecretScanError(reason: "\(file.lastPathComponent), the allow-list, cannot be read")
    }
    try self.init(String(decoding: data, as: UTF8.self))
  }

  func contains(_ finding: SecretFinding) -> Bool { fingerprints.contains(finding.fingerprint) }
}
