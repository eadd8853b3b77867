/// SHA-256 (FIPS 180-4), for the fingerprints of findings. A text of a few hundred bytes does not need a package for it.
enum SHA256 {
  /// The square and cube roots of primes of the standard, computed as it says: the first 32 bits of their fractions.
  private static let primes: [UInt64] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  private static let start = primes.prefix(8).map { root($0, 2) }
  private static let constants = primes.map { root($0, 3) }

  /// The first 32 bits of the fraction of a root: the largest integer whose power is at most the prime times 2 to the power of
  /// 32 times the exponent, without its upper bits.
  private static func root(_ prime: UInt64, _ exponent: Int) -> UInt32 {
    var value: UInt64 = 0
    for bit in stride(from: 36, through: 0, by: -1) {
      let trial = value | 1 << UInt64(bit)
      if isAtMost(trial, prime, exponent) { value = trial }
    }
    return UInt32(truncatingIfNeeded: value)
  }

  private static func isAtMost(_ trial: UInt64, _ prime: UInt64, _ exponent: Int) -> Bool {
    let (first, second) = (UInt128(trial) * UInt128(trial), UInt128(prime))
    // 37 bits to the third power have 111 bits, and the prime times 2 to the power of 96 has 105.
    return exponent == 2 ? first <= second << 64 : first * UInt128(trial) <= second << 96
  }

  static func digest(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let length = UInt64(message.count) &* 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * $0)) }
    var state = start
    for block in stride(from: 0, to: padded.count, by: 64) { compress(padded[block..<(block + 64)], &state) }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - 8 * $0)) } }
  }

  private static func compress(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
    var words: [UInt32] = []
    var bytes = block
    while bytes.count >= 4 {
      words.append(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
      bytes = bytes.dropFirst(4)
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var now = state
    for index in 0..<64 {
      let first = turned(now[4], 6) ^ turned(now[4], 11) ^ turned(now[4], 25)
      let choice = now[4] & now[5] ^ ~now[4] & now[6]
      let sum = now[7] &+ first &+ choice &+ constants[index] &+ words[index]
      let second = turned(now[0], 2) ^ turned(now[0], 13) ^ turned(now[0], 22)
      let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
      now = [sum &+ second &+ majority, now[0], now[1], now[2], now[3] &+ sum, now[4], now[5], now[6]]
    }
    for index in state.indices { state[index] = state[index] &+ now[index] }
  }
}
