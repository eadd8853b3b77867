/// A port of 127.0.0.1 to which connecting never ends: nobody is refused, and nobody is let in.
///
/// The queue of a listener that accepts nobody is full, and Linux drops what comes then. Other systems may refuse instead.
public final class LoopbackDeadEnd: Sendable {
  /// The port.
  public let port: Int
  private let descriptors: [Int32]

  /// A dead end, until it is let go of.
  ///
  /// - Throws: `LoopbackServer.CannotListen` when the system gives no socket.
  public init() throws(LoopbackServer.CannotListen) {
    guard let (listener, port) = LoopbackSocket.listen(backlog: 0) else { throw LoopbackServer.CannotListen() }
    self.port = port
    descriptors = [listener] + (0..<4).map { _ in LoopbackSocket.beginConnecting(to: port) }
  }

  deinit { descriptors.forEach(LoopbackSocket.free) }

  /// `127.0.0.1:port`.
  public var authority: String { "127.0.0.1:\(port)" }
}
