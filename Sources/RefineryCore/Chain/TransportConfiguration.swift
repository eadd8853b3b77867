/// Settings of connections that only some transports can honour.
///
/// The initializer of a transport throws if it cannot honour a setting, and the error names the setting. No setting is ignored.
public struct TransportConfiguration: Sendable, Hashable, Redacted {
  /// The separate time limit for connecting.
  public var connectTimeout: Duration?
  /// The proxy's address, such as `http://proxy.internal:3128`.
  public var proxy: String?
  /// A file of PEM certificates to trust in place of the system's trust roots.
  public var trustRoots: String?
  /// Files of a PEM certificate and its key, for servers that demand one.
  public var clientCertificate: ClientCertificate?
  /// The only HTTP version to use. If it is nil, URLSession uses the version that the server offers, and AsyncHTTPClient and
  /// libcurl use HTTP/1.1. libcurl before 8.14.1 is refused for HTTP/2.
  public var version: Version?
  /// How many requests may be under way to one origin; further requests wait. Default 256.
  public var maximumConnectionsPerOrigin = 256
  /// How many requests may wait for one origin; further ones fail at once. Default 100,000.
  public var maximumWaitingPerOrigin = 100_000

  /// How long a connection may get new requests. After that, the next request uses a new connection, and the host name is
  /// looked up again. A request under way is not cut off. Each connection has a random lifetime between half of this value and
  /// all of it, so that clients do not all connect again at once. Default 10 minutes, so 5 to 10; nil for no limit.
  public var connectionLifetime: Duration? = .seconds(600)
  /// The maximum number of connections to all origins together.
  public var maximumConnections: Int?
  /// The path of a Unix domain socket to which all requests are sent. The requests still name their host.
  public var unixSocket: String?

  /// The files of a client certificate.
  public struct ClientCertificate: Sendable, Hashable, Redacted {
    /// The path of the certificate chain, a PEM file.
    public var chain: String
    /// The path of the private key, a PEM file.
    public var key: String
    /// Creates the pair of files.
    public init(chain: String, key: String) {
      self.chain = chain
      self.key = key
    }
  }

  /// Versions of HTTP.
  public enum Version: String, Sendable, Hashable {
    /// HTTP/1.1.
    case http1 = "HTTP/1.1"
    /// HTTP/2.
    case http2 = "HTTP/2"
  }

  /// Creates the default settings.
  public init() {}

  /// One sentence for each setting that a transport with these capabilities cannot honour, and for each invalid value.
  public func problems(for capabilities: TransportCapabilities) -> [String] {
    var problems: [String] = []
    func demand(_ isSet: Bool, _ capability: TransportCapabilities, _ option: String) {
      if isSet, !capabilities.contains(capability) {
        problems.append("\(option) is set, but this transport has no \(capability)")
      }
    }
    demand(connectTimeout != nil, .connectTimeout, "connectTimeout")
    demand(proxy != nil, .proxies, "proxy")
    demand(trustRoots != nil, .customTrust, "trustRoots")
    demand(clientCertificate != nil, .clientCertificates, "clientCertificate")
    demand(version != nil, .versionControl, "version")
    demand(maximumConnections != nil, .connectionLimit, "maximumConnections")
    demand(unixSocket != nil, .unixSockets, "unixSocket")
    if unixSocket != nil, proxy != nil { problems.append("unixSocket and proxy are both set") }
    if let maximumConnections, maximumConnections < 1 {
      problems.append("maximumConnections must be at least 1, not \(maximumConnections)")
    }
    if let connectTimeout, connectTimeout <= .zero { problems.append("connectTimeout must be positive, not \(connectTimeout)") }
    if let connectionLifetime, connectionLifetime <= .zero {
      problems.append("connectionLifetime must be positive, not \(connectionLifetime)")
    }
    if maximumConnectionsPerOrigin < 1 {
      problems.append("maximumConnectionsPerOrigin must be at least 1, not \(maximumConnectionsPerOrigin)")
    }
    if maximumWaitingPerOrigin < 0 {
      problems.append("maximumWaitingPerOrigin must not be negative, but is \(maximumWaitingPerOrigin)")
    }
    return problems
  }
}
