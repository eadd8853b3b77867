#if AsyncHTTPClient
  import Refinery
  import RefineryAsyncHTTPClient

  // The Swift block of RefineryAsyncHTTPClient.md. DocumentationTests compares it, imports included.

  func onNIO() throws -> Client {
    var configuration = TransportConfiguration()
    configuration.connectTimeout = .seconds(2)
    return Client(baseURL: "https://api.example.com", transport: try AsyncHTTPClientTransport(configuration: configuration))
  }
#endif
