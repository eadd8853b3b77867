#if Curl
  import CCurl
  import Glibc
  import RefineryCore

  extension UnsafeMutablePointer<refinery_transfer> {
    /// The phase that the failure interrupted.
    private var interruptedPhase: AttemptPhase {
      if pointee.has_head { return .receiving }
      // libcurl takes all other content at once.
      let isWritten = [REFINERY_FILE, REFINERY_PROVIDED].contains { pointee.content == Int32($0.rawValue) }
      if pointee.is_sent { return isWritten && pointee.sent < pointee.content_length ? .sending : .waiting }
      return pointee.times.connected == 0 ? .connect : .handshake
    }

    /// Returns the end of each phase, as the time since the start of the wait for a slot.
    func times(after waited: Duration?) -> AttemptTimes {
      let times = pointee.times
      func instant(_ microseconds: Int64) -> Duration? {
        microseconds > 0 ? (waited ?? .zero) + .microseconds(microseconds) : nil
      }
      var known = AttemptTimes()
      known.admitted = waited
      known.resolved = instant(times.resolved)
      known.connected = instant(times.connected)
      known.secured = instant(times.secured)
      // libcurl reports when sending starts. A request without content counts as sent at that time.
      if pointee.content == Int32(REFINERY_NO_CONTENT.rawValue) { known.sent = instant(times.ready) }
      known.firstByte = instant(times.first_byte)
      let hasNoFault = pointee.fault == REFINERY_NO_FAULT.rawValue && pointee.code == 0
      let isWhole = pointee.has_head && !pointee.is_streamed && (hasNoFault || isLeft)
      if isWhole { known.lastByte = instant(times.over) }
      if !isWhole, !(pointee.is_streamed && pointee.has_head) { known.interrupted = interruptedPhase }
      let address = withUnsafeBytes(of: times.peer_address) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !address.isEmpty { known.peerAddress = address }
      if times.peer_port > 0 { known.peerPort = Int(times.peer_port) }
      if pointee.is_sent { known.isConnectionReused = times.is_reused }
      return known
    }

    /// Whether the response is a redirect whose content was left out, because nobody reads it.
    var isLeft: Bool { pointee.fault == REFINERY_LEFT.rawValue }

    /// The error of a response whose content is longer than the limit, and has arrived up to the limit; nil for any other
    /// response.
    var excess: BodyError? {
      guard pointee.fault == REFINERY_TOO_LARGE.rawValue, pointee.has_head, !pointee.is_streamed else { return nil }
      return BodyError.tooLarge(limit: Int(pointee.limit), observed: Int(pointee.observed))
    }

    /// The error of a finished transfer; nil if it has a response, which may have an ``excess``.
    func failure(_ options: Options) -> (any Error)? {
      switch refinery_fault(UInt32(pointee.fault)) {
      case REFINERY_NO_FAULT: return engineFailure
      case REFINERY_LEFT: return nil
      case REFINERY_DEADLINE: return TimedOut(.total, limit: options.explicit(TimeoutKey.self) ?? nil, during: interruptedPhase)
      case REFINERY_SILENCE: return TimedOut(.idle, limit: options.idleTimeout, during: interruptedPhase)
      case REFINERY_TOO_LARGE where excess != nil: return nil
      case REFINERY_TOO_LARGE: return BodyError.tooLarge(limit: Int(pointee.limit), observed: Int(pointee.observed))
      case REFINERY_HEAD_TOO_LARGE: return error(.malformedResponse, "the head has more than 256 KiB, or too many fields")
      case REFINERY_OTHER_VERSION: return error(.unsupported, "the server does not speak HTTP/2")
      case REFINERY_RESENT: return error(.connectionLost, resendReason)
      case REFINERY_FLOODED:
        return error(.connectionLost, "the server sent HTTP/2 frames without content faster than they can be read")
      case REFINERY_TWO_LENGTHS:
        return error(.malformedResponse, "Content-Length is not a number, or has two different values")
      case REFINERY_UPGRADED: return error(.malformedResponse, "the server switched protocols without a request for it")
      case REFINERY_CUT:
        return error(.connectionLost, "the connection ended without TLS's close_notify, so the content may be cut")
      case REFINERY_CUT_STREAM:
        return error(.connectionLost, "the server reset the stream before the end of the content, so the content may be cut")
      case REFINERY_CERTIFICATE_REFUSED:
        return error(.tlsFailed, "the server refuses the client certificate, or demands one that is not configured")
      case REFINERY_NO_ALTERNATIVE_NAME:
        return error(.tlsFailed, "the certificate has no subject alternative name for a host; a common name is not accepted")
      case REFINERY_FILE_SHORT: return error(.invalidRequest, "the body's file has become shorter, or cannot be read")
      case REFINERY_CANCELLED: return CancellationError()
      case REFINERY_CLOSED: return error(.closed, "the transport was shut down")
      default: return error(.other, "the event loop failed")
      }
    }

    private var resendReason: String {
      pointee.may_resend
        ? "the server ended the request twice before a response, on a kept connection and on a new one"
        : "the kept connection ended before the response, and the request may not be sent twice"
    }

    private var phase: TransportError.Phase { pointee.has_head ? .receiving : pointee.is_sent ? .waiting : .beforeSending }

    private func error(_ code: TransportError.Code, _ reason: String) -> TransportError {
      TransportError(code, phase: phase, reason: reason)
    }

    /// libcurl's texts for result codes contain no host. Its messages may contain one, except the messages in `words`.
    private var reason: String {
      let words = withUnsafeBytes(of: pointee.words) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let text = words.isEmpty ? String(cString: refinery_words(pointee.code)) : words
      return Redaction.escaped(text) + " (\(pointee.code)\(pointee.os_error == 0 ? "" : ", errno \(pointee.os_error)"))"
    }

    /// Describes the response of a proxy that refuses a tunnel.
    private var tunnelFault: String? {
      switch pointee.proxy_status {
      case 0, 200...299: nil
      case 407: "the proxy responded to CONNECT with 407: it demands credentials, or refuses those in its address"
      case let status: "the proxy responded to CONNECT with \(status), so the server cannot be reached"
      }
    }

    private var engineFailure: (any Error)? {
      switch refinery_meaning(pointee.code) {
      case REFINERY_NO_FAILURE:
        // An interim response or an incomplete head is not a response.
        return pointee.has_head ? nil : error(.connectionLost, "the connection ended within the head of the response")
      case REFINERY_CONNECT_TIMEOUT: return TimedOut(.connect)
      case REFINERY_NO_HOST: return error(.cannotFindHost, reason)
      case REFINERY_NO_CONNECTION: return error(.cannotConnect, reason)
      // A reset during the handshake is not a fault of TLS. The server may be restarting, so middleware may retry.
      case REFINERY_NO_HANDSHAKE where pointee.os_error == Int(ECONNRESET): return error(.connectionLost, reason)
      case REFINERY_NO_HANDSHAKE, REFINERY_NO_TLS: return error(.tlsFailed, reason)
      case REFINERY_NO_HTTP: return error(.malformedResponse, reason)
      case REFINERY_BAD_URL: return error(.invalidRequest, reason)
      case REFINERY_NO_MEMORY: return error(.other, reason)
      default:
        if let fault = tunnelFault { return error(.cannotConnect, fault) }
        return error(pointee.is_sent ? .connectionLost : .cannotConnect, reason)
      }
    }
  }
#endif
