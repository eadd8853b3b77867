#if Curl
  import CCurl
  import FoundationEssentials
  import HTTPTypes
  import RefineryCore

  /// A response's status and fields, read from the lines that libcurl gathered.
  struct ResponseHead {
    private(set) var response: HTTPResponse
    let version: TransportConfiguration.Version

    /// Nil where there is no status of HTTP.
    init?(_ wire: refinery_transfer) {
      let bytes = UnsafeRawBufferPointer(start: wire.head, count: wire.head_count)
      var lines = Lines(bytes: bytes)
      guard let first = lines.next(), let (version, status) = Self.status(first) else { return nil }
      self.version = version
      var fields = HTTPFields()
      fields.reserveCapacity(16)
      while let line = lines.next(), !line.isEmpty {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(Self.field(name, Self.trimmed(line[(colon + 1)...])))
      }
      response = HTTPResponse(status: status, headerFields: fields)
    }

    private typealias Line = Slice<UnsafeRawBufferPointer>

    private static func status(_ line: Line) -> (TransportConfiguration.Version, HTTPResponse.Status)? {
      // HTTP/2 200, HTTP/1.1 200 OK
      guard line.count >= 10, let space = line.firstIndex(of: 0x20) else { return nil }
      let digits = line[(space + 1)...].prefix(3)
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard code >= 100 else { return nil }
      let isHTTP2 = line[line.startIndex + 5] == UInt8(ascii: "2")
      let reason = String(decoding: trimmed(line[digits.endIndex...]), as: UTF8.self)
      return (isHTTP2 ? .http2 : .http1, HTTPResponse.Status(code: code, reasonPhrase: reason))
    }

    /// UTF-8, or else ISO 8859-1, which any bytes are (RFC 9110 section 5.5).
    private static func field(_ name: HTTPField.Name, _ value: Line) -> HTTPField {
      if let text = String(validating: value, as: UTF8.self) { return HTTPField(name: name, value: text) }
      return HTTPField(name: name, value: String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) })))
    }

    private static func trimmed(_ line: Line) -> Line {
      var line = line
      while let first = line.first, first == 0x20 || first == 0x09 { line = line.dropFirst() }
      while let last = line.last, last == 0x20 || last == 0x09 { line = line.dropLast() }
      return line
    }

    /// The lines without their ends.
    private struct Lines {
      let bytes: UnsafeRawBufferPointer
      var start = 0

      mutating func next() -> Line? {
        guard start < bytes.count else { return nil }
        let rest = bytes[start...]
        let end = rest.firstIndex(of: 0x0A) ?? bytes.count
        defer { start = end + 1 }
        let line = rest[..<end]
        return line.last == 0x0D ? line.dropLast() : line
      }
    }
  }

  extension UnsafeMutablePointer<refinery_transfer> {
    /// The body that came whole; its memory is the body's from now on.
    func takeBody() -> Body {
      guard let received = pointee.received else { return .empty }
      pointee.received = nil
      return Body(Data(bytesNoCopy: received, count: pointee.received_count, deallocator: .free))
    }
  }
#endif
