public import RefineryCore

/// A cassette cannot be used, or has no exchange for a request.
public enum CassetteError: SafelyDescribed, Equatable {
  /// The file cannot be read or written, is not a cassette, or is of a later version; or the cassette is to be recorded, but
  /// has no transport.
  case unusable(file: String, reason: String)
  /// The file has no matching exchange, or all matching exchanges have been replayed. `nearest` describes up to three similar
  /// recorded requests, and how they differ.
  case missing(file: String, request: String, nearest: [String])
  /// The exchange was recorded without its content.
  case withheld(file: String, request: String, reason: String)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .unusable(let file, let reason):
      "the cassette \(Redaction.escaped(file)) \(reason)"
    case .missing(let file, let request, let nearest):
      "the cassette \(file) has no \(request) to replay; \(nearest.isEmpty ? "it is empty" : nearest.joined(separator: "; "))"
        + "; delete the file to record it again"
    case .withheld(let file, let request, let reason):
      "the cassette \(file) has no content for \(request): \(reason)"
    }
  }
}
