public import RefineryCore

/// What is wrong with a cassette, or with what it was asked.
public enum CassetteError: SafelyDescribed, Equatable {
  /// The URL is not that of a file, but of this scheme, or of none.
  case notAFile(name: String, scheme: String?)
  /// The file is missing, damaged, or no cassette.
  case unreadable(file: String, reason: String)
  /// The file was written by a later version of this package.
  case newer(file: String, version: Int, known: Int)
  /// The file cannot be written.
  case unwritable(file: String, reason: String)
  /// The cassette is to be recorded, and there is no transport to record.
  case noTransport(file: String)
  /// There is no such exchange, or every one of its kind has been replayed. `nearest` says of up to three recorded ones in
  /// what they differ.
  case missing(request: String, nearest: [String])
  /// The exchange was recorded without its content.
  case withheld(request: String, reason: String)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .notAFile(let name, let scheme):
      "the cassette \(Redaction.escaped(name)) has to be a file, and its URL "
        + (scheme.map { "begins with \(Redaction.escaped($0)):" } ?? "has no scheme") + "; make it by URL(filePath:)"
    case .unreadable(let file, let reason):
      "the cassette \(file) cannot be read: \(reason)"
    case .newer(let file, let version, let known):
      "the cassette \(file) is of version \(version), and this package knows no later one than \(known)"
    case .unwritable(let file, let reason):
      "the cassette \(file) cannot be written: \(reason)"
    case .noTransport(let file):
      "the cassette \(file) is to be recorded, but was given no transport"
    case .missing(let request, let nearest):
      "the cassette has no \(request) to replay; \(nearest.isEmpty ? "it is empty" : nearest.joined(separator: "; "))"
        + "; delete the file to record it anew"
    case .withheld(let request, let reason):
      "the cassette has no content for \(request): \(reason)"
    }
  }
}
