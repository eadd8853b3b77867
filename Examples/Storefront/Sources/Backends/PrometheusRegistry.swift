package import CoreMetrics
import Synchronization

/// A metrics backend whose numbers Prometheus can read. A real app uses swift-prometheus instead.
package final class PrometheusRegistry: MetricsFactory {
  private let families = Mutex<[String: [String: any PrometheusSeries]]>([:])

  /// Creates a registry without series.
  package init() {}

  /// Every series in the text format 0.0.4 of Prometheus.
  package var text: String {
    families.withLock { families in
      families.sorted { $0.key < $1.key }.map { name, series in
        let lines = series.sorted { $0.key < $1.key }.map { $1.lines(name, labels: $0) }
        return "# TYPE \(name) \(series.first?.value.kind ?? "untyped")\n" + lines.joined()
      }.joined()
    }
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    series(label, "_total", dimensions) { CounterSeries() }
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    series(label, "", dimensions) { MeterSeries() }
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    series(label, "_seconds", dimensions) { HistogramSeries(.seconds) }
  }

  package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    if aggregate { return series(label, "", dimensions) { HistogramSeries(.numbers) } }
    return series(label, "", dimensions) { MeterSeries() }
  }

  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}

  /// Returns the series with these labels. The same labels always have the same series.
  private func series<Series: PrometheusSeries>(
    _ label: String, _ suffix: String, _ dimensions: [(String, String)], _ make: () -> Series
  ) -> Series {
    let labels = dimensions.map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    return families.withLock { families in
      let family = Self.name(label) + suffix
      if let known = families[family]?[labels] as? Series { return known }
      let made = make()
      families[family, default: [:]][labels] = made
      return made
    }
  }

  /// Returns a name that Prometheus permits. Every character except ASCII letters and digits, such as the dots in the names of
  /// OpenTelemetry, becomes an underscore.
  private static func name(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private static func escaped(_ value: String) -> String {
    // Compares scalars, because a quotation mark and a combining mark after it are one `Character`. A CRLF is one, too.
    var escaped = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
