import Foundation
import RefineryCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A request body in one of the two forms the engine sends safely: bytes, or a file.
///
/// A stream is written to a temporary file first, readable by this user alone: the engine's own streams are cut short when
/// they have nothing to give, and stall every request of the process while they wait.
final class Upload: Sendable {
  let data: Data?
  let file: URL?
  private let isTemporary: Bool

  /// Nil where there is nothing to send.
  ///
  /// - Throws: `TransportError` for a file that cannot be read or written; what a stream throws; `TimedOut` and
  ///   `CancellationError` while a stream is being written.
  init?(_ request: Request) async throws {
    guard let body = request.body, request.hasContent else { return nil }
    if let data = body.data {
      (self.data, file, isTemporary) = (data, nil, false)
    } else if let file = body.file {
      guard access(file.path, R_OK) == 0 else {
        throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file cannot be read")
      }
      (data, self.file, isTemporary) = (nil, file, false)
    } else {
      data = nil
      isTemporary = true
      if let deadline = request.deadline {
        file = try await deadline.enforce(.total) { try await Self.spool(body) }
      } else {
        file = try await Self.spool(body)
      }
    }
  }

  /// Removes the temporary file, if there is one. May be called again.
  func remove() {
    if isTemporary, let file { unlink(file.path) }
  }

  private static func spool(_ body: Body) async throws -> URL {
    let name = "refinery-upload-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw TransportError(.other, phase: .beforeSending, reason: "no temporary file for the streamed body: errno \(errno)")
    }
    defer { close(descriptor) }
    do {
      var written = 0
      for try await chunk in body {
        try Task.checkCancellation()
        try write(chunk, to: descriptor)
        written += chunk.count
      }
      try Task.checkCancellation()
      if let length = body.length, length != written {
        throw TransportError(
          .invalidRequest, phase: .beforeSending, reason: "the body gave \(written) bytes where \(length) were promised")
      }
      return file
    } catch {
      unlink(file.path)
      throw error
    }
  }

  private static func write(_ chunk: Data, to descriptor: Int32) throws(TransportError) {
    var rest = chunk[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { unsafe in
        #if canImport(Darwin)
          Darwin.write(descriptor, unsafe.baseAddress, unsafe.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, unsafe.baseAddress, unsafe.count)
        #else
          Glibc.write(descriptor, unsafe.baseAddress, unsafe.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw TransportError(.other, phase: .beforeSending, reason: "the streamed body could not be stored: errno \(errno)")
      }
      rest = rest.dropFirst(count)
    }
  }
}
