/// Settings that cannot be used, such as the policy of a link or the configuration of a transport. Every fault is listed.
///
/// ```swift
/// do {
///   chain.append(try RetryMiddleware(policy))
/// } catch {
///   print(error)  // unusable settings of RetryPolicy: retries must not be negative, but is -1
/// }
/// ```
public struct UnusableSettings: SafelyDescribed, Equatable {
  /// The name of the type that has the settings, such as `RetryPolicy`.
  public let type: String
  /// A sentence for each fault. It names the setting.
  public let problems: [String]

  /// The faults of the settings of a type. `problems` must be safe to log.
  public init(of type: Any.Type, problems: [String]) {
    self.type = String(describing: type)
    self.problems = problems
  }

  /// One line, safe to log.
  public var description: String { "unusable settings of \(type): \(problems.joined(separator: "; "))" }
}
