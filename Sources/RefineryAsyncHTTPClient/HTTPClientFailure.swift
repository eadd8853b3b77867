#if AsyncHTTPClient
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import NIOSSL
  import RefineryCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Converts the engine's errors.
  enum HTTPClientFailure {
    /// Returns the error of this package that corresponds to an error of the engine.
    ///
    /// - Parameter phase: the phase that the request had reached.
    static func error(for error: any Error, phase: TransportError.Phase) -> any Error {
      let converted = convert(error, phase)
      // A server may reset a stream, or end it with GOAWAY, after its response has begun. Such a request is not sent again.
      guard phase == .receiving, let resendable = converted as? Resendable else { return converted }
      return TransportError(resendable.failure.code, phase: phase, reason: resendable.failure.reason)
    }

    private static func convert(_ error: any Error, _ phase: TransportError.Phase) -> any Error {
      switch error {
      case let error as HTTPClientError: return failure(of: error, phase)
      case let error as NIOConnectionError: return failure(of: error)
      case let error as ChannelError: return failure(of: error, phase)
      case let error as IOError: return failure(of: error, phase)
      case let error as HTTPParserError:
        if error == .invalidEOFState { return TransportError(.connectionLost, phase: phase, reason: "the connection ended") }
        return TransportError(.malformedResponse, phase: phase, reason: reason(error))
      case NIOSSLError.uncleanShutdown:
        return TransportError(.connectionLost, phase: phase, reason: "the connection ended without close_notify of TLS")
      case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError, is NIOTLSUnwrappingError:
        return TransportError(.tlsFailed, phase: phase, reason: tlsReason(error, phase))
      case is SocketAddressError:
        return TransportError(.cannotFindHost, phase: .beforeSending, reason: "the host has no address")
      case is TransportError, is Resendable, is TimedOut, is CancellationError, is BodyError: return error
      default: return failure(ofForeign: error, phase)
      }
    }

    private static func failure(of error: HTTPClientError, _ phase: TransportError.Phase) -> any Error {
      let reason = error.shortDescription
      switch error {
      case .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
        .getConnectionFromPoolTimeout:
        return TimedOut(.connect)
      case .readTimeout, .writeTimeout: return TimedOut(.idle)
      case .deadlineExceeded: return TimedOut(.total)
      case .remoteConnectionClosed, .requestStreamCancelled:
        return TransportError(.connectionLost, phase: phase, reason: reason)
      case .cancelled where phase == .beforeSending:
        // The connection was already closing when the engine assigned the request to it.
        return Resendable.unsent("the connection was closing")
      case .alreadyShutdown, .cancelled:
        return TransportError(.closed, phase: phase, reason: "the client was shut down")
      case .invalidProxyResponse, .proxyAuthenticationRequired:
        return TransportError(.cannotConnect, phase: .beforeSending, reason: reason)
      case .bodyLengthMismatch: return TransportError(.invalidRequest, phase: phase, reason: reason)
      case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath, .traceRequestWithBody:
        return TransportError(.invalidRequest, phase: .beforeSending, reason: reason)
      default:
        if case .beforeSending = phase, reason.contains("application protocol") {
          return TransportError(.tlsFailed, phase: phase, reason: reason)
        }
        return TransportError(.other, phase: phase, reason: reason)
      }
    }

    private static func failure(of error: NIOConnectionError) -> any Error {
      let attempts = error.connectionErrors.map(\.error)
      if attempts.isEmpty {
        return TransportError(.cannotFindHost, phase: .beforeSending, reason: "the host name has no address")
      }
      if attempts.contains(where: { if case ChannelError.connectTimeout = $0 { true } else { false } }) {
        return TimedOut(.connect)
      }
      let number = attempts.lazy.compactMap { ($0 as? IOError)?.errnoCode }.first
      return TransportError(.cannotConnect, phase: .beforeSending, reason: number.map(text) ?? "no address accepts connections")
    }

    private static func failure(of error: ChannelError, _ phase: TransportError.Phase) -> any Error {
      if case .connectTimeout = error { return TimedOut(.connect) }
      // The connection closed just before the engine assigned the request to it.
      if case .beforeSending = phase { return Resendable.unsent(reason(error)) }
      return TransportError(.connectionLost, phase: phase, reason: reason(error))
    }

    private static func failure(of error: IOError, _ phase: TransportError.Phase) -> any Error {
      let refusals = [ECONNREFUSED, ENOENT, EHOSTUNREACH, ENETUNREACH, EACCES, EADDRNOTAVAIL, EMFILE, ENFILE, ETIMEDOUT]
      let isRefusal = phase == .beforeSending && refusals.contains(error.errnoCode)
      return TransportError(isRefusal ? .cannotConnect : .connectionLost, phase: phase, reason: text(error.errnoCode))
    }

    /// Errors of modules that are not imported here are recognized by name.
    private static func failure(ofForeign error: any Error, _ phase: TransportError.Phase) -> any Error {
      let type = String(reflecting: Swift.type(of: error))
      // The server has not processed a refused stream (RFC 9113 section 8.7).
      if type.hasSuffix("NIOHTTP2Errors.StreamClosed"), "\(error)".contains("Refused Stream") {
        return Resendable.unsent("the server refused the stream")
      }
      let codes: [(module: String, code: TransportError.Code)] = [
        ("NIOHTTP2.", .connectionLost), ("NIOHTTPCompression.", .malformedResponse), ("NIOSOCKS.", .cannotConnect),
      ]
      return TransportError(codes.first { type.hasPrefix($0.module) }?.code ?? .other, phase: phase, reason: type)
    }

    /// Under TLS 1.3, a server checks the client's certificate after the client's handshake is complete, and reports a failure
    /// with an alert (RFC 8446 section 4.4.2.4). So if an alert about a certificate comes after the handshake, it concerns the
    /// client's certificate.
    private static func tlsReason(_ error: any Error, _ phase: TransportError.Phase) -> String {
      let text = reason(error)
      let isAlert = text.contains("ALERT") && ["CERT", "UNKNOWN_CA", "ACCESS_DENIED"].contains { text.contains($0) }
      return isAlert && phase != .beforeSending
        ? "the server refused the client certificate, or demands one: \(text)" : text
    }

    private static func text(_ number: CInt) -> String {
      strerror(number).map { String(cString: $0) } ?? "errno \(number)"
    }

    /// Returns the engine's message on one line. It contains nothing from the request.
    private static func reason(_ error: any Error) -> String {
      String(Redaction.escaped(String(describing: error)).prefix(200))
    }
  }
#endif
