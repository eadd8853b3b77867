#if Curl
  import CCurl
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryCurl
  import RefineryContracts
  import Testing

  @Suite struct CurlConfigurationTests {
    private static let folder = FileManager.default.temporaryDirectory

    private func certificate(_ name: String) throws -> String {
      let url = Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Certificates")
      return try #require(url).path
    }

    private func problems(_ change: (inout TransportConfiguration) -> Void) -> [String] {
      var configuration = TransportConfiguration()
      change(&configuration)
      do throws(UnusableSettings) {
        _ = try CurlTransport(configuration: configuration)
        return []
      } catch {
        return error.problems
      }
    }

    private func withFile<Output>(_ content: String, _ body: (String) throws -> Output) throws -> Output {
      let file = Self.folder.appendingPathComponent("refinery-test-\(UUID().uuidString)")
      try Data(content.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return try body(file.path)
    }

    @Test("L03: trust roots that libcurl cannot use are refused when the transport is made, by name")
    func trustRoots() throws {
      #expect(problems { $0.trustRoots = "/nowhere/roots.pem" } == ["trustRoots is not a file that can be read"])
      #expect(problems { $0.trustRoots = "/tmp" } == ["trustRoots is not a file that can be read"])
      try withFile("nothing") { path in
        #expect(problems { $0.trustRoots = path } == ["trustRoots contains no PEM block of the expected kind"])
      }
      try withFile("-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n") { path in
        #expect(problems { $0.trustRoots = path } == ["trustRoots holds no certificate that can be read"])
      }
      let authority = try certificate("authority.pem")
      #expect(problems { $0.trustRoots = authority } == [])
    }

    @Test("L03: a client certificate that libcurl cannot use is refused when the transport is made, by name")
    func clientCertificate() throws {
      let (chain, key) = (try certificate("client.pem"), try certificate("client.key.pem"))
      let other = try certificate("server.key.pem")
      #expect(problems { $0.clientCertificate = .init(chain: chain, key: key) } == [])
      let missing = problems { $0.clientCertificate = .init(chain: "/nowhere", key: "/nowhere") }
      #expect(missing.count == 2 && missing.allSatisfy { $0.hasPrefix("clientCertificate's ") })
      let mixed = problems { $0.clientCertificate = .init(chain: key, key: chain) }
      #expect(mixed.count == 2 && mixed.allSatisfy { $0.hasSuffix("contains no PEM block of the expected kind") })
      let foreign = problems { $0.clientCertificate = .init(chain: chain, key: other) }
      #expect(foreign.count == 1 && foreign[0].hasPrefix("clientCertificate cannot be used"))
    }

    @Test(
      "L03: an address that is no proxy's is refused, and not repeated",
      arguments: [
        "", "ftp://proxy:21", "http://", "socks9://proxy", "http://proxy:99999", "http://proxy/path", "a b", "http://p\0",
      ])
    func proxy(address: String) {
      #expect(problems { $0.proxy = address } == ["proxy is not the address of an http, https, socks5 or socks5h proxy"])
    }

    @Test("L03: proxies of every kind are taken, credentials included")
    func proxies() {
      for proxy in ["http://proxy:3128", "https://user:secret@proxy", "socks5://127.0.0.1:1080", "socks5h://[::1]:1080"] {
        #expect(problems { $0.proxy = proxy } == [])
      }
    }

    @Test("L03: HTTP/2 is refused, with the version that it needs, if libcurl is older")
    func http2() {
      let refusals = problems { $0.version = .http2 }
      #expect(refusals == [] || refusals == ["HTTP/2 needs libcurl 8.14.1 or later, and this one is older"])
      #expect(refusals.isEmpty == (refinery_curl_problem(true) == nil))
    }

    @Test("L03: a socket that is none is refused")
    func sockets() throws {
      #expect(problems { $0.unixSocket = "" } == ["unixSocket must be a path of 1 to 107 bytes"])
      let long = "/" + String(repeating: "x", count: 107)
      #expect(problems { $0.unixSocket = long } == ["unixSocket must be a path of 1 to 107 bytes"])
      #expect(problems { $0.unixSocket = "/nowhere/socket" } == [])
      #expect(problems { $0.unixSocket = "/tmp" } == ["unixSocket is not the path of a socket"])
    }

    @Test("L03: limits that cannot be kept are refused, all at once")
    func limits() {
      let problems = problems {
        $0.connectTimeout = .zero
        $0.maximumConnections = 0
        $0.maximumConnectionsPerOrigin = 0
        $0.maximumWaitingPerOrigin = -1
        $0.proxy = "nothing://"
      }
      #expect(problems.count == 5)
    }
  }
#endif
