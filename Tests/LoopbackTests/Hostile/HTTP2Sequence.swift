#if AsyncHTTPClient || Curl
  import RefineryTesting

  /// A random sequence of HTTP/2 frames, as a hostile or broken server may send them; the same for the same seed.
  struct HTTP2Sequence {
    private static let statuses = [
      "200", "204", "304", "404", "100", "103", "101", "0", "00", "000", "001", "99", "099", "-1", "1", "1000", "999", "",
      "2x0",
      "199", "99999999999999999999",
    ]

    private var random: SeededRandom
    private let stream: Int

    /// - Parameter stream: the request's.
    init(seed: UInt64, stream: Int) {
      random = SeededRandom(seed: seed)
      self.stream = stream
    }

    /// The bytes, and whether the server closes the connection after them.
    mutating func next() -> (bytes: [UInt8], closes: Bool) {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let frame = frame()
        // A flood of the same frame, now and then.
        let count = Int.random(in: 0..<40, using: &random) == 0 ? 500 : 1
        for _ in 0..<count { bytes += frame }
      }
      if Int.random(in: 0..<20, using: &random) == 0, bytes.count > 1 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      }
      return (bytes, Int.random(in: 0..<4, using: &random) == 0)
    }

    private mutating func frame() -> [UInt8] {
      let id = anyStream()
      switch Int.random(in: 0..<20, using: &random) {
      case 0...4:
        return RawFrame.head(id, status: Self.statuses.randomElement(using: &random) ?? "", ends: Bool.random(using: &random))
      case 5...7: return RawFrame.data(id, noise(upTo: 64), ends: Bool.random(using: &random))
      case 8: return RawFrame.reset(id, UInt32.random(in: 0...14, using: &random))
      case 9: return RawFrame.streams([0, 1, 3, 100, .max].randomElement(using: &random) ?? 0)
      case 10:
        return RawFrame.settings([(UInt16.random(in: 0...9, using: &random), UInt32.random(in: 0 ... .max, using: &random))])
      case 11: return RawFrame.ping(noise(of: 8), isAcknowledged: Bool.random(using: &random))
      case 12: return RawFrame.goAway([0, stream, stream + 2, Int(Int32.max)].randomElement(using: &random) ?? 0)
      case 13:
        return RawFrame.frame(8, stream: id, RawFrame.number([0, 1, 65_535, 0x7FFF_FFFF].randomElement(using: &random) ?? 0))
      case 14: return RawFrame.frame(5, flags: 4, stream: id, RawFrame.number(2) + [0x88])
      case 15: return RawFrame.frame(9, flags: 4, stream: id, noise(upTo: 20))
      case 16: return RawFrame.frame(2, stream: id, noise(of: 5))
      case 17: return RawFrame.frame(1, flags: UInt8.random(in: 0...255, using: &random), stream: id, noise(upTo: 40))
      case 18: return RawFrame.settingsAcknowledged
      default:
        return RawFrame.frame(
          UInt8.random(in: 0...20, using: &random), flags: UInt8.random(in: 0...255, using: &random), stream: id,
          noise(upTo: 40), length: Bool.random(using: &random) ? nil : Int.random(in: 0...100, using: &random))
      }
    }

    private mutating func anyStream() -> Int {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: 0
      case 1: stream + 2
      case 2: max(1, stream - 2)
      case 3: 2
      case 4: Int.random(in: 0...Int(Int32.max), using: &random)
      default: stream
      }
    }

    private mutating func noise(upTo limit: Int) -> [UInt8] { noise(of: Int.random(in: 0...limit, using: &random)) }

    private mutating func noise(of count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }
#endif
