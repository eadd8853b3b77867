#if AsyncHTTPClient || Curl
  /// Frames of HTTP/2 as bytes (RFC 9113 section 4.1), right ones and wrong ones.
  enum RawFrame {
    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = [], length: Int? = nil) -> [UInt8]
    {
      let length = length ?? payload.count
      return [
        UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length),
      ]
        + [type, flags] + number(UInt32(truncatingIfNeeded: stream)) + payload
    }

    static func data(_ stream: Int, _ content: [UInt8], ends: Bool = true) -> [UInt8] {
      frame(0, flags: ends ? 1 : 0, stream: stream, content)
    }

    /// A head with this text for its status: a literal field with the static table's name 8 (RFC 7541 section 6.2.2).
    static func head(_ stream: Int, status: String, ends: Bool = false) -> [UInt8] {
      frame(1, flags: ends ? 5 : 4, stream: stream, [0x08, UInt8(status.utf8.count)] + status.utf8)
    }

    static func reset(_ stream: Int, _ code: UInt32) -> [UInt8] { frame(3, stream: stream, number(code)) }

    static func settings(_ values: [(UInt16, UInt32)] = []) -> [UInt8] {
      frame(4, values.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + number($1) })
    }

    static func streams(_ limit: UInt32) -> [UInt8] { settings([(3, limit)]) }

    static let settingsAcknowledged = frame(4, flags: 1)

    static func ping(_ data: [UInt8] = Array(repeating: 0, count: 8), isAcknowledged: Bool = false) -> [UInt8] {
      frame(6, flags: isAcknowledged ? 1 : 0, data)
    }

    static func goAway(_ last: Int, _ code: UInt32 = 0) -> [UInt8] {
      frame(7, number(UInt32(truncatingIfNeeded: last)) + number(code))
    }

    static func number(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }
#endif
