#if AsyncHTTPClient && Curl
  import AsyncHTTPClient
  import Foundation
  import Refinery
  import RefineryAsyncHTTPClient
  import RefineryCurl

  // The Swift blocks of Transports.md. DocumentationTests compares them, imports included.

  func transports(_ url: URL, _ app: HTTPClient) throws -> [Client] {
    var configuration = TransportConfiguration()
    configuration.connectTimeout = .seconds(2)
    configuration.trustRoots = "/etc/ssl/certs/ca-certificates.crt"  // PEM; replaces the system's
    return [
      Client(baseURL: url, transport: try CurlTransport(configuration: configuration)),
      Client(baseURL: url, transport: try AsyncHTTPClientTransport(configuration: configuration)),
      Client(baseURL: url, transport: AsyncHTTPClientTransport(client: app)),  // the app shuts it down
    ]
  }

  func people(_ numbers: [Int], _ api: Client, _ transport: CurlTransport) async throws -> [Person] {
    try await withTaskExecutorPreference(transport.executor) {
      try await withThrowingTaskGroup(of: Person.self) { group in
        for number in numbers { group.addTask { try await api.send(Person.read(number)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
  }

#endif
