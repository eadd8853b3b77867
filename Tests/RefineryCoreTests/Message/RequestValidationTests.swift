import FoundationEssentials
import HTTPTypes
import RefineryCore
import Testing

@Suite struct RequestValidationTests {
  private func request(
    _ method: HTTPRequest.Method = .get, scheme: String? = "https", authority: String? = "api.example.com",
    path: String? = "/a?b=c", headers: HTTPFields = [:], body: Body? = nil
  ) -> Request {
    Request(
      endpoint: Endpoint("Test", method, "test"),
      head: HTTPRequest(method: method, scheme: scheme, authority: authority, path: path, headerFields: headers), body: body)
  }

  private func fault(_ request: Request) -> TransportError? {
    do {
      try request.validate()
      return nil
    } catch { return error }
  }

  @Test("a request that says what it means passes")
  func valid() {
    #expect(fault(request()) == nil)
    #expect(fault(request(.post, scheme: "HTTP", authority: "127.0.0.1:8080", body: Body("x"))) == nil)
    #expect(fault(request(authority: "[::1]:80")) == nil)
    #expect(fault(request(.delete, body: Body("x"))) == nil)
    #expect(fault(request(.get, body: .empty)) == nil)
    #expect(fault(request(headers: [.accept: "a\tb é"])) == nil)
  }

  @Test("a missing or foreign scheme is refused", arguments: [nil, "", "ftp", "file", "javascript"])
  func schemes(scheme: String?) {
    #expect(fault(request(scheme: scheme))?.reason == "the scheme must be http or https")
  }

  @Test(
    "a host that is missing or malformed is refused",
    arguments: [nil, "", ":80", "a b", "a/b", "a?b", "a#b", "a%41", "ä.example", "[::1", "::1", "[]", "a\\b", "a,b"])
  func hosts(authority: String?) {
    #expect(fault(request(authority: authority))?.code == .invalidRequest)
  }

  @Test(
    "a port that is no port is refused",
    arguments: ["a:0", "a:65536", "a:-1", "a:+1", "a:x", "a:80x", "a:99999999999999999999"])
  func ports(authority: String) {
    #expect(fault(request(authority: authority))?.reason == "the port is not a number from 1 to 65535")
  }

  @Test("user information is refused, and not repeated")
  func userInformation() throws {
    let error = try #require(fault(request(authority: "canary:canary@api.example.com")))
    #expect(!error.description.contains("canary"))
    #expect(error.reason.contains("AuthMiddleware"))
  }

  @Test(
    "a target with anything but visible ASCII, without its slash, or with a fragment is refused",
    arguments: [nil, "", "a", "?q", "*", "/a b", "/a\tb", "/a\u{7F}b", "/a\u{1}b", "/é", "/a#f", "http://a/b"])
  func targets(path: String?) {
    let error = fault(request(path: path))
    #expect(error?.code == .invalidRequest && error?.isUnsent == true)
  }

  @Test("GET, HEAD and TRACE carry no body, and CONNECT is nothing for a client of responses")
  func methods() {
    for method in [HTTPRequest.Method.get, .head, .trace] {
      #expect(fault(request(method, body: Body("x")))?.reason == "\(method) must not have a body")
    }
    let stream = Body(AsyncStream<Data> { $0.finish() })
    #expect(fault(request(.get, body: stream)) != nil)
    #expect(fault(request(.connect)) != nil)
  }

  @Test(
    "the fields of framing belong to the transport, whatever their case",
    arguments: ["host", "Content-Length", "TRANSFER-ENCODING", "Connection", "Expect", "Upgrade", "TE", "Keep-Alive"])
  func framing(name: String) throws {
    var headers = HTTPFields()
    headers[try #require(HTTPField.Name(name))] = "canary"
    let error = try #require(fault(request(.post, headers: headers)))
    #expect(error.reason.contains(name))
    #expect(!error.description.contains("canary"))
  }

  @Test("a control character in a value never reaches the wire", arguments: [UInt8](0...31) + [127])
  func controls(code: UInt8) {
    let field = HTTPField(name: .accept, value: "canary\(Character(Unicode.Scalar(code)))x")
    let error = fault(request(headers: HTTPFields([field])))
    // `HTTPFields` replaces control characters by spaces; were one left, the request would be refused.
    let isHarmless = field.value.utf8.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    #expect(isHarmless == (error == nil))
    #expect(error?.description.contains("canary") != true)
  }
}
