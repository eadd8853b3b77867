public import HTTPTypes

/// One request as a loopback server saw it on the wire.
public struct LoopbackRequest: Sendable, Equatable {
  /// Which request of the server's life this was, from 0.
  public internal(set) var number = 0
  /// Which connection it came on, from 0.
  public internal(set) var connection = 0
  /// The method.
  public internal(set) var method = ""
  /// The target, as it was sent.
  public internal(set) var target = ""
  /// The header fields, in order, repeated ones apart.
  public internal(set) var fields = HTTPFields()
  /// How many bytes of content came; 0 while none has been read.
  public internal(set) var bodyLength = 0
  /// ``hash(of:)`` of the content.
  public internal(set) var bodyHash = LoopbackRequest.hash(of: [])
  /// The first KiB of the content.
  public internal(set) var bodyPrefix: [UInt8] = []

  /// The target up to its query.
  public var path: Substring { target.prefix { $0 != "?" } }

  /// The value of a query key, percent-decoded.
  public func query(_ key: String) -> String? {
    guard let mark = target.firstIndex(of: "?") else { return nil }
    for pair in target[target.index(after: mark)...].split(separator: "&") where pair.hasPrefix(key + "=") {
      return Self.decoded(pair.dropFirst(key.utf8.count + 1))
    }
    return nil
  }

  /// FNV-1a of 64 bits, to compare bodies by.
  public static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func takes(_ bytes: ArraySlice<UInt8>) {
    bodyLength += bytes.count
    bodyHash = bytes.reduce(bodyHash) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    if bodyPrefix.count < 1024 { bodyPrefix += bytes.prefix(1024 - bodyPrefix.count) }
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A connection of a ``LoopbackServer``, for handlers that write their answers byte by byte.
///
/// Everything here blocks the connection's own thread and returns false, or nothing, once the client or the server is gone.
public final class LoopbackConnection {
  /// What becomes of the connection after an answer.
  public enum Ending: Sendable {
    /// It waits for the next request.
    case keepAlive
    /// It is closed.
    case close
    /// It is reset.
    case reset
  }

  let descriptor: Int32
  private let number: Int
  private unowned let server: LoopbackServer
  private var buffered: [UInt8] = []
  private var input = [UInt8](repeating: 0, count: 64 * 1024)
  private var hasReadBody = true
  private var current = LoopbackRequest()
  /// How many requests have come on this connection, the present one among them.
  public private(set) var requests = 0

  init(descriptor: Int32, number: Int, server: LoopbackServer) {
    self.descriptor = descriptor
    self.number = number
    self.server = server
  }

  /// Sends bytes as they are.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool { LoopbackSocket.send(bytes, to: descriptor) }

  /// Sends text as UTF-8.
  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// Sends a whole response: status, fields, `Content-Length` and content, which is left out for HEAD, 204 and 304.
  @discardableResult
  public func answer(_ status: Int, _ fields: [String] = [], _ content: [UInt8] = []) -> Bool {
    var lines = ["HTTP/1.1 \(status) Status"] + fields
    let isBare = status == 204 || status == 304
    if !isBare, !fields.contains(where: { $0.hasPrefix("Content-Length") }) { lines.append("Content-Length: \(content.count)") }
    let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
    return send(Array(head.utf8) + (isBare || current.method == "HEAD" ? [] : content))
  }

  /// Waits without end, or for some time, for the client to hang up; true when it has.
  @discardableResult
  public func waitForHangUp(milliseconds: Int? = nil) -> Bool {
    guard LoopbackSocket.waitForHangUp(descriptor, milliseconds: milliseconds.map { Int32($0) } ?? -1) else { return false }
    server.clientHangsUp()
    return true
  }

  /// Reads and drops what the client still sends until it hangs up: closed before that, a connection is reset, and the reset
  /// takes an answer that the client has not read yet with it (RFC 9112 section 9.6).
  public func discardInput() {
    hasReadBody = true
    while LoopbackSocket.receive(descriptor, into: &input) > 0 {}
  }

  /// Reads the request's content, if that has not been done, and gives the request with its length and hash.
  @discardableResult
  public func readBody() -> LoopbackRequest {
    guard !hasReadBody else { return current }
    hasReadBody = true
    if current.fields[.expect] != nil { send("HTTP/1.1 100 Continue\r\n\r\n") }
    if let length = current.fields[.contentLength].flatMap({ Int($0) }) {
      _ = read(length)
    } else if current.fields[.transferEncoding]?.lowercased().contains("chunked") == true {
      while let line = line(), let size = Int(line.prefix { $0.isHexDigit }, radix: 16), size > 0, read(size),
        self.line() != nil
      {}
      while let trailer = line(), !trailer.isEmpty {}
    }
    server.updates(current)
    return current
  }

  /// The head of the next request, or nil when there will be none.
  func nextRequest() -> LoopbackRequest? {
    guard let first = line() else { return nil }
    let parts = first.split(separator: " ")
    guard parts.count == 3 else { return nil }
    current = LoopbackRequest()
    current.connection = number
    current.method = String(parts[0])
    current.target = String(parts[1])
    while let line = line(), !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else { continue }
      current.fields.append(HTTPField(name: name, value: String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    requests += 1
    hasReadBody = false
    current.number = server.logs(current)
    return current
  }

  private func read(_ count: Int) -> Bool {
    var missing = count
    while missing > 0 {
      if buffered.isEmpty, !fill() { return false }
      let part = buffered.prefix(missing)
      current.takes(part)
      missing -= part.count
      buffered.removeFirst(part.count)
    }
    return true
  }

  private func line() -> String? {
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        let bytes = buffered[..<end]
        defer { buffered.removeFirst(end + 1) }
        return String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes, as: UTF8.self)
      }
      guard buffered.count < 256 * 1024, fill() else { return nil }
    }
  }

  private func fill() -> Bool {
    let count = LoopbackSocket.receive(descriptor, into: &input)
    guard count > 0 else { return false }
    buffered += input[..<count]
    return true
  }
}
