import Foundation
import HTTPTypes

/// A connection of a ``LoopbackServer``, for handlers that write their responses byte by byte.
///
/// All methods block the connection's own thread. They return false or nil once the client or the server has closed.
public final class LoopbackConnection {
  /// What happens to the connection after a response.
  public enum Ending: Sendable {
    /// It waits for the next request.
    case keepAlive
    /// It is closed.
    case close
    /// It is reset.
    case reset
  }

  package let descriptor: Int32
  private let number: Int
  private unowned let server: LoopbackServer
  private var buffered: [UInt8] = []
  private var input = [UInt8](repeating: 0, count: 64 * 1024)
  private var hasReadBody = true
  private var hashes = true
  /// The number of bytes of content that ``readContent(_:)`` has not returned yet.
  private var unread = 0
  /// The content that ``readContent(upTo:)`` has read so far; nil outside of it.
  private var kept: [UInt8]?
  private var keptLimit = 0
  private var current = LoopbackRequest()
  private static let largestHead = 512 * 1024
  private static let mostFields = 5000
  /// The number of requests on this connection so far, including the current one.
  package private(set) var requests = 0

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

  /// Sends a whole response: status, fields, `Content-Length` and content. The content is left out for HEAD, 204 and 304.
  @discardableResult
  public func answer(_ status: Int, _ fields: [String] = [], _ content: [UInt8] = []) -> Bool {
    var lines = ["HTTP/1.1 \(status) Status"] + fields
    let isBare = status == 204 || status == 304
    if !isBare, !fields.contains(where: { $0.hasPrefix("Content-Length") }) { lines.append("Content-Length: \(content.count)") }
    let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
    return send(Array(head.utf8) + (isBare || current.method == "HEAD" ? [] : content))
  }

  /// Waits until the client closes the connection or the time is over. Returns true if it closed. Without a time, waits without
  /// limit.
  @discardableResult
  public func waitForHangUp(milliseconds: Int? = nil) -> Bool {
    guard LoopbackSocket.waitForHangUp(descriptor, milliseconds: milliseconds.map { Int32($0) } ?? -1) else { return false }
    server.clientHangsUp()
    return true
  }

  /// Sends `count` bytes of ``LoopbackRoutes/pattern(_:from:)``. Calls `standstill` once: when nothing more could be sent for
  /// half a second, or when all is sent. Its argument is the number of bytes sent so far.
  package func flood(_ count: Int, standstill: (Int) -> Void) {
    let block = LoopbackRoutes.pattern(251 * 256)
    var sent = 0
    var hasStood = false
    while sent < count {
      let isStanding = !LoopbackSocket.waits(for: POLLOUT, on: descriptor, milliseconds: hasStood ? -1 : 500)
      if isStanding {
        hasStood = true
        standstill(sent)
        continue
      }
      let start = sent % 251
      let sending = LoopbackSocket.sendSome(block[start..<min(block.count, start + count - sent)], to: descriptor)
      guard sending >= 0 else { break }
      sent += sending
    }
    if !hasStood { standstill(sent) }
  }

  /// Waits until no more bytes have arrived for half a second. Reads nothing.
  package func waitForStandstill() {
    var last = -1
    while true {
      let waiting = LoopbackSocket.waitingBytes(descriptor)
      if waiting > 0, waiting == last { return }
      last = waiting
      guard !LoopbackSocket.waits(on: descriptor, milliseconds: 500) else { return }
    }
  }

  /// Reads nothing until the server stops.
  package func playDead() { _ = LoopbackSocket.waits(on: descriptor, milliseconds: -1) }

  /// Copies bytes between the client and another socket until one side ends.
  package func relay(to other: Int32) {
    hasReadBody = true
    if !buffered.isEmpty { _ = LoopbackSocket.send(buffered, to: other) }
    buffered = []
    LoopbackSocket.relay(descriptor, other)
  }

  /// Reads and drops input until the client closes. A connection that is closed with unread input is reset, and the reset can
  /// destroy a response that the client has not read yet (RFC 9112 section 9.6).
  package func discardInput() {
    hasReadBody = true
    while LoopbackSocket.receive(descriptor, into: &input) > 0 {}
  }

  /// Reads the request's content, if that has not been done, and returns the request with its length and hash.
  ///
  /// - Parameter hashing: false skips the hash, which takes long for many megabytes.
  @discardableResult
  public func readBody(hashing: Bool = true) -> LoopbackRequest {
    guard !hasReadBody else { return current }
    hasReadBody = true
    hashes = hashing
    if current.fields[.expect] != nil { send("HTTP/1.1 100 Continue\r\n\r\n") }
    if let length = current.fields[.contentLength].flatMap({ Int($0) }) {
      current.isWhole = read(length)
    } else if current.fields[.transferEncoding]?.lowercased().contains("chunked") == true {
      current.isWhole = readChunks()
    } else {
      current.isWhole = true
    }
    server.updates(current)
    return current
  }

  /// Reads the next bytes of the request's content: at most so many, and at least one. Returns nil after the last, and when the
  /// client has closed. The request must have a `Content-Length`.
  package func readContent(_ count: Int) -> [UInt8]? {
    if !hasReadBody {
      hasReadBody = true
      if current.fields[.expect] != nil { send("HTTP/1.1 100 Continue\r\n\r\n") }
      unread = current.fields[.contentLength].flatMap { Int($0) } ?? 0
    }
    guard unread > 0, !buffered.isEmpty || fill() else { return nil }
    let part = Array(buffered.prefix(min(unread, count)))
    buffered.removeFirst(part.count)
    unread -= part.count
    return part
  }

  /// Reads the request's content into memory. Content that is longer than the limit is not read to its end, so the connection
  /// cannot be used for another request. Returns no content if it has been read before.
  package func readContent(upTo limit: Int) -> ReceivedContent {
    if let length = current.fields[.contentLength].flatMap({ Int($0) }), length > limit { return .tooLong }
    (kept, keptLimit) = ([], limit)
    defer { kept = nil }
    let isWhole = readBody(hashing: false).isWhole
    guard let kept else { return .tooLong }
    return isWhole ? .whole(kept) : .incomplete
  }

  /// The content of a request: see ``readContent(upTo:)``.
  package enum ReceivedContent: Sendable, Equatable {
    case whole([UInt8])
    case tooLong
    /// The client closed before the end, or its chunks are malformed.
    case incomplete
  }

  /// The head of the next request; nil if there is none. Bytes that are not a request line, such as the start of a TLS
  /// handshake, end the connection.
  func nextRequest() -> LoopbackRequest? {
    guard let first = line() else { return nil }
    let parts = first.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return nil }
    current = LoopbackRequest()
    current.connection = number
    current.method = String(parts[0])
    current.target = String(parts[1])
    var size = first.utf8.count
    while true {
      // A head that is cut off is no request (RFC 9112 section 8).
      guard let line = line() else { return nil }
      guard !line.isEmpty else { break }
      size += line.utf8.count
      guard size <= Self.largestHead, current.fields.count < Self.mostFields else {
        send("HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        discardInput()
        return nil
      }
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else { continue }
      current.fields.append(HTTPField(name: name, value: String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    requests += 1
    hasReadBody = false
    unread = 0
    current.number = server.logs(current)
    return current
  }

  private func readChunks() -> Bool {
    while let line = line(), let size = Int(line.prefix { $0.isHexDigit }, radix: 16) {
      guard size > 0 else {
        while let trailer = self.line() { if trailer.isEmpty { return true } }
        return false
      }
      guard read(size), self.line() != nil else { return false }
    }
    return false
  }

  private func read(_ count: Int) -> Bool {
    if let kept, count > keptLimit - kept.count {
      self.kept = nil
      return false
    }
    var missing = count
    while missing > 0 {
      if buffered.isEmpty, !fill() { return false }
      let part = buffered.prefix(missing)
      current.takes(part, hashing: hashes)
      kept?.append(contentsOf: part)
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
