public import RefineryCore

/// Why a download is not possible, or its content cannot be used. It is the underlying error of a `CallError`.
public enum DownloadFault: SafelyDescribed, Equatable {
  /// The call sets the field `Range`. Nothing was sent.
  case rangeRequested
  /// The response has a part of the file, although the request asked for the whole file.
  case unexpectedRange
  /// The response has another range than was requested, or one that cannot be read.
  case wrongRange
  /// The file changed on the server.
  case changed
  /// The response has more bytes than it states.
  case tooLong(expected: Int)
  /// The file does not have the digest that the caller expects or that the server sent.
  case wrongDigest(algorithm: String)

  /// One line, safe to log.
  public var description: String {
    switch self {
    case .rangeRequested: "a download sets the field Range itself; remove this field from the call"
    case .unexpectedRange: "the response has a part of the file, although the request asked for the whole file"
    case .wrongRange: "the response has another range of the file than was requested"
    case .changed: "the file changed on the server during the download"
    case .tooLong(let expected): "the response has more than the \(expected) bytes that it states"
    case .wrongDigest(let algorithm):
      "the file does not have the expected digest \(Redaction.escaped(String(algorithm.prefix(40))))"
    }
  }
}
