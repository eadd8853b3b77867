#if Signing
  import Crypto
  import CryptoExtras
  public import FoundationEssentials
  public import RefineryCore

  /// The signature algorithms of RFC 9421 section 3.3, by their registered names.
  public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// A shared secret, HMAC with SHA-256.
    case hmacSHA256 = "hmac-sha256"
    /// EdDSA with Curve25519.
    case ed25519
    /// ECDSA with the curve P-256 and SHA-256.
    case ecdsaP256SHA256 = "ecdsa-p256-sha256"
    /// ECDSA with the curve P-384 and SHA-384.
    case ecdsaP384SHA384 = "ecdsa-p384-sha384"
    /// RSASSA-PSS with SHA-512 and a salt of 64 bytes.
    case rsaPSSSHA512 = "rsa-pss-sha512"
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rsaV15SHA256 = "rsa-v1_5-sha256"
  }

  /// A key that signs: a shared secret or a private key.
  ///
  /// ```swift
  /// let key = try SigningKey(.ed25519, pem: environment["SIGNING_KEY"] ?? "")
  /// ```
  /// The initializer parses the key. The description contains no key.
  public struct SigningKey: Sendable, Redacted {
    /// The key that verifies what this key signs.
    package let verificationKey: VerificationKey
    private let sign: @Sendable (Data) throws -> Data

    /// The only algorithm that this key signs with.
    package var algorithm: SignatureAlgorithm { verificationKey.algorithm }

    private init(_ verificationKey: VerificationKey, _ sign: @escaping @Sendable (Data) throws -> Data) {
      (self.verificationKey, self.sign) = (verificationKey, sign)
    }

    /// Creates a key for `hmac-sha256` from the bytes of a shared secret.
    ///
    /// - Throws: ``SigningError/invalidKey(_:)`` if the secret is empty.
    public init(sharedSecret: Data) throws(SigningError) {
      let key = SymmetricKey(data: sharedSecret)
      self.init(try VerificationKey(sharedSecret: sharedSecret)) { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) }
    }

    /// Creates a key from a PEM document (RFC 7468).
    ///
    /// - Parameters:
    ///   - algorithm: any algorithm except `hmac-sha256`.
    ///   - pem: an unencrypted private key: PKCS #8 for every algorithm, also PKCS #1 for RSA and SEC 1 for ECDSA. An RSA key
    ///     has at least 2,048 bits.
    /// - Throws: ``SigningError/invalidKey(_:)``. The error does not contain the key.
    public init(_ algorithm: SignatureAlgorithm, pem: String) throws(SigningError) {
      let document = try KeyDocument(pem: pem, of: algorithm, isPrivate: true)
      switch algorithm {
      case .hmacSHA256: throw document.error
      case .ed25519:
        let key = try document.read { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        self.init(VerificationKey(key.publicKey)) { try key.signature(for: $0) }
      case .ecdsaP256SHA256:
        let key = try document.read { try P256.Signing.PrivateKey(derRepresentation: $0) }
        self.init(VerificationKey(key.publicKey)) { try key.signature(for: $0).rawRepresentation }
      case .ecdsaP384SHA384:
        let key = try document.read { try P384.Signing.PrivateKey(derRepresentation: $0) }
        self.init(VerificationKey(key.publicKey)) { try key.signature(for: $0).rawRepresentation }
      case .rsaPSSSHA512:
        let key = try document.read { try _RSA.Signing.PrivateKey(derRepresentation: $0) }
        self.init(VerificationKey(pss: key.publicKey)) {
          try key.signature(for: SHA512.hash(data: $0), padding: .PSS).rawRepresentation
        }
      case .rsaV15SHA256:
        let key = try document.read { try _RSA.Signing.PrivateKey(derRepresentation: $0) }
        self.init(VerificationKey(v15: key.publicKey)) {
          try key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation
        }
      }
    }

    /// Returns the signature of some bytes, in the form that RFC 9421 section 3.3 defines for the algorithm.
    ///
    /// - Throws: ``SigningError/invalidKey(_:)`` if the key cannot sign.
    package func signature(of data: Data) throws(SigningError) -> Data {
      do { return try sign(data) } catch { throw .invalidKey("the key cannot sign with \(algorithm.rawValue)") }
    }
  }

  /// A key that verifies signatures: a shared secret or a public key.
  public struct VerificationKey: Sendable, Redacted {
    /// The only algorithm that this key verifies.
    let algorithm: SignatureAlgorithm
    private let verify: @Sendable (_ signature: Data, _ data: Data) -> Bool

    private init(_ algorithm: SignatureAlgorithm, _ verify: @escaping @Sendable (Data, Data) -> Bool) {
      (self.algorithm, self.verify) = (algorithm, verify)
    }

    fileprivate init(_ key: Curve25519.Signing.PublicKey) {
      self.init(.ed25519) { key.isValidSignature($0, for: $1) }
    }

    fileprivate init(_ key: P256.Signing.PublicKey) {
      self.init(.ecdsaP256SHA256) { signature, data in
        (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: data) } ?? false
      }
    }

    fileprivate init(_ key: P384.Signing.PublicKey) {
      self.init(.ecdsaP384SHA384) { signature, data in
        (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map { key.isValidSignature($0, for: data) } ?? false
      }
    }

    fileprivate init(pss key: _RSA.Signing.PublicKey) {
      self.init(.rsaPSSSHA512) {
        key.isValidSignature(.init(rawRepresentation: $0), for: SHA512.hash(data: $1), padding: .PSS)
      }
    }

    fileprivate init(v15 key: _RSA.Signing.PublicKey) {
      self.init(.rsaV15SHA256) {
        key.isValidSignature(.init(rawRepresentation: $0), for: SHA256.hash(data: $1), padding: .insecurePKCS1v1_5)
      }
    }

    /// Creates a key for `hmac-sha256` from the bytes of a shared secret.
    ///
    /// - Throws: ``SigningError/invalidKey(_:)`` if the secret is empty.
    public init(sharedSecret: Data) throws(SigningError) {
      guard !sharedSecret.isEmpty else { throw .invalidKey("the shared secret is empty") }
      let key = SymmetricKey(data: sharedSecret)
      self.init(.hmacSHA256) { HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: $1, using: key) }
    }

    /// Creates a key from a PEM document: a public key (SPKI), for RSA also PKCS #1.
    ///
    /// - Throws: ``SigningError/invalidKey(_:)``.
    public init(_ algorithm: SignatureAlgorithm, pem: String) throws(SigningError) {
      let document = try KeyDocument(pem: pem, of: algorithm, isPrivate: false)
      switch algorithm {
      case .hmacSHA256: throw document.error
      case .ed25519: self.init(try document.read { try Curve25519.Signing.PublicKey(rawRepresentation: $0) })
      case .ecdsaP256SHA256: self.init(try document.read { try P256.Signing.PublicKey(derRepresentation: $0) })
      case .ecdsaP384SHA384: self.init(try document.read { try P384.Signing.PublicKey(derRepresentation: $0) })
      case .rsaPSSSHA512: self.init(pss: try document.read { try _RSA.Signing.PublicKey(derRepresentation: $0) })
      case .rsaV15SHA256: self.init(v15: try document.read { try _RSA.Signing.PublicKey(derRepresentation: $0) })
      }
    }

    /// Returns whether `signature` is a signature of these bytes. For `hmac-sha256`, the comparison takes constant time.
    package func isValid(_ signature: Data, of data: Data) -> Bool { verify(signature, data) }
  }

  /// Why a message could not be signed or verified. The description says where the fault is, but contains no key and no value.
  public enum SigningError: SafelyDescribed, Equatable {
    /// A key or a credential cannot be used.
    case invalidKey(String)
    /// A setting, such as a region or a component, cannot be used.
    case invalidSetting(String)
    /// A field of a message is malformed.
    case malformedField(String)
    /// The message lacks a covered component, or the signature does not cover a required component.
    case missingComponent(String)
    /// The body is a stream that can be read only once, so it cannot be hashed before it is sent.
    case bodyCannotBeHashed
    /// The message has no signature, or lacks the signature that the verifier requires.
    case noSignature
    /// The signature does not match the message and the key.
    case wrongSignature
    /// The content does not match the digest that the message states.
    case wrongDigest
    /// The signature is too old, has expired, or is from the future.
    case outsideLifetime

    /// One line, safe to log.
    public var description: String {
      switch self {
      case .invalidKey(let problem), .invalidSetting(let problem), .malformedField(let problem): problem
      case .missingComponent(let name):
        "the message lacks the component \(Redaction.escaped(name)), or its signature does not cover it"
      case .bodyCannotBeHashed:
        "the body is a one-shot stream, so it cannot be hashed before it is sent: send bytes, a file or a replayable stream, or "
          + "set the link's content to ifReplayable or never"
      case .noSignature: "the message has no signature, or not the requested one"
      case .wrongSignature: "the signature does not match the message and the key"
      case .wrongDigest: "the content does not match its digest"
      case .outsideLifetime: "the signature is too old, has expired, or is from the future"
      }
    }
  }

  /// The key of a PEM document. If swift-crypto cannot read its PKCS #8 or SPKI envelope, the envelope is removed.
  ///
  /// swift-crypto does not read Ed25519 keys from PEM. It also does not read RSA keys whose envelope names RSASSA-PSS, such
  /// as the key of RFC 9421 appendix B.1.2.
  private struct KeyDocument {
    /// 32 bytes for Ed25519, PKCS #1 for RSA, the whole document for ECDSA.
    private let key: Data
    /// The error for a document with a key of another kind.
    let error: SigningError

    init(pem: String, of algorithm: SignatureAlgorithm, isPrivate: Bool) throws(SigningError) {
      guard algorithm != .hmacSHA256 else { throw .invalidKey("hmac-sha256 has no PEM document; use sharedSecret") }
      let lines = pem.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
      let kind = isPrivate ? "PRIVATE KEY-----" : "PUBLIC KEY-----"
      guard let first = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") && $0.contains(kind) }),
        !lines[first].contains("ENCRYPTED"),
        let last = lines[first...].firstIndex(where: { $0.hasPrefix("-----END ") }),
        let der = Data(base64Encoded: lines[(first + 1)..<last].joined(), options: .ignoreUnknownCharacters), !der.isEmpty
      else { throw .invalidKey("the text is not a PEM document of an unencrypted \(isPrivate ? "private" : "public") key") }
      error = .invalidKey("the PEM document is not a \(isPrivate ? "private" : "public") key for \(algorithm.rawValue)")
      let envelope = Self.envelope(in: Array(der))
      switch algorithm {
      case .ed25519:
        guard let envelope, envelope.identifier == [0x2B, 0x65, 0x70] else {
          throw error
        }
        key = Data(isPrivate ? envelope.key.dropFirst(2) : envelope.key)
      case .rsaPSSSHA512, .rsaV15SHA256:
        // The identifiers 1.2.840.113549.1.1.1 (rsaEncryption) and 1.2.840.113549.1.1.10 (id-RSASSA-PSS).
        let prefix: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]
        if let envelope, envelope.identifier != prefix + [1], envelope.identifier != prefix + [10] {
          throw error
        }
        key = envelope.map { Data($0.key) } ?? der
      case .hmacSHA256, .ecdsaP256SHA256, .ecdsaP384SHA384: key = der
      }
    }

    /// Returns the result of `parse` for the key.
    func read<Key>(_ parse: (Data) throws -> Key) throws(SigningError) -> Key {
      do { return try parse(key) } catch { throw self.error }
    }

    /// Reads the algorithm's object identifier and the key from PKCS #8 (RFC 5958) or SPKI (RFC 5280 section 4.1).
    private static func envelope(in der: [UInt8]) -> (identifier: [UInt8], key: ArraySlice<UInt8>)? {
      var outer = der[...]
      guard var fields = element(0x30, &outer) else { return nil }
      let isPrivate = fields.first == 0x02
      if isPrivate, element(0x02, &fields) == nil { return nil }
      guard var algorithm = element(0x30, &fields), let identifier = element(0x06, &algorithm),
        let key = element(isPrivate ? 0x04 : 0x03, &fields)
      else { return nil }
      // The first byte of a BIT STRING is the number of its unused bits.
      return (Array(identifier), isPrivate ? key : key.dropFirst())
    }

    /// Removes one DER element from the start and returns its content; nil if it has another tag or is truncated.
    private static func element(_ tag: UInt8, _ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
      var length = Int(first)
      if first >= 0x80 {
        guard (0x81...0x83).contains(first), bytes.count >= Int(first & 0x7F) else { return nil }
        length = 0
        for _ in 0..<(first & 0x7F) { length = length << 8 | Int(bytes.popFirst() ?? 0) }
      }
      guard bytes.count >= length else { return nil }
      defer { bytes = bytes.dropFirst(length) }
      return bytes.prefix(length)
    }
  }
#endif
