public import RefineryCore
public import RefineryFiles

extension MultipartForm {
  /// Why a form cannot be sent. It names the part.
  ///
  /// It is the underlying error of a `CallError`. The stage is building if the form has a fault before anything is sent, and
  /// sending if the length of a file or stream is not the expected one.
  public struct Fault: SafelyDescribed, Equatable {
    /// The kinds of faults.
    public enum Reason: Sendable, Equatable {
      /// RFC 2046 section 5.1.1 does not allow the boundary.
      case invalidBoundary
      /// The part contains the boundary that the caller chose.
      case containsBoundary
      /// The name or the file name contains NUL.
      case nulInName
      /// A header field has a value that cannot be sent, or the field belongs to another property of the part.
      case invalidField(String)
      /// The file cannot be read, or it has changed since the body was made.
      case file(FileFault)
      /// The model cannot be encoded. `details` is safe to log.
      case unencodable(details: String)
      /// The length of the whole form is too large for an `Int`.
      case invalidLength
      /// The stream has more or fewer bytes than its length states. `actual` is the number of bytes that were read.
      case lengthChanged(expected: Int, actual: Int)
    }

    /// The kind of fault.
    public let reason: Reason
    /// The name of the part; nil if the fault is not in one part.
    public let part: String?

    init(_ reason: Reason, part: String?) {
      self.reason = reason
      self.part = part
    }

    /// One line, safe to log.
    public var description: String {
      let subject = part.map { "the part \"\(Redaction.escaped(String($0.prefix(128))))\" of the form" } ?? "the form"
      return switch reason {
      case .invalidBoundary: "\(subject) has a boundary that RFC 2046 does not allow"
      case .containsBoundary: "\(subject) contains the boundary; choose another boundary, or let the form make one"
      case .nulInName: "\(subject) has a NUL in its name or file name"
      case .invalidField(let name):
        "\(subject) cannot send the field \(Redaction.escaped(name)): its value is invalid, or another property sets it"
      case .file(let fault): "\(subject) cannot be sent: \(fault)"
      case .unencodable(let details): "\(subject) cannot be encoded: \(details)"
      case .invalidLength: "\(subject) has a length that is too large"
      case .lengthChanged(let expected, let actual): "\(subject) states a length of \(expected) bytes, but \(actual) were read"
      }
    }
  }
}
