public import RefineryCore

/// The addresses of TLS servers for ``TransportContract/secureChecks(for:)``.
///
/// All but the last speak HTTP/1.1 and are relays: they terminate TLS and pass every byte to one `LoopbackServer`. Each
/// address is `host:port`; the host must match the server's certificate, such as `localhost:4433`. An address that is nil is
/// not checked.
public struct SecureServers: Sendable {
  /// The PEM file of the certificate authority that signed the certificates of all servers except those in ``untrusted``.
  public var trustRoots: String
  /// A client certificate that ``demanding`` accepts.
  public var clientCertificate: TransportConfiguration.ClientCertificate
  /// A client certificate that ``demanding`` does not accept.
  public var strangeCertificate: TransportConfiguration.ClientCertificate
  /// A valid certificate, TLS 1.2 and 1.3.
  public var trusted: String
  /// Valid certificates, but only one version of TLS each: 1.2 or 1.3.
  public var trustedByOneVersion: [String] = []
  /// Certificates that must be refused: an expired one, one for another host, and one of an authority that is not in
  /// ``trustRoots``.
  public var untrusted: [String] = []
  /// A server that requires a client certificate.
  public var demanding: String?
  /// A server that closes the connection without close_notify when the server behind it closes, as a cut wire would.
  public var cutting: String?
  /// A server that speaks HTTP/2 by ALPN, and HTTP/1.1 with clients that offer nothing else. The three values are its address,
  /// the number of accepted connections, and the number of received requests for a path.
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
  public var http2: (authority: String, connections: @Sendable () -> Int, requests: @Sendable (_ path: String) -> Int)?

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
