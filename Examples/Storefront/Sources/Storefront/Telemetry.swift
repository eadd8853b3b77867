package import CoreMetrics
package import Tracing

/// Where the clients send metrics and spans. Log lines go to the logger of the incoming request.
package struct Telemetry: Sendable {
  let metrics: any MetricsFactory
  let tracer: any Tracer

  /// Telemetry with these backends.
  package init(metrics: any MetricsFactory, tracer: any Tracer) {
    self.metrics = metrics
    self.tracer = tracer
  }
}
