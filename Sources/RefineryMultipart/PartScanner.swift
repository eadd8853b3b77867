import FoundationEssentials
import HTTPTypes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the parts in the bytes of a multipart body (RFC 2046 section 5.1.1). The caller gives it the bytes.
///
/// `memchr` searches the content for CR. Only the start of a boundary is a CR, so no byte is compared with the boundary twice,
/// and the time is linear for any content.
struct PartScanner {
  enum Event: Sendable {
    case head(HTTPFields)
    case content(Data)
    case partEnd
    case end
  }

  private enum State { case preamble, head, content, epilogue }

  private enum Search {
    case found(Boundary)
    /// The bytes from here on may be the beginning of a boundary.
    case undecided(from: Int)
    case none
  }

  private struct Boundary {
    let start: Int
    let end: Int
    let isFinal: Bool
  }

  /// The maximum number of spaces and tabs after a boundary. A line with more of them is content. This limits the length of a
  /// line.
  private static let maximumPadding = 256

  /// CR LF, two hyphens and the boundary.
  private let delimiter: [UInt8]
  private let limits: MultipartParts.Limits
  private var state = State.preamble
  /// The bytes that have arrived and are not yet read.
  private var pending = Data()
  /// Whether no other value shares the memory of `pending`.
  private var ownsPending = false
  /// The number of bytes before `pending`.
  private var offset = 0
  private var isComplete = false
  /// Whether `pending` is at the start of a line: at the start of the body or of a part's content. A boundary there has no CR
  /// LF before it.
  private var isAtLineStart = true
  /// How many bytes of `pending` have been searched for the end of a head.
  private var searched = 0
  private var partCount = 0

  init(boundary: String, limits: MultipartParts.Limits) {
    delimiter = Array("\r\n--\(boundary)".utf8)
    self.limits = limits
  }

  /// Adds bytes that have arrived.
  mutating func append(_ chunk: Data) {
    if pending.isEmpty {
      pending = chunk
      ownsPending = false
    } else {
      // Copied once, because the slice shares its memory with the earlier chunk.
      if !ownsPending { pending = Data(pending) }
      ownsPending = true
      pending.append(chunk)
    }
  }

  /// States that no more bytes will arrive.
  mutating func finish() { isComplete = true }

  /// Returns the next event; nil if it needs more bytes.
  mutating func next() throws(MultipartParts.Malformed) -> Event? {
    switch state {
    case .preamble, .content: return try readContent()
    case .head: return try readHead()
    case .epilogue:
      drop(pending.count)
      return isComplete ? .end : nil
    }
  }

  private mutating func readContent() throws(MultipartParts.Malformed) -> Event? {
    let readable: Int
    switch pending.withUnsafeBytes({ search($0) }) {
    case .found(let boundary) where boundary.start == 0 || state == .preamble: return try pass(boundary)
    case .found(let boundary): readable = boundary.start
    case .undecided(let start):
      readable = start
    case .none:
      readable = pending.count
      if isComplete, readable == 0 { throw fault(.missingFinalBoundary, at: 0) }
    }
    guard readable > 0 else { return nil }
    let content = pending.prefix(readable)
    drop(readable)
    isAtLineStart = false
    return state == .content ? .content(content) : try readContent()
  }

  /// Continues after a boundary.
  private mutating func pass(_ boundary: Boundary) throws(MultipartParts.Malformed) -> Event? {
    if !boundary.isFinal {
      partCount += 1
      if partCount > limits.parts { throw fault(.tooManyParts, at: boundary.start) }
    }
    let isFirst = state == .preamble
    drop(boundary.end)
    state = boundary.isFinal ? .epilogue : .head
    return isFirst ? try next() : .partEnd
  }

  private mutating func readHead() throws(MultipartParts.Malformed) -> Event? {
    let end = pending.withUnsafeBytes { headEnd(in: $0) }
    guard let end, end.size <= limits.headBytes else {
      if pending.count - 2 >= limits.headBytes { throw fault(.headTooLarge, at: limits.headBytes) }
      if isComplete { throw fault(.missingFinalBoundary, at: pending.count) }
      searched = pending.count
      return nil
    }
    let fields = try PartHead.fields(of: pending.prefix(end.size), at: offset)
    drop(end.size + end.terminator)
    searched = 0
    state = .content
    isAtLineStart = true
    return .head(fields)
  }

  /// Returns the size of the head's lines, and that of the empty line after them.
  private func headEnd(in bytes: UnsafeRawBufferPointer) -> (size: Int, terminator: Int)? {
    if bytes.count >= 2, bytes[0] == 0x0D, bytes[1] == 0x0A { return (0, 2) }
    var index = max(0, searched - 3)
    while let start = Self.carriageReturn(in: bytes, from: index), start + 4 <= bytes.count {
      if bytes[start + 1] == 0x0A, bytes[start + 2] == 0x0D, bytes[start + 3] == 0x0A { return (start + 2, 2) }
      index = start + 1
    }
    return nil
  }

  private func search(_ bytes: UnsafeRawBufferPointer) -> Search {
    if isAtLineStart {
      let line = match(bytes, at: 0, skipping: 2)
      if case .none = line {} else { return line }
    }
    var index = 0
    while var start = Self.carriageReturn(in: bytes, from: index) {
      // If there are several CR in a row, only the last can begin a boundary.
      while start + 1 < bytes.count, bytes[start + 1] == 0x0D { start += 1 }
      let line = match(bytes, at: start, skipping: 0)
      if case .none = line {} else { return line }
      index = start + 1
    }
    return .none
  }

  /// Compares the bytes with the delimiter and the characters that may follow it: two hyphens after the last part, spaces and
  /// tabs, CR LF.
  ///
  /// A line that continues in any other way is content, because the delimiter may be the beginning of a longer, inner boundary.
  private func match(_ bytes: UnsafeRawBufferPointer, at start: Int, skipping skipped: Int) -> Search {
    let undecided = isComplete ? Search.none : .undecided(from: start)
    var end = start
    for byte in delimiter[skipped...] {
      if end == bytes.count { return undecided }
      if bytes[end] != byte { return .none }
      end += 1
    }
    if end == bytes.count { return undecided }
    var isFinal = false
    if bytes[end] == UInt8(ascii: "-") {
      if end + 1 == bytes.count { return undecided }
      guard bytes[end + 1] == UInt8(ascii: "-") else { return .none }
      isFinal = true
      end += 2
    }
    let padding = end
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    if end - padding > Self.maximumPadding { return .none }
    if end == bytes.count, isComplete, isFinal { return .found(Boundary(start: start, end: end, isFinal: true)) }
    if end == bytes.count { return undecided }
    guard bytes[end] == 0x0D else { return .none }
    if end + 1 == bytes.count { return undecided }
    guard bytes[end + 1] == 0x0A else { return .none }
    return .found(Boundary(start: start, end: end + 2, isFinal: isFinal))
  }

  private static func carriageReturn(in bytes: UnsafeRawBufferPointer, from index: Int) -> Int? {
    guard index < bytes.count, let base = bytes.baseAddress, let found = memchr(base + index, 0x0D, bytes.count - index)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    pending = count == pending.count ? Data() : pending.dropFirst(count)
    ownsPending = false
    offset += count
  }

  private func fault(_ reason: MultipartParts.Malformed.Reason, at index: Int) -> MultipartParts.Malformed {
    MultipartParts.Malformed(reason, at: offset + index)
  }
}
