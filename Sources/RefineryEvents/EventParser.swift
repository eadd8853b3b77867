public import FoundationEssentials
public import RefineryCore

/// Finds the events in the bytes of a `text/event-stream`, however the bytes are split into chunks.
///
/// ```swift
/// var parser = EventParser()
/// parser.push(Data("data: hello\n\n".utf8))
/// while let event = try parser.next() { print(event.data) }
/// ```
/// It follows the rules of WHATWG HTML, section 9.2.6. An event that no empty line ends is not returned. The parser holds one
/// chunk, and of an unfinished event at most `limit` bytes.
public struct EventParser: Sendable {
  /// The wait before a reconnection that the server's last `retry` field asked for; nil if there was none.
  public private(set) var retry: Duration?
  /// The `id` of the last event, also of one without data. An event without an `id` keeps that of the event before.
  public private(set) var lastEventID: String

  /// The name of the event that ``advance()`` found.
  private(set) var name = ""
  /// The data of the event that ``advance()`` found.
  private(set) var data: [UInt8] = []

  private let limit: Int
  private var chunk = Data()
  private var position = 0
  /// The start of a line whose end is in a later chunk.
  private var line: [UInt8] = []
  private var skipsLineFeed = false
  private var isAtStart = true
  private var hasEvent = false
  private var nextName = ""
  private var nextID: String

  /// A parser at the start of a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: the identifier that the request sent as `Last-Event-ID`.
  ///   - limit: the largest number of bytes of an event: its data, and its current line. Default 16 MiB.
  public init(lastEventID: String = "", limit: Int = Body.defaultLimit) {
    self.lastEventID = lastEventID
    self.limit = limit
    nextID = lastEventID
  }

  /// Takes the next chunk. Call it only after ``next()`` has returned nil.
  public mutating func push(_ bytes: Data) {
    chunk = bytes
    position = 0
  }

  /// Returns the next event, or nil if it needs more bytes.
  ///
  /// - Throws: ``EventTooLarge``. The rest of the stream cannot be parsed then.
  public mutating func next() throws(EventTooLarge) -> ServerSentEvent? {
    try advance() ? event : nil
  }

  /// The event that ``advance()`` found.
  var event: ServerSentEvent {
    ServerSentEvent(name: name, data: String(decoding: data, as: UTF8.self), lastEventID: lastEventID)
  }

  /// Begins with the stream of the next connection. Drops an unfinished event, and keeps what applies to later connections.
  mutating func restart() {
    let retry = retry
    self = EventParser(lastEventID: lastEventID, limit: limit)
    self.retry = retry
  }

  /// The media type of event streams.
  static let mediaType = "text/event-stream"

  /// Parses up to the end of the next event. Returns false if that needs more bytes.
  mutating func advance() throws(EventTooLarge) -> Bool {
    if hasEvent { clear() }
    let chunk = chunk
    let result = chunk.withUnsafeBytes { scan($0) }
    if result == .tooLarge { throw EventTooLarge(limit: limit) }
    return result == .event
  }

  private enum Scan { case event, needsBytes, tooLarge }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Scan {
    while position < bytes.count {
      if skipsLineFeed {
        skipsLineFeed = false
        if bytes[position] == 0x0A {
          position += 1
          continue
        }
      }
      let end = bytes.endOfLine(from: position)
      let part = UnsafeRawBufferPointer(rebasing: bytes[position..<end])
      guard data.count + line.count + part.count <= limit else { return .tooLarge }
      guard end < bytes.count else {
        line.append(contentsOf: part)
        position = end
        return .needsBytes
      }
      skipsLineFeed = bytes[end] == 0x0D
      position = end + 1
      let isEvent: Bool
      if line.isEmpty {
        isEvent = take(part)
      } else {
        line.append(contentsOf: part)
        // The line is moved out and back, so that its memory is used again.
        var whole: [UInt8] = []
        swap(&whole, &line)
        isEvent = whole.withUnsafeBytes { take($0) }
        whole.removeAll(keepingCapacity: whole.capacity <= Self.keptCapacity)
        swap(&whole, &line)
      }
      if isEvent { return .event }
    }
    return .needsBytes
  }

  /// Takes one line without its end. Returns whether it ended an event.
  private mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var line = bytes
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = UnsafeRawBufferPointer(rebasing: line[3...]) }
    }
    guard let first = line.first else { return dispatch() }
    switch first {
    case UInt8(ascii: "d"):
      guard let value = line.value(of: "data") else { break }
      data.append(contentsOf: value)
      data.append(0x0A)
    case UInt8(ascii: "e"):
      if let value = line.value(of: "event") { nextName = String(decoding: value, as: UTF8.self) }
    case UInt8(ascii: "i"):
      if let value = line.value(of: "id"), !value.contains(0) { nextID = String(decoding: value, as: UTF8.self) }
    case UInt8(ascii: "r"):
      guard let value = line.value(of: "retry"), !value.isEmpty, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { break }
      // Far more than any wait, and far from what a duration cannot represent.
      retry = .milliseconds(Int64(Int32(String(decoding: value, as: UTF8.self)) ?? .max))
    default: break
    }
    return false
  }

  private mutating func dispatch() -> Bool {
    lastEventID = nextID
    guard !data.isEmpty else {
      nextName = ""
      return false
    }
    data.removeLast()
    name = nextName.isEmpty ? "message" : nextName
    hasEvent = true
    return true
  }

  private mutating func clear() {
    hasEvent = false
    nextName = ""
    data.removeAll(keepingCapacity: data.capacity <= Self.keptCapacity)
  }

  /// The largest memory that is kept for the next event.
  private static let keptCapacity = 64 * 1024
}

/// An event has more bytes than ``EventLimit`` allows.
public struct EventTooLarge: SafelyDescribed, Equatable {
  /// The limit in bytes.
  public let limit: Int

  /// One line, safe to log.
  public var description: String { "an event has more than \(limit) bytes" }
}

extension UnsafeRawBufferPointer {
  /// Returns the offset of the first line feed or carriage return from `start` on; `count` if there is none.
  fileprivate func endOfLine(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    // Eight bytes at a time: the lowest high bit of `found` is in the first byte that is one of the two.
    while index + 8 <= count {
      let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let lineFeeds = word ^ 0x0A0A_0A0A_0A0A_0A0A
      let carriageReturns = word ^ 0x0D0D_0D0D_0D0D_0D0D
      let found = (((lineFeeds &- ones) & ~lineFeeds) | ((carriageReturns &- ones) & ~carriageReturns)) & highs
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] != 0x0A, self[index] != 0x0D { index += 1 }
    return index
  }

  /// Returns the value of a line, if the line is a field of this name.
  fileprivate func value(of field: StaticString) -> UnsafeRawBufferPointer? {
    let length = field.utf8CodeUnitCount
    guard count >= length else { return nil }
    for index in 0..<length where self[index] != field.utf8Start[index] { return nil }
    guard count > length else { return UnsafeRawBufferPointer(rebasing: self[length...]) }
    guard self[length] == UInt8(ascii: ":") else { return nil }
    let start = length + 1
    let hasSpace = count > start && self[start] == UInt8(ascii: " ")
    return UnsafeRawBufferPointer(rebasing: self[(hasSpace ? start + 1 : start)...])
  }
}
