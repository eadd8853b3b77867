import Synchronization

@testable import RefineryContracts

/// A server of HTTP/2 without TLS (prior knowledge, RFC 9113 section 3.3) that a test scripts frame by frame.
///
/// One blocking thread a connection. Settings are exchanged before the first request is handed on.
final class FrameServer: Sendable {
  /// Sees each request's stream; blocks its connection only.
  typealias Handler = @Sendable (_ stream: UInt32, _ connection: Connection) -> Void

  struct Connection: Sendable {
    let number: Int
    let descriptor: Int32

    /// False when the client is gone.
    @discardableResult
    func send(_ type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []) -> Bool {
      LoopbackSocket.send(FrameServer.frame(type, flags: flags, stream: stream, payload), to: descriptor)
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool { LoopbackSocket.send(bytes, to: descriptor) }

    /// Status 200 without content.
    func respond(_ stream: UInt32) { send(1, flags: 5, stream: stream, [0x88]) }

    /// Status 200, the content to come.
    func begin(_ stream: UInt32) { send(1, flags: 4, stream: stream, [0x88]) }

    /// RST_STREAM of REFUSED_STREAM.
    func refuse(_ stream: UInt32) { send(3, stream: stream, [0, 0, 0, 7]) }

    /// GOAWAY with this stream as the last one that the server handles.
    func goAway(last stream: UInt8) { send(7, stream: 0, [0, 0, 0, stream, 0, 0, 0, 0]) }
  }

  private struct State {
    var open: [Int32] = []
    var connections = 0
    var requests = 0
    var isStopped = false
  }

  let port: Int
  var authority: String { "127.0.0.1:\(port)" }
  var connectionCount: Int { state.withLock { $0.connections } }
  var requestCount: Int { state.withLock { $0.requests } }
  /// The streams that clients reset; 0 when a client is gone.
  let ends: AsyncStream<UInt32>
  private let ended: AsyncStream<UInt32>.Continuation
  private let listener: Int32
  private let state = Mutex(State())
  private let threads = LoopbackThreads()

  /// - Parameter streams: how many a connection may have, by SETTINGS_MAX_CONCURRENT_STREAMS.
  init(on address: LoopbackServer.Address = .ipv4(), streams: UInt8 = 100, _ handler: @escaping Handler) throws {
    (listener, port) = try LoopbackSocket.listen(on: address)
    (ends, ended) = AsyncStream.makeStream()
    threads.run { [self] in accepts(streams, handler) }
  }

  /// A frame of RFC 9113 section 4.1.
  static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8] = []) -> [UInt8] {
    let length = UInt32(payload.count)
    return bytes(length).dropFirst() + [type, flags] + bytes(stream) + payload
  }

  private static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      for descriptor in state.open { LoopbackSocket.shutDown(descriptor) }
    }
    LoopbackSocket.shutDown(listener)
    threads.join()
    LoopbackSocket.free(listener)
    for descriptor in state.withLock({ $0.open }) { LoopbackSocket.free(descriptor) }
  }

  private func accepts(_ streams: UInt8, _ handler: @escaping Handler) {
    while let descriptor = LoopbackSocket.accept(on: listener) {
      state.withLock { state in
        let connection = Connection(number: state.connections, descriptor: descriptor)
        state.connections += 1
        state.open.append(descriptor)
        if state.isStopped { LoopbackSocket.shutDown(descriptor) }
        threads.run { [self] in serves(connection, streams, handler) }
      }
    }
  }

  private func serves(_ connection: Connection, _ streams: UInt8, _ handler: Handler) {
    var buffered: [UInt8] = []
    var input = [UInt8](repeating: 0, count: 64 * 1024)
    func fill(_ count: Int) -> Bool {
      while buffered.count < count {
        let received = LoopbackSocket.receive(connection.descriptor, into: &input)
        guard received > 0 else { return false }
        buffered += input[..<received]
      }
      return true
    }
    defer {
      LoopbackSocket.shutDown(connection.descriptor)
      ended.yield(0)
    }
    guard fill(24) else { return }
    buffered.removeFirst(24)
    connection.send(4, stream: 0, [0, 3, 0, 0, 0, streams])
    while fill(9) {
      let length = buffered[..<3].reduce(0) { $0 << 8 | Int($1) }
      let (type, flags) = (buffered[3], buffered[4])
      let stream = buffered[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
      guard fill(9 + length) else { return }
      buffered.removeFirst(9 + length)
      if type == 4, flags == 0 { connection.send(4, flags: 1, stream: 0) }
      if type == 3 { ended.yield(stream) }
      guard type == 1 else { continue }
      state.withLock { $0.requests += 1 }
      handler(stream, connection)
    }
  }
}

/// A server for one test, stopped when the test is over.
func withFrames<Output>(
  on address: LoopbackServer.Address = .ipv4(), streams: UInt8 = 100, _ handler: @escaping FrameServer.Handler,
  _ body: (FrameServer) async throws -> Output
) async throws -> Output {
  let server = try FrameServer(on: address, streams: streams, handler)
  defer { server.stop() }
  return try await body(server)
}
