import FoundationEssentials
package import RefineryCore

extension TransportConfiguration {
  /// Why the path of the Unix domain socket cannot be used; nil if it can, and if there is none. The socket itself may be made
  /// later.
  ///
  /// - Parameter longest: the longest path that the engine takes, in bytes.
  package func unixSocketProblem(longest: Int) -> String? {
    guard let unixSocket else { return nil }
    guard (1...longest).contains(unixSocket.utf8.count), !unixSocket.utf8.contains(0) else {
      return "unixSocket must be a path of 1 to \(longest) bytes"
    }
    let type = (try? FileManager.default.attributesOfItem(atPath: unixSocket))?[.type] as? FileAttributeType
    let isUsable = [nil, .typeSocket, .typeSymbolicLink].contains(type)
    return isUsable ? nil : "unixSocket is not the path of a socket"
  }
}
