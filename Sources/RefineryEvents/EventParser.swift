public import FoundationEssentials
public import RefineryCore

/// Finds the events in the bytes of a `text/event-stream`. The bytes may be split into chunks at any place.
///
/// ```swift
/// var parser = EventParser()
/// parser.push(Data("data: hello\n\n".utf8))
/// while let event = try parser.next() { print(event.data) }
/// ```
/// It follows the rules of WHATWG HTML, section 9.2.6. An event without the empty line at its end is not returned. The parser
/// holds a copy of one chunk, and at most `limit` bytes of an unfinished event.
public struct EventParser: Sendable {
  /// The wait before a reconnection, from the server's last `retry` field; nil if there was no such field.
  public private(set) var retry: Duration?
  /// The `id` of the last event, even if that event had no data. An event without an `id` keeps the `id` of the event before
  /// it.
  public private(set) var lastEventID: String

  /// The name of the event that ``advance()`` found.
  private(set) var name = ""
  private let limit: Int
  /// The bytes: before `position` they are parsed, from `position` on they are not. It is an array, because each access to the
  /// bytes of a `Data` costs as much as parsing a short line.
  private var buffer: [UInt8] = []
  /// The start of the current line.
  private var position = 0
  /// The position at which the search for the end of the current line continues.
  private var searched = 0
  private var skipsLineFeed = false
  private var isAtStart = true
  private var hasEvent = false
  /// The range of the data in the buffer, if there is only one line of data so far. So most data need not be copied.
  private var only: Range<Int>?
  /// The lines of data so far, each with a line feed, if there are more lines than `only` can describe.
  private var lines: [UInt8] = []
  private var nextName = ""
  private var nextID: String

  /// A parser at the start of a stream.
  ///
  /// - Parameters:
  ///   - lastEventID: the identifier that the request sent as `Last-Event-ID`.
  ///   - limit: the largest number of bytes of an event: its data so far, and its current line. Default 16 MiB.
  public init(lastEventID: String = "", limit: Int = Body.defaultLimit) {
    self.lastEventID = lastEventID
    self.limit = limit
    nextID = lastEventID
  }

  /// Takes the next chunk. Call it only after ``next()`` has returned nil.
  public mutating func push(_ bytes: Data) {
    if position == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
    } else {
      buffer.removeFirst(position)
    }
    searched -= position
    position = 0
    bytes.withUnsafeBytes { buffer.append(contentsOf: $0) }
  }

  /// Returns the next event, or nil if it needs more bytes.
  ///
  /// - Throws: ``EventTooLarge``. After this error, the rest of the stream cannot be parsed.
  public mutating func next() throws(EventTooLarge) -> ServerSentEvent<String>? {
    try advance() ? event : nil
  }

  /// The event that ``advance()`` found.
  var event: ServerSentEvent<String> { ServerSentEvent(name: name, data: text, lastEventID: lastEventID) }

  /// The data of the event that ``advance()`` found.
  var text: String { withData { String(decoding: $0, as: UTF8.self) } }

  /// Calls a closure with the bytes of the data of the event that ``advance()`` found.
  func withData<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    if let only { return try buffer.withUnsafeBytes { try body($0.part(only)) } }
    return try lines.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
  }

  /// Starts to parse the stream of the next connection. Drops an unfinished event, and keeps `retry` and `lastEventID`.
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
    let buffer = buffer
    let result = buffer.withUnsafeBytes { scan($0) }
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
          searched = position
          continue
        }
      }
      let end = bytes.endOfLine(from: searched)
      guard lines.count + (only.map { $0.count + 1 } ?? 0) + end - position <= limit else { return .tooLarge }
      guard end < bytes.count else {
        searched = end
        break
      }
      let line = position..<end
      skipsLineFeed = bytes[end] == 0x0D
      position = end + 1
      searched = position
      if take(line, of: bytes) { return .event }
    }
    // The bytes move within the buffer when the next chunk arrives.
    copyOnly(from: bytes)
    return .needsBytes
  }

  /// Parses one line without its end. Returns whether the line ended an event.
  private mutating func take(_ line: Range<Int>, of bytes: UnsafeRawBufferPointer) -> Bool {
    var line = line
    if isAtStart {
      isAtStart = false
      if bytes.part(line).starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    }
    guard let start = line.first else { return dispatch() }
    switch bytes[start] {
    case UInt8(ascii: "d"):
      guard let value = bytes.value(of: "data", in: line) else { break }
      if only == nil, lines.isEmpty {
        only = value
      } else {
        copyOnly(from: bytes)
        append(bytes.part(value))
      }
    case UInt8(ascii: "e"):
      if let value = bytes.value(of: "event", in: line) { nextName = bytes.text(value) }
    case UInt8(ascii: "i"):
      if let value = bytes.value(of: "id", in: line), !bytes.part(value).contains(0) { nextID = bytes.text(value) }
    case UInt8(ascii: "r"):
      guard let value = bytes.value(of: "retry", in: line), !value.isEmpty, bytes.part(value).allSatisfy({ 0x30...0x39 ~= $0 })
      else { break }
      // This maximum is much longer than any wait, and a duration can represent it.
      retry = .milliseconds(Int64(Int32(bytes.text(value)) ?? .max))
    default: break
    }
    return false
  }

  private mutating func dispatch() -> Bool {
    lastEventID = nextID
    hasEvent = only != nil || !lines.isEmpty
    if hasEvent { name = nextName.isEmpty ? "message" : nextName }
    nextName = ""
    return hasEvent
  }

  private mutating func clear() {
    hasEvent = false
    only = nil
    if !lines.isEmpty { lines.removeAll(keepingCapacity: lines.capacity <= Self.keptCapacity) }
  }

  private mutating func copyOnly(from bytes: UnsafeRawBufferPointer) {
    guard let only else { return }
    append(bytes.part(only))
    self.only = nil
  }

  private mutating func append(_ value: UnsafeRawBufferPointer) {
    lines.append(contentsOf: value)
    lines.append(0x0A)
  }

  /// The largest capacity that a buffer keeps for the next chunk or the next event.
  private static let keptCapacity = 256 * 1024
}

/// An event has more bytes than `Options.eventLimit` allows.
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

  /// Returns where the value of a line is, if the line is a field of this name.
  @inline(__always) fileprivate func value(of field: StaticString, in line: Range<Int>) -> Range<Int>? {
    let length = field.utf8CodeUnitCount
    guard line.count >= length else { return nil }
    for index in 0..<length where self[line.lowerBound + index] != field.utf8Start[index] { return nil }
    let colon = line.lowerBound + length
    guard colon < line.upperBound else { return colon..<colon }
    guard self[colon] == UInt8(ascii: ":") else { return nil }
    let hasSpace = colon + 1 < line.upperBound && self[colon + 1] == UInt8(ascii: " ")
    return colon + (hasSpace ? 2 : 1)..<line.upperBound
  }

  fileprivate func text(_ range: Range<Int>) -> String { String(decoding: part(range), as: UTF8.self) }

  fileprivate func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self[range]) }
}
