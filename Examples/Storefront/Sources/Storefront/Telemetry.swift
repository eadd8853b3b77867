package import CoreMetrics
package import Tracing

/// The backends for the metrics and spans of the clients. Log lines are written by the logger of the incoming request.
package struct Telemetry: Sendable {
  let metrics: any MetricsFactory
  let tracer: any Tracer

  /// Creates telemetry with these backends.
  package init(metrics: any MetricsFactory, tracer: any Tracer) {
    self.metrics = metrics
    self.tracer = tracer
  }
}
