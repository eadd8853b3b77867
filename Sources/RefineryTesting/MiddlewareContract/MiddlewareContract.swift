public import HTTPTypes
public import RefineryCore

/// The behaviour that every middleware must show, so that links can be combined without knowing each other.
///
/// A plugin proves itself with one line in a test of any framework:
///
/// ```swift
/// try await MiddlewareContract.verify { LoggingMiddleware(logger) }
/// try await MiddlewareContract.verify(allowing: [.mayResend, .addsHeaders([.authorization])]) { AuthMiddleware(tokens) }
/// ```
///
/// Each rule is tried on fresh instances against a scripted transport; nothing touches the network.
public enum MiddlewareContract {
  /// The rules, in the order in which they are tried. ``ContractViolation/rule`` is one of these.
  public static var rules: [String] { MiddlewareTrial.rules.map(\.name) }

  /// Tries every rule.
  ///
  /// - Parameters:
  ///   - allowance: what this middleware does by design. The rules leave room for that and for nothing else.
  ///   - secrets: what the middleware was given and must not tell, such as a token. Its name and explanations are searched.
  ///   - clock: the time of the calls. A middleware that waits may want `CallClock(ManualClock(advancesByItself: true))`.
  ///   - patience: how long a rule may take before it counts as violated by a hang. A middleware that passes never waits for
  ///     it; unless the machine is overloaded it takes milliseconds.
  ///   - make: makes an instance as a client would be given it.
  /// - Throws: ``BrokenContract`` naming every violated rule; what `make` throws; `CancellationError`.
  public static func verify(
    allowing allowance: Allowance = [], secrets: [String] = [], clock: CallClock = .continuous,
    patience: Duration = .seconds(20), _ make: @escaping @Sendable () throws -> any Middleware
  ) async throws {
    let subject = String(describing: type(of: try make()))
    let trial = MiddlewareTrial(make: make, allowance: allowance, secrets: secrets, clock: clock, moment: patience / 5)
    var violations: [ContractViolation] = []
    for rule in MiddlewareTrial.rules {
      try Task.checkCancellation()
      do {
        try await bounded(by: patience) { try await rule.check(trial) }
      } catch let unmet as Unmet {
        violations.append(ContractViolation(rule: rule.name, expected: unmet.expected, seen: unmet.seen))
      } catch let hang as RanTooLong {
        violations.append(ContractViolation(rule: rule.name, expected: "an end", seen: "none within \(hang.patience)"))
      } catch {
        try Task.checkCancellation()
        violations.append(ContractViolation(rule: rule.name, expected: "an answer", seen: ErrorSummary.text(of: error)))
      }
    }
    guard violations.isEmpty else { throw BrokenContract(subject: subject, violations: violations) }
  }

  /// What a middleware does by design, beyond passing requests on: `[.mayResend, .addsHeaders([.authorization])]`.
  public struct Allowance: Sendable, ExpressibleByArrayLiteral {
    struct Acts: OptionSet, Sendable {
      let rawValue: Int
      static let resend = Acts(rawValue: 1 << 0)
      static let answer = Acts(rawValue: 1 << 1)
      static let changeRequestBody = Acts(rawValue: 1 << 2)
      static let decodeResponse = Acts(rawValue: 1 << 3)
      static let changeTarget = Acts(rawValue: 1 << 4)
    }

    var acts: Acts = []
    var fields: Set<HTTPField.Name> = []

    private init(_ acts: Acts) { self.acts = acts }

    /// All the allowances together.
    public init(arrayLiteral elements: Allowance...) {
      for element in elements {
        acts.formUnion(element.acts)
        fields.formUnion(element.fields)
      }
    }

    /// Sends a request again after an error, or after a status such as 302, 401 or 503.
    public static let mayResend = Allowance(.resend)
    /// Answers without the transport.
    public static let mayAnswer = Allowance(.answer)
    /// Changes a request body and the fields that describe it: compresses, encrypts.
    public static let mayChangeRequestBody = Allowance(.changeRequestBody)
    /// Decodes a response body and takes off the fields that described the coding.
    public static let mayDecodeResponse = Allowance(.decodeResponse)
    /// Changes path or query of a request: adds an API key or a signature.
    public static let mayChangeTarget = Allowance(.changeTarget)

    /// Sets, changes or removes these header fields, of requests and responses.
    public static func addsHeaders(_ names: Set<HTTPField.Name>) -> Allowance {
      var allowance = Allowance([])
      allowance.fields = names
      return allowance
    }
  }
}
