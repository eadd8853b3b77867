import AsyncHTTPClient
import Foundation
import FoundationNetworking
import Logging
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
    case .refineryOnDocumentedURLSession:
      return RefineryClient(slice, try URLSessionTransport(usesFoundationInternals: false))
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
  /// The default configuration, except for the trust roots, and for HTTP/2 where that is measured: a client that then does not
  /// speak HTTP/2 fails.
  fileprivate var configuration: TransportConfiguration {
    var configuration = TransportConfiguration()
    if isSecure { configuration.trustRoots = authority }
    if cell.way == .http2 { configuration.version = .http2 }
    return configuration
  }

  /// Returns the number of bytes or models in a response, or how many bytes the server says that it received.
  fileprivate func amount(in data: Data) throws -> Int {
    switch (cell.answer, cell.size) {
    case (.bytes, _), (.events, _): return data.count
    case (.upload, _):
      guard let count = Int(String(decoding: data, as: UTF8.self)) else {
        throw SliceFailure(error: "the server does not say how many bytes it received")
      }
      return count
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
    var request = URLRequest(url: URL(string: slice.url)!)
    if let upload = slice.upload {
      request.httpMethod = "PUT"
      request.httpBody = upload
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    self.request = request
  }

  func fetch() async throws -> Int {
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw SliceFailure(error: "the status is not 200") }
    return try slice.amount(in: data)
  }
}

/// `execute` and `collect` of a client with the default configuration, except that it opens as many connections as Refinery's
/// transport: with its default of 8, the comparison would be between different numbers of connections. The bytes of events are
/// read as they arrive.
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
    if slice.isSecure {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .file(slice.authority)
      configuration.tlsConfiguration = tls
    }
    if let upload = slice.upload {
      request.method = .PUT
      request.body = .bytes(ByteBuffer(data: upload))
      request.headers.add(name: "Content-Type", value: "application/json")
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.request = request
  }

  func fetch() async throws -> Int {
    let response = try await client.execute(request, timeout: .seconds(60))
    guard response.status == .ok else { throw SliceFailure(error: "the status is not 200") }
    guard slice.cell.way != .http2 || response.version == .http2 else { throw SliceFailure(error: "this is not HTTP/2") }
    switch slice.cell.answer {
    case .bytes: return try await response.body.collect(upTo: 16 << 20).readableBytes
    case .events:
      var count = 0
      for try await part in response.body { count += part.readableBytes }
      return count
    case .upload, .model:
      return try slice.amount(in: Data(buffer: try await response.body.collect(upTo: 16 << 20)))
    }
  }
}

/// The whole client: a call of a row, within its deadline, with the defaults of a client.
private struct RefineryClient: LoadClient {
  let api: Client
  let slice: Slice
  let row: Endpoint
  let call: Call<Data>
  let executor: (any TaskExecutor)?

  init(_ slice: Slice, _ transport: any Transport, by executor: (any TaskExecutor)? = nil) {
    self.slice = slice
    self.executor = executor
    api = Client(baseURL: slice.base, middleware: slice.middleware, transport: transport)
    row = Endpoint("Person.\(slice.cell.size.rawValue)", slice.cell.answer == .upload ? .put : .get, slice.cell.size.path)
    let call = Call<Okay>(row).data
    self.call = slice.upload.map { call.body(Body($0), contentType: "application/json") } ?? call
  }

  func fetch() async throws -> Int {
    switch (slice.cell.answer, slice.cell.size) {
    case (.bytes, _): return try await api.send(call).count
    case (.upload, _): return try slice.amount(in: await api.send(call))
    case (.events, _):
      var count = 0
      let events = api.events(Call<String>(row).options { $0.reconnection = .never })
      for try await event in events where event.data.utf8.count == 120 { count += 1 }
      return count
    case (.model, .small):
      _ = try await api.send(Call<Person>(row))
      return 1
    case (.model, _): return try await api.send(Call<[Person]>(row)).count
    }
  }
}

extension BodySize {
  fileprivate var path: URITemplate {
    switch self {
    case .small: "small.json"
    case .medium: "medium.json"
    case .large: "large.json"
    case .events: "events.txt"
    }
  }
}

extension Slice {
  /// The standard chain is the one of the page "Getting started". Its log handler drops the lines, so only the middleware is
  /// measured.
  fileprivate var middleware: [any Middleware] {
    guard let chain = cell.chain else { return cell.way == .gzip ? [GzipMiddleware()] : [] }
    let logger = Logger(label: "load") { _ in SilentHandler(logLevel: chain == .logging ? .debug : .error) }
    return [
      LoggingMiddleware(logger), RetryMiddleware(), AuthMiddleware(.bearer("0123456789abcdef0123456789abcdef")),
      GzipMiddleware(),
    ]
  }
}

private struct SilentHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {}
}
