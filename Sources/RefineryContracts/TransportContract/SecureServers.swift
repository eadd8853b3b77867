public import RefineryCore

/// The addresses of TLS servers for ``TransportContract/secureChecks(for:)``.
///
/// All but the last speak HTTP/1.1 and are relays: they terminate TLS and pass every byte to one ``LoopbackServer``. Each
/// address is `host:port`; the host must match the server's certificate, such as `localhost:4433`. An address that is nil is
/// not checked.
public struct SecureServers: Sendable {
  /// The PEM file of the certificate authority that signed these certificates, except the unknown ones.
  public var trustRoots: String
  /// A client certificate that ``demanding`` accepts.
  public var clientCertificate: TransportConfiguration.ClientCertificate
  /// A client certificate that ``demanding`` does not accept.
  public var strangeCertificate: TransportConfiguration.ClientCertificate
  /// A valid certificate, TLS 1.2 and 1.3.
  public var trusted: String
  /// An expired certificate.
  public var expired: String?
  /// A certificate for another host.
  public var wrongHost: String?
  /// A certificate of an authority that is not in ``trustRoots``.
  public var unknownAuthority: String?
  /// A server that requires a client certificate.
  public var demanding: String?
  /// A server that speaks only TLS 1.2.
  public var tls12: String?
  /// A server that speaks only TLS 1.3.
  public var tls13: String?
  /// A server that closes the connection without close_notify when the server behind it closes, as a cut wire would.
  public var cutting: String?
  /// An HTTP/2 server.
  public var http2: HTTP2?

  /// A server that speaks HTTP/2 by ALPN, and HTTP/1.1 with clients that offer nothing else.
  ///
  /// | Path | Response over HTTP/2 |
  /// | --- | --- |
  /// | `/hello` | 200, `hello` |
  /// | `/gather/N` | 200 for all, once N requests for it are in progress on this connection |
  /// | `/reset` | RST_STREAM with INTERNAL_ERROR instead of a response |
  /// | `/refused` | RST_STREAM with REFUSED_STREAM the first time on a server, then 200 |
  /// | `/go-away` | GOAWAY below the request's stream the first time on a server, then 200 |
  /// | `/silent` | nothing |
  /// | `/cut` | 200, a part of the announced content, RST_STREAM |
  public struct HTTP2: Sendable {
    /// `host:port`.
    public var authority: String
    /// The number of accepted connections.
    public var connections: @Sendable () -> Int
    /// The number of received requests for a path.
    public var requests: @Sendable (String) -> Int

    /// An HTTP/2 server and its counters.
    public init(
      authority: String, connections: @escaping @Sendable () -> Int, requests: @escaping @Sendable (String) -> Int
    ) {
      self.authority = authority
      self.connections = connections
      self.requests = requests
    }
  }

  /// The one required server; set the others if you have them.
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
