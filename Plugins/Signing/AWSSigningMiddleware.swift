#if Signing
  import Crypto
  import FoundationEssentials
  import HTTPTypes
  public import RefineryCore

  /// Signs each attempt with AWS Signature Version 4.
  ///
  /// ```swift
  /// let signing = try AWSSigningMiddleware(region: "eu-central-1", service: "s3") { try await role.credentials() }
  /// let api = Client(baseURL: url, middleware: [RetryMiddleware(), signing])
  /// ```
  /// Each retry and each redirect gets a new signature, with a new date of the call's clock. A request to another origin and a
  /// presigned URL are sent unchanged. The signature replaces an `Authorization` field that the call sets.
  public struct AWSSigningMiddleware: Middleware {
    private let signature: AWSSignature
    private let content: SignedContent
    private let origins: Set<Origin>?
    private let credentials: @Sendable () async throws -> AWSCredentials

    /// Creates middleware that signs.
    ///
    /// - Parameters:
    ///   - region: the region, such as `eu-central-1`.
    ///   - service: the name of the service in signatures, such as `s3`.
    ///   - normalizesPath: whether empty segments and dot segments are removed from the path before it is signed: see
    ///     ``AWSSignature/init(region:service:normalizesPath:)``.
    ///   - content: what to do with content. Default: its SHA-256 is signed, and a one-shot stream is refused.
    ///   - origins: the origins whose requests are signed. Default: only the origin of the client's base URL.
    ///   - credentials: returns the credentials. It is called for each attempt, so it must cache them and renew them before
    ///     they expire.
    /// - Throws: ``SigningError/invalidSetting(_:)``.
    public init(
      region: String, service: String, normalizesPath: Bool? = nil, content: SignedContent = .always,
      origins: Set<Origin>? = nil, credentials: @escaping @Sendable () async throws -> AWSCredentials
    ) throws(SigningError) {
      signature = try AWSSignature(region: region, service: service, normalizesPath: normalizesPath)
      (self.content, self.origins, self.credentials) = (content, origins, credentials)
    }

    /// After redirects, so that each attempt has its own signature.
    public var stage: ChainStage? { .signing }

    /// Signs the request and passes it on.
    ///
    /// - Throws: ``SigningError``; errors of `credentials`; `TimedOut(.refresh)` if the call's deadline passes before
    ///   `credentials` returns; errors of `next`.
    public func respond(to request: Request, next: Next) async throws -> Response {
      guard request.isSignedOrNoted(for: origins), !AWSSignature.isPresigned(request.head) else {
        return try await next(request)
      }
      let payload: AWSSignature.Payload =
        content.covers(request.body) ? .hash(try await request.digest(SHA256.self).hex) : .unsigned
      let keys =
        if let deadline = request.deadline {
          try await deadline.enforce(.refresh) { [credentials] in try await credentials() }
        } else {
          try await credentials()
        }
      var signed = request
      // Otherwise, the transport would normalize the target after the signature, if another middleware changed it.
      signed.normalize()
      signed.head = try signature.sign(signed.head, payload: payload, credentials: keys, date: request.context.clock.date)
      return try await next(signed)
    }

    /// Returns the scope of the signature, or the reason why the request is not signed.
    public func explanation(for request: Request) -> String? {
      guard request.isSigned(for: origins) else { return request.reasonNotSigned }
      if AWSSignature.isPresigned(request.head) { return "not signed: the URL is presigned" }
      return "AWS Signature Version 4 for \(signature.scope)\(content.covers(request.body) ? "" : ", content unsigned")"
    }
  }
#endif
