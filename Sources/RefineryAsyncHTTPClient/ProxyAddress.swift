#if AsyncHTTPClient
  import AsyncHTTPClient
  import FoundationEssentials

  /// A proxy parsed from its URL: `http://user:password@host:port` or `socks5://host:port`.
  struct ProxyAddress {
    struct Unusable: Error {
      let reason: String
    }

    let proxy: HTTPClient.Configuration.Proxy

    init(_ text: String) throws(Unusable) {
      guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), let host = parts.host,
        !host.isEmpty
      else { throw Unusable(reason: "is not a URL such as http://proxy.internal:3128") }
      guard parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil else {
        throw Unusable(reason: "has more than scheme, credentials, host and port")
      }
      guard (1...65_535).contains(parts.port ?? 1) else { throw Unusable(reason: "has a port that is not from 1 to 65535") }
      let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
      let authorization = parts.user.map { HTTPClient.Authorization.basic(username: $0, password: parts.password ?? "") }
      switch scheme {
      case "http":
        proxy = .server(host: name, port: parts.port ?? 80, authorization: authorization)
      case "socks5", "socks5h":
        if authorization != nil { throw Unusable(reason: "has credentials, which AsyncHTTPClient cannot give to SOCKS 5") }
        proxy = .socksServer(host: name, port: parts.port ?? 1080)
      default:
        throw Unusable(reason: "has a scheme other than http and socks5")
      }
    }
  }
#endif
