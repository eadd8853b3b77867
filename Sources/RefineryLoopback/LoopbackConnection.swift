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
  private var input: LoopbackInput
  private var hasReadBody = true
  private var hashes = true
  /// The number of bytes of content that ``readContent(_:)`` has not returned yet.
  private var unread = 0
  /// The content that ``readContent(upTo:)`` has read so far; nil outside of it.
  private var kept: [UInt8]?
  private var keptLimit = 0
  private var current = LoopbackRequest()
  /// The `Content-Length` of the current request.
  private var length: Int?
  private var isChunked = false
  /// Whether the content of the current request did not arrive whole, so that what follows is not the next request.
  private(set) var isBroken = false
  private static let largestHead = 512 * 1024
  private static let mostFields = 5000
  /// The number of requests on this connection so far, including the current one.
  package private(set) var requests = 0

  init(descriptor: Int32, number: Int, server: LoopbackServer) {
    self.descriptor = descriptor
    input = LoopbackInput(descriptor: descriptor)
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
    let waiting = input.take(.max)
    if !waiting.isEmpty { _ = LoopbackSocket.send(waiting, to: other) }
    LoopbackSocket.relay(descriptor, other)
  }

  /// Reads and drops input until the client closes. A connection that is closed with unread input is reset, and the reset can
  /// destroy a response that the client has not read yet (RFC 9112 section 9.6).
  package func discardInput() {
    hasReadBody = true
    input.discard()
  }

  /// Reads the request's content, if that has not been done, and returns the request with its length and hash.
  ///
  /// - Parameter hashing: false skips the hash, which takes long for many megabytes.
  @discardableResult
  public func readBody(hashing: Bool = true) -> LoopbackRequest {
    guard !hasReadBody else { return current }
    hasReadBody = true
    hashes = hashing
    askForContent()
    current.isWhole = isChunked ? readChunks() : read(length ?? 0)
    isBroken = !current.isWhole
    server.updates(current)
    return current
  }

  /// Reads the next bytes of the request's content: at most so many, and at least one. Returns nil after the last, and when the
  /// client has closed. The request must have a `Content-Length`.
  package func readContent(_ count: Int) -> [UInt8]? {
    if !hasReadBody {
      hasReadBody = true
      askForContent()
      unread = length ?? 0
    }
    guard unread > 0, !input.isEmpty || input.fill() else { return nil }
    let part = Array(input.take(min(unread, count)))
    unread -= part.count
    return part
  }

  private func askForContent() {
    if current.fields[.expect] != nil, !current.isOld { send("HTTP/1.1 100 Continue\r\n\r\n") }
  }

  /// Reads the request's content into memory. Content that is longer than the limit is not read to its end, so the connection
  /// cannot be used for another request. Returns no content if it has been read before.
  package func readContent(upTo limit: Int) -> ReceivedContent {
    if let length, length > limit { return .tooLong }
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
    guard let first = input.line() else { return nil }
    let parts = first.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return nil }
    current = LoopbackRequest()
    current.connection = number
    current.method = String(parts[0])
    current.target = String(parts[1])
    current.isOld = parts[2] == "HTTP/1.0"
    var size = first.utf8.count
    while true {
      // A head that is cut off is no request (RFC 9112 section 8).
      guard let line = input.line() else { return nil }
      guard !line.isEmpty else { break }
      size += line.utf8.count
      guard size <= Self.largestHead, current.fields.count < Self.mostFields else {
        return refuse("431 Request Header Fields Too Large")
      }
      // With a name that a proxy on the way reads in another way, the content could be read as a request.
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
        return refuse("400 Bad Request")
      }
      current.fields.append(HTTPField(name: name, value: String(line[line.index(after: colon)...].drop { $0 == " " })))
    }
    guard readFraming() else { return refuse("400 Bad Request") }
    requests += 1
    hasReadBody = false
    unread = 0
    current.number = server.logs(current)
    return current
  }

  /// Reads how the content of the request is delimited. Returns false if that is ambiguous (RFC 9112 section 6.3).
  private func readFraming() -> Bool {
    let lengths = Set(current.fields.filter { $0.name == .contentLength }.map(\.value))
    let coding = current.fields[.transferEncoding]?.lowercased()
    length = lengths.first.flatMap { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    isChunked = coding == "chunked"
    guard coding != nil else { return lengths.isEmpty || (lengths.count == 1 && length != nil) }
    return isChunked && lengths.isEmpty && !current.isOld
  }

  private func refuse(_ status: String) -> LoopbackRequest? {
    send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    LoopbackSocket.endSending(descriptor)
    discardInput()
    return nil
  }

  private func readChunks() -> Bool {
    while let line = input.line(), let size = Int(line.prefix { $0.isHexDigit }, radix: 16) {
      guard size > 0 else {
        while let trailer = input.line() { if trailer.isEmpty { return true } }
        return false
      }
      guard read(size), input.line()?.isEmpty == true else { return false }
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
      if input.isEmpty, !input.fill() { return false }
      let part = input.take(missing)
      current.takes(part, hashing: hashes)
      kept?.append(contentsOf: part)
      missing -= part.count
    }
    return true
  }
}
