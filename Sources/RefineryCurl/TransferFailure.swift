#if Curl
  import CCurl
  import RefineryCore

  extension refinery_transfer {
    /// Why a finished transfer brought no response, by what ended it and how far it had come; nil where it did bring one.
    func failure(total: Duration?, idle: Duration?) -> (any Error)? {
      switch refinery_fault(UInt32(fault)) {
      case REFINERY_NO_FAULT: return engineFailure
      case REFINERY_DEADLINE: return TimedOut(.total, limit: total)
      case REFINERY_SILENCE: return TimedOut(.idle, limit: idle)
      case REFINERY_TOO_LARGE: return BodyError.tooLarge(limit: Int(limit), observed: Int(observed))
      case REFINERY_HEAD_TOO_LARGE: return error(.malformedResponse, "the head has more than 256 KiB")
      case REFINERY_OTHER_VERSION: return error(.unsupported, "the server does not speak HTTP/2")
      case REFINERY_RESENT: return error(.connectionLost, "the kept connection ended before the answer")
      case REFINERY_FILE_SHORT: return error(.invalidRequest, "the body's file has become shorter, or cannot be read")
      case REFINERY_CANCELLED: return CancellationError()
      case REFINERY_CLOSED: return error(.closed, "the transport was shut down")
      default: return error(.other, "the event loop failed")
      }
    }

    private var phase: TransportError.Phase { has_head ? .receiving : is_sent ? .waiting : .beforeSending }

    private func error(_ code: TransportError.Code, _ reason: String) -> TransportError {
      TransportError(code, phase: phase, reason: reason)
    }

    /// libcurl's own texts name no host, unlike its messages.
    private var reason: String {
      let words = withUnsafeBytes(of: words) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let text = words.isEmpty ? String(cString: refinery_words(code)) : words
      return Redaction.escaped(text) + " (\(code)\(os_error == 0 ? "" : ", errno \(os_error)"))"
    }

    private var engineFailure: (any Error)? {
      switch refinery_meaning(code) {
      case REFINERY_NO_FAILURE: return has_head ? nil : error(.malformedResponse, "there was no head")
      case REFINERY_CONNECT_TIMEOUT: return TimedOut(.connect)
      case REFINERY_NO_HOST: return error(.cannotFindHost, reason)
      case REFINERY_NO_CONNECTION: return error(.cannotConnect, reason)
      case REFINERY_NO_TLS: return error(.tlsFailed, reason)
      case REFINERY_NO_HTTP: return error(.malformedResponse, reason)
      case REFINERY_BAD_URL: return error(.invalidRequest, reason)
      case REFINERY_NO_MEMORY: return error(.other, reason)
      default: return error(is_sent ? .connectionLost : .cannotConnect, reason)
      }
    }
  }
#endif
