#if AsyncHTTPClient
  import FoundationEssentials
  import NIOPosix
  import RefineryCore
  import RefineryTransport

  /// Reads a body in pieces. A file is read while it is sent, and is never in memory as a whole.
  struct BodyReader {
    private enum Source {
      case file(OpenFile, left: Int)
      case chunks(PromisedChunks)
    }

    private static let pieceSize = 256 * 1024
    private var source: Source

    /// - Parameter file: the body's file, if it has one. Bytes that were added to it after the body was created are not read.
    init(of body: Body, in file: OpenFile?) {
      if let file {
        source = .file(file, left: body.length ?? 0)
      } else {
        source = .chunks(PromisedChunks(of: body, phases: (.waiting, .waiting)))
      }
    }

    mutating func next() async throws -> Data? {
      switch source {
      case .file(let file, let left):
        guard left > 0 else { return nil }
        let piece = try await NIOThreadPool.singleton.runIfActive { try Self.piece(of: file, atMost: left) }
        source = .file(file, left: left - piece.count)
        return piece
      case .chunks(var iterator):
        defer { source = .chunks(iterator) }
        return try await iterator.next()
      }
    }

    private static func piece(of file: OpenFile, atMost left: Int) throws(TransportError) -> Data {
      var data = Data(count: min(left, pieceSize))
      let count = data.withUnsafeMutableBytes { file.fill($0) }
      guard count > 0 else {
        let reason = count == 0 ? "has become shorter" : "cannot be read: errno \(-count)"
        throw TransportError(.invalidRequest, phase: .waiting, reason: "the body's file \(reason)")
      }
      return data.prefix(count)
    }
  }
#endif
