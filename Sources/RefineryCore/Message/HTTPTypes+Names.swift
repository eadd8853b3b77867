package import HTTPTypes

// Methods and names of fields, beyond those of the HTTP types package.

extension HTTPRequest.Method {
  /// Whether RFC 9110 section 9.2.2 calls the method idempotent.
  package var isIdempotent: Bool {
    switch self {
    case .get, .head, .options, .trace, .put, .delete: true
    default: false
    }
  }

  /// Whether ``normalized`` is the same method.
  var isNormalized: Bool { rawValue.utf8.allSatisfy { !(0x61...0x7A).contains($0) } || normalized == self }

  /// The method, in capitals if it is a standard one.
  var normalized: HTTPRequest.Method {
    let standard: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
    let capitals = rawValue.uppercased()
    return standard.first { $0.rawValue == capitals } ?? self
  }
}

extension HTTPField.Name {
  // Names that the HTTP types package has no constant for. Each is a token, so the initializer never returns nil. They are not
  // public, because apps and server frameworks declare the same names.
  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }

  package static let idempotencyKeyField = named("Idempotency-Key")
  // The usual name of the request id that a server or gateway gives.
  static let requestID = named("X-Request-ID")
}
