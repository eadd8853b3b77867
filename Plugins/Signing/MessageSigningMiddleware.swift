#if Signing
  import Crypto
  public import FoundationEssentials
  import HTTPTypes
  public import RefineryCore
  import RefineryParts

  extension SignableMessage {
    /// Checks one signature of the message (RFC 9421 section 3.2).
    ///
    /// ```swift
    /// let message = SignableMessage(response.head, to: request.head)
    /// try message.verify(covering: [.status, .method.ofRequest]) { _ in serverKey }
    /// ```
    /// This protects the content only if the signature covers `content-digest`, and if ``ContentDigest/verify(_:in:)`` also
    /// accepts the content.
    ///
    /// - Parameters:
    ///   - label: the label of the signature. Default: the message must have exactly one signature.
    ///   - components: the components that the signature must cover.
    ///   - maximumAge: the maximum age of a signature. A signature without a time is refused. If nil, any age is accepted, and
    ///     the time may be missing.
    ///   - skew: how far the signer's clock may be ahead.
    ///   - now: the current time.
    ///   - key: returns the key for a signature. Its argument contains the sender's statements, which are not verified yet.
    /// - Returns: the covered components and the parameters of the signature.
    /// - Throws: ``SigningError``; errors of `key`.
    @discardableResult
    public func verify(
      label: String? = nil, covering components: [SignatureComponent],
      maximumAge: Duration? = .seconds(300), skew: Duration = .seconds(60), now: Date = Date(),
      key: (SignatureInput) throws -> VerificationKey
    ) throws -> SignatureInput {
      let fields = response?.headerFields ?? request?.headerFields ?? [:]
      guard fields.contains(.signatureInput), fields.contains(.signature) else { throw SigningError.noSignature }
      let inputs = try StructuredField.dictionary(fields, .signatureInput)
      let signatures = try StructuredField.dictionary(fields, .signature)
      guard let label = label ?? (inputs.entries.count == 1 ? inputs.entries.first?.name : nil), let member = inputs[label],
        let signature = signatures[label]
      else { throw SigningError.noSignature }
      let input = try SignatureInput(member)
      try Self.checkTime(of: input, maximumAge, skew, now)
      if let missing = components.first(where: { !input.components.contains($0) }) {
        throw SigningError.missingComponent(missing.description)
      }
      let bytes = try StructuredField.bytes(signature, of: .signature)
      let key = try key(input)
      // The key determines the algorithm. If the message states one, it must be the same (RFC 9421 section 3.2).
      guard input.algorithm == nil || input.algorithm == key.algorithm.rawValue,
        key.isValid(bytes, of: Data(try input.base(of: self).utf8))
      else { throw SigningError.wrongSignature }
      return input
    }

    private static func checkTime(
      of input: SignatureInput, _ maximumAge: Duration?, _ skew: Duration, _ now: Date
    ) throws(SigningError) {
      guard !input.hasMalformedTime else { throw .malformedField("a time of the field signature-input is not an integer") }
      if let created = input.created {
        let age = now.timeIntervalSince(created)
        // Written in this way, the comparison also refuses a NaN.
        guard age >= -(skew / .seconds(1)), age <= maximumAge.map({ $0 / .seconds(1) }) ?? .infinity else {
          throw .outsideLifetime
        }
      } else if maximumAge != nil {
        throw .outsideLifetime
      }
      if let expires = input.expires, !(now <= expires) { throw .outsideLifetime }
    }
  }

  /// Signs each attempt with an HTTP message signature (RFC 9421), and adds `Content-Digest` (RFC 9530) to content.
  ///
  /// ```swift
  /// let signing = try MessageSigningMiddleware(SigningKey(.ed25519, pem: pem), keyID: "client-7")
  /// let api = Client(baseURL: url, middleware: [RetryMiddleware(), signing])
  /// ```
  /// Each retry and each redirect gets a new signature. A request to another origin is sent without a signature. Signatures
  /// that the call sets are kept. If one of them has the label of this middleware, the call fails, because a receiver ignores
  /// one of two signatures with the same label.
  public struct MessageSigningMiddleware: Middleware {
    private let key: SigningKey
    private let components: [SignatureComponent]
    private let content: SignedContent
    private let digest: ContentDigest.Algorithm
    private let label: String
    private let origins: Set<Origin>?
    private let makeInput: @Sendable ([SignatureComponent], Date) throws(SigningError) -> SignatureInput

    /// The method, authority, path, query and the digest of the content.
    public static let standardComponents: [SignatureComponent] = [
      .method, .authority, .path, .query, .field(.contentDigest),
    ]

    /// Creates middleware that signs.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - keyID: the name by which the server knows the key.
    ///   - components: the covered components. A field that describes the content (`content-…` or `repr-digest`) is left out if
    ///     the request has neither content nor this field. `Content-Digest` is also left out if the setting `content` excludes
    ///     the content. If a request lacks any other component, the call fails.
    ///   - content: what to do with content. Default: its digest is added, and a one-shot stream is refused.
    ///   - digest: the algorithm of `Content-Digest`. If the call sets this field, its value is kept.
    ///   - lifetime: how long a signature is valid. Nil: the server decides.
    ///   - tag: names the application.
    ///   - statesAlgorithm: whether the signature names its algorithm. Default: no, because the key determines it.
    ///   - nonce: returns a new value for each signature.
    ///   - label: names the signature within the message.
    ///   - origins: the origins whose requests are signed. Default: only the origin of the client's base URL.
    /// - Throws: ``SigningError/invalidSetting(_:)`` for a label, a component or a text that cannot be sent.
    public init(
      _ key: SigningKey, keyID: String? = nil, components: [SignatureComponent] = MessageSigningMiddleware.standardComponents,
      content: SignedContent = .always, digest: ContentDigest.Algorithm = .sha256, lifetime: Duration? = nil,
      tag: String? = nil, statesAlgorithm: Bool = false, nonce: (@Sendable () -> String)? = nil, label: String = "sig1",
      origins: Set<Origin>? = nil
    ) throws(SigningError) {
      (self.key, self.components, self.content, self.digest) = (key, components, content, digest)
      (self.label, self.origins) = (label, origins)
      let algorithm = statesAlgorithm ? key.algorithm : nil
      makeInput = { (covered, date) throws(SigningError) in
        try SignatureInput(
          covered, created: date, expires: lifetime.map { date.addingTimeInterval($0 / .seconds(1)) }, keyID: keyID,
          algorithm: algorithm, nonce: nonce?(), tag: tag)
      }
      guard let labels = StructuredField.dictionary("\(label)=1"), labels.entries.count == 1, labels[label] != nil else {
        throw .invalidSetting("the label of a signature is not a key of structured fields: a to z, digits, _, -, . and *")
      }
      // Wrong settings throw here instead of at the first request.
      _ = try makeInput(components, Date(timeIntervalSince1970: 0))
      guard !components.contains(where: { $0.isOfResponse }) else {
        throw .invalidSetting("a request has no status, and no component with the parameter req")
      }
    }

    /// After redirects, so that each attempt has its own signature.
    public var stage: ChainStage? { .signing }

    /// Signs the request and passes it on.
    ///
    /// - Throws: ``SigningError``; errors of reading the body; errors of `next`.
    public func respond(to request: Request, next: Next) async throws -> Response {
      guard request.isSignedOrNoted(for: origins) else { return try await next(request) }
      var signed = request
      // Otherwise, the transport would normalize the target after the signature, if another middleware changed it.
      signed.normalize()
      signed.head.removeDefaultPort()
      if needsDigest(request) {
        let hash = digest == .sha256 ? try await request.digest(SHA256.self) : try await request.digest(SHA512.self)
        signed.head.headerFields[.contentDigest] = ContentDigest.field(digest, hash)
      }
      for name in [HTTPField.Name.signatureInput, .signature] where signed.head.headerFields.contains(name) {
        guard try StructuredField.dictionary(signed.head.headerFields, name)[label] == nil else {
          throw SigningError.invalidSetting(
            "the call has a signature of its own with the label of the link: give one of them another label")
        }
      }
      let message = SignableMessage(signed.head, contentLength: request.body?.length)
      let covered = components.filter { component in
        let mayBeMissing =
          component.describesContent
          && (request.body == nil || !content.covers(request.body) && component.isContentDigest)
        return !mayBeMissing || (try? component.value(in: message)) != nil
      }
      let input = try makeInput(covered, request.context.clock.date)
      let signature = try input.signature(of: message, by: key)
      // A receiver combines the lines of a dictionary field, so a signature that the call sets is kept.
      signed.head.headerFields.append(HTTPField(name: .signatureInput, value: "\(label)=\(input)"))
      signed.head.headerFields.append(
        HTTPField(name: .signature, value: "\(label)=:\(signature.base64EncodedString()):"))
      return try await next(signed)
    }

    private func needsDigest(_ request: Request) -> Bool {
      components.contains(where: \.isContentDigest) && request.body != nil && content.covers(request.body)
        && !request.head.headerFields.contains(.contentDigest)
    }

    /// Returns the algorithm and the components of the signature, or the reason why the request is not signed.
    public func explanation(for request: Request) -> String? {
      guard request.isSigned(for: origins) else { return request.reasonNotSigned }
      let digest = needsDigest(request) ? ", adds Content-Digest (\(digest.rawValue))" : ""
      return "signs with \(key.algorithm.rawValue): \(components.map(\.description).joined(separator: " "))\(digest)"
    }
  }
#endif
