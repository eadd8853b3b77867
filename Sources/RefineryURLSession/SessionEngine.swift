import Foundation
import HTTPTypes
import RefineryCore
import RefineryTransport
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sessions of one configuration, with their limit per origin and their timers.
final class SessionEngine: Sendable {
  let alarms = AlarmClock()
  private let limiter: OriginLimiter
  private let connections: Int
  private let usesInternals: Bool
  private let keeping: PersistentSession
  private let closing = Mutex<PersistentSession?>(nil)

  init(_ configuration: TransportConfiguration, usesInternals: Bool) {
    connections = configuration.maximumConnectionsPerOrigin
    self.usesInternals = usesInternals
    keeping = PersistentSession(
      maximumConnectionsPerOrigin: connections, keeping: configuration.connectionLifetime.map { .upTo($0) } ?? .forEver,
      usesInternals: usesInternals)
    limiter = OriginLimiter(active: connections, waiting: configuration.maximumWaitingPerOrigin)
  }

  /// Sends one request and returns its response; redirects are returned as they are.
  func exchange(_ request: Request, to origin: Origin) async throws -> Response {
    try request.checkDeadline()
    let start = AlarmClock.now
    let timeout = URLSessionConfiguration.requestTimeout(usesInternals: usesInternals)
    var wire = try URLRequest(request.head, hasBody: request.hasContent, timeout: timeout)
    let slot = try await limiter.admit(request, to: origin, alarms: alarms)
    let hasBytes: Bool
    do {
      // The body is opened only after the wait for a slot, so a waiting request holds no open file, and a refused request reads
      // no stream.
      hasBytes = try await wire.takeBody(of: request)
    } catch {
      slot.leave()
      throw error
    }
    let session = session(for: request, hasBytes: hasBytes)
    let exchange = SessionExchange(request, hasBytes: hasBytes, session: session, alarms: alarms, slot: slot)
    defer { request.report(exchange.times(since: start)) }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if exchange.starts(with: continuation) { session.start(wire, for: exchange) }
      }
    } onCancel: {
      exchange.end(with: CancellationError())
    }
  }

  /// If a kept connection ends before the response, libcurl sends the request again, whatever its method. For a request with a
  /// body, the transport detects and stops this: see ``SessionExchange/mustRewind()``. A POST without a body would reach the
  /// server twice, so it uses a session that keeps no connections.
  private func session(for request: Request, hasBytes: Bool) -> PersistentSession {
    if request.isIdempotent || hasBytes { return keeping }
    return closing.withLock { session in
      if let session { return session }
      let new = PersistentSession(
        maximumConnectionsPerOrigin: connections, keeping: .none, usesInternals: usesInternals)
      session = new
      return new
    }
  }
}
