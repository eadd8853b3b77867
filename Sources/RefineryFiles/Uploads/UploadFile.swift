package import FoundationEssentials
package import RefineryCore
import RefineryParts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file to send, with its size and the time of its last change. Both are those at the creation of this value.
///
/// If the file has another size or time when it is read, reading fails with ``FileFault/Reason/changed``, so a request never
/// mixes two versions of a file. A change that keeps both size and time is not noticed.
package struct UploadFile: Sendable, Equatable {
  /// The URL of the file.
  package let url: URL
  /// The size in bytes.
  package let size: Int
  /// When the file was last changed, in nanoseconds since 1970.
  package let modified: Int64

  /// Opens the file to check that it can be read, stores its size and time, and closes it again.
  package init(_ url: URL) throws(FileFault) {
    let reading = try FileReading(url)
    self.url = url
    size = reading.size
    modified = reading.modified
  }

  /// Returns a body of the file, or of a part of the file. The body has an exact length, can be read again, and is read in
  /// chunks of 64 KiB, on a separate thread.
  ///
  /// - Parameter range: the positions of the part; nil: the whole file. Positions beyond the end of the file are left out.
  package func body(_ range: Range<Int>? = nil) -> Body {
    let range = (range ?? 0..<size).clamped(to: 0..<size)
    return Body(length: range.count, isReplayable: true) {
      let reader = FileReader(self, range)
      return { try await reader.next() }
    }
  }

  /// Returns the digest of a part of the file, computed on a separate thread.
  func digest(of range: Range<Int>, by algorithm: DigestAlgorithm) async throws -> Data {
    try await FileReader(self, range).digest(by: algorithm)
  }

  /// Opens the file at the start of a range.
  func open(_ range: Range<Int>) throws(FileFault) -> FileReading {
    let reading = try FileReading(url)
    guard reading.size == size, reading.modified == modified else { throw FileFault(.changed, name: reading.name) }
    reading.range = range
    return reading
  }
}

/// Reads a part of a file on a separate thread: see ``FileQueue``.
private actor FileReader {
  private let queue = FileQueue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  private let file: UploadFile
  private let range: Range<Int>
  private var reading: FileReading?

  init(_ file: UploadFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
  }

  func next() throws -> Data? {
    let reading = try self.reading ?? file.open(range)
    self.reading = reading
    return try reading.next()
  }

  func digest(by algorithm: DigestAlgorithm) throws -> Data {
    try algorithm.digest {
      try Task.checkCancellation()
      return try next()
    }
  }
}

/// An open file, closed when its last reference is released.
///
/// The file is not mapped into memory: if another program shortens a mapped file, the system ends the process that reads it.
final class FileReading {
  private static let chunkSize = 64 * 1024
  let name: String
  let size: Int
  let modified: Int64
  /// The part of the file that is not yet read.
  var range: Range<Int>
  private let number: Int32

  init(_ url: URL) throws(FileFault) {
    let name = url.lastPathComponent
    let path = url.path
    guard url.isFileURL, !path.isEmpty, !path.utf8.contains(0) else { throw FileFault(.notAFileURL, name: name) }
    // Without O_NONBLOCK, opening a pipe waits for its writer.
    let number = Self.opened(path)
    guard number >= 0 else { throw FileFault(code: errno, name: name) }
    var status = stat()
    guard fstat(number, &status) == 0 else {
      let code = errno
      close(number)
      throw FileFault(code: code, name: name)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(number)
      throw FileFault(status.st_mode & S_IFMT == S_IFDIR ? .isFolder : .notARegularFile, name: name)
    }
    self.name = name
    self.number = number
    size = Int(status.st_size)
    modified = status.modified
    range = 0..<size
  }

  deinit { close(number) }

  /// Returns the next bytes; nil after the last. Throws if the file has changed since it was opened. The check is made before
  /// the last bytes are returned, so a request with a changed file is never complete.
  func next() throws(FileFault) -> Data? {
    guard !range.isEmpty else { return nil }
    var chunk = Data(count: min(Self.chunkSize, range.count))
    let start = range.lowerBound
    let received = chunk.withUnsafeMutableBytes { fill($0, from: start) }
    if received < 0 { throw FileFault(code: Int32(-received), name: name) }
    range = (start + received)..<range.upperBound
    if received == 0 || range.isEmpty && !isUnchanged { throw FileFault(.changed, name: name) }
    return chunk.prefix(received)
  }

  private var isUnchanged: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && Int(status.st_size) == size && status.modified == modified
  }

  /// Returns the number of bytes read: 0 at the end of the file, and on failure the negative error number of the system.
  private func fill(_ bytes: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    while true {
      let received = pread(number, bytes.baseAddress, bytes.count, off_t(offset))
      if received >= 0 { return received }
      if errno != EINTR { return -Int(errno) }
    }
  }

  private static func opened(_ path: String) -> Int32 {
    while true {
      let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if number >= 0 || errno != EINTR { return number }
    }
  }
}

extension stat {
  fileprivate var modified: Int64 {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
