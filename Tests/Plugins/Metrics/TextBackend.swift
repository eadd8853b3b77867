#if Metrics
  import CoreMetrics
  import Synchronization

  /// A backend that prints its series as Prometheus reads them. It refuses what ends a process with swift-prometheus: a second
  /// family of one name, and label keys that differ within a family.
  final class TextBackend: MetricsFactory {
    enum Kind: String { case counter, gauge, histogram }

    final class Series: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
      static let bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
      let labels: [(String, String)]
      private let state = Mutex((values: [Double](), total: 0.0, unit: TimeUnit.nanoseconds))

      init(_ labels: [(String, String)]) { self.labels = labels }

      var total: Double { state.withLock { $0.total } }
      var values: [Double] { state.withLock { $0.values } }
      var count: Int { values.count }

      private func add(_ value: Double) {
        state.withLock {
          $0.values.append(value)
          $0.total += value
        }
      }

      func increment(by amount: Int64) { add(Double(amount)) }
      func reset() { state.withLock { $0.total = 0 } }
      func set(_ value: Int64) { set(Double(value)) }
      func set(_ value: Double) { state.withLock { $0.total = value } }
      func increment(by amount: Double) { add(amount) }
      func decrement(by amount: Double) { add(-amount) }
      func record(_ value: Int64) { add(Double(value)) }
      func record(_ value: Double) { add(value) }
      func preferDisplayUnit(_ unit: TimeUnit) { state.withLock { $0.unit = unit } }
      func recordNanoseconds(_ duration: Int64) {
        add(Double(duration) / Double(state.withLock { $0.unit.scaleFromNanoseconds }))
      }

      subscript(label: String) -> String? { labels.first { $0.0 == label }?.1 }
    }

    private struct Family {
      let kind: Kind
      let keys: [String]
      var series: [[String]: Series] = [:]
    }

    private struct State {
      var families: [String: Family] = [:]
      var refused: [String] = []
      /// How often each series was made. Some backends keep a value for each handle, and report that of the last one.
      var made: [[String]: Int] = [:]
    }

    private let state = Mutex(State())

    /// Each series that breaks these rules.
    var refused: [String] { state.withLock { $0.refused } }
    /// How often each series of a name was made.
    func timesMade(_ name: String) -> [Int] { state.withLock { $0.made.filter { $0.key.first == name }.map(\.value) } }
    var names: [String] { state.withLock { $0.families.keys.sorted() } }
    var seriesCount: Int { state.withLock { $0.families.values.map(\.series.count).reduce(0, +) } }

    func series(_ name: String) -> [Series] {
      state.withLock { state in
        (state.families[name]?.series ?? [:]).sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
      }
    }

    /// How many values a name has for each value of a label.
    func counts(_ name: String, by label: String) -> [String: Int] {
      Dictionary(series(name).map { ($0[label] ?? "none", $0.count) }, uniquingKeysWith: +).filter { $0.value > 0 }
    }

    private func make(_ kind: Kind, _ name: String, _ labels: [(String, String)]) -> Series {
      state.withLock { state in
        let keys = labels.map(\.0)
        var family = state.families[name] ?? Family(kind: kind, keys: keys)
        if family.kind != kind || family.keys != keys || Set(keys).count != keys.count {
          state.refused.append("\(name)\(keys)")
        }
        state.made[[name] + labels.map(\.1), default: 0] += 1
        let series = family.series[labels.map(\.1)] ?? Series(labels)
        family.series[labels.map(\.1)] = series
        state.families[name] = family
        return series
      }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { make(.counter, label, dimensions) }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler { make(.gauge, label, dimensions) }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler { make(.histogram, label, dimensions) }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
      make(aggregate ? .histogram : .gauge, label, dimensions)
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// The exposition format of Prometheus, version 0.0.4.
    var text: String {
      func name(_ text: String) -> String { text.replacing(".", with: "_") }
      func labels(_ all: [(String, String)]) -> String {
        all.isEmpty ? "" : "{" + all.map { "\(name($0.0))=\"\($0.1)\"" }.joined(separator: ",") + "}"
      }
      var lines: [String] = []
      for family in names {
        let kind = state.withLock { $0.families[family]?.kind } ?? .gauge
        lines.append("# TYPE \(name(family)) \(kind.rawValue)")
        for series in series(family) {
          guard kind == .histogram else {
            lines.append("\(name(family))\(labels(series.labels)) \(series.total)")
            continue
          }
          for bound in Series.bounds {
            let count = series.values.count { $0 <= bound }
            lines.append("\(name(family))_bucket\(labels(series.labels + [("le", "\(bound)")])) \(count)")
          }
          lines.append("\(name(family))_bucket\(labels(series.labels + [("le", "+Inf")])) \(series.count)")
          lines.append("\(name(family))_sum\(labels(series.labels)) \(series.total)")
          lines.append("\(name(family))_count\(labels(series.labels)) \(series.count)")
        }
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }
#endif
