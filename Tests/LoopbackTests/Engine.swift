import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryURLSession
import Synchronization
import Testing

#if AsyncHTTPClient
  import RefineryAsyncHTTPClient
#endif
#if Curl
  import RefineryCurl
#endif

/// The transports of ours that are compiled in.
enum Engine: String, CaseIterable, Sendable, Codable, CustomTestStringConvertible {
  case urlSession = "URLSession"
  #if AsyncHTTPClient
    case asyncHTTPClient = "AsyncHTTPClient"
  #endif
  #if Curl
    case curl = "libcurl"
  #endif

  /// All that are compiled in, or those that the environment names: `REFINERY_TRANSPORTS=AsyncHTTPClient,libcurl`.
  static let allCases: [Engine] = {
    if let names = ProcessInfo.processInfo.environment["REFINERY_TRANSPORTS"] {
      return names.split(separator: ",").map { name in
        guard let engine = Engine(rawValue: String(name)) else {
          fatalError("REFINERY_TRANSPORTS names \(name), which is no transport of this build")
        }
        return engine
      }
    }
    var all: [Engine] = [.urlSession]
    #if AsyncHTTPClient
      all.append(.asyncHTTPClient)
    #endif
    #if Curl
      all.append(.curl)
    #endif
    return all
  }()

  /// False if the environment has `REFINERY_FOUNDATION_INTERNALS=off`: the tests then use only documented parts of URLSession.
  static let usesFoundationInternals = ProcessInfo.processInfo.environment["REFINERY_FOUNDATION_INTERNALS"] != "off"

  /// URLSession in the standard configuration.
  static let standardURLSession = try! URLSessionTransport(usesFoundationInternals: usesFoundationInternals)

  var testDescription: String { rawValue }

  var capabilities: TransportCapabilities {
    switch self {
    case .urlSession: URLSessionTransport.capabilities
    #if AsyncHTTPClient
      case .asyncHTTPClient: AsyncHTTPClientTransport.capabilities
    #endif
    #if Curl
      case .curl: CurlTransport.capabilities
    #endif
    }
  }

  /// Whether the transport can be configured for HTTP/2. libcurl's refuses it with old versions of libcurl.
  var speaksHTTP2: Bool {
    #if Curl
      if self == .curl { return (try? make { $0.version = .http2 }) != nil }
    #endif
    return capabilities.contains(.versionControl)
  }

  static func having(_ capabilities: TransportCapabilities) -> [Engine] {
    allCases.filter { $0.capabilities.isSuperset(of: capabilities) }
  }

  static func lacking(_ capabilities: TransportCapabilities) -> [Engine] {
    allCases.filter { $0.capabilities.isDisjoint(with: capabilities) }
  }

  /// A transport of a configuration of its own, so that it shares nothing with another test's.
  func make(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> any Transport {
    var configuration = TransportConfiguration()
    configuration.maximumWaitingPerOrigin = Int.random(in: 100_001...1_000_000_000)
    change(&configuration)
    return try make(configuration)
  }

  func make(_ configuration: TransportConfiguration) throws(UnusableSettings) -> any Transport {
    switch self {
    case .urlSession:
      try URLSessionTransport(configuration: configuration, usesFoundationInternals: Self.usesFoundationInternals)
    #if AsyncHTTPClient
      case .asyncHTTPClient: try AsyncHTTPClientTransport(configuration: configuration)
    #endif
    #if Curl
      case .curl: try CurlTransport(configuration: configuration)
    #endif
    }
  }

  /// A transport that is shut down afterwards.
  func using<Output>(
    _ change: (inout TransportConfiguration) -> Void = { _ in }, _ body: (any Transport) async throws -> Output
  ) async throws -> Output {
    let transport = try make(change)
    return try await Self.closing({ [transport] }) { try await body(transport) }
  }

  /// A way to make transports that are all shut down afterwards.
  func makingTransports<Output>(_ body: (@escaping TransportContract.Maker) async throws -> Output) async throws -> Output {
    let made = Made()
    return try await Self.closing({ made.all }) {
      try await body { configuration in
        let transport = try make(configuration)
        made.append(transport)
        return transport
      }
    }
  }

  private static func closing<Output>(
    _ transports: () -> [any Transport], _ body: () async throws -> Output
  ) async throws -> Output {
    do {
      let output = try await body()
      for transport in transports() { await transport.shutdown(grace: .zero) }
      return output
    } catch {
      for transport in transports() { await transport.shutdown(grace: .zero) }
      throw error
    }
  }
}

private final class Made: Sendable {
  private let transports = Mutex<[any Transport]>([])
  func append(_ transport: any Transport) { transports.withLock { $0.append(transport) } }
  var all: [any Transport] { transports.withLock { $0 } }
}
