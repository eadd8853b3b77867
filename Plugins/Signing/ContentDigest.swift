#if Signing
  import Crypto
  public import FoundationEssentials
  public import HTTPTypes
  import RefineryCore
  import RefineryParts

  /// The digest of a message's content in the field `Content-Digest` (RFC 9530).
  ///
  /// A signature that covers the field `content-digest` protects the content only if the receiver also compares the digest with
  /// the content: see ``verify(_:in:)``.
  public enum ContentDigest {
    /// The active algorithms of RFC 9530 section 5.
    public enum Algorithm: String, Sendable, CaseIterable {
      /// SHA-256.
      case sha256 = "sha-256"
      /// SHA-512.
      case sha512 = "sha-512"

      func digest(of content: Data) -> Data {
        self == .sha256 ? Data(SHA256.hash(data: content)) : Data(SHA512.hash(data: content))
      }
    }

    /// Returns the value of `Content-Digest` for some content, such as
    /// `sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:`.
    package static func field(for content: Data, _ algorithm: Algorithm = .sha256) -> String {
      field(algorithm, algorithm.digest(of: content))
    }

    /// Checks content against each digest of `Content-Digest` with a known algorithm.
    ///
    /// - Throws: ``SigningError/wrongDigest``; ``SigningError/missingComponent(_:)`` if there is no digest of a known
    ///   algorithm; ``SigningError/malformedField(_:)``.
    public static func verify(_ content: Data, in fields: HTTPFields) throws(SigningError) {
      guard fields.contains(.contentDigest) else { throw .missingComponent("content-digest") }
      let members = try StructuredField.dictionary(fields, .contentDigest)
      var isChecked = false
      for algorithm in Algorithm.allCases {
        guard let member = members[algorithm.rawValue] else { continue }
        guard try StructuredField.bytes(member, of: .contentDigest) == algorithm.digest(of: content) else { throw .wrongDigest }
        isChecked = true
      }
      guard isChecked else { throw .missingComponent("content-digest") }
    }

    static func field(_ algorithm: Algorithm, _ digest: Data) -> String {
      "\(algorithm.rawValue)=:\(digest.base64EncodedString()):"
    }
  }

  /// The content that a signature covers.
  public enum SignedContent: Sendable {
    /// All content. A call with a one-shot stream fails, because the stream cannot be hashed before it is sent.
    case always
    /// All content except one-shot streams, which are sent without a hash.
    case ifReplayable
    /// No content.
    case never

    func covers(_ body: Body?) -> Bool {
      switch self {
      case .always: true
      case .ifReplayable: body?.isReplayable ?? true
      case .never: false
      }
    }
  }

  extension Request {
    /// Returns the hash of the content, computed chunk by chunk. For this, a stream is read one additional time.
    ///
    /// - Throws: ``SigningError/bodyCannotBeHashed`` for a one-shot stream; errors of reading the body; `TimedOut` if the
    ///   call's deadline passes before a stream ends.
    func digest<Hash: HashFunction & Sendable>(_: Hash.Type) async throws -> Data {
      guard let body else { return Data(Hash().finalize()) }
      if let data = body.data { return Data(Hash.hash(data: data)) }
      guard body.isReplayable else { throw SigningError.bodyCannotBeHashed }
      let work: @Sendable () async throws -> Data = {
        var hash = Hash()
        for try await chunk in body {
          try Task.checkCancellation()
          hash.update(data: chunk)
        }
        return Data(hash.finalize())
      }
      guard let deadline, body.file == nil else { return try await work() }
      return try await deadline.enforce(.total, work)
    }

    /// Why ``isSigned(for:)`` is false, for an explanation and a note.
    var reasonNotSigned: String {
      options.credentialsWithheld ? "not signed: the request must carry no credential" : "not signed: another origin"
    }

    /// The same as ``isSigned(for:)`` for a request that is about to be sent. Notes the reason if it is false.
    func isSignedOrNoted(for origins: Set<Origin>?) -> Bool {
      let isSigned = isSigned(for: origins)
      if !isSigned { context.note(reasonNotSigned) }
      return isSigned
    }

    /// Returns whether the request may be signed: its origin must be in `origins`, or be that of the client's base URL if
    /// `origins` is nil. A request that must carry no credential is never signed.
    func isSigned(for origins: Set<Origin>?) -> Bool {
      guard !options.credentialsWithheld else { return false }
      guard let origin = Origin(head) else { return false }
      if let origins { return origins.contains(origin) }
      guard let home = options.homeOrigin else { return true }
      guard let mark = home.firstRange(of: "://") else { return false }
      return Origin(scheme: String(home[..<mark.lowerBound]), authority: String(home[mark.upperBound...])) == origin
    }
  }

  extension HTTPRequest {
    /// Removes the default port of the scheme from the authority. Some transports send this port in `Host`, and others do not,
    /// so a signature that covers the host must not depend on it.
    mutating func removeDefaultPort() {
      let port = scheme?.lowercased() == "http" ? ":80" : ":443"
      guard let authority, authority.hasSuffix(port) else { return }
      self.authority = String(authority.dropLast(port.count))
    }
  }

  extension Data {
    /// Decodes pairs of hexadecimal digits; nil if the text is anything else.
    init?(hex text: some StringProtocol) {
      let digits = text.utf8.map { Character(Unicode.Scalar($0)).isASCII ? Character(Unicode.Scalar($0)).hexDigitValue : nil }
      guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
      self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) })
    }

    /// Its bytes as lowercase hexadecimal digits.
    var hex: String { reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) } }
  }

  extension String {
    /// The text with one space for each run of spaces and tabs, and without spaces and tabs at both ends. Splits bytes, because
    /// a space and a combining mark after it are one `Character`.
    var singleSpaced: String { utf8.split { $0 == 0x20 || $0 == 0x09 }.map { Substring($0) }.joined(separator: " ") }
  }

  // MARK: Encoding

  func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  /// Percent-encodes every byte outside RFC 3986's unreserved set. With `slash`, slashes are kept, too.
  func percentEncoded(_ bytes: some Sequence<UInt8>, slash: Bool = false) -> String {
    percentEncoded(bytes) { isUnreserved($0) || slash && $0 == UInt8(ascii: "/") }
  }

  func percentEncoded(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
    bytes.reduce(into: "") { text, byte in
      if isKept(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// Decodes percent-encoded bytes. A `%` without two hexadecimal digits after it is kept.
  func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var rest = Array(bytes)[...]
    var decoded: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, let pair = Data(hex: String(decoding: rest.prefix(2), as: UTF8.self)) {
        decoded += pair
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  // MARK: Structured fields

  extension StructuredField {
    static func dictionary(
      _ fields: HTTPFields, _ name: HTTPField.Name
    ) throws(SigningError) -> StructuredMap<StructuredMember> {
      guard let members = dictionary(fields[values: name].joined(separator: ", ")) else { throw .malformed(name) }
      return members
    }

    static func bytes(_ member: StructuredMember, of name: HTTPField.Name) throws(SigningError) -> Data {
      guard case .bytes(let bytes) = member.value else {
        throw .malformedField("a member of the field \(name.canonicalName) is not a byte sequence")
      }
      return Data(bytes)
    }

    /// Returns the strict form of a field (RFC 9421 section 2.1.1). A dictionary whose members have no values looks like a
    /// list, and has the same strict form.
    static func strict(_ value: String, of name: HTTPField.Name) throws(SigningError) -> String {
      guard let text = list(value).flatMap({ text($0) }) ?? dictionary(value).flatMap({ text($0) }) else {
        throw .malformed(name)
      }
      return text
    }
  }

  extension SigningError {
    static func malformed(_ name: HTTPField.Name) -> SigningError {
      .malformedField("the field \(name.canonicalName) is not a well-formed structured field (RFC 9651)")
    }
  }

  extension HTTPField.Name {
    // Each text is a token, so the initializer never returns nil.
    static let contentDigest = HTTPField.Name("Content-Digest") ?? .contentType
    static let signature = HTTPField.Name("Signature") ?? .contentType
    static let signatureInput = HTTPField.Name("Signature-Input") ?? .contentType
  }
#endif
