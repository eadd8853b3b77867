package import RefineryCore

/// The connection of a request.
package struct UsedConnection: Sendable {
  /// The IP address of the server or the proxy, or the path of a Unix domain socket.
  private let address: String?
  private let port: Int?
  /// Whether an earlier request used it.
  package let isReused: Bool

  package init(address: String?, port: Int?, isReused: Bool) {
    self.address = address
    self.port = port
    self.isReused = isReused
  }

  package func describe(in times: inout AttemptTimes) {
    times.isConnectionReused = isReused
    times.peerAddress = address
    times.peerPort = port
  }
}
