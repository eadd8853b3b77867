import FoundationEssentials
import HTTPTypes

extension LoopbackRoutes {
  /// The handler of a proxy: tunnels for CONNECT, and forwarded requests in absolute form. It sends every request to 127.0.0.1,
  /// so a host name that cannot be resolved proves that the proxy was used.
  ///
  /// ```swift
  /// let proxy = try LoopbackServer(LoopbackRoutes.proxy(credentials: "user:password"))
  /// ```
  /// - Parameter credentials: required in `Proxy-Authorization` by the Basic scheme; without them the response is 407.
  package static func proxy(credentials: String? = nil) -> LoopbackServer.Handler {
    let demanded = credentials.map { "Basic " + Data($0.utf8).base64EncodedString() }
    return { request, connection in
      if let demanded, request.fields[.proxyAuthorization] != demanded {
        connection.readBody()
        connection.answer(407, ["Proxy-Authenticate: Basic realm=\"proxy\""], Array("who are you?".utf8))
        return .keepAlive
      }
      let isTunnel = request.method == "CONNECT"
      let parts = request.target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      let rest = parts.count == 3 ? parts[2] : ""
      let authority = isTunnel ? Substring(request.target) : rest.prefix { $0 != "/" }
      guard let port = Int(authority.split(separator: ":").last ?? ""), let origin = LoopbackSocket.connect(to: port) else {
        connection.answer(502)
        return .close
      }
      defer { LoopbackSocket.free(origin) }
      if isTunnel {
        connection.send("HTTP/1.1 200 Connected\r\n\r\n")
      } else {
        let target = rest.drop { $0 != "/" }
        var lines = ["\(request.method) \(target.isEmpty ? "/" : target) HTTP/1.1", "Connection: close"]
        for field in request.fields where !hopByHop.contains(field.name.canonicalName) {
          lines.append("\(field.name.rawName): \(field.value)")
        }
        _ = LoopbackSocket.send((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8, to: origin)
      }
      connection.relay(to: origin)
      return .close
    }
  }

  /// The handler of a proxy that refuses every request with 403.
  package static let refusingProxy: LoopbackServer.Handler = { _, connection in
    connection.readBody()
    connection.answer(403, [], Array("not through me".utf8))
    return .close
  }

  private static let hopByHop: Set<String> = ["proxy-authorization", "proxy-connection", "connection", "keep-alive"]
}
