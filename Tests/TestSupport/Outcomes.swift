import HTTPTypes
public import RefineryCore

/// How each call of a client ended.
public final class Outcomes: CallObserver {
  private let events = Gathered<CallEvent>()

  public init() {}

  /// Each outcome with its status, such as `success 200`.
  public var statuses: [String] { all { $0.status.map { "\($0)" } } }
  /// Each outcome with the size of the response in bytes, such as `success 12`.
  public var sizes: [String] { all { $0.responseSize.map { "\($0)" } } }

  public func callEnded(_ event: CallEvent) { events.add(event) }

  private func all(_ detail: (CallEvent) -> String?) -> [String] {
    events.all.map { event in
      let word =
        switch event.outcome {
        case .success: "success"
        case .failure: "failure"
        case .cancelled: "cancelled"
        }
      return "\(word) \(detail(event) ?? "nil")"
    }
  }
}
