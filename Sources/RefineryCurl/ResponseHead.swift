#if Curl
  import CCurl
  import FoundationEssentials
  import Glibc
  import HTTPTypes
  import RefineryCore
  import RefineryTransport

  /// A response's status and fields, parsed from the lines that libcurl delivered.
  struct ResponseHead {
    let response: HTTPResponse
    let version: TransportConfiguration.Version

    /// Returns nil if the head has no HTTP status, or too many fields.
    init?(_ bytes: UnsafeRawBufferPointer, _ known: inout FieldLines) {
      var lines = HeadLines(bytes)
      guard let first = lines.next(), let (version, status) = Self.status(first) else { return nil }
      var fields = HTTPFields()
      fields.reserveCapacity(12)
      var folded: [UInt8] = []
      // Whether the last unfolded line was dropped, because it is not a field. Lines that continue it are dropped, too.
      var isDropped = true
      while let line = lines.next(), !line.isEmpty {
        guard fields.count < HTTPFields.mostReceived else { return nil }
        let field = known.known(as: line)
        // A line that begins with a blank continues the previous one (RFC 9112 section 5.2). There may be thousands of them.
        if field == nil, Self.isBlank(line[0]) {
          if isDropped { continue }
          folded.append(0x20)
          folded += Self.trimmed(line[...])
          continue
        }
        Self.unfold(&folded, into: &fields)
        isDropped = true
        if let field = field ?? Self.field(in: line) {
          fields.append(field)
          isDropped = false
        }
      }
      Self.unfold(&folded, into: &fields)
      self.version = version
      response = HTTPResponse(status: status, headerFields: fields)
    }

    /// Parses a line such as `HTTP/2 200` or `HTTP/1.1 200 OK`.
    private static func status(
      _ line: UnsafeRawBufferPointer
    ) -> (TransportConfiguration.Version, HTTPResponse.Status)? {
      guard line.count >= 10, let space = line.firstIndex(of: 0x20) else { return nil }
      let digits = line[(space + 1)...].prefix(3)
      guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      let code = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      guard code >= 100 else { return nil }
      let reason = String(decoding: trimmed(line[digits.endIndex...]), as: UTF8.self)
      return (line[5] == UInt8(ascii: "2") ? .http2 : .http1, HTTPResponse.Status(code: code, reasonPhrase: reason))
    }

    /// Parses a line such as `Content-Length: 5`. Returns nil if it has no colon, or no valid name.
    private static func field(in line: UnsafeRawBufferPointer) -> HTTPField? {
      guard let start = line.baseAddress, let colon = memchr(start, 0x3A, line.count) else { return nil }
      let count = UnsafeRawPointer(colon) - start
      guard let name = FieldNames.name(UnsafeRawBufferPointer(rebasing: line[..<count])) else { return nil }
      return HTTPField(name: name, value: text(trimmed(line[(count + 1)...])))
    }

    /// Appends the folded lines to the value of the last field.
    private static func unfold(_ folded: inout [UInt8], into fields: inout HTTPFields) {
      guard !folded.isEmpty else { return }
      if !fields.isEmpty { fields[fields.count - 1].value += folded.withUnsafeBytes { text($0) } }
      folded = []
    }

    /// Decodes a value as UTF-8, or as ISO 8859-1 if it is not valid UTF-8 (RFC 9110 section 5.5).
    private static func text(_ value: UnsafeRawBufferPointer) -> String {
      // Most values are ASCII, and checking for that is much cheaper than validation.
      if value.allSatisfy({ $0 < 0x80 }) { return String(decoding: value, as: UTF8.self) }
      if let text = String(validating: value, as: UTF8.self) { return text }
      return String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
    }

    private static func trimmed(_ line: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
      var (start, end) = (line.startIndex, line.endIndex)
      while start < end, isBlank(line.base[start]) { start += 1 }
      while start < end, isBlank(line.base[end - 1]) { end -= 1 }
      return UnsafeRawBufferPointer(rebasing: line.base[start..<end])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  }

  /// The lines of a head without their line endings.
  struct HeadLines {
    private var rest: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

    mutating func next() -> UnsafeRawBufferPointer? {
      guard let start = rest.baseAddress, !rest.isEmpty else { return nil }
      let end = memchr(start, 0x0A, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
      let hasReturn = end > 0 && rest[end - 1] == 0x0D
      defer { rest = UnsafeRawBufferPointer(rebasing: rest[min(end + 1, rest.count)...]) }
      return UnsafeRawBufferPointer(rebasing: rest[..<(hasReturn ? end - 1 : end)])
    }
  }

  /// Names of common fields, created once: finding one is cheaper than creating it.
  private enum FieldNames {
    private static let known: [[(spelling: [UInt8], name: HTTPField.Name)]] = {
      let spellings = [
        "Date", "date", "ETag", "etag", "Vary", "vary", "Server", "server", "Location", "location", "Connection", "Set-Cookie",
        "set-cookie", "Content-Type", "content-type", "Cache-Control", "cache-control", "Last-Modified", "last-modified",
        "Accept-Ranges", "accept-ranges", "Content-Length", "content-length", "Transfer-Encoding", "Content-Encoding",
        "content-encoding", "Keep-Alive", "X-Request-ID", "x-request-id", "Strict-Transport-Security",
        "strict-transport-security",
      ]
      var known: [[(spelling: [UInt8], name: HTTPField.Name)]] = Array(repeating: [], count: 32)
      for spelling in spellings {
        if let name = HTTPField.Name(spelling) { known[spelling.utf8.count].append((Array(spelling.utf8), name)) }
      }
      return known
    }()

    static func name(_ bytes: UnsafeRawBufferPointer) -> HTTPField.Name? {
      guard let start = bytes.baseAddress else { return nil }
      if bytes.count < known.count {
        for entry in known[bytes.count] where memcmp(entry.spelling, start, bytes.count) == 0 { return entry.name }
      }
      return HTTPField.Name(String(decoding: bytes, as: UTF8.self))
    }
  }

  extension UnsafeMutablePointer<refinery_transfer> {
    /// Returns the complete body. A small body is copied, so that the next transfer can reuse its memory; a larger one takes
    /// over the memory.
    func takeBody() -> Body {
      guard let received = pointee.received else { return .empty }
      if pointee.received_count <= 4096 { return Body(Data(bytes: received, count: pointee.received_count)) }
      pointee.received = nil
      return Body(Data(bytesNoCopy: received, count: pointee.received_count, deallocator: .free))
    }
  }
#endif
