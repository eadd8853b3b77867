import CZlib
import FoundationEssentials

/// Converts bytes: call `feed(_:)`, then call `next()` until it returns nil.
protocol Codec: AnyObject {
  /// Adds input.
  func feed(_ input: Data)
  /// Marks the end of the input.
  func finish()
  /// Returns the next output, never empty and at most ``ZlibStream/chunkSize`` bytes; nil if more input is needed or at the
  /// end.
  func next() throws -> Data?
}

/// A `z_stream` with its input and its output buffer.
///
/// zlib keeps a pointer back to the struct and fails if the struct has moved. So the struct stays at one heap address until
/// `deinit` frees it.
final class ZlibStream {
  /// The maximum number of bytes that one step returns.
  static let chunkSize = 64 * 1024

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: chunkSize)
  private let end: (UnsafeMutablePointer<z_stream>) -> Int32
  private let sliceSize: Int
  private(set) var input = Data()
  /// Whether the last step filled the buffer, so that zlib may have more output.
  private(set) var isFull = false

  /// - Parameter sliceSize: the maximum number of bytes that zlib gets at once; it counts them in 32 bits.
  init(sliceSize: Int = Int(UInt32.max), end: @escaping (UnsafeMutablePointer<z_stream>) -> Int32) {
    stream.initialize(to: z_stream())
    self.sliceSize = sliceSize
    self.end = end
  }

  deinit {
    // zlib safely refuses a stream that was never opened.
    _ = end(stream)
    stream.deallocate()
    buffer.deallocate()
  }

  /// zlib's text for the last error. It is a constant of the library and contains no data.
  var message: String { stream.pointee.msg.map { String(cString: $0) } ?? "invalid data" }

  func feed(_ more: Data) {
    if input.isEmpty { input = more } else { input.append(more) }
  }

  func dropLeadingZeros() { input = Data(input.drop { $0 == 0 }) }

  /// Runs a call that opens or resets the stream.
  func setUp(_ run: (UnsafeMutablePointer<z_stream>) -> Int32) throws {
    let status = run(stream)
    guard status == Z_OK else { throw GzipError.zlib(code: status) }
  }

  /// Runs one call of `deflate` or `inflate` with as much input as fits. `run` receives true if that is all of the input.
  func step(
    _ run: (UnsafeMutablePointer<z_stream>, _ seesAll: Bool) -> Int32
  ) -> (status: Int32, output: Data) {
    let slice = Swift.min(input.count, sliceSize)
    let status = input.withUnsafeBytes { bytes in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = UInt32(slice)
      stream.pointee.next_out = buffer
      stream.pointee.avail_out = UInt32(Self.chunkSize)
      defer { stream.pointee.next_in = nil }
      return run(stream, slice == bytes.count)
    }
    let taken = slice - Int(stream.pointee.avail_in)
    input = taken == input.count ? Data() : input.dropFirst(taken)
    isFull = stream.pointee.avail_out == 0
    return (status, Data(bytes: buffer, count: Self.chunkSize - Int(stream.pointee.avail_out)))
  }
}

/// Writes gzip (RFC 1952). The same input gives the same output, because the header contains no time and no name.
final class Deflater: Codec {
  private enum Phase {
    case beginning
    case inside
    case ended
  }

  private let zlib: ZlibStream
  private let level: Int32
  private var phase = Phase.beginning
  private var isFinishing = false

  init(level: Int = 6, sliceSize: Int = Int(UInt32.max)) {
    zlib = ZlibStream(sliceSize: sliceSize, end: deflateEnd)
    self.level = Int32(min(max(level, 1), 9))
  }

  func feed(_ input: Data) { zlib.feed(input) }

  func finish() { isFinishing = true }

  func next() throws -> Data? {
    if phase == .beginning { try open() }
    while phase == .inside, isFinishing || zlib.isFull || !zlib.input.isEmpty {
      let (status, output) = zlib.step { deflate($0, isFinishing && $1 ? Z_FINISH : Z_NO_FLUSH) }
      switch status {
      case Z_STREAM_END: phase = .ended
      case Z_OK, Z_BUF_ERROR: break
      default: throw GzipError.zlib(code: status)
      }
      if !output.isEmpty { return output }
    }
    return nil
  }

  private func open() throws {
    try zlib.setUp { stream in
      // Window bits: 15 for the largest window, and 16 for gzip's header and trailer.
      deflateInit2_(
        stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    }
    phase = .inside
  }
}

/// Reads gzip with any number of members and with zero bytes after them, zlib (RFC 1950) and, if allowed, raw deflate (RFC
/// 1951). The first two bytes tell them apart. Checksums and lengths are verified. Empty input gives empty output.
final class Inflater: Codec {
  private enum Wrapping: Int32 {
    case gzip = 31
    case zlib = 15
    case raw = -15
  }

  private enum Phase {
    case beginning
    case inside(Wrapping)
    case ended(Wrapping)
  }

  private let zlib: ZlibStream
  private let allowsRaw: Bool
  private var phase = Phase.beginning
  private var isFinishing = false

  init(allowsRaw: Bool = false, sliceSize: Int = Int(UInt32.max)) {
    zlib = ZlibStream(sliceSize: sliceSize, end: inflateEnd)
    self.allowsRaw = allowsRaw
  }

  func feed(_ input: Data) { zlib.feed(input) }

  func finish() { isFinishing = true }

  func next() throws -> Data? {
    while true {
      switch phase {
      case .beginning:
        guard let wrapping = try recognized() else { return nil }
        try zlib.setUp { inflateInit2_($0, wrapping.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) }
        phase = .inside(wrapping)
      case .inside(let wrapping):
        guard zlib.isFull || !zlib.input.isEmpty else {
          if isFinishing { throw GzipError.truncated }
          return nil
        }
        let output = try inflated(wrapping)
        if !output.isEmpty { return output }
      case .ended(let wrapping):
        // Some programs fill the last block with zeros. They are ignored, as gzip and Python ignore them.
        if wrapping == .gzip, zlib.input.first == 0 { zlib.dropLeadingZeros() }
        guard let first = zlib.input.first else { return nil }
        guard wrapping == .gzip, first == 0x1F else { throw GzipError.trailingGarbage }
        try zlib.setUp(inflateReset)
        phase = .inside(wrapping)
      }
    }
  }

  private func inflated(_ wrapping: Wrapping) throws -> Data {
    let (status, output) = zlib.step { stream, _ in inflate(stream, Z_NO_FLUSH) }
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: phase = .ended(wrapping)
    case Z_DATA_ERROR: throw GzipError.corrupt(reason: zlib.message)
    case Z_NEED_DICT: throw GzipError.corrupt(reason: "needs a preset dictionary")
    default: throw GzipError.zlib(code: status)
    }
    return output
  }

  private func recognized() throws -> Wrapping? {
    let start = [UInt8](zlib.input.prefix(2))
    guard start.count == 2 else {
      if isFinishing, !start.isEmpty { throw GzipError.truncated }
      return nil
    }
    if start == [0x1F, 0x8B] { return .gzip }
    if start[0] & 0x0F == 8, (Int(start[0]) << 8 | Int(start[1])) % 31 == 0 { return .zlib }
    guard allowsRaw else { throw GzipError.corrupt(reason: "neither gzip nor zlib") }
    return .raw
  }
}
