#if Signing
  import Crypto
  public import FoundationEssentials
  public import HTTPTypes
  public import RefineryCore

  /// The keys of an AWS account or role. The description contains no key.
  public struct AWSCredentials: Sendable, Equatable, Redacted {
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String?

    /// Creates credentials. Temporary credentials have a session token.
    ///
    /// - Throws: ``SigningError/invalidKey(_:)`` if a text is empty or has a character that is not visible ASCII, such as a
    ///   line end.
    public init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) throws(SigningError) {
      for text in [accessKeyID, secretAccessKey, sessionToken ?? "-"] {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
          throw .invalidKey("a key of the AWS credentials is empty or has a character that is not visible ASCII")
        }
      }
      (self.accessKeyID, self.secretAccessKey, self.sessionToken) = (accessKeyID, secretAccessKey, sessionToken)
    }
  }

  /// AWS Signature Version 4 for one region and service, as plain functions.
  ///
  /// ```swift
  /// let signature = try AWSSignature(region: "eu-central-1", service: "s3")
  /// let link = try signature.presign(head, lifetime: .seconds(900), credentials: credentials, date: Date())
  /// ```
  public struct AWSSignature: Sendable {
    /// How the signature covers the content.
    public enum Payload: Sendable, Equatable {
      /// The SHA-256 of these bytes.
      case content(Data)
      /// A SHA-256, as 64 lowercase hexadecimal digits.
      case hash(String)
      /// `UNSIGNED-PAYLOAD`, which S3 accepts: the signature does not protect the content.
      case unsigned

      var text: String {
        switch self {
        case .content(let data): Data(SHA256.hash(data: data)).hex
        case .hash(let text): text
        case .unsigned: "UNSIGNED-PAYLOAD"
        }
      }
    }

    /// The region and the service, as in `eu-central-1/s3`.
    let scope: String
    /// Whether S3's rules apply: the path is not normalized and is encoded once, and `X-Amz-Content-Sha256` is always sent.
    let followsS3: Bool
    /// Whether empty segments and dot segments are removed from the path before it is signed.
    private let normalizesPath: Bool

    /// Creates a signature. S3's rules for paths apply to the services `s3`, `s3express`, `s3-outposts` and `s3-object-lambda`.
    ///
    /// - Parameters:
    ///   - region: the region.
    ///   - service: the name of the service in signatures.
    ///   - normalizesPath: whether empty segments and dot segments are removed from the path before it is signed. Default:
    ///     true, but false for S3. Set it to false for another service that signs paths as they are sent.
    /// - Throws: ``SigningError/invalidSetting(_:)`` if a name has a character other than a letter, a digit, `-`, `_` and `.`.
    public init(region: String, service: String, normalizesPath: Bool? = nil) throws(SigningError) {
      for name in [region, service] {
        guard !name.isEmpty, name.utf8.allSatisfy({ isUnreserved($0) && $0 != UInt8(ascii: "~") }) else {
          throw .invalidSetting("a region or service of AWS is empty or has a character that such names do not have")
        }
      }
      scope = "\(region)/\(service)"
      followsS3 = ["s3", "s3express", "s3-outposts", "s3-object-lambda"].contains(service)
      self.normalizesPath = normalizesPath ?? !followsS3
    }

    /// Returns the request with the signature in the field `Authorization`. The signature covers all fields except
    /// those that proxies and transports change, such as `User-Agent`. If a covered field has several lines, they become one
    /// line. A default port is removed from the host.
    ///
    /// - Throws: ``SigningError/invalidSetting(_:)`` if the request has no host, or the date is not between 1970 and 9999.
    public func sign(
      _ request: HTTPRequest, payload: Payload, credentials: AWSCredentials, date: Date
    ) throws(SigningError) -> HTTPRequest {
      var signed = request
      signed.removeDefaultPort()
      signed.headerFields = Self.combined(signed.headerFields)
      let time = try Self.timestamp(date)
      signed.headerFields[.amzDate] = time
      // Some services need the hash in a separate field. The caller then sets the field to any value, and the hash replaces
      // that value.
      if followsS3 || payload == .unsigned || signed.headerFields.contains(.amzContentHash) {
        signed.headerFields[.amzContentHash] = payload.text
      }
      signed.headerFields[.amzSecurityToken] = nil
      if let token = credentials.sessionToken { signed.headerFields.append(.secret(.amzSecurityToken, token)) }
      let fields = try Self.canonicalFields(of: signed)
      let signature = self.signature(of: signed, fields, payload, credentials, time)
      signed.headerFields[.authorization] = nil
      signed.headerFields.append(
        .secret(
          .authorization,
          "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(time.prefix(8))/\(scope)/aws4_request, "
            + "SignedHeaders=\(fields.names), Signature=\(signature)"))
      return signed
    }

    /// Returns the request with the signature in the query. Until the lifetime ends, anyone who has this URL can send the
    /// request. The signature covers the fields of the request, so the sender must also send these fields.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - lifetime: how long the URL is valid, from 1 second to 7 days.
    ///   - payload: the content. Default: unsigned for S3, no content for other services.
    ///   - credentials: the keys.
    ///   - date: when the lifetime starts.
    /// - Throws: ``SigningError/invalidSetting(_:)`` as ``sign(_:payload:credentials:date:)`` does, and for a lifetime that
    ///   AWS does not accept or a URL that is already signed.
    public func presign(
      _ request: HTTPRequest, lifetime: Duration, payload: Payload? = nil, credentials: AWSCredentials, date: Date
    ) throws(SigningError) -> HTTPRequest {
      let seconds = lifetime.components.seconds
      guard (1...604_800).contains(seconds) else {
        throw .invalidSetting("the lifetime of a presigned URL is not between 1 second and 7 days")
      }
      guard !Self.isPresigned(request) else { throw .invalidSetting("the URL is already signed") }
      var signed = request
      signed.removeDefaultPort()
      signed.headerFields = Self.combined(signed.headerFields)
      let time = try Self.timestamp(date)
      let fields = try Self.canonicalFields(of: signed)
      var pairs = [
        ("X-Amz-Algorithm", "AWS4-HMAC-SHA256"),
        ("X-Amz-Credential", "\(credentials.accessKeyID)/\(time.prefix(8))/\(scope)/aws4_request"), ("X-Amz-Date", time),
        ("X-Amz-Expires", "\(seconds)"), ("X-Amz-SignedHeaders", fields.names),
      ]
      if let token = credentials.sessionToken { pairs.append(("X-Amz-Security-Token", token)) }
      let target = request.path ?? "/"
      let query = pairs.map { "\($0)=\(percentEncoded($1.utf8))" }.joined(separator: "&")
      let separator = !target.utf8.contains(UInt8(ascii: "?")) ? "?" : target.last == "?" || target.last == "&" ? "" : "&"
      let path = "\(target)\(separator)\(query)"
      signed.path = path
      let payload = payload ?? (followsS3 ? .unsigned : .content(Data()))
      signed.path = "\(path)&X-Amz-Signature=\(signature(of: signed, fields, payload, credentials, time))"
      return signed
    }

    /// Fields that a signature does not cover, because proxies and transports change them.
    private static let uncoveredFields: Set<HTTPField.Name> = Set(
      [
        "accept-encoding", "authorization", "baggage", "connection", "expect", "host", "keep-alive", "proxy-authorization",
        "te", "traceparent", "tracestate", "transfer-encoding", "upgrade", "user-agent", "x-amzn-trace-id",
      ].compactMap { HTTPField.Name($0) })

    static func isPresigned(_ request: HTTPRequest) -> Bool {
      (request.path ?? "").lowercased().utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1).dropFirst().contains {
        $0.split(separator: UInt8(ascii: "&")).contains { $0.starts(with: "x-amz-signature=".utf8) }
      }
    }

    // MARK: The canonical request

    private func signature(
      of request: HTTPRequest, _ fields: (names: String, lines: String), _ payload: Payload, _ credentials: AWSCredentials,
      _ time: String
    ) -> String {
      let target = request.path ?? "/"
      let path = Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })
      let query = Self.canonicalQuery(target.utf8[path.endIndex...].dropFirst())
      let canonical =
        "\(request.method.rawValue)\n\(canonicalPath(path))\n\(query)\n\(fields.lines)\n\(fields.names)\n\(payload.text)"
      let hash = Data(SHA256.hash(data: Data(canonical.utf8))).hex
      let text = "AWS4-HMAC-SHA256\n\(time)\n\(time.prefix(8))/\(scope)/aws4_request\n\(hash)"
      var key = Data("AWS4\(credentials.secretAccessKey)".utf8)
      for part in [String(time.prefix(8))] + scope.split(separator: "/").map(String.init) + ["aws4_request", text] {
        key = Data(HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: SymmetricKey(data: key)))
      }
      return key.hex
    }

    private func canonicalPath(_ path: Substring) -> String {
      // S3 encodes a path once. Other services encode the path of the request line again.
      func encoded(_ path: some StringProtocol) -> String {
        followsS3 ? percentEncoded(percentDecoded(path.utf8), slash: true) : percentEncoded(path.utf8, slash: true)
      }
      if !normalizesPath { return path.isEmpty ? "/" : encoded(path) }
      var segments: [Substring] = []
      let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
      for part in parts where !part.isEmpty && part != "." {
        if part == ".." { _ = segments.popLast() } else { segments.append(part) }
      }
      let endsInSlash = ["", ".", ".."].contains(parts.last) && !segments.isEmpty
      return "/\(encoded(segments.joined(separator: "/")))\(endsInSlash ? "/" : "")"
    }

    private static func canonicalQuery(_ query: Substring.UTF8View) -> String {
      query.split(separator: UInt8(ascii: "&")).map { pair in
        let name = pair.prefix { $0 != UInt8(ascii: "=") }
        return (percentEncoded(percentDecoded(name)), percentEncoded(percentDecoded(pair[name.endIndex...].dropFirst())))
      }
      .sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// Joins the lines of each covered field. A receiver might join them in another way than the signature does.
    private static func combined(_ fields: HTTPFields) -> HTTPFields {
      var combined = HTTPFields()
      for field in fields {
        if uncoveredFields.contains(field.name) {
          combined.append(field)
        } else if !combined.contains(field.name) {
          var line = field
          let values = fields[values: field.name].map(\.singleSpaced)
          if values.count > 1 { line.value = values.joined(separator: field.name == .cookie ? "; " : ",") }
          combined.append(line)
        }
      }
      return combined
    }

    /// Returns the names of the covered fields, and the lines with their values.
    private static func canonicalFields(of request: HTTPRequest) throws(SigningError) -> (names: String, lines: String) {
      guard let authority = request.authority, !authority.isEmpty else { throw .invalidSetting("the request has no host") }
      var fields = ["host": authority]
      for field in request.headerFields where !uncoveredFields.contains(field.name) {
        let value = field.value.singleSpaced
        fields[field.name.canonicalName] = fields[field.name.canonicalName].map { "\($0),\(value)" } ?? value
      }
      let sorted = fields.sorted { $0.key < $1.key }
      return (sorted.map(\.key).joined(separator: ";"), sorted.map { "\($0.key):\($0.value)\n" }.joined())
    }

    /// Returns a date in the form `20150830T123600Z`.
    private static func timestamp(_ date: Date) throws(SigningError) -> String {
      let second = date.timeIntervalSince1970.rounded(.down)
      guard second >= 0, let text = InternetDate.text(of: Date(timeIntervalSince1970: second)) else {
        throw .invalidSetting("the date of a signature is not between 1970 and 9999")
      }
      return text.filter { $0 != "-" && $0 != ":" }
    }
  }

  extension HTTPField {
    /// Returns a field that header compression does not keep in its table (RFC 7541 section 7.1.3).
    fileprivate static func secret(_ name: Name, _ value: String) -> HTTPField {
      var field = HTTPField(name: name, value: value)
      field.indexingStrategy = .disallow
      return field
    }
  }

  extension HTTPField.Name {
    // Each text is a token, so the initializer never returns nil.
    fileprivate static let amzDate = HTTPField.Name("X-Amz-Date") ?? .contentType
    fileprivate static let amzContentHash = HTTPField.Name("X-Amz-Content-Sha256") ?? .contentType
    fileprivate static let amzSecurityToken = HTTPField.Name("X-Amz-Security-Token") ?? .contentType
  }
#endif
