import RefineryTesting
import Synchronization

/// A small HTTP server on 127.0.0.1 that can misbehave, and that keeps the requests it receives.
///
/// One blocking thread per connection, no dependencies.
///
/// ```swift
/// let server = try LoopbackServer()
/// defer { server.stop() }
/// let response = try await transport.send(server.request(.get, "/status/404"))
/// #expect(server.received.map(\.target) == ["/status/404"])
/// ```
/// Its standard handler serves these paths. Each shows one way in which real servers behave or misbehave. Any other path is a
/// 404.
///
/// | Path | Response |
/// | --- | --- |
/// | `/status/N`, `/bytes/N`, `/head` | that status; that many bytes; five bytes |
/// | `/echo`, `/fields` | the request's content; the request's fields as lines |
/// | `/chunked`, `/until-close` | content without a length |
/// | `/hints`, `/trailers`, `/repeated`, `/latin1`, `/no-reason`, `/old`, `/garbage` | odd heads |
/// | `/many-fields`, `/endless-field` | 36 KB of fields; a field that does not end |
/// | `/truncated`, `/truncated-chunked`, `/truncated-gzip`, `/hang-up`, `/reset`, `/reset-late`, `/stale` | ends too early |
/// | `/silent`, `/stall`, `/drip/N?ms=M`, `/deaf` | too slow; `/deaf` reads no content |
/// | `/sink` | the length of the request's content |
/// | `/early` | 413 before the content has been read |
/// | `/challenge/SCHEME` | 401 with a body |
/// | `/redirect/N?to=T`, `/redirect-bare/N`, `/hops/N` | redirects |
/// | `/gzip`, `/coding/NAME`, `/bomb` | coded content |
public final class LoopbackServer: Sendable {
  /// Responds to one request and returns what happens to the connection.
  package typealias Handler = @Sendable (LoopbackRequest, LoopbackConnection) -> LoopbackConnection.Ending

  /// Where a server listens, by default on a free port. The path of a Unix domain socket must be free; ``stop()`` removes it.
  package enum Address: Sendable, Hashable {
    case ipv4(port: Int = 0)
    case ipv6(port: Int = 0)
    case unix(path: String)
  }

  private struct State {
    var received: [LoopbackRequest] = []
    var total = 0
    var open: [Int: Int32] = [:]
    var connections = 0
    var isStopped = false
    var peakConnections = 0
  }

  /// The address it listens on, with the port.
  package let address: Address
  /// The port it listens on.
  public let port: Int
  private let listener: Int32
  private let keepsLog: Bool
  private let state = Mutex(State())
  private let threads = LoopbackThreads()
  private let hungUp = Tally()

  /// Starts a server on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - keepsLog: whether ``received`` is filled; false for load tests.
  ///   - handler: responds to every request, and returns what happens to the connection. Nil for the standard handler.
  /// - Throws: an error if the system provides no socket.
  public convenience init(
    keepsLog: Bool = true,
    _ handler: (@Sendable (LoopbackRequest, LoopbackConnection) -> LoopbackConnection.Ending)? = nil
  ) throws {
    try self.init(on: .ipv4(), keepsLog: keepsLog, handler ?? LoopbackRoutes.misbehaving)
  }

  package init(on address: Address, keepsLog: Bool = true, _ handler: @escaping Handler = LoopbackRoutes.misbehaving) throws {
    (listener, port) = try LoopbackSocket.listen(on: address)
    self.address =
      switch address {
      case .ipv4: .ipv4(port: port)
      case .ipv6: .ipv6(port: port)
      case .unix: address
      }
    self.keepsLog = keepsLog
    threads.run { [self] in accepts(handler) }
  }

  /// `127.0.0.1:port`.
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
  package var requestCount: Int { state.withLock { $0.total } }

  /// The number of accepted connections.
  public var connectionCount: Int { state.withLock { $0.connections } }

  /// The number of connections that are open now.
  package var openConnections: Int { state.withLock { $0.open.count } }

  /// The largest number of connections that were open at the same time.
  package var peakConnections: Int { state.withLock { $0.peakConnections } }

  /// The number of responses during which the client closed the connection.
  package var hangUpCount: Int { hungUp.count }

  /// Waits until clients have closed connections during at least `count` responses. Returns early when the server stops, and
  /// when the waiting task is cancelled.
  package func hangUps(_ count: Int) async { await hungUp.reaches(count) }

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
    threads.join()
    LoopbackSocket.free(listener)
    if case .unix(let path) = address { LoopbackSocket.remove(path) }
  }

  private func accepts(_ handler: @escaping Handler) {
    while let descriptor = LoopbackSocket.accept(on: listener) {
      let number = state.withLock { state in
        state.connections += 1
        state.open[state.connections] = descriptor
        state.peakConnections = max(state.peakConnections, state.open.count)
        if state.isStopped { LoopbackSocket.shutDown(descriptor) }
        return state.connections
      }
      threads.run { [self] in serves(descriptor, number: number, handler) }
    }
  }

  private func serves(_ descriptor: Int32, number: Int, _ handler: Handler) {
    let connection = LoopbackConnection(descriptor: descriptor, number: number - 1, server: self)
    var ending = LoopbackConnection.Ending.keepAlive
    while case .keepAlive = ending, let request = connection.nextRequest() {
      ending = handler(request, connection)
      guard case .keepAlive = ending else { break }
      connection.readBody()
      if connection.isBroken || (request.isOld && !request.keepsConnection) { ending = .close }
    }
    if case .reset = ending { LoopbackSocket.reset(descriptor) }
    state.withLock { state in
      state.open[number] = nil
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
