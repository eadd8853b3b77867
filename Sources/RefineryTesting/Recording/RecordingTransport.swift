public import FoundationEssentials
public import HTTPTypes
public import RefineryCore
import Synchronization

/// A transport around another that keeps every exchange: what was sent and what came back.
///
/// What passes through it stays as it is: streams are recorded while they are read, by whoever reads them.
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

  /// A recording of what goes over a transport. Of each body `limit` bytes are kept; the rest is counted.
  public init(_ transport: any Transport, keeping limit: Int = Body.defaultLimit) {
    inner = transport
    self.limit = limit
  }

  /// Every exchange so far, in the order of their requests. One under way is there with what is known of it.
  public var exchanges: [RecordedExchange] { recorders.withLock { $0 }.map(\.exchange) }

  /// The exchange whose request was sent last.
  public var last: RecordedExchange? { recorders.withLock { $0.last }?.exchange }

  /// Forgets every exchange.
  public func clear() { recorders.withLock { $0 = [] } }

  /// Those of the transport within.
  public var capabilities: TransportCapabilities { inner.capabilities }
  /// As the transport within.
  public var enforcesDeadline: Bool { inner.enforcesDeadline }
  /// That of the transport within.
  public var name: String { inner.name }

  /// Sends the request over the transport within, and keeps both sides.
  public func send(_ request: Request) async throws -> Response {
    let recorder = ExchangeRecorder(request, limit: limit)
    recorders.withLock { $0.append(recorder) }
    return try await recorder.send(over: inner)
  }
}

/// A request and what came of it.
public struct RecordedExchange: Sendable {
  /// The request as it arrived, with its parts at hand.
  public let request: SentRequest
  /// What the transport read of the request's content.
  public internal(set) var sent = RecordedBody()
  /// Status and header fields of the response, once they are there.
  public internal(set) var response: HTTPResponse?
  /// What was read of the response's content so far.
  public internal(set) var received = RecordedBody()
  /// Why there is no response, or why its content ended too early: `CancellationError` where the reader let go of it.
  public internal(set) var failure: (any Error)?
}

/// A body as it went by.
public struct RecordedBody: Sendable {
  /// The first bytes, up to the limit of the recording.
  public internal(set) var bytes = Data()
  /// How many bytes went by.
  public internal(set) var length = 0
  /// Whether it has ended, as it should.
  public internal(set) var hasEnded = false

  /// Whether ``bytes`` is all of it.
  public var isWhole: Bool { hasEnded && bytes.count == length }
  /// ``bytes`` as text; nil where they are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  mutating func takes(_ chunk: Data, limit: Int) {
    bytes.append(chunk.prefix(max(0, limit - bytes.count)))
    length += chunk.count
  }
}
