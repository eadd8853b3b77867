public import HTTPTypes
public import RefineryCore

extension LoopbackServer {
  /// A request to this server, as a client would make it.
  public func request(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: Body? = nil, options: Options = Options(),
    timeout: Duration? = .seconds(120)
  ) -> Request {
    Request(
      endpoint: Endpoint("Loopback", method, "loopback"),
      head: HTTPRequest(method: method, scheme: "http", authority: authority, path: target, headerFields: headers),
      body: body, options: options, context: CallContext(timeout: timeout))
  }
}
