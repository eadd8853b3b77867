public import RefineryCore

/// The body of an upload as `multipart/form-data` (RFC 7578): a form with text, files, streams and models.
///
/// ```swift
/// let form: MultipartForm = [
///   .text("title", "Holiday"),
///   .file("photo", URL(filePath: "/data/beach.jpg"), contentType: "image/jpeg"),
///   .model("details", details),
/// ]
/// let photo = try await api.send(Photo.create().multipart(form))
/// ```
///
/// Files and streams are read while the form is sent, in chunks, so the memory does not depend on their size. The request has an
/// exact `Content-Length` if every part has a length. It can be sent again, by a retry, a redirect or after a 401, if every part
/// can be read again.
public struct MultipartForm: Sendable, Redacted {
  /// The parts, in the order in which they are sent. Several parts may have the same name.
  public var parts: [Part]
  /// The text between the parts.
  public let boundary: String
  /// Whether the caller chose the boundary, so that it may occur in a part.
  let hasOwnBoundary: Bool

  /// Creates a form with a random boundary.
  ///
  /// The boundary has 128 random bits of the system's generator. The content of a part is made without knowledge of the boundary, so
  /// even a part of 2^64 bytes contains it with a probability below 2^-63. For this reason the parts are not searched for it.
  public init(_ parts: [Part] = []) {
    self.parts = parts
    var random = SystemRandomNumberGenerator()
    boundary = "refinery-" + String(random.next() as UInt64, radix: 36) + "-" + String(random.next() as UInt64, radix: 36)
    hasOwnBoundary = false
  }

  /// Creates a form with a boundary of your own, for requests that must be equal byte for byte.
  ///
  /// A boundary has 1 to 70 letters, digits and characters of `'()+_,-./:=?` (RFC 2046 section 5.1.1, without the space). Parts in
  /// memory are searched for it, and ``makeBody()`` fails if one contains it. Files and streams are not searched.
  public init(_ parts: [Part] = [], boundary: String) {
    self.parts = parts
    self.boundary = boundary
    hasOwnBoundary = true
  }

  /// Adds a part at the end.
  public mutating func append(_ part: Part) { parts.append(part) }

  /// The value of `Content-Type`: the media type with the boundary.
  public var contentType: String {
    let isToken = boundary.utf8.allSatisfy { $0.isAlphanumeric || "+_-.".utf8.contains($0) }
    return "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
  }

  /// The number of parts.
  public var description: String { "form of \(parts.count) part\(parts.count == 1 ? "" : "s")" }
}

extension MultipartForm: ExpressibleByArrayLiteral {
  /// Creates a form with a random boundary.
  public init(arrayLiteral parts: Part...) { self.init(parts) }
}

extension UInt8 {
  var isAlphanumeric: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) }
}
