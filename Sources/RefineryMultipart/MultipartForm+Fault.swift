public import RefineryCore
public import RefineryFiles

extension MultipartForm {
  /// Why a form cannot be sent. It names the part.
  ///
  /// It is the underlying error of a `CallError`: at stage building if the form is faulty before anything is sent, and
  /// at stage sending if a file or stream turns out to have another length.
  public struct Fault: SafelyDescribed, Equatable {
    /// The kinds of faults.
    public enum Reason: Sendable, Equatable {
      /// The boundary is not one of RFC 2046 section 5.1.1.
      case invalidBoundary
      /// The part contains the boundary that the caller chose.
      case containsBoundary
      /// The name or the file name contains NUL.
      case nulInName
      /// A header field has a value that cannot be sent, or belongs to another property of the part.
      case invalidField(String)
      /// The file cannot be read, or it has changed since the body was made.
      case file(FileFault)
      /// The model cannot be encoded. `details` is safe to log.
      case unencodable(details: String)
      /// The length of a stream is negative, or the length of the whole form is beyond the range of `Int`.
      case invalidLength
      /// The stream gave another number of bytes than its length. `actual` is the number seen when reading stopped.
      case lengthChanged(expected: Int, actual: Int)
    }

    /// The kind of fault.
    public let reason: Reason
    /// The name of the part; nil if the fault is not that of one part.
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
      case .containsBoundary: "\(subject) contains the boundary; choose another, or none"
      case .nulInName: "\(subject) has a NUL in its name or file name"
      case .invalidField(let name): "\(subject) cannot have this header field \(Redaction.escaped(name))"
      case .file(let fault): "\(subject) cannot be sent: \(fault)"
      case .unencodable(let details): "\(subject) cannot be encoded: \(details)"
      case .invalidLength: "\(subject) has a length that is negative or too large"
      case .lengthChanged(let expected, let actual): "\(subject) has \(expected) bytes by its length, but \(actual) were read"
      }
    }
  }
}
