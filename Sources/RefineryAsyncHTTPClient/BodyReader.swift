#if AsyncHTTPClient
  import FoundationEssentials
  import NIOPosix
  import RefineryCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Reads a body in pieces. A file is read while it is sent, and is never in memory as a whole.
  struct BodyReader {
    private enum Source {
      case file(OpenFile)
      case chunks(Body.Iterator)
    }

    private var source: Source

    /// - Throws: `TransportError` of code `invalidRequest` if the file cannot be opened.
    init(of body: Body) throws(TransportError) {
      if let file = body.file {
        source = .file(try OpenFile(reading: file))
      } else {
        source = .chunks(body.makeAsyncIterator())
      }
    }

    mutating func next() async throws -> Data? {
      switch source {
      case .file(let file):
        return try await NIOThreadPool.singleton.runIfActive { try file.read(upTo: 256 * 1024) }
      case .chunks(var iterator):
        defer { source = .chunks(iterator) }
        return try await iterator.next()
      }
    }
  }

  /// An open file, closed when it is released.
  private final class OpenFile: Sendable {
    private let number: Int32

    init(reading file: URL) throws(TransportError) {
      number = open(file.path, O_RDONLY | O_CLOEXEC)
      if number < 0 {
        throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the body's file cannot be read")
      }
    }

    deinit {
      if number >= 0 { close(number) }
    }

    /// Returns the next bytes, or nil at the end.
    func read(upTo limit: Int) throws(TransportError) -> Data? {
      var data = Data(count: limit)
      while true {
        let count = data.withUnsafeMutableBytes { bytes in
          #if canImport(Musl)
            Musl.read(number, bytes.baseAddress, limit)
          #elseif canImport(Darwin)
            Darwin.read(number, bytes.baseAddress, limit)
          #else
            Glibc.read(number, bytes.baseAddress, limit)
          #endif
        }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          throw TransportError(.invalidRequest, phase: .waiting, reason: "the body's file cannot be read: errno \(errno)")
        }
        return count == 0 ? nil : data.prefix(count)
      }
    }
  }
#endif
