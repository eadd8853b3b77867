import AsyncHTTPClient
import Foundation
import FoundationNetworking
import NIOCore
import NIOFoundationCompat
import NIOSSL
import Refinery
import RefineryAsyncHTTPClient
import RefineryCurl

/// One of the clients, set up for one slice.
protocol LoadClient: Sendable {
  /// Sends one request and returns the number of bytes or models in its response.
  func fetch() async throws -> Int
  /// The executor of the calling tasks; nil for the default.
  var executor: (any TaskExecutor)? { get }
}

extension LoadClient {
  var executor: (any TaskExecutor)? { nil }
}

extension ClientKind {
  /// Creates the client for a slice, which runs as the only one in its process.
  func client(for slice: Slice) throws -> any LoadClient {
    switch self {
    case .urlSession: return RawURLSession(slice)
    case .asyncHTTPClient: return RawAsyncHTTPClient(slice)
    case .refineryOnURLSession: return RefineryClient(slice, URLSessionTransport())
    case .refineryOnAsyncHTTPClient:
      return try RefineryClient(slice, AsyncHTTPClientTransport(configuration: slice.configuration))
    case .refineryOnCurl: return try RefineryClient(slice, CurlTransport(configuration: slice.configuration))
    case .refineryOnCurlThread:
      let transport = try CurlTransport(configuration: slice.configuration)
      return RefineryClient(slice, transport, by: transport.executor)
    case .curl: throw SliceFailure(error: "libcurl in C is a program of its own")
    }
  }
}

extension Slice {
  /// The default configuration, except for the trust roots.
  fileprivate var configuration: TransportConfiguration {
    var configuration = TransportConfiguration()
    if cell.way == .tls { configuration.trustRoots = authority }
    return configuration
  }

  fileprivate func models(in data: Data) throws -> Int {
    switch (cell.answer, cell.size) {
    case (.bytes, _): return data.count
    case (.model, .small):
      _ = try JSONDecoder().decode(Person.self, from: data)
      return 1
    case (.model, _): return try JSONDecoder().decode([Person].self, from: data).count
    }
  }
}

/// `data(for:)` of a session with the default configuration.
private struct RawURLSession: LoadClient {
  let slice: Slice
  let session = URLSession(configuration: .default)
  let request: URLRequest

  init(_ slice: Slice) {
    self.slice = slice
    request = URLRequest(url: URL(string: slice.url)!)
  }

  func fetch() async throws -> Int {
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw SliceFailure(error: "the status is not 200") }
    return try slice.models(in: data)
  }
}

/// `execute` and `collect` of a client with the default configuration, except that it opens as many connections as Refinery's
/// transport: with its default of 8, the comparison would be between different numbers of connections.
private struct RawAsyncHTTPClient: LoadClient {
  let slice: Slice
  let client: HTTPClient
  let request: HTTPClientRequest

  init(_ slice: Slice) {
    self.slice = slice
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit =
      TransportConfiguration().maximumConnectionsPerOrigin
    var request = HTTPClientRequest(url: slice.url)
    if slice.cell.way == .gzip {
      configuration.decompression = .enabled(limit: .none)
      request.headers.add(name: "Accept-Encoding", value: "gzip")
    }
    if slice.cell.way == .tls {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .file(slice.authority)
      configuration.tlsConfiguration = tls
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.request = request
  }

  func fetch() async throws -> Int {
    let response = try await client.execute(request, timeout: .seconds(60))
    guard response.status == .ok else { throw SliceFailure(error: "the status is not 200") }
    let body = try await response.body.collect(upTo: 16 << 20)
    return slice.cell.answer == .bytes ? body.readableBytes : try slice.models(in: Data(buffer: body))
  }
}

/// The whole client: a call of a row, within its deadline, with the defaults of a client.
private struct RefineryClient: LoadClient {
  let api: Client
  let slice: Slice
  let call: Call<Data>
  let executor: (any TaskExecutor)?

  init(_ slice: Slice, _ transport: any Transport, by executor: (any TaskExecutor)? = nil) {
    self.slice = slice
    self.executor = executor
    api = Client(
      baseURL: slice.base, middleware: slice.cell.way == .gzip ? [GzipMiddleware()] : [], transport: transport)
    call = Call<Okay>(slice.cell.size.row).data
  }

  func fetch() async throws -> Int {
    switch (slice.cell.answer, slice.cell.size) {
    case (.bytes, _): return try await api.send(call).count
    case (.model, .small):
      _ = try await api.send(Call<Person>(slice.cell.size.row))
      return 1
    case (.model, _): return try await api.send(Call<[Person]>(slice.cell.size.row)).count
    }
  }
}

extension BodySize {
  private static let smallRow = Endpoint("Person.small", .get, "small.json")
  private static let mediumRow = Endpoint("Person.medium", .get, "medium.json")
  private static let largeRow = Endpoint("Person.large", .get, "large.json")

  fileprivate var row: Endpoint {
    switch self {
    case .small: Self.smallRow
    case .medium: Self.mediumRow
    case .large: Self.largeRow
    }
  }
}
