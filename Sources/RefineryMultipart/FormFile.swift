import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of a form, with the size that it had when the form's body was made.
struct FormFile: Sendable {
  let path: String
  let part: String
  let size: Int

  init(_ url: URL, part: String) throws(MultipartForm.Fault) {
    guard url.isFileURL else { throw MultipartForm.Fault(.unreadableFile(code: 0), part: part) }
    path = url.path
    self.part = part
    size = try Reading(path, part).size
  }

  /// Opens the file at its first byte.
  func makeReading() throws(MultipartForm.Fault) -> Reading {
    let reading = try Reading(path, part)
    if reading.size != size { throw MultipartForm.Fault(.lengthChanged(expected: size, actual: reading.size), part: part) }
    return reading
  }

  /// An open file, closed when its last reference is released.
  ///
  /// The file is not mapped into memory, because the system ends a process that reads a mapping of a file that was shortened.
  final class Reading {
    private static let chunkSize = 64 * 1024
    let size: Int
    private let number: Int32
    private let part: String
    private var count = 0

    init(_ path: String, _ part: String) throws(MultipartForm.Fault) {
      self.part = part
      // Without O_NONBLOCK, opening a pipe waits for its writer.
      let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard number >= 0 else { throw MultipartForm.Fault(.unreadableFile(code: errno), part: part) }
      var status = stat()
      let isKnown = fstat(number, &status) == 0
      guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
        let code = errno
        close(number)
        throw MultipartForm.Fault(isKnown ? .notARegularFile : .unreadableFile(code: code), part: part)
      }
      self.number = number
      size = Int(status.st_size)
    }

    deinit { close(number) }

    /// Returns the next bytes; nil after the last. It fails if the file does not end after ``size`` bytes.
    func next() throws(MultipartForm.Fault) -> Data? {
      // At the end, one byte more is tried: there is one if the file has grown.
      var chunk = Data(count: max(1, min(Self.chunkSize, size - count)))
      let received = chunk.withUnsafeMutableBytes { fill($0) }
      if received < 0 { throw MultipartForm.Fault(.unreadableFile(code: Int32(-received)), part: part) }
      count += received
      guard received > 0 ? count <= size : count == size else {
        throw MultipartForm.Fault(.lengthChanged(expected: size, actual: count), part: part)
      }
      return received > 0 ? chunk.prefix(received) : nil
    }

    /// Returns the number of bytes read: 0 at the end of the file, and on failure the negative error number of the system.
    private func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
      while true {
        let received = read(number, bytes.baseAddress, bytes.count)
        if received >= 0 { return received }
        if errno != EINTR { return -Int(errno) }
      }
    }
  }
}
