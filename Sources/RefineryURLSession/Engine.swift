import Foundation
import HTTPTypes
import RefineryCore
import RefineryTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions of one configuration with what stands around them: the limit per origin and the timers.
final class Engine: Sendable {
  let alarms = AlarmClock()
  private let limiter: OriginLimiter
  private let connections: Int
  private let usesInnerQueue: Bool
  private let keeping: ImmortalSession
  private let closing = Mutex<ImmortalSession?>(nil)

  init(_ configuration: TransportConfiguration, usesInnerQueue: Bool) {
    connections = configuration.maximumConnectionsPerOrigin
    self.usesInnerQueue = usesInnerQueue
    keeping = ImmortalSession(.bare(maximumConnectionsPerOrigin: connections), usesInnerQueue: usesInnerQueue)
    limiter = OriginLimiter(active: connections, waiting: configuration.maximumWaitingPerOrigin)
  }

  /// One request and its response; redirects come back as they are.
  func exchange(_ request: Request) async throws -> Response {
    guard let origin = Origin(request.head) else {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: "the URL has no origin")
    }
    try request.checkDeadline()
    let start = AlarmClock.now
    var wire = try URLRequest(request.head, hasBody: request.hasContent)
    let hasBytes = try await wire.takeBody(of: request)
    let session = session(for: request, hasBytes: hasBytes, &wire)
    let prepared = AlarmClock.now
    let slot = try await limiter.admit(to: origin, deadline: request.deadline, alarms: alarms)
    let exchange = Exchange(request, hasBytes: hasBytes, session: session, alarms: alarms, slot: slot)
    defer { request.report(exchange.times(since: start, admittedAfter: .nanoseconds(Int64(prepared - start)))) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if exchange.starts(with: continuation) { session.start(wire, for: exchange) }
      }
    } onCancel: {
      exchange.end(with: CancellationError())
    }
  }

  /// When a kept connection ends before the answer, libcurl sends the request again by itself, whatever the method. With a
  /// body that is noticed and stopped, see ``Exchange/mustRewind()``. A POST without one would reach the server twice; it
  /// goes over a connection of its own, from a session that keeps none.
  private func session(for request: Request, hasBytes: Bool, _ wire: inout URLRequest) -> ImmortalSession {
    if request.isIdempotent || hasBytes { return keeping }
    wire.setValue("close", forHTTPHeaderField: "Connection")
    return closing.withLock { session in
      if let session { return session }
      let new = ImmortalSession(.bare(maximumConnectionsPerOrigin: connections), usesInnerQueue: usesInnerQueue)
      session = new
      return new
    }
  }
}
