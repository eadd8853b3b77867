package import FoundationEssentials
package import RefineryCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, closed when its last reference is released.
package final class OpenFile: Sendable {
  package let number: Int32

  /// - Throws: `TransportError` of code `invalidRequest` if the file cannot be opened.
  package init(reading file: URL) throws(TransportError) {
    number = open(file.path, O_RDONLY | O_CLOEXEC)
    if number < 0 {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file cannot be read")
    }
  }

  /// Stores a streamed body in a temporary file that only this process can reach.
  package init(storing body: Body) async throws {
    let name = "refinery-upload-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw Self.unstorable }
    unlink(path)
    var chunks = PromisedChunks(of: body, phases: (.beforeSending, .beforeSending))
    while let chunk = try await chunks.next() { try store(chunk) }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  /// Seeks to the first byte and returns the number of bytes.
  package func rewound() throws(TransportError) -> Int {
    let length = lseek(number, 0, SEEK_END)
    guard length >= 0, lseek(number, 0, SEEK_SET) == 0 else {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file is not a regular file")
    }
    return Int(length)
  }

  /// Reads the next bytes. Returns their number: 0 at the end of the file, and on failure the negative error number of the
  /// system.
  package func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = read(number, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno != EINTR { return -Int(errno) }
    }
  }

  private static var unstorable: TransportError {
    TransportError(.other, phase: .beforeSending, reason: "the streamed body cannot be stored: errno \(errno)")
  }

  private func store(_ chunk: Data) throws(TransportError) {
    var rest = chunk[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.unstorable }
      rest = rest.dropFirst(count)
    }
  }
}
