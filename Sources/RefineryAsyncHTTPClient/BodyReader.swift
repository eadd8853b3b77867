#if AsyncHTTPClient
  import FoundationEssentials
  import NIOPosix
  import RefineryCore
  import RefineryTransport

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
        return try await NIOThreadPool.singleton.runIfActive { try Self.piece(of: file) }
      case .chunks(var iterator):
        defer { source = .chunks(iterator) }
        return try await iterator.next()
      }
    }

    /// Returns the next bytes, or nil at the end.
    private static func piece(of file: OpenFile) throws(TransportError) -> Data? {
      var data = Data(count: 256 * 1024)
      let count = data.withUnsafeMutableBytes { file.fill($0) }
      guard count >= 0 else {
        throw TransportError(.invalidRequest, phase: .waiting, reason: "the body's file cannot be read: errno \(-count)")
      }
      return count == 0 ? nil : data.prefix(count)
    }
  }
#endif
