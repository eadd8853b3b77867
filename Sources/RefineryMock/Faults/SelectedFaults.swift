import Foundation
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryTesting

/// The faults of one request, with all random choices made.
struct SelectedFaults: Sendable, Redacted {
  /// In the order in which their rules were added.
  private(set) var faults: [MockFault] = []
  /// Fields that the response has in any case.
  var fields = HTTPFields()
  /// The response of a fault in place of the server's.
  private(set) var response: MockResponse?
  private(set) var delay = Duration.zero
  private var aspects: Set<MockFault.Aspect> = []

  func has(_ aspect: MockFault.Aspect) -> Bool { aspects.contains(aspect) }

  mutating func append(_ fault: MockFault, date: Date, random: inout SeededRandom) {
    faults.append(fault)
    aspects.insert(fault.aspect)
    switch fault {
    case .delay(let delay): self.delay = delay.sample(using: &random)
    case .status(let code, let retryAfter):
      response = Self.problem(code)
      switch retryAfter {
      case .seconds(let seconds): response?.fields[.retryAfter] = "\(seconds)"
      case .date(let seconds):
        // The field has whole seconds. Rounded up, so that no client retries too early.
        let date = Date(timeIntervalSince1970: (date.timeIntervalSince1970 + Double(seconds)).rounded(.up))
        response?.fields[.retryAfter] = HTTPDate.text(of: date)
      case nil: break
      }
    case .rateLimit: response = Self.problem(429)
    case .expiredToken:
      response = Self.problem(401)
      response?.fields[.wwwAuthenticate] = "Bearer error=\"invalid_token\""
    default: break
    }
  }

  /// Problem details (RFC 9457) with a status. 204, 205 and 304 have no content.
  static func problem(_ code: Int, _ detail: String = "The mock server was told to make this fault.") -> MockResponse {
    [204, 205, 304].contains(code) ? MockResponse(code) : MockProblem(code, detail).response
  }
}

extension MockFault.Delay {
  private static let longest = Duration.seconds(86_400)

  fileprivate func sample(using random: inout SeededRandom) -> Duration {
    switch self {
    case .fixed(let wait): return wait
    case .uniform(let range):
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double.random(in: 0...1, using: &random)
    case .logNormal(let median, let sigma):
      // The transform of Box and Muller gives a normal deviation. The first number is not 0, which has no logarithm.
      let radius = sqrt(-2 * log(1 - Double.random(in: 0..<1, using: &random)))
      let normal = radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
      // At most a day, so the product with any median fits into a duration.
      return min(median * min(exp(sigma * normal), 1e9), Self.longest)
    }
  }
}
