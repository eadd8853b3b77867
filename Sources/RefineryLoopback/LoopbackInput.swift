/// The bytes that a connection has received and not used yet.
struct LoopbackInput {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  /// The first byte that is not used yet.
  private var start = 0
  /// The bytes before it contain no end of a line.
  private var searched = 0
  private var piece = [UInt8](repeating: 0, count: 64 * 1024)
  private static let longestLine = 256 * 1024

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isEmpty: Bool { start == bytes.count }

  /// Waits for more bytes. Returns false if the peer has closed.
  mutating func fill() -> Bool {
    let count = LoopbackSocket.receive(descriptor, into: &piece)
    guard count > 0 else { return false }
    // Moves no more bytes than have been used, so the time for a byte does not depend on the number of lines.
    if start > bytes.count - start {
      bytes.removeFirst(start)
      (start, searched) = (0, max(0, searched - start))
    }
    bytes += piece[..<count]
    return true
  }

  /// Drops all bytes until the peer closes.
  mutating func discard() {
    _ = take(.max)
    while LoopbackSocket.receive(descriptor, into: &piece) > 0 {}
  }

  /// The next bytes: at most so many, and none if none have arrived.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let part = bytes[start...].prefix(count)
    start = part.endIndex
    return part
  }

  /// The next line without its end. Returns nil if the peer closes before, or if the line is too long.
  mutating func line() -> String? {
    while true {
      if let end = bytes[max(start, searched)...].firstIndex(of: 0x0A) {
        let line = bytes[start..<end]
        (start, searched) = (end + 1, end + 1)
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      searched = bytes.count
      guard bytes.count - start < Self.longestLine, fill() else { return nil }
    }
  }
}
