import CoreMetrics
import Synchronization

/// The numbers of one name and one set of labels.
protocol PrometheusSeries: AnyObject, Sendable {
  /// The type of the metric family in the text format.
  var kind: String { get }
  /// Returns the lines in the text format.
  func lines(_ name: String, labels: String) -> String
}

final class CounterSeries: PrometheusSeries, CounterHandler {
  private let value = Mutex<Int64>(0)
  var kind: String { "counter" }

  func increment(by amount: Int64) { value.withLock { $0 += amount } }
  func reset() { value.withLock { $0 = 0 } }
  func lines(_ name: String, labels: String) -> String { "\(name){\(labels)} \(value.withLock { $0 })\n" }
}

final class MeterSeries: PrometheusSeries, MeterHandler, RecorderHandler {
  private let value = Mutex(0.0)
  var kind: String { "gauge" }

  func set(_ new: Int64) { set(Double(new)) }
  func set(_ new: Double) { value.withLock { $0 = new } }
  func record(_ new: Int64) { set(new) }
  func record(_ new: Double) { set(new) }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func lines(_ name: String, labels: String) -> String { "\(name){\(labels)} \(value.withLock { $0 })\n" }
}

/// Counts values in buckets. A timer is a histogram of seconds.
final class HistogramSeries: PrometheusSeries, TimerHandler, RecorderHandler {
  /// The buckets of OpenTelemetry for durations, and powers of ten for other numbers.
  enum Buckets {
    case seconds, numbers

    var bounds: [Double] {
      switch self {
      case .seconds: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
      case .numbers: [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
      }
    }
  }

  private struct State {
    var counts: [Int]
    var count = 0
    var sum = 0.0
  }

  private let bounds: [Double]
  private let state: Mutex<State>
  var kind: String { "histogram" }

  init(_ buckets: Buckets) {
    bounds = buckets.bounds
    state = Mutex(State(counts: bounds.map { _ in 0 }))
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
  func record(_ value: Int64) { record(Double(value)) }
  func record(_ value: Double) {
    state.withLock { state in
      if let index = bounds.firstIndex(where: { value <= $0 }) { state.counts[index] += 1 }
      state.count += 1
      state.sum += value
    }
  }

  func lines(_ name: String, labels: String) -> String {
    let state = self.state.withLock { $0 }
    let prefix = labels.isEmpty ? "" : "\(labels),"
    var (text, total) = ("", 0)
    for (bound, count) in zip(bounds, state.counts) {
      total += count
      text += "\(name)_bucket{\(prefix)le=\"\(bound)\"} \(total)\n"
    }
    return text + "\(name)_bucket{\(prefix)le=\"+Inf\"} \(state.count)\n"
      + "\(name)_sum{\(labels)} \(state.sum)\n\(name)_count{\(labels)} \(state.count)\n"
  }
}
