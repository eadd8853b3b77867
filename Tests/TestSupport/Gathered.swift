public import RefineryCore
import Synchronization

/// Values gathered from several tasks, in order of arrival.
public final class Gathered<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  public init() {}

  public var all: [Value] { values.withLock { $0 } }
  public func add(_ value: Value) { values.withLock { $0.append(value) } }
}

extension Gathered: CallObserver where Value == CallEvent {
  public func callEnded(_ event: CallEvent) { add(event) }
}

extension Gathered<CallEvent> {
  /// The outcomes, with the stage of a failure.
  public var outcomes: [String] {
    all.map { event in
      switch event.outcome {
      case .success: "success"
      case .failure(let error): error.stage.rawValue
      case .cancelled: "cancelled"
      }
    }
  }
}
