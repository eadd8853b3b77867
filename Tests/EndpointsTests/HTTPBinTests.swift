import HTTPTypes
import Refinery
import RefineryTesting
import Testing

#if TABLES
  import Tables
#else
  import Endpoints
#endif

@Suite struct HTTPBinTests {
  @Test("A12: path values stay one segment each, lists one segment an element")
  func paths() throws {
    let api = Client(baseURL: "http://b", transport: StubTransport())
    func path<Output>(_ call: Call<Output>) throws -> String? { try api.makeRequest(for: call).head.path }
    #expect(try path(HTTPBin.anything(["a/b", "c d"])) == "/anything/a%2Fb/c%20d")
    #expect(try path(HTTPBin.basicAuth(user: "a/b", password: "p?x")) == "/basic-auth/a%2Fb/p%3Fx")
    #expect(try path(HTTPBin.redirect(to: "http://h/?a=1&b")) == "/redirect-to?url=http%3A%2F%2Fh%2F%3Fa%3D1%26b")
    #expect(try path(HTTPBin.bytes(3, seed: 4)) == "/bytes/3?seed=4")
  }
}
