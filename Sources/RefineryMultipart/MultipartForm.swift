public import RefineryCore

/// A form as the body of a request: `multipart/form-data` (RFC 7578) with text, files, streams and models.
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
/// Files and streams are read in chunks while the form is sent, so the memory use does not depend on their size. The request
/// has an exact `Content-Length` if every part has a length. If every part can be read again, a retry, a redirect or a new
/// attempt after a 401 can send the request again.
public struct MultipartForm: Sendable, Redacted {
  /// The parts, in the order in which they are sent. Several parts may have the same name.
  public var parts: [Part]
  /// The text that separates the parts.
  package let boundary: String
  /// Whether the caller chose the boundary. If so, a part may contain it.
  let hasOwnBoundary: Bool

  /// Creates a form with a random boundary.
  ///
  /// The boundary has 128 random bits from the system's generator. The form does not search the parts for the boundary: the
  /// content of a part does not depend on the boundary, so even a part of 2^64 bytes contains it only with a probability below
  /// 2^-63.
  public init(_ parts: [Part] = []) {
    self.parts = parts
    var random = SystemRandomNumberGenerator()
    boundary = "refinery-" + String(random.next() as UInt64, radix: 36) + "-" + String(random.next() as UInt64, radix: 36)
    hasOwnBoundary = false
  }

  /// Creates a form with a boundary of your own, for requests that must be equal byte for byte.
  ///
  /// A boundary has 1 to 70 letters, digits and characters of `'()+_,-./:=?` (RFC 2046 section 5.1.1, without the space).
  /// ``makeBody()`` searches the parts in memory for it, and throws if one of them contains it. It does not search files and
  /// streams.
  public init(_ parts: [Part] = [], boundary: String) {
    self.parts = parts
    self.boundary = boundary
    hasOwnBoundary = true
  }

  /// The value of `Content-Type`: the media type with the boundary.
  public var contentType: String {
    let isToken = boundary.utf8.allSatisfy { $0.isAlphanumeric || "+_-.".utf8.contains($0) }
    return "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
  }
}

extension MultipartForm {
  /// Appends a part under this name, whatever name it has: for functions that take a part as an argument, such as those of
  /// imported tables.
  public mutating func append(_ part: Part, named name: String) {
    parts.append(part)
    parts[parts.count - 1].name = name
  }
}

extension MultipartForm: ExpressibleByArrayLiteral {
  /// Creates a form with a random boundary.
  public init(arrayLiteral parts: Part...) { self.init(parts) }
}

extension UInt8 {
  var isAlphanumeric: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & 0xDF) }
}
