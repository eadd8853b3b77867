import Synchronization

/// A small HTTP server on 127.0.0.1 that can be scripted to misbehave, and keeps what it received.
///
/// One blocking thread a connection, no dependencies. Unless told otherwise it serves ``LoopbackRoutes/misbehaving``.
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// let response = try await transport.send(server.request(.get, "/status/404"))
/// #expect(server.received.map(\.target) == ["/status/404"])
/// ```
public final class LoopbackServer: Sendable {
  /// Answers one request and says what becomes of the connection.
  public typealias Handler = @Sendable (LoopbackRequest, LoopbackConnection) -> LoopbackConnection.Ending

  /// The system gave no socket.
  public struct CannotListen: Error {}

  private struct State {
    var received: [LoopbackRequest] = []
    var total = 0
    var open: [Int: Int32] = [:]
    var threads: [Int: LoopbackThread] = [:]
    var finished: [Int] = []
    var connections = 0
    var isStopped = false
    var hangUps = 0
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  /// The port it listens on.
  public let port: Int
  private let listener: Int32
  private let keepsLog: Bool
  private let state = Mutex(State())
  private let acceptor = Mutex<LoopbackThread?>(nil)

  /// A server that listens at once.
  ///
  /// - Parameters:
  ///   - keepsLog: whether ``received`` is filled; off for load tests, where only ``requestCount`` is wanted.
  ///   - handler: answers every request.
  /// - Throws: ``CannotListen`` when the system gives no socket.
  public init(keepsLog: Bool = true, _ handler: @escaping Handler = LoopbackRoutes.misbehaving) throws(CannotListen) {
    guard let (descriptor, port) = LoopbackSocket.listen() else { throw CannotListen() }
    listener = descriptor
    self.port = port
    self.keepsLog = keepsLog
    acceptor.withLock { $0 = LoopbackThread { [self] in accepts(handler) } }
  }

  /// `127.0.0.1:port`.
  public var authority: String { "127.0.0.1:\(port)" }

  /// Everything that was received, in order.
  public var received: [LoopbackRequest] { state.withLock { $0.received } }

  /// How many requests were received.
  public var requestCount: Int { state.withLock { $0.total } }

  /// How many connections were accepted.
  public var connectionCount: Int { state.withLock { $0.connections } }

  /// How many connections are open now.
  public var openConnections: Int { state.withLock { $0.open.count } }

  /// How many unfinished answers clients have hung up on.
  public var hangUpCount: Int { state.withLock { $0.hangUps } }

  /// Waits until clients have hung up on at least `count` unfinished answers.
  public func hangUps(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.hangUps < count && !state.isStopped { state.watchers.append((count, continuation)) }
        return state.hangUps >= count || state.isStopped
      }
      if isReached { continuation.resume() }
    }
  }

  func clientHangsUp() {
    let reached = state.withLock { state in
      state.hangUps += 1
      defer { state.watchers.removeAll { $0.count <= state.hangUps } }
      return state.watchers.filter { $0.count <= state.hangUps }
    }
    for watcher in reached { watcher.continuation.resume() }
  }

  /// Closes every socket and waits until every thread has ended. May be called again.
  public func stop() {
    let (isFirst, watchers) = state.withLock { state in
      defer {
        state.isStopped = true
        state.watchers = []
      }
      for descriptor in state.open.values { LoopbackSocket.shutDown(descriptor) }
      return (!state.isStopped, state.watchers)
    }
    for watcher in watchers { watcher.continuation.resume() }
    guard isFirst else { return }
    LoopbackSocket.shutDown(listener)
    acceptor.withLock { $0 }?.join()
    LoopbackSocket.free(listener)
    let threads = state.withLock { state in
      defer { state.threads = [:] }
      return Array(state.threads.values)
    }
    threads.forEach { $0.join() }
  }

  private func accepts(_ handler: @escaping Handler) {
    while let descriptor = LoopbackSocket.accept(on: listener) {
      let (number, ended) = state.withLock { state -> (Int, [LoopbackThread]) in
        let ended = state.finished.compactMap { state.threads.removeValue(forKey: $0) }
        state.finished = []
        state.connections += 1
        state.open[state.connections] = descriptor
        if state.isStopped { LoopbackSocket.shutDown(descriptor) }
        return (state.connections, ended)
      }
      ended.forEach { $0.join() }
      // Under the lock, so that the thread is known before it can have ended.
      state.withLock { state in
        state.threads[number] = LoopbackThread { [self] in serves(descriptor, number: number, handler) }
      }
    }
  }

  private func serves(_ descriptor: Int32, number: Int, _ handler: Handler) {
    let connection = LoopbackConnection(descriptor: descriptor, number: number - 1, server: self)
    var ending = LoopbackConnection.Ending.keepAlive
    while case .keepAlive = ending, let request = connection.nextRequest() {
      ending = handler(request, connection)
      if case .keepAlive = ending { connection.readBody() }
    }
    if case .reset = ending { LoopbackSocket.reset(descriptor) }
    state.withLock { state in
      state.open[number] = nil
      state.finished.append(number)
      LoopbackSocket.free(descriptor)
    }
  }

  func logs(_ request: LoopbackRequest) -> Int {
    state.withLock { state in
      defer { state.total += 1 }
      guard keepsLog else { return state.total }
      var request = request
      request.number = state.total
      state.received.append(request)
      return state.total
    }
  }

  func updates(_ request: LoopbackRequest) {
    guard keepsLog else { return }
    state.withLock { $0.received[request.number] = request }
  }
}
