public import HTTPTypes
public import RefineryCore

/// The behaviour of every middleware, so that any two can be combined.
///
/// One line checks a plugin, in a test of any framework:
///
/// ```swift
/// try await MiddlewareContract.verify { LoggingMiddleware(logger) }
/// try await MiddlewareContract.verify(allowing: [.mayResend, .addsHeaders([.authorization])]) { AuthMiddleware(tokens) }
/// ```
///
/// Each rule runs on fresh instances with a scripted transport; nothing uses the network.
public enum MiddlewareContract {
  /// The rules, in the order in which they run. ``ContractViolation/rule`` is one of these.
  package static var rules: [String] { MiddlewareTrial.rules.map(\.name) }

  /// Checks every rule.
  ///
  /// - Parameters:
  ///   - allowance: what this middleware does by design. The rules allow nothing else.
  ///   - secrets: values that the middleware must not reveal, such as a token. Its name and explanations are searched for them.
  ///   - options: the options of all requests. If the middleware works only with an option, set the option here; otherwise the
  ///     rules would check a middleware that does nothing.
  ///   - errors: errors of your own transport or middleware. The middleware under test must throw them unchanged, like the
  ///     errors that the rules throw.
  ///   - clock: the clock of the calls. For a middleware that waits, use `CallClock(ManualClock(advancesByItself: true))`.
  ///   - patience: the time limit of each rule. A rule that exceeds it is violated. A middleware that passes takes
  ///     milliseconds.
  ///   - make: makes an instance, as for a client.
  /// - Throws: ``BrokenContract`` with every violated rule; errors of `make`; `CancellationError`.
  public static func verify(
    allowing allowance: Allowance = [], secrets: [String] = [], options: Options = Options(),
    errors: [any Error & Equatable & Sendable] = [], clock: CallClock = .continuous,
    patience: Duration = .seconds(60), _ make: @escaping @Sendable () throws -> any Middleware
  ) async throws {
    let subject = String(describing: type(of: try make()))
    let trial = MiddlewareTrial(
      make: make, allowance: allowance, secrets: secrets, clock: clock, options: options, errors: errors, moment: patience / 5)
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
        violations.append(ContractViolation(rule: rule.name, expected: "a response", seen: ErrorSummary.text(of: error)))
      }
    }
    guard violations.isEmpty else { throw BrokenContract(subject: subject, violations: violations) }
  }

  /// What a middleware does by design, in addition to passing requests on: `[.mayResend, .addsHeaders([.authorization])]`.
  public struct Allowance: Sendable, ExpressibleByArrayLiteral {
    struct Acts: OptionSet, Sendable {
      let rawValue: Int
      static let resend = Acts(rawValue: 1 << 0)
      static let answer = Acts(rawValue: 1 << 1)
      static let changeRequestBody = Acts(rawValue: 1 << 2)
      static let decodeResponse = Acts(rawValue: 1 << 3)
      static let changeTarget = Acts(rawValue: 1 << 4)
      static let changeOrigin = Acts(rawValue: 1 << 5)
      static let refuseOneShotBody = Acts(rawValue: 1 << 6)
    }

    var acts: Acts = []
    var fields: Set<HTTPField.Name> = []

    private init(_ acts: Acts) { self.acts = acts }

    /// Combines allowances.
    public init(arrayLiteral elements: Allowance...) {
      for element in elements {
        acts.formUnion(element.acts)
        fields.formUnion(element.fields)
      }
    }

    /// Sends a request again after an error, or after a status such as 302, 401 or 503.
    public static let mayResend = Allowance(.resend)
    /// Responds without the transport.
    public static let mayAnswer = Allowance(.answer)
    /// Changes a request body and the fields that describe it, for example to compress or encrypt it.
    public static let mayChangeRequestBody = Allowance(.changeRequestBody)
    /// Decodes a response body and removes the fields that described the coding.
    public static let mayDecodeResponse = Allowance(.decodeResponse)
    /// Changes path or query of a request, for example to add an API key or a signature.
    public static let mayChangeTarget = Allowance(.changeTarget)

    /// Sends a request to another origin, for example to a second region.
    public static let mayChangeOrigin = Allowance(.changeOrigin)
    /// Throws an error for a request body that can be read only once, and does not send the request.
    public static let mayRefuseOneShotBody = Allowance(.refuseOneShotBody)

    /// Sets, changes or removes these header fields in requests and responses.
    public static func addsHeaders(_ names: Set<HTTPField.Name>) -> Allowance {
      var allowance = Allowance([])
      allowance.fields = names
      return allowance
    }
  }
}
