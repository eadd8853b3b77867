import HTTPTypes

/// The reason phrases of RFC 9110 and RFC 6585.
enum ReasonPhrase {
  private static let phrases = Dictionary(
    [
      HTTPResponse.Status.ok, .created, .accepted, .nonAuthoritativeInformation, .noContent, .resetContent, .partialContent,
      .multipleChoices, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect, .permanentRedirect,
      .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable, .proxyAuthenticationRequired,
      .requestTimeout, .conflict, .gone, .lengthRequired, .preconditionFailed, .contentTooLarge, .uriTooLong,
      .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed, .misdirectedRequest, .unprocessableContent, .tooEarly,
      .upgradeRequired, .preconditionRequired, .tooManyRequests, .requestHeaderFieldsTooLarge, .unavailableForLegalReasons,
      .internalServerError, .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout, .httpVersionNotSupported,
      .networkAuthenticationRequired,
    ].map { ($0.code, $0.reasonPhrase) }, uniquingKeysWith: { first, _ in first })

  /// The phrase of a status; empty for one that has none.
  static func text(of status: Int) -> String { phrases[status] ?? "" }
}
