package import HTTPTypes

extension Request {
  /// Checks that the request is a valid HTTP message on every transport.
  ///
  /// The scheme is http or https; there is a host, without user information; the target starts with `/` and is visible
  /// ASCII without a fragment; field names are tokens and field values contain no control characters (RFC 9110 section 5.5);
  /// no field frames the message or controls the connection, such as `Content-Length`; GET, HEAD and TRACE carry no content.
  ///
  /// The check costs nothing for a request that a client made and no middleware changed.
  ///
  /// - Throws: ``TransportError`` of code ``TransportError/Code/invalidRequest``. It names the faulty part, but not its value.
  public func validate() throws(TransportError) {
    if !isValid { try Self.validate(head, body) }
  }

  static func validate(_ head: HTTPRequest, _ body: Body?) throws(TransportError) {
    if let fault = head.targetFault ?? head.methodFault(body) ?? head.fieldFault {
      throw TransportError(.invalidRequest, phase: .beforeSending, reason: fault)
    }
  }
}

extension HTTPRequest {
  fileprivate var targetFault: String? {
    guard let scheme, Self.isHTTP(scheme) else { return "the scheme must be http or https" }
    let name = authority ?? ""
    if Authority.plain(name) == nil {
      let authority = Authority(name)
      if authority.userInfo != nil { return "the URL holds user information; send credentials with AuthMiddleware" }
      if authority.host == nil { return "the host is missing, or has a character that is not allowed in a host" }
      if !authority.hasValidPort { return "the port is not a number from 1 to 65535" }
    }
    guard let target = path, target.utf8.first == 0x2F else { return "the target must start with a slash" }
    return target.withBytes { bytes in
      for byte in bytes where byte == 0x23 || !(0x21...0x7E).contains(byte) {
        return byte == 0x23
          ? "the target holds a fragment" : "the target holds a space, a control character or a non-ASCII byte"
      }
      return nil
    }
  }

  private static func isHTTP(_ scheme: String) -> Bool {
    if scheme == "https" || scheme == "http" { return true }
    let scheme = scheme.lowercased()
    return scheme == "https" || scheme == "http"
  }

  fileprivate func methodFault(_ body: Body?) -> String? {
    if method == .get, body == nil { return nil }
    if HTTPRequest.Method(method.rawValue) == nil { return "the method is not a token" }
    if method == .connect { return "CONNECT asks for a tunnel, not for a response" }
    if method == .get || method == .head || method == .trace, let body, body.length != 0 {
      return "\(method) must not have a body"
    }
    return nil
  }

  fileprivate var fieldFault: String? {
    for field in headerFields {
      // The HTTP types accept only tokens as names.
      if field.name.isFraming {
        return "the header field \(field.name.rawName) is reserved for the transport"
      }
      let holdsControl = field.value.withBytes { bytes in
        for byte in bytes where (byte < 0x20 && byte != 0x09) || byte == 0x7F { return true }
        return false
      }
      if holdsControl { return "the value of the header field \(field.name.rawName) holds a control character" }
    }
    return nil
  }
}

extension HTTPField.Name {
  /// Whether only the transport may set the field, because it frames a message or controls a connection. If such a value
  /// disagrees with the sent bytes, a server can read one request as two.
  package var isFraming: Bool {
    // Compared without hashing: this runs for every field of every request.
    switch canonicalName {
    case "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "keep-alive": true
    default: false
    }
  }
}
