#if AsyncHTTPClient
  import NIOCore
  import NIOSSL
  import RefineryCore

  /// Checks of a server's certificate that NIOSSL does not perform.
  ///
  /// NIOSSL accepts the common name of a certificate without subject alternative names, and the name `*` for a host with one
  /// label. RFC 9525 (sections 2 and 6.3) allows neither.
  enum PeerNames {
    /// - Throws: `TransportError` of code `tlsFailed` for a certificate that only NIOSSL accepts. Nothing has been sent at that
    ///   point.
    static func check(_ channel: any Channel) throws(TransportError) {
      guard let certificate = (try? channel.pipeline.syncOperations.nioSSL_peerCertificate()) ?? nil else { return }
      var isNamed = false
      for name in certificate._subjectAlternativeNames() {
        switch name.nameType {
        case .dnsName:
          if name.contents.elementsEqual([UInt8(ascii: "*")]) {
            throw failure("the certificate is for every host: it has the name *")
          }
          isNamed = true
        case .ipAddress: isNamed = true
        default: break
        }
      }
      if !isNamed { throw failure("the certificate has no subject alternative name; a common name is not accepted") }
    }

    private static func failure(_ reason: String) -> TransportError {
      TransportError(.tlsFailed, phase: .beforeSending, reason: reason)
    }
  }
#endif
