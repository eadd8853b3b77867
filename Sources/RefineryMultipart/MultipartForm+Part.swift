public import FoundationEssentials
public import HTTPTypes
public import RefineryCore

extension MultipartForm {
  /// One part of a form: a name, the header fields of the part, and the content.
  ///
  /// Names and file names are written as browsers write them (WHATWG HTML, multipart/form-data): as UTF-8, with `%22`, `%0D`
  /// and `%0A` for quotation marks and line ends. Before that, each line end in a name becomes CR LF.
  public struct Part: Sendable, Redacted {
    enum Content: Sendable {
      case bytes(Data)
      case file(URL)
      case body(Body)
      case model(any Encodable & Sendable, NullPolicy?, any Coder)
    }

    /// The name of the form's field. It must not contain NUL.
    public var name: String
    /// The file name that is sent to the server; nil if the part is not a file.
    public var filename: String?
    /// The media type of the content. Without one, a server reads the part as plain text (RFC 7578 section 4.4).
    public var contentType: String?
    /// Further header fields of the part. `Content-Disposition` and `Content-Type` must not be among them.
    public var fields = HTTPFields()
    let content: Content

    init(_ name: String, _ filename: String?, _ contentType: String?, _ content: Content) {
      self.name = name
      self.filename = filename
      self.contentType = contentType
      self.content = content
    }

    /// A field with text, sent as UTF-8. Line ends are sent as they are.
    public static func text(_ name: String, _ text: String, contentType: String? = nil) -> Part {
      Part(name, nil, contentType, .bytes(Data(text.utf8)))
    }

    /// A field with bytes in memory. Large content is not copied.
    ///
    /// - Parameters:
    ///   - name: the name of the part.
    ///   - data: the content.
    ///   - filename: the file name for the server. Many servers read a part without one as a text field.
    ///   - contentType: the media type of the bytes.
    public static func data(
      _ name: String, _ data: Data, filename: String? = nil, contentType: String? = "application/octet-stream"
    ) -> Part {
      Part(name, filename, contentType, .bytes(data))
    }

    /// A file, read while the form is sent.
    ///
    /// The form stores its size and the time of its last change when it makes the body: see ``MultipartForm/makeBody()``. If
    /// the file has another size or time when it is read, the call fails with a ``MultipartForm/Fault``.
    ///
    /// - Parameters:
    ///   - name: the name of the part.
    ///   - file: the URL of the file.
    ///   - filename: the file name for the server; by default the last component of the path.
    ///   - contentType: the media type of the file.
    public static func file(
      _ name: String, _ file: URL, filename: String? = nil, contentType: String? = "application/octet-stream"
    ) -> Part {
      Part(name, filename ?? file.lastPathComponent, contentType, .file(file))
    }

    /// A stream of bytes, or any other body.
    ///
    /// If the body states a length but has more or fewer bytes, the call fails with a ``MultipartForm/Fault``.
    public static func stream(
      _ name: String, _ body: Body, filename: String? = nil, contentType: String? = "application/octet-stream"
    ) -> Part {
      Part(name, filename, contentType, body.data.map { .bytes($0) } ?? .body(body))
    }

    /// A model, encoded in memory when the body is made: by default as JSON. The part's media type is that of the coder.
    ///
    /// - Parameters:
    ///   - name: the name of the part.
    ///   - value: the model.
    ///   - nulls: how nil properties are written. Default: `.omit`. Nil: the default of the coder.
    ///   - coder: encodes the model.
    public static func model<Value: Encodable & Sendable>(
      _ name: String, _ value: Value, nulls: NullPolicy? = .omit, coder: any Coder = JSONCoder()
    ) -> Part {
      Part(name, nil, coder.contentType, .model(value, nulls, coder))
    }
  }
}

extension MultipartForm.Part {
  /// Returns the head of the part, from the first header field to the empty line.
  func head() throws(MultipartForm.Fault) -> Data {
    if [name, filename ?? ""].contains(where: { $0.utf8.contains(0) }) { throw fault(.nulInName) }
    var head = "Content-Disposition: form-data; name=\"\(Self.escaped(Self.withNetworkLineEnds(name)))\""
    if let filename { head += "; filename=\"\(Self.escaped(filename))\"" }
    head += "\r\n"
    if let contentType {
      if contentType.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw fault(.invalidField("Content-Type")) }
      head += "Content-Type: \(contentType)\r\n"
    }
    for field in fields {
      if field.name == .contentDisposition || field.name == .contentType { throw fault(.invalidField(field.name.rawName)) }
      head += "\(field.name.rawName): \(field.value)\r\n"
    }
    return Data((head + "\r\n").utf8)
  }

  func fault(_ reason: MultipartForm.Fault.Reason) -> MultipartForm.Fault { MultipartForm.Fault(reason, part: name) }

  private static func escaped(_ text: String) -> String {
    // Most names need no escape, and a form may have thousands of parts.
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x0D || $0 == 0x0A }) else { return text }
    let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
    return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
  }

  /// Returns the text with CR LF for each CR, LF, and CR LF.
  private static func withNetworkLineEnds(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return text }
    var converted = ""
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\r": converted += "\r\n"
      case "\n": if last != "\r" { converted += "\r\n" }
      default: converted.unicodeScalars.append(scalar)
      }
      last = scalar
    }
    return converted
  }
}
