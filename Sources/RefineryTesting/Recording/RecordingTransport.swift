public import FoundationEssentials
public import HTTPTypes
public import RefineryCore
import Synchronization

/// A transport around another one that keeps every exchange: the request and the response.
///
/// It changes nothing. A stream is recorded while its reader reads it.
///
/// ```swift
/// let recording = RecordingTransport(StubTransport(.json("[]")))
/// let api = Client(baseURL: "http://stub", transport: recording)
/// _ = try await api.send(Person.enumerate().query(["limit": 10]))
/// #expect(recording.last?.request.query["limit"] == ["10"])
/// #expect(recording.last?.response?.status == .ok)
/// ```
public final class RecordingTransport: Transport {
  private let inner: any Transport
  private let limit: Int
  private let recorders = Mutex<[ExchangeRecorder]>([])

  /// Records the exchanges of a transport. Keeps up to `limit` bytes of each body and counts the rest.
  public init(_ transport: any Transport, keeping limit: Int = Body.defaultLimit) {
    inner = transport
    self.limit = limit
  }

  /// Every exchange so far, in the order of their requests. An exchange in progress has only the parts that are known so far.
  public var exchanges: [RecordedExchange] { recorders.withLock { $0 }.map(\.exchange) }

  /// The exchange whose request was sent last.
  public var last: RecordedExchange? { recorders.withLock { $0.last }?.exchange }

  /// The capabilities of the inner transport.
  public var capabilities: TransportCapabilities { inner.capabilities }
  /// The value of the inner transport.
  public var enforcesDeadline: Bool { inner.enforcesDeadline }
  /// The name of the inner transport.
  public var name: String { inner.name }

  /// Sends the request over the inner transport, and keeps both sides.
  public func send(_ request: Request) async throws -> Response {
    let recorder = ExchangeRecorder(request, limit: limit)
    recorders.withLock { $0.append(recorder) }
    return try await recorder.send(over: inner)
  }

  /// Shuts the inner transport down.
  public func shutdown(grace: Duration) async { await inner.shutdown(grace: grace) }
}

/// A request and its result.
public struct RecordedExchange: Sendable, Redacted {
  /// The request as it arrived.
  public let request: SentRequest
  /// The part of the request's content that the transport has read.
  public internal(set) var sent = RecordedBody()
  /// Status and header fields of the response, once they have arrived.
  public internal(set) var response: HTTPResponse?
  /// The part of the response's content that was read so far.
  public internal(set) var received = RecordedBody()
  /// Why there is no response, or why its content ended too early: `CancellationError` if the reader released it.
  public internal(set) var failure: (any Error)?

  /// The request and the status: `RecordedExchange(GET https://api.example/people/5, 200)`.
  public var description: String {
    let url = Redaction().url(of: request.request)
    return "RecordedExchange(\(request.method.rawValue) \(url), \(response.map { "\($0.status.code)" } ?? "no response"))"
  }
}

/// The recorded part of a body.
public struct RecordedBody: Sendable, Redacted {
  /// The first bytes, up to the limit of the recording.
  public internal(set) var bytes = Data()
  /// The number of bytes that passed.
  public internal(set) var length = 0
  /// Whether it ended normally.
  public internal(set) var hasEnded = false

  /// Nothing has passed.
  package init() {}

  /// ``bytes`` as text; nil if they are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  mutating func takes(_ chunk: Data, limit: Int) {
    bytes.append(chunk.prefix(max(0, limit - bytes.count)))
    length += chunk.count
  }
}
