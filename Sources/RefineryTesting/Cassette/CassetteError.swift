public import RefineryCore

/// A cassette cannot be used, or has no exchange for a request.
public enum CassetteError: SafelyDescribed, Equatable {
  /// The URL is not a file URL; it has this scheme, or none.
  case notAFile(name: String, scheme: String?)
  /// The file is missing, damaged, or not a cassette.
  case unreadable(file: String, reason: String)
  /// The file was written by a later version of this package.
  case newer(file: String, version: Int, known: Int)
  /// The file cannot be written.
  case unwritable(file: String, reason: String)
  /// The cassette is to be recorded, but has no transport.
  case noTransport(file: String)
  /// The file has no matching exchange, or all matching exchanges have been replayed. `nearest` describes up to three similar
  /// recorded requests, and how they differ.
  case missing(file: String, request: String, nearest: [String])
  /// The exchange was recorded without its content.
  case withheld(file: String, request: String, reason: String)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .notAFile(let name, let scheme):
      "the cassette \(Redaction.escaped(name)) has to be a file, and its URL "
        + (scheme.map { "begins with \(Redaction.escaped($0)):" } ?? "has no scheme") + "; use URL(filePath:)"
    case .unreadable(let file, let reason):
      "the cassette \(file) cannot be read: \(reason)"
    case .newer(let file, let version, let known):
      "the cassette \(file) is of version \(version), and this package reads versions up to \(known)"
    case .unwritable(let file, let reason):
      "the cassette \(file) cannot be written: \(reason)"
    case .noTransport(let file):
      "the cassette \(file) is to be recorded, but has no transport"
    case .missing(let file, let request, let nearest):
      "the cassette \(file) has no \(request) to replay; \(nearest.isEmpty ? "it is empty" : nearest.joined(separator: "; "))"
        + "; delete the file to record it again"
    case .withheld(let file, let request, let reason):
      "the cassette \(file) has no content for \(request): \(reason)"
    }
  }
}
