import Foundation
import RefineryCore
import RefineryTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension URLRequest {
  /// Gives the request its body: bytes as they are, a file read as it is sent, and a stream by way of a temporary file.
  ///
  /// Files go to the engine as ``FileStream`` and not by `uploadTask(fromFile:)`, which takes the process down when a
  /// transfer ends while a piece of the file is being read. A stream is stored first, since one that has nothing to give
  /// for a moment would be cut short, and would stall every request of the process meanwhile. The temporary file has no name
  /// from the moment it is open, so it goes with the last who holds it, on every path.
  ///
  /// - Returns: whether there are any bytes.
  /// - Throws: `TransportError` for a file that cannot be read or written; what a stream throws; `TimedOut` and
  ///   `CancellationError` while a stream is being stored.
  mutating func takeBody(of request: Request) async throws -> Bool {
    guard let body = request.body, request.hasContent else { return false }
    if let data = body.data {
      httpBody = data
      return true
    }
    let descriptor: OpenFile
    if let file = body.file {
      descriptor = try OpenFile(reading: file)
    } else if let deadline = request.deadline {
      descriptor = try await deadline.enforce(.total) { try await OpenFile(storing: body) }
    } else {
      descriptor = try await OpenFile(storing: body)
    }
    let length = try descriptor.rewound()
    guard length > 0 else { return false }
    var fields = allHTTPHeaderFields ?? [:]
    fields["Content-Length"] = String(length)
    #if canImport(FoundationNetworking)
      // Streams are sent in chunks unless libcurl finds this field; as it is blank, it is not sent itself.
      fields["Transfer-Encoding"] = " "
      httpBodyStream = FileStream(descriptor, length: length)
    #else
      httpBodyStream = InputStream(fileAtPath: "/dev/fd/\(descriptor.number)")
    #endif
    allHTTPHeaderFields = fields
    return true
  }
}

/// An open file, closed with the last who holds it.
final class OpenFile: Sendable {
  let number: Int32

  init(reading file: URL) throws(TransportError) {
    number = open(file.path, O_RDONLY | O_CLOEXEC)
    if number < 0 {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file cannot be read")
    }
  }

  /// Stores a streamed body in a temporary file that only this process can reach.
  init(storing body: Body) async throws {
    let name = "refinery-upload-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw Self.unstorable }
    unlink(path)
    var written = 0
    for try await chunk in body {
      try Task.checkCancellation()
      try store(chunk)
      written += chunk.count
    }
    try Task.checkCancellation()
    if let length = body.length, length != written {
      throw TransportError(
        .invalidRequest, phase: .beforeSending, reason: "the body gave \(written) bytes where \(length) were promised")
    }
  }

  deinit {
    if number >= 0 { close(number) }
  }

  /// Goes back to the first byte and tells how many there are.
  func rewound() throws(TransportError) -> Int {
    let length = lseek(number, 0, SEEK_END)
    guard length >= 0, lseek(number, 0, SEEK_SET) == 0 else {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file is not a regular file")
    }
    return Int(length)
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

#if canImport(FoundationNetworking)
  /// A file as a stream that has bytes at once for as long as there are any, which is all that the engine can send.
  final class FileStream: InputStream {
    private let file: OpenFile
    private var left: Int
    private var status = Stream.Status.notOpen

    init(_ file: OpenFile, length: Int) {
      self.file = file
      left = length
      super.init(data: Data())
    }

    override var hasBytesAvailable: Bool { left > 0 }
    override var streamStatus: Stream.Status { status }
    override func open() { status = .open }
    override func close() { status = .closed }

    /// Fails where the file has become shorter than it was, so that nothing is sent short.
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      while true {
        #if canImport(Musl)
          let count = Musl.read(file.number, buffer, min(maxLength, left))
        #else
          let count = Glibc.read(file.number, buffer, min(maxLength, left))
        #endif
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return -1 }
        left -= count
        return count
      }
    }
  }
#endif
