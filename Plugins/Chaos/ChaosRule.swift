public import HTTPTypes
public import RefineryCore

/// A fault that is injected, how often, and for which rows.
///
/// ```swift
/// let rules: [ChaosRule] = [
///   .init(.failure(TransportError(.connectionLost, phase: .waiting)), rate: 0.1),
///   .init(.latency(.seconds(2)), rate: 0.05, rows: ["Person.read"]),
/// ]
/// ```
public struct ChaosRule: Sendable {
  /// One kind of fault.
  public enum Fault: Sendable {
    /// The request is not sent, and fails with this error.
    case failure(TransportError)
    /// The request is sent after a wait.
    case latency(Duration)
    /// The request is not sent, and the response has this status.
    case status(HTTPResponse.Status, HTTPFields = [:])
    /// The content of the response arrives in pieces of `bytes`, with a wait before each.
    case dribble(bytes: Int, wait: Duration)
    /// The connection is lost after this many bytes of the response's content.
    case truncation(after: Int)
  }

  /// The fault.
  public var fault: Fault
  /// The fraction of the requests that get the fault, from 0 to 1.
  public var rate: Double
  /// The names of the rows whose requests get the fault; nil for all rows.
  public var rows: Set<String>?

  /// Creates a rule.
  public init(_ fault: Fault, rate: Double, rows: Set<String>? = nil) {
    self.fault = fault
    self.rate = rate
    self.rows = rows
  }

  /// Every fault of these rules, one sentence each; empty if they can be used.
  static func problems(of rules: [ChaosRule]) -> [String] {
    rules.enumerated().flatMap { index, rule in
      var problems: [String] = []
      // A NaN is in no range.
      if !(0...1).contains(rule.rate) { problems.append("rule \(index + 1): rate must be from 0 to 1, not \(rule.rate)") }
      switch rule.fault {
      case .latency(let wait), .dribble(_, let wait):
        if wait < .zero || wait > .seconds(86_400) {
          problems.append("rule \(index + 1): a wait must be from 0 seconds to a day, not \(wait)")
        }
      default: break
      }
      switch rule.fault {
      case .dribble(let bytes, _) where bytes < 1:
        problems.append("rule \(index + 1): a piece must have at least one byte, not \(bytes)")
      case .truncation(let bytes) where bytes < 0:
        problems.append("rule \(index + 1): the number of bytes must not be negative, but is \(bytes)")
      default: break
      }
      return problems
    }
  }
}
