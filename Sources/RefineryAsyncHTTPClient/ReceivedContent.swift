#if AsyncHTTPClient
  import FoundationEssentials
  import NIOCore
  import RefineryCore

  /// The part of a body that has arrived. Every byte is copied once.
  struct ReceivedContent {
    var count = 0
    var expected: Int?
    /// Whether only the number of bytes can show that the body is complete.
    var endsByCount = false
    private var first: ByteBuffer?
    private var collected = Data()

    var isComplete: Bool { endsByCount && expected.map { count >= $0 } ?? false }

    var data: Data { first?.data ?? collected }

    mutating func append(_ part: ByteBuffer) {
      if first == nil, collected.isEmpty {
        first = part
        return
      }
      if let first {
        // A server can announce any length.
        let expected = min(expected ?? 0, Body.defaultLimit)
        collected.reserveCapacity(max(expected, first.readableBytes + part.readableBytes))
        first.append(to: &collected)
        self.first = nil
      }
      part.append(to: &collected)
    }
  }

  extension ByteBuffer {
    var data: Data {
      withUnsafeReadableBytes { Data($0) }
    }

    fileprivate func append(to data: inout Data) {
      withUnsafeReadableBytes { data.append(contentsOf: $0) }
    }
  }
#endif
