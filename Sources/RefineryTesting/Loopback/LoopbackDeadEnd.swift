/// A port of 127.0.0.1 on which connecting neither succeeds nor fails.
///
/// It is a listener that accepts no connection. Its queue is full, so Linux drops further attempts. Other systems may refuse
/// them instead.
public final class LoopbackDeadEnd: Sendable {
  /// The port.
  public let port: Int
  private let descriptors: [Int32]

  /// A dead end, until it is released.
  ///
  /// - Throws: `LoopbackServer.CannotListen` if the system provides no socket.
  public init() throws(LoopbackServer.CannotListen) {
    guard let (listener, port) = LoopbackSocket.listen(backlog: 0) else { throw LoopbackServer.CannotListen() }
    self.port = port
    descriptors = [listener] + (0..<4).map { _ in LoopbackSocket.beginConnecting(to: port) }
  }

  deinit { descriptors.forEach(LoopbackSocket.free) }

  /// `127.0.0.1:port`.
  public var authority: String { "127.0.0.1:\(port)" }
}
