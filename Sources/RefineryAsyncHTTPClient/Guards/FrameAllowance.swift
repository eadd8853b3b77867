#if AsyncHTTPClient
  import NIOCore

  /// Counts the frames of a server that carry no part of a response: all except HEADERS, CONTINUATION and DATA with content.
  ///
  /// A server may send some such frames at any time, and more for each frame of a request: a WINDOW_UPDATE for DATA, an
  /// acknowledgement for a PING. Far more of them are a flood (RFC 9113 section 10.5).
  struct FrameAllowance {
    private static let most = 4_000
    private static let forFrame = 4
    private static let inSecond = 500
    private static let headerLength = 9

    private var left = most
    private var lastGrant = NIODeadline.now()
    /// The first bytes of an incomplete frame header, and the number of missing bytes of the current payload.
    private var header: [UInt8] = []
    private var payload = 0

    /// A frame of this type is written.
    mutating func sends(type: UInt8) {
      // The acknowledgement of a PING or of SETTINGS does not entitle the server to send another.
      if type <= 1 { left = min(Self.most, left + Self.forFrame) }
    }

    /// Returns false if too many frames without content have arrived.
    mutating func admits(_ bytes: ByteBuffer) -> Bool {
      let isWithin = bytes.withUnsafeReadableBytes { bytes in
        var index = 0
        while index < bytes.count {
          let step = min(payload, bytes.count - index)
          index += step
          payload -= step
          guard payload == 0, index < bytes.count else { break }
          if header.isEmpty, bytes.count - index >= Self.headerLength {
            begins(UnsafeRawBufferPointer(rebasing: bytes[index..<index + Self.headerLength]))
            index += Self.headerLength
          } else {
            header.append(bytes[index])
            index += 1
            guard header.count == Self.headerLength else { continue }
            header.withUnsafeBytes { begins($0) }
            header.removeAll(keepingCapacity: true)
          }
          if left < 0, !grants() { return false }
        }
        return true
      }
      return isWithin
    }

    private mutating func begins(_ header: UnsafeRawBufferPointer) {
      payload = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
      switch header[3] {
      case 0 where payload > 0, 1, 9: break
      default: left -= 1
      }
    }

    /// Adds what the time since the last grant allows.
    private mutating func grants() -> Bool {
      let now = NIODeadline.now()
      let seconds = Int(clamping: (now - lastGrant).nanoseconds / 1_000_000_000)
      guard seconds > 0 else { return false }
      lastGrant = now
      left = min(Self.most, left + min(seconds, Self.most) * Self.inSecond)
      return left >= 0
    }
  }
#endif
