public import RefineryCore

/// Where the servers are that speak TLS, for ``TransportContract/secureChecks(for:)``.
///
/// All but the last speak HTTP/1.1 and are relays: they end TLS and pass every byte on to one ``LoopbackServer`` in the clear.
/// Each is named as `host:port`; the host must be one that `server`'s certificate is for, such as `localhost:4433`.
/// One that is nil is not checked.
public struct SecureServers: Sendable {
  /// The PEM file of the authority that signed every certificate here but those of strangers.
  public var trustRoots: String
  /// A client's certificate that ``demanding`` accepts.
  public var clientCertificate: TransportConfiguration.ClientCertificate
  /// A client's certificate that it does not.
  public var strangeCertificate: TransportConfiguration.ClientCertificate
  /// A good certificate, TLS 1.2 and 1.3.
  public var trusted: String
  /// A certificate that has expired.
  public var expired: String?
  /// A certificate of another host.
  public var wrongHost: String?
  /// A certificate of an authority that is not in ``trustRoots``.
  public var unknownAuthority: String?
  /// Demands a client's certificate.
  public var demanding: String?
  /// Speaks TLS 1.2 alone.
  public var tls12: String?
  /// Speaks TLS 1.3 alone.
  public var tls13: String?
  /// Ends the connection without TLS's own end (close_notify) where the server behind it closes, as a cut wire would.
  public var cutting: String?
  /// A server of HTTP/2.
  public var http2: HTTP2?

  /// A server that takes HTTP/2 by ALPN, or HTTP/1.1 from those who offer no more.
  ///
  /// | Path | Answer over HTTP/2 |
  /// | --- | --- |
  /// | `/hello` | 200, `hello` |
  /// | `/gather/N` | 200 for all, once N requests for it are under way on this one connection |
  /// | `/reset` | RST_STREAM of INTERNAL_ERROR in place of an answer |
  /// | `/refused` | RST_STREAM of REFUSED_STREAM the first time on a server, then 200 |
  /// | `/go-away` | GOAWAY that disowns the request, the first time on a server, then 200 |
  /// | `/silent` | nothing |
  /// | `/cut` | 200, some of the announced content, RST_STREAM |
  public struct HTTP2: Sendable {
    /// `host:port`.
    public var authority: String
    /// How many connections it has accepted.
    public var connections: @Sendable () -> Int
    /// How many requests for a path it has received.
    public var requests: @Sendable (String) -> Int

    /// A server of HTTP/2 and what it has counted.
    public init(
      authority: String, connections: @escaping @Sendable () -> Int, requests: @escaping @Sendable (String) -> Int
    ) {
      self.authority = authority
      self.connections = connections
      self.requests = requests
    }
  }

  /// The one server that must be there; set the others as you have them.
  public init(
    trusted: String, trustRoots: String, clientCertificate: TransportConfiguration.ClientCertificate,
    strangeCertificate: TransportConfiguration.ClientCertificate
  ) {
    self.trusted = trusted
    self.trustRoots = trustRoots
    self.clientCertificate = clientCertificate
    self.strangeCertificate = strangeCertificate
  }
}
