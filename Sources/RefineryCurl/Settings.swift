#if Curl
  import CCurl
  import FoundationEssentials
  import Glibc
  import RefineryCore
  import RefineryTransport

  extension TransportConfiguration {
    /// How many idle connections are kept if no limit is set.
    private static let keptConnections = 1024

    /// Calls `body` with the configuration as a C struct, which is valid only during the call.
    func withSettings<Output>(_ body: (UnsafePointer<refinery_settings>) -> Output) -> Output {
      var copies: [UnsafeMutablePointer<CChar>] = []
      defer { copies.forEach { free($0) } }
      func copy(_ text: String?) -> UnsafePointer<CChar>? {
        guard let text, let copy = strdup(text) else { return nil }
        copies.append(copy)
        return UnsafePointer(copy)
      }
      var settings = refinery_settings()
      settings.proxy = copy(proxy)
      settings.trust_roots = copy(trustRoots)
      settings.certificate = copy(clientCertificate?.chain)
      settings.key = copy(clientCertificate?.key)
      settings.unix_socket = copy(unixSocket)
      settings.connect_timeout_ms = connectTimeout.map { Self.milliseconds($0) } ?? 0
      settings.lifetime = connectionLifetime.map { max(1, Int64(AlarmClock.nanoseconds($0))) } ?? 0
      settings.seed = .random(in: .min ... .max)
      settings.maximum_connections = min(maximumConnections ?? 0, Int(Int32.max))
      settings.kept_connections = min(maximumConnections ?? Self.keptConnections, Int(Int32.max))
      settings.maximum_streams = min(maximumConnectionsPerOrigin, Int(Int32.max))
      settings.is_http2 = version == .http2
      return body(&settings)
    }

    /// Rounds up, and limits the value to what libcurl accepts.
    private static func milliseconds(_ duration: Duration) -> Int {
      let bounded = min(duration, .seconds(2_000_000))
      let (seconds, attoseconds) = bounded.components
      return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// The options that this libcurl cannot honour: one sentence for each, with the option's name.
    var curlProblems: [String] {
      var problems = problems(for: CurlTransport.capabilities)
      if let problem = refinery_curl_problem(version == .http2) { return problems + [String(cString: problem)] }
      if let proxy, proxy.utf8.contains(0) || !refinery_is_proxy(proxy) {
        problems.append("proxy is not the address of an http, https, socks5 or socks5h proxy")
      }
      if let problem = unixSocketProblem(longest: 107) { problems.append(problem) }
      if let trustRoots { problems += trustProblems(trustRoots) }
      if let clientCertificate { problems += certificateProblems(clientCertificate) }
      return problems
    }

    private func trustProblems(_ path: String) -> [String] {
      if let fault = Self.fault(ofFile: path, holding: "CERTIFICATE-----") { return ["trustRoots \(fault)"] }
      var only = TransportConfiguration()
      only.trustRoots = path
      return only.isUsableByTLS ? [] : ["trustRoots holds no certificate that can be read"]
    }

    private func certificateProblems(_ certificate: ClientCertificate) -> [String] {
      let faults = [
        Self.fault(ofFile: certificate.chain, holding: "BEGIN CERTIFICATE-----").map { "clientCertificate's chain \($0)" },
        Self.fault(ofFile: certificate.key, holding: "PRIVATE KEY-----").map { "clientCertificate's key \($0)" },
      ].compactMap { $0 }
      if !faults.isEmpty { return faults }
      var only = TransportConfiguration()
      only.clientCertificate = certificate
      if only.isUsableByTLS { return [] }
      return ["clientCertificate cannot be used: chain or key is damaged, the key is encrypted, or they do not belong together"]
    }

    private static func fault(ofFile path: String, holding mark: String) -> String? {
      guard !path.utf8.contains(0), let content = FileManager.default.contents(atPath: path) else {
        return "is not a file that can be read"
      }
      return !String(decoding: content, as: UTF8.self).contains(mark) ? "contains no PEM block of the expected kind" : nil
    }

    private var isUsableByTLS: Bool { withSettings { refinery_try_tls($0) } }
  }
#endif
