import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

#if TABLES
  import Tables
#else
  import Endpoints
#endif

@Suite struct RegistryTests {
  private static let challenge =
    #"Bearer realm="https://login.example/token",service="registry.example",scope="repository:library/nginx:pull repository:a/b:push""#
  private let nginx = Registry.Repository.at("library/nginx")

  private func client(_ stub: StubTransport, _ middleware: [any Middleware] = []) -> Client {
    Client(baseURL: "https://registry.example/v2", middleware: middleware, transport: stub)
  }

  @Test("A12: a name of several segments keeps its slashes, and a segment cannot leave its place")
  func names() async throws {
    let stub = StubTransport(.json(#"{"name":"library/nginx","tags":["1.27","latest"]}"#))
    let api = client(stub)
    #expect(try await api.send(nginx / Registry.Tag.enumerate(["n": 2])).map(\.rawValue) == ["1.27", "latest"])
    _ = try await api.send(Registry.Repository.at("a/b?c/ü") / Registry.Blob.delete("sha256:ab"))
    #expect(
      stub.sent.map(\.url) == [
        "https://registry.example/v2/library/nginx/tags/list?n=2",
        "https://registry.example/v2/a/b%3Fc/%C3%BC/blobs/sha256%3Aab",
      ])
    for name in ["", "a//b", "../x", "a/.."] {
      let call = Registry.Repository.at(.init(name)) / Registry.Tag.enumerate()
      let error = await #expect(throws: CallError.self) { try await api.send(call) }
      #expect(error?.stage == .building)
    }
    #expect(stub.requests.count == 2)
  }

  @Test("C18: a repository without tags has an empty list, whether the list is null or absent; other shapes are faults")
  func noTags() async throws {
    for body in [#"{"name":"x","tags":null}"#, #"{"name":"x"}"#] {
      #expect(try await client(StubTransport(.json(body))).send(nginx / Registry.Tag.enumerate()).isEmpty)
    }
    for body in [#"{"tags":{}}"#, #"{"tags":[1]}"#, "[]", "no JSON"] {
      let error = await #expect(throws: CallError.self) {
        try await client(StubTransport(.json(body))).send(nginx / Registry.Tag.enumerate())
      }
      #expect(error?.stage == .mapping)
    }
  }

  @Test("B09: pages of tags follow the Link field")
  func pages() async throws {
    let link: HTTPFields = [try #require(HTTPField.Name("Link")): #"</v2/library/nginx/tags/list?last=a&n=1>; rel="next""#]
    let stub = StubTransport(.json(#"{"tags":["a"]}"#, headers: link), .json(#"{"tags":["b"]}"#))
    let tags = try await client(stub).items(of: nginx / Registry.Tag.enumerate(["n": 1])).reduce(into: []) {
      $0.append($1.rawValue)
    }
    #expect(tags == ["a", "b"])
    #expect(stub.last?.url == "https://registry.example/v2/library/nginx/tags/list?last=a&n=1")
  }

  @Test(
    "An upload goes to the Location, absolute or relative, with the digest added to its query",
    arguments: [
      "https://registry.example/v2/library/nginx/blobs/uploads/u1?_state=a%3D%3D",
      "/v2/library/nginx/blobs/uploads/u1?_state=a%3D%3D", "u1?_state=a%3D%3D",
    ])
  func upload(location: String) async throws {
    let stub = StubTransport(.status(202, headers: [.location: location]), .status(201))
    let api = client(stub)
    let upload = try await api.reply(to: nginx / Registry.Blob.upload())
    try await api.send(nginx / Registry.Blob.finish(at: upload.location ?? "", Body("layer"), digest: "sha256:ab"))
    #expect(
      stub.sent.map(\.url) == [
        "https://registry.example/v2/library/nginx/blobs/uploads/",
        "https://registry.example/v2/library/nginx/blobs/uploads/u1?_state=a%3D%3D&digest=sha256%3Aab",
      ])
    #expect(stub.sent.map(\.method) == [.post, .put])
    #expect(stub.last?.text == "layer")
  }

  @Test(
    "An upload without a Location, or with one of another host, sends nothing more", arguments: ["", "https://evil.example/u"])
  func hostileLocation(location: String) async throws {
    let stub = StubTransport(.status(201))
    let call = nginx / Registry.Blob.finish(at: location, Body("layer"), digest: "sha256:ab")
    let error = await #expect(throws: CallError.self) { try await client(stub).send(call) }
    #expect(error?.underlying is LinkRefused)
    #expect(stub.requests.isEmpty)
  }

  @Test("A 401 names where a token is given; the request is sent again with it")
  func token() async throws {
    let login = StubTransport(.json(#"{"token":"t1","expires_in":60}"#))
    let tokens = Client(
      baseURL: "https://login.example", middleware: [AuthMiddleware(.basic(user: "ann", password: "pw"))], transport: login)
    let stub = StubTransport(.status(401, headers: [.wwwAuthenticate: Self.challenge]), .json(#"{"tags":["a"]}"#))
    let tags = try await client(stub, [Registry.tokens(from: tokens)]).send(nginx / Registry.Tag.enumerate())
    #expect(tags.map(\.rawValue) == ["a"])
    #expect(
      login.sent.map(\.url)
        == [
          "https://login.example/token?scope=repository%3Alibrary%2Fnginx%3Apull&scope=repository%3Aa%2Fb%3Apush"
            + "&service=registry.example"
        ])
    #expect(login.requests.map { $0.head.headerFields[.authorization] } == ["Basic YW5uOnB3"])
    #expect(stub.requests.map { $0.head.headerFields[.authorization] } == [nil, "Bearer t1"])
  }

  @Test("A token may be named access_token, and one of the two is needed")
  func accessToken() async throws {
    let login = StubTransport(.json(#"{"access_token":"t2"}"#), .json("{}"))
    let server = Client(baseURL: "https://login.example", transport: login)
    #expect(try await server.send(Registry.Token.read()).token == "t2")
    let error = await #expect(throws: CallError.self) { try await server.send(Registry.Token.read()) }
    #expect(error?.stage == .mapping)
  }

  @Test("A registry that names a foreign server for tokens does not get the password")
  func foreignRealm() async throws {
    let login = StubTransport(.json(#"{"token":"t1"}"#))
    let stub = StubTransport(
      .status(401, headers: [.wwwAuthenticate: Self.challenge.replacing("login.example", with: "evil.example")]))
    let tokens = Client(baseURL: "https://login.example", transport: login)
    let error = await #expect(throws: CallError.self) {
      try await client(stub, [Registry.tokens(from: tokens)]).send(nginx / Registry.Tag.enumerate())
    }
    #expect(error?.description.contains("origin") == true)
    #expect(login.requests.isEmpty && stub.requests.count == 1)
  }

  @Test("A 401 of another scheme is the response of the call")
  func otherScheme() async throws {
    let stub = StubTransport(.status(401, headers: [.wwwAuthenticate: #"Basic realm="x""#]))
    let login = StubTransport(.json(#"{"token":"t1"}"#))
    let api = client(stub, [Registry.tokens(from: Client(baseURL: "https://login.example", transport: login))])
    let error = await #expect(throws: CallError.self) { try await api.send(nginx / Registry.Tag.enumerate()) }
    #expect(error?.status == 401)
    #expect(login.requests.isEmpty)
  }

  @Test("O08: faults are read from the list of an error response, and their line holds only the codes")
  func faults() async throws {
    let body = #"{"errors":[{"code":"NAME_UNKNOWN","message":"secret","detail":{"name":"x"}}]}"#
    let error = await #expect(throws: CallError.self) {
      try await client(StubTransport(.json(body, status: 404))).send(nginx / Registry.Blob.content("sha256:ab"))
    }
    let faults = try #require(error?.details(as: RegistryFaults.self))
    #expect(faults.codes == ["NAME_UNKNOWN"])
    #expect(faults.description == "registry: NAME_UNKNOWN")
    let other = await #expect(throws: CallError.self) {
      try await client(StubTransport(.json(#"{"errors":{}}"#, status: 404))).send(nginx / Registry.Blob.content("sha256:ab"))
    }
    #expect(other?.kind == .notFound && other?.details == nil)
  }
}
