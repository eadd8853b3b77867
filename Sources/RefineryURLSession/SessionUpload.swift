import Foundation
import RefineryCore
import RefineryTransport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// Adds the request's body: bytes as they are, a file that is read while it is sent, or a stream stored in a temporary file.
  ///
  /// Files are passed to the engine as a ``FileStream`` instead of `uploadTask(fromFile:)`, which ends the process if a
  /// transfer ends while a piece of the file is being read. A stream is stored in a file first: if it had no bytes for a
  /// moment, the engine would truncate it, and block every request of the process in that time. The temporary file is unlinked
  /// as soon as it is open, so it disappears with its last reference.
  ///
  /// - Returns: whether the body has any bytes.
  /// - Throws: `TransportError` for a file that cannot be read or written, or has become shorter; the error of a stream;
  ///   `TimedOut` and `CancellationError` while a stream is being stored.
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
      let limit: Duration? = request.options.explicit(TimeoutKey.self) ?? nil
      descriptor = try await deadline.enforce(.total, limit: limit) { try await OpenFile(storing: body) }
    } else {
      descriptor = try await OpenFile(storing: body)
    }
    let stored = try descriptor.rewound()
    // A file may have changed since the body was made. Bytes that were added are not sent.
    let length = body.file == nil ? stored : body.length ?? stored
    guard stored >= length else {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file has become shorter")
    }
    guard length > 0 else { return false }
    var fields = allHTTPHeaderFields ?? [:]
    fields["Content-Length"] = String(length)
    #if canImport(FoundationNetworking)
      // The engine sends streams in chunks unless libcurl finds this field. It is not sent, because its value is blank.
      fields["Transfer-Encoding"] = " "
      httpBodyStream = FileStream(descriptor, length: length)
    #else
      httpBodyStream = InputStream(fileAtPath: "/dev/fd/\(descriptor.number)")
    #endif
    allHTTPHeaderFields = fields
    return true
  }
}

#if canImport(FoundationNetworking)
  /// A file as a stream. Its bytes are always available, which the engine requires of streams.
  final class FileStream: InputStream {
    private var file: OpenFile?
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

    /// Fails if the file has become shorter, so that no truncated body is sent.
    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
      guard let count = file?.fill(UnsafeMutableRawBufferPointer(start: buffer, count: min(maxLength, left))), count > 0 else {
        return -1
      }
      left -= count
      // The engine keeps the stream until the end of the response.
      if left == 0 { file = nil }
      return count
    }
  }
#endif
