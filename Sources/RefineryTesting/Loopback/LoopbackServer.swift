import Synchronization

/// A small HTTP server on 127.0.0.1 that can misbehave, and that keeps the requests it receives.
///
/// One blocking thread per connection, no dependencies. By default it serves ``LoopbackRoutes/misbehaving``.
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// let response = try await transport.send(server.request(.get, "/status/404"))
/// #expect(server.received.map(\.target) == ["/status/404"])
/// ```
public final class LoopbackServer: Sendable {
  /// Responds to one request and returns what happens to the connection.
  public typealias Handler = @Sendable (LoopbackRequest, LoopbackConnection) -> LoopbackConnection.Ending

  /// The system provided no socket.
  public struct CannotListen: Error {}

  /// Where a server listens.
  public enum Address: Sendable, Hashable {
    /// 127.0.0.1; by default on a free port.
    case ipv4(port: Int = 0)
    /// ::1; by default on a free port.
    case ipv6(port: Int = 0)
    /// A Unix domain socket at this path. The path must be free; ``LoopbackServer/stop()`` removes it.
    case unix(path: String)
  }

  private struct State {
    var received: [LoopbackRequest] = []
    var total = 0
    var open: [Int: Int32] = [:]
    var threads: [Int: LoopbackThread] = [:]
    var finished: [Int] = []
    var connections = 0
    var isStopped = false
    var peakConnections = 0
  }

  /// The address it listens on, with the port.
  public let address: Address
  /// The port it listens on; 0 for a Unix domain socket.
  public let port: Int
  private let listener: Int32
  private let keepsLog: Bool
  private let state = Mutex(State())
  private let acceptor = Mutex<LoopbackThread?>(nil)
  private let hungUp = Tally()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - address: the address; by default 127.0.0.1.
  ///   - keepsLog: whether ``received`` is filled; false for load tests, which need only ``requestCount``.
  ///   - handler: responds to every request.
  /// - Throws: ``CannotListen`` if the system provides no socket.
  public init(
    on address: Address = .ipv4(), keepsLog: Bool = true, _ handler: @escaping Handler = LoopbackRoutes.misbehaving
  ) throws(CannotListen) {
    guard let (descriptor, port) = LoopbackSocket.listen(on: address) else { throw CannotListen() }
    listener = descriptor
    self.port = port
    self.address =
      switch address {
      case .ipv4: .ipv4(port: port)
      case .ipv6: .ipv6(port: port)
      case .unix: address
      }
    self.keepsLog = keepsLog
    acceptor.withLock { $0 = LoopbackThread { [self] in accepts(handler) } }
  }

  /// `127.0.0.1:port` or `[::1]:port`; `localhost` for a Unix domain socket.
  public var authority: String {
    switch address {
    case .ipv4(let port): "127.0.0.1:\(port)"
    case .ipv6(let port): "[::1]:\(port)"
    case .unix: "localhost"
    }
  }

  /// All received requests, in order.
  public var received: [LoopbackRequest] { state.withLock { $0.received } }

  /// The number of received requests.
  public var requestCount: Int { state.withLock { $0.total } }

  /// The number of accepted connections.
  public var connectionCount: Int { state.withLock { $0.connections } }

  /// The number of connections that are open now.
  public var openConnections: Int { state.withLock { $0.open.count } }

  /// The largest number of connections that were open at the same time.
  public var peakConnections: Int { state.withLock { $0.peakConnections } }

  /// The number of responses during which the client closed the connection.
  public var hangUpCount: Int { hungUp.count }

  /// Waits until clients have closed connections during at least `count` responses. Returns early when the server stops, and
  /// when the waiting task is cancelled.
  public func hangUps(_ count: Int) async { await hungUp.reaches(count) }

  func clientHangsUp() { hungUp.add() }

  /// Closes every socket and waits until every thread has ended. May be called again.
  public func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      for descriptor in state.open.values { LoopbackSocket.shutDown(descriptor) }
      return !state.isStopped
    }
    hungUp.end()
    guard isFirst else { return }
    LoopbackSocket.shutDown(listener)
    acceptor.withLock { $0 }?.join()
    LoopbackSocket.free(listener)
    if case .unix(let path) = address { LoopbackSocket.remove(path) }
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
        state.peakConnections = max(state.peakConnections, state.open.count)
        if state.isStopped { LoopbackSocket.shutDown(descriptor) }
        return (state.connections, ended)
      }
      ended.forEach { $0.join() }
      // This is done under the lock, so that the thread is registered before it can end.
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
