/// A port of 127.0.0.1 on which connecting neither succeeds nor fails.
///
/// It is a listener that accepts no connection and whose queue is full, so Linux drops further attempts. Other systems may
/// refuse them instead.
package final class LoopbackDeadEnd: Sendable {
  /// The port.
  package let port: Int
  private let descriptors: [Int32]

  /// A dead end, until it is released.
  package init() throws {
    let (listener, port) = try LoopbackSocket.listen(backlog: 0)
    self.port = port
    descriptors = [listener] + (0..<4).map { _ in LoopbackSocket.beginConnecting(to: port) }
  }

  deinit { descriptors.forEach(LoopbackSocket.free) }

  /// `127.0.0.1:port`.
  package var authority: String { "127.0.0.1:\(port)" }
}
