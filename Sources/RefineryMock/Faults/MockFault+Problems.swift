extension MockFault {
  private static let longestWait = Duration.seconds(86_400)

  /// What is wrong with the values of this fault; nil if it can be used.
  var problem: String? {
    switch self {
    case .delay(.fixed(let wait)): Self.problem(of: wait)
    case .delay(.uniform(let range)): Self.problem(of: range.lowerBound) ?? Self.problem(of: range.upperBound)
    case .delay(.logNormal(let median, let sigma)):
      Self.problem(of: median) ?? ((0...10).contains(sigma) ? nil : "sigma must be from 0 to 10, but is \(sigma)")
    case .dribble(let bytes, let pause):
      bytes < 1 ? "a piece must have at least 1 byte, but has \(bytes)" : Self.problem(of: pause)
    case .truncated(let bytes?) where bytes < 0: "the number of bytes must not be negative, but is \(bytes)"
    case .status(let code, _) where !(200...599).contains(code): "a status must be from 200 to 599, but is \(code)"
    case .status(_, .seconds(let seconds)?), .status(_, .date(let seconds)?): Self.problem(of: .seconds(seconds))
    case .rateLimit(let quota, let window):
      if !(1...1_000_000).contains(quota) {
        "a quota must be from 1 to 1000000 requests, but is \(quota)"
      } else if window.components.attoseconds != 0 || !(1...86_400).contains(window.components.seconds) {
        "a window must be from 1 to 86400 whole seconds, but is \(FaultDuration.text(of: window))"
      } else {
        nil
      }
    case .expiredToken(let token?) where token.isEmpty || !token.utf8.allSatisfy(Self.isTokenByte):
      "a token must have only letters, digits and -._~+/="
    case .contentLength(let difference) where difference == 0 || difference.magnitude > 1_000_000_000:
      "the difference of the length must not be 0 and not beyond a billion, but is \(difference)"
    case .mediaType(let type) where type.isEmpty || !type.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x2C }:
      "a media type must be printable ASCII without a comma"
    case .mediaType(let type) where type.first == " " || type.last == " " || type.contains("  "):
      "a media type must have no spaces around it, and no two in a row"
    default: nil
    }
  }

  private static func problem(of wait: Duration) -> String? {
    wait < .zero || wait > longestWait
      ? "a time must be from 0 seconds to a day, but is \(FaultDuration.text(of: wait))" : nil
  }

  /// RFC 6750 section 2.1.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~+/=".utf8.contains(byte)
    }
  }
}
