public import RefineryCore
import RefineryTesting
import Synchronization

/// A transport that sends requests over another transport, and keeps the latest exchanges with their times, to write a HAR.
///
/// ```swift
/// let recorder = TrafficRecorder(URLSessionTransport())
/// let api = Client(baseURL: "https://api.example.com", transport: recorder)
/// _ = try await api.send(Person.read(5))
/// try recorder.traffic.file(as: .har).data.write(to: URL(filePath: "calls.har"))
/// ```
///
/// It does not change requests and responses. It records a stream while the caller reads it. The times are those that the inner
/// transport reports; the recorder measures the others with the clock of the call. The limits bound its memory, and ``dropped``
/// counts what they removed.
public final class TrafficRecorder: Transport {
  /// The exchanges and bytes that a recorder did not keep.
  public struct Dropped: Sendable, Equatable {
    /// The exchanges that were removed to make room for later ones.
    public internal(set) var exchanges = 0
    /// The bytes of bodies that were longer than the limit, or were removed with their exchange.
    public internal(set) var bytes = 0
  }

  private let inner: any Transport
  private let bodyLimit: Int
  private let state: Mutex<RecordedTraffic>

  /// A recorder that sends requests over a transport, and keeps the latest exchanges.
  ///
  /// - Parameters:
  ///   - transport: sends the requests.
  ///   - exchanges: the maximum number of exchanges. Default: 1,000.
  ///   - bytes: the maximum number of bytes of all bodies. Default: 64 MiB.
  ///   - bodyLimit: the maximum number of bytes of one body. A longer one is left out. Default: 1 MiB.
  public init(_ transport: any Transport, exchanges: Int = 1000, bytes: Int = 64 << 20, bodyLimit: Int = 1 << 20) {
    inner = transport
    self.bodyLimit = max(0, bodyLimit)
    state = Mutex(RecordedTraffic(exchanges: max(1, exchanges), bytes: max(0, bytes)))
  }

  /// The exchanges so far, in the order of their requests. An exchange in progress has the parts that are known so far.
  public var traffic: Traffic { Traffic(state.withLock { $0.records }.map(\.traffic)) }

  /// The exchanges and bytes that were not kept.
  public var dropped: Dropped { state.withLock { $0.dropped } }

  /// The capabilities of the inner transport.
  public var capabilities: TransportCapabilities { inner.capabilities }
  /// Whether the inner transport enforces the deadline.
  public var enforcesDeadline: Bool { inner.enforcesDeadline }
  /// The name of the inner transport.
  public var name: String { inner.name }

  /// Sends the request over the inner transport, and records the exchange.
  public func send(_ request: Request) async throws -> Response {
    let context = request.context
    let start = context.elapsed
    let number = state.withLock { state in
      state.add(RecordedTraffic.Record(name: request.endpoint.name, head: request.head, date: context.clock.date))
    }
    let recorder = ExchangeRecorder(request, limit: bodyLimit) { [self] exchange in
      let elapsed = context.elapsed - start
      state.withLock { $0.update(number, exchange, at: elapsed, times: request.attempt?.times) }
    }
    let response = try await recorder.send(over: inner)
    let elapsed = context.elapsed - start
    state.withLock { $0.headArrived(number, at: elapsed) }
    return response
  }

  /// Shuts the inner transport down.
  public func shutdown(grace: Duration) async { await inner.shutdown(grace: grace) }
}
