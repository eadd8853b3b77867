#if Curl
  import Refinery
  import RefineryCurl

  // The Swift block of RefineryCurl.md. DocumentationTests compares it, imports included.

  func onLibcurl() throws -> Client {
    var configuration = TransportConfiguration()
    configuration.connectTimeout = .seconds(2)
    return Client(baseURL: "https://api.example.com", transport: try CurlTransport(configuration: configuration))
  }
#endif
