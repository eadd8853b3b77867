import Endpoints
import Foundation
import HTTPTypes
import Refinery
import RefineryCurl
import RefineryTesting
import Testing

extension Server {
  static let registry = Server("REFINERY_REGISTRY_URL")
  static let etcd = Server("REFINERY_ETCD_URL")
  static let prometheus = Server("REFINERY_PROMETHEUS_URL")
}

extension Servers {
  @Suite("Registry", .timeLimit(.minutes(5)), Server.registry.trait) struct RegistryServerTests {
    private static let manifestEndpoint = Endpoint("Manifest.update", .put, "{/name*}/manifests/{tag}", output: Okay.self)
    private static let removalEndpoint = Endpoint("Manifest.delete", .delete, "{/name*}/manifests/{digest}", output: Okay.self)
    /// The digest of `{}`.
    private let digest = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    private let name = Registry.Repository.ID("library/refinery-\(UUID().uuidString.lowercased())")
    private let login: StubTransport
    private let api: Client

    /// The registry accepts any token, so a stub gives them.
    init() {
      login = StubTransport(.json(#"{"token":"t"}"#))
      api = Client(
        baseURL: (Server.registry.url ?? "") + "/v2",
        middleware: [Registry.tokens(from: Client(baseURL: "http://127.0.0.1:9", transport: login))],
        transport: URLSessionTransport())
    }

    private func push(_ tag: String) async throws -> String {
      let type = "application/vnd.oci.image.manifest.v1+json"
      let manifest = """
        {"schemaVersion":2,"mediaType":"\(type)","config":{"mediaType":"application/vnd.oci.image.config.v1+json",\
        "digest":"\(digest)","size":2},"layers":[]}
        """
      let call = Call<Okay>(Self.manifestEndpoint, ["name": .list(name.segments), "tag": .text(tag)])
      let reply = try await api.reply(to: call.body(Body(manifest), contentType: type))
      return try #require(HTTPField.Name("Docker-Content-Digest").flatMap { reply.headers[$0] })
    }

    @Test("A blob is uploaded to a Location and read; tags come and go; each call gets a token for its scope")
    func cycle() async throws {
      let repository = Registry.Repository.at(name)
      let upload = try await api.reply(to: repository / Registry.Blob.upload())
      #expect(upload.status == .accepted)
      let location = try #require(upload.location)
      #expect(
        try await api.reply(to: repository / Registry.Blob.finish(at: location, Body("{}"), digest: digest)).status == .created)
      #expect(try await api.send(repository / Registry.Blob.content(digest)) == Data("{}".utf8))

      _ = try await push("a")
      let manifest = try await push("b")
      let tags = try await api.items(of: repository / Registry.Tag.enumerate(["n": 1])).reduce(into: []) {
        $0.append($1.rawValue)
      }
      #expect(tags.sorted() == ["a", "b"])

      // This registry writes the tags of a repository without any as null.
      try await api.send(Call<Okay>(Self.removalEndpoint, ["name": .list(name.segments), "digest": .text(manifest)]))
      #expect(try await api.send((repository / Registry.Tag.enumerate()).json)["tags"]?.isNull == true)
      #expect(try await api.send(repository / Registry.Tag.enumerate()).isEmpty)
      #expect(try await api.send(repository / Registry.Blob.delete(digest)) == Okay())

      let path = name.segments.joined(separator: "/")
      let scopes = Set(login.sent.compactMap { $0.query["scope"] })
      #expect(scopes.contains(["repository:\(path):pull"]))
      #expect(scopes.contains(["repository:\(path):pull", "repository:\(path):push"]))
      #expect(login.sent.allSatisfy { $0.path == "/token" && $0.query["service"] == ["registry.test"] })
    }

    @Test("Content without its digest, and a repository that is not there, are refused with a code")
    func refusals() async throws {
      let repository = Registry.Repository.at(name)
      let location = try #require(try await api.reply(to: repository / Registry.Blob.upload()).location)
      let wrong = await #expect(throws: CallError.self) {
        try await api.send(repository / Registry.Blob.finish(at: location, Body("[]"), digest: digest))
      }
      #expect(wrong?.details(as: RegistryFaults.self)?.codes == ["DIGEST_INVALID"])
      let absent = await #expect(throws: CallError.self) {
        try await api.send(Registry.Repository.at("nobody/nothing") / Registry.Tag.enumerate())
      }
      #expect(absent?.details(as: RegistryFaults.self)?.codes == ["NAME_UNKNOWN"])
    }

    @Test("Without the link for tokens, the 401 is the response")
    func withoutTokens() async throws {
      let plain = Client(baseURL: (Server.registry.url ?? "") + "/v2", transport: URLSessionTransport())
      let error = await #expect(throws: CallError.self) {
        try await plain.send(Registry.Repository.at(name) / Registry.Tag.enumerate())
      }
      #expect(error?.status == 401)
      #expect(error?.details(as: RegistryFaults.self)?.codes == ["UNAUTHORIZED"])
    }
  }
}

extension Servers {
  @Suite("etcd", .timeLimit(.minutes(5)), Server.etcd.trait) struct EtcdServerTests {
    private let api = Client((Server.etcd.url).map { "\($0)/v3" })

    @Test("Keys are stored, read page by page, and deleted; numbers arrive as text")
    func cycle() async throws {
      let prefix = "refinery/\(UUID().uuidString)/"
      let end = Data((prefix.dropLast() + "0").utf8)
      func key(_ number: Int) -> Data { Data("\(prefix)\(number)".utf8) }
      var revisions: [Int] = []
      for number in 1...5 { revisions.append(try await api.send(Etcd.put(key(number), Data("v\(number)".utf8)))) }
      #expect(revisions == revisions.sorted() && Set(revisions).count == 5)
      _ = try await api.send(Etcd.put(key(5), Data()))

      var sizes: [Int] = []
      var pairs: [Etcd.KeyValue] = []
      for try await page in api.pages(of: Etcd.KeyValue.range(from: Data(prefix.utf8), to: end, limit: 2)) {
        sizes.append(page.elements.count)
        pairs += page.elements
      }
      #expect(sizes == [2, 2, 1])
      #expect(pairs.map(\.key) == (1...5).map(key))
      #expect(pairs.map(\.value) == (1...4).map { Data("v\($0)".utf8) } + [nil])
      #expect(pairs.map(\.version) == [1, 1, 1, 1, 2])
      #expect(pairs.prefix(4).map(\.modRevision) == revisions.dropLast())

      #expect(try await api.send(Etcd.delete(Data(prefix.utf8), to: end)).deleted == 5)
      #expect(try await api.send(Etcd.delete(Data(prefix.utf8), to: end)).deleted == nil)
      #expect(try await api.send(Etcd.KeyValue.range(from: Data(prefix.utf8), to: end)).isEmpty)
    }

    #if Curl
      // An error response has trailers, which end the process in Foundation before Swift 6.4.
      @Test("A request without a key is refused with a code of gRPC")
      func refusal() async throws {
        let api = Client(baseURL: (Server.etcd.url ?? "") + "/v3", transport: CurlTransport())
        let error = await #expect(throws: CallError.self) { try await api.send(Etcd.KeyValue.range(from: Data())) }
        #expect(error?.status == 400)
        #expect(error?.details(as: EtcdError.self)?.error == "etcdserver: key is not provided")
      }
    #endif
  }
}

extension Servers {
  @Suite("Prometheus", .timeLimit(.minutes(5)), Server.prometheus.trait) struct PrometheusServerTests {
    private let api = Client((Server.prometheus.url).map { "\($0)/api/v1" })

    @Test("Prometheus watches itself: its target, its samples, their range, and the values of a label")
    func queries() async throws {
      // The first samples arrive some seconds after the start.
      let up = try await api.poll(Prometheus.query("up == 1"), every: .milliseconds(200), within: .seconds(60)) {
        !$0.value.isEmpty
      }
      let sample = try #require(up.value.first)
      #expect(sample.metric["job"] == "prometheus" && sample.value.value == 1)
      let time = sample.value.time
      let series = try await api.send(Prometheus.range("up", from: time, to: time.addingTimeInterval(2), step: 1))
      #expect(series.first?.values.map(\.value) == [1, 1, 1])
      #expect(try await api.send(Prometheus.values(of: "job")) == ["prometheus"])
      let targets = try await api.send(Prometheus.Target.enumerate(["state": "active"]))
      #expect(targets.map(\.health) == ["up"] && targets.map(\.lastError) == [""])
    }

    @Test("Values that are not finite are read, and a malformed expression is refused with its kind")
    func edges() async throws {
      #expect(try await api.send(Prometheus.query("vector(1) / 0")).map(\.value.value) == [.infinity])
      #expect(try await api.send(Prometheus.query("vector(0) / 0")).first?.value.value.isNaN == true)
      let scalar = await #expect(throws: CallError.self) { try await api.send(Prometheus.query("1")) }
      #expect(scalar?.stage == .mapping)
      let malformed = await #expect(throws: CallError.self) { try await api.send(Prometheus.query("up{")) }
      #expect(malformed?.status == 400)
      #expect(malformed?.details(as: PrometheusError.self)?.errorType == "bad_data")
    }
  }
}
