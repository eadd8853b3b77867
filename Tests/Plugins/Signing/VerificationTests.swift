#if Signing
  import Crypto
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefinerySigning
  import RefineryTesting
  import Testing

  /// What is refused, and that nothing malformed traps.
  @Suite struct VerificationTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func signed(
      _ input: SignatureInput, label: String = "sig1", change: (inout HTTPFields) -> Void = { _ in }
    ) throws -> SignableMessage {
      var head = HTTPRequest(method: .post, scheme: "https", authority: "example.com", path: "/hook")
      let key = try SigningKey(sharedSecret: RFCKey.shared)
      let signature = try input.signature(of: SignableMessage(head), by: key)
      head.headerFields[.signatureInput] = "\(label)=\(input)"
      head.headerFields[.signature] = "\(label)=:\(signature.base64EncodedString()):"
      change(&head.headerFields)
      return SignableMessage(head)
    }

    private func check(
      _ message: SignableMessage, label: String? = nil, covering: [SignatureComponent] = [],
      maximumAge: Duration? = .seconds(300)
    ) throws {
      try message.verify(label: label, covering: covering, maximumAge: maximumAge, now: now) { _ in
        try VerificationKey(sharedSecret: RFCKey.shared)
      }
    }

    @Test("Q14: a signature that is too old, expired, early or undated is refused")
    func times() throws {
      func input(_ created: Double?, _ expires: Double? = nil) throws -> SignatureInput {
        try SignatureInput(
          [.method], created: created.map { now.addingTimeInterval($0) }, expires: expires.map { now.addingTimeInterval($0) })
      }
      try check(signed(input(0)))
      try check(signed(input(-300)))
      try check(signed(input(60)))
      try check(signed(input(0, 0)))
      try check(signed(input(-10_000)), maximumAge: nil)
      try check(signed(input(nil)), maximumAge: nil)
      for late in [try input(-301), try input(61), try input(nil), try input(-10, -1)] {
        let message = try signed(late)
        #expect(throws: SigningError.outsideLifetime) { try check(message) }
      }
    }

    @Test("Q14: a signature must cover what the verifier asks for, name its algorithm truly, and be there")
    func claims() throws {
      let input = try SignatureInput([.method, .path], created: now)
      let message = try signed(input)
      try check(message, label: "sig1", covering: [.path])
      #expect(throws: SigningError.missingComponent(#""@authority""#)) { try check(message, covering: [.authority]) }
      #expect(throws: SigningError.noSignature) { try check(message, label: "sig2") }
      #expect(throws: SigningError.noSignature) {
        try check(SignableMessage(HTTPRequest(method: .get, scheme: "https", authority: "a", path: "/")))
      }
      let other = try signed(SignatureInput([.method], created: now, algorithm: .ed25519))
      #expect(throws: SigningError.wrongSignature) { try check(other) }
      try check(signed(SignatureInput([.method], created: now, algorithm: .hmacSHA256, nonce: "n", tag: "t")))
      // Two signatures: the verifier says which.
      let two = try signed(input) { fields in
        fields.append(HTTPField(name: .signatureInput, value: "b=()"))
        fields.append(HTTPField(name: .signature, value: "b=:AA==:"))
      }
      #expect(throws: SigningError.noSignature) { try check(two) }
      try check(two, label: "sig1")
    }

    @Test("Q14: malformed signature fields are errors, never a trap")
    func malformed() throws {
      let inputs = [
        "", "sig1", "sig1=1", "sig1=(", "sig1=(1)", #"sig1=("@method" "@method")"#, #"sig1=("@method";sf)"#,
        #"sig1=("@nothing")"#,
        #"sig1=("DATE")"#, #"sig1=("a b")"#, #"sig1=("x";tr)"#, #"sig1=("x";key=1)"#, #"sig1=("x";bs;sf)"#,
        "sig1=();created=\"1\"",
        "sig1=();created=1.5", #"sig1=("@query-param")"#, #"sig1=("@query-param";name="a"#, "sig1=\u{0}", "é",
        "sig1=();created=99999999999999999",
        #"sig1=("@method";req)"#, #"sig1=("@status")"#,
      ]
      for text in inputs {
        let message = try signed(SignatureInput([])) { $0[.signatureInput] = text }
        #expect(throws: SigningError.self, "\(text)") { try check(message, maximumAge: nil) }
      }
      for text in ["", "sig1", "sig1=1", "sig1=()", "sig1=:", "sig1=:%%%:", "other=:AA==:"] {
        let message = try signed(SignatureInput([])) { $0[.signature] = text }
        #expect(throws: SigningError.self, "\(text)") { try check(message, maximumAge: nil) }
      }
      // Any bytes at all.
      var random = SeededRandom(seed: 9)
      let valid = Array(#"sig1=("@method" "x";key="a" "@query-param";name="b");created=1;keyid="k""#.utf8)
      for _ in 0..<2_000 {
        var bytes = valid
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 32...126, using: &random)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let message = try signed(SignatureInput([])) { $0[.signatureInput] = text }
        #expect(throws: (any Error).self) { try check(message, covering: [.targetURI], maximumAge: nil) }
      }
    }

    @Test("Q14: what cannot be written as a signature's input is an error when it is made")
    func settings() throws {
      let bad: [() throws -> SignatureInput] = [
        { try SignatureInput([.method, .method]) },
        { try SignatureInput([.field(.date), .field(.date).strict, .field(.date).strict]) },
        { try SignatureInput([.field(.date).member("é")]) },
        { try SignatureInput([.field(.date).member("a\"")]) },
        { try SignatureInput([.field(.date).member(#"a" "@method"#)]) },
        { try SignatureInput([], keyID: "schlüssel") },
        { try SignatureInput([], nonce: "a\nb") },
        { try SignatureInput([], created: Date(timeIntervalSince1970: .nan)) },
        { try SignatureInput([], expires: Date(timeIntervalSince1970: .infinity)) },
        { try SignatureInput([], expires: Date(timeIntervalSince1970: 1e17)) },
      ]
      for make in bad { #expect(throws: SigningError.self) { try make() } }
      let text = #"("@method" "@query-param";name="q");created=1618884473;keyid="a""#
      let read = try SignatureInput(text)
      #expect(read.description == text && read.keyID == "a" && read.components == [.method, .queryParameter("q")])
      #expect(read.created == Date(timeIntervalSince1970: 1_618_884_473))
      for malformed in ["", "a", "sig1=()", "(), ()", #"("@method" "@method")"#, "(1)", #"("a""#] {
        #expect(throws: SigningError.self) { try SignatureInput(malformed) }
      }
      let quoted = try SignatureInput([], keyID: #"a"b\c"#)
      #expect(quoted.description == #"();keyid="a\"b\\c""#)
      let key = try SigningKey(sharedSecret: RFCKey.shared)
      for label in ["", "Sig", "a b", "a=1, b", "é"] {
        #expect(throws: SigningError.self) { try MessageSigningMiddleware(key, label: label) }
      }
      #expect(throws: SigningError.self) { try MessageSigningMiddleware(key, keyID: "é") }
      #expect(throws: SigningError.self) { try MessageSigningMiddleware(key, components: [.status]) }
      #expect(throws: SigningError.self) { try MessageSigningMiddleware(key, components: [.method.ofRequest]) }
    }

    @Test("Q14: keys that do not parse are errors when they are made; nothing traps, and no error or description shows a key")
    func keys() throws {
      #expect(throws: SigningError.self) { try SigningKey(sharedSecret: Data()) }
      let texts = [
        "", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----\n****\n-----END PRIVATE KEY-----",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ\n-----END ENCRYPTED PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----\nMC4CAQAwBQYDK2VwBCIEIJ\n-----END CERTIFICATE-----", "secret-key-material",
        RFCKey.ed25519.replacingOccurrences(of: "MC4C", with: "MP8C"),
      ]
      for algorithm in SignatureAlgorithm.allCases {
        for text in texts {
          let error = #expect(throws: SigningError.self) { try SigningKey(algorithm, pem: text) }
          #expect(error.map { "\($0)".contains("secret-key") || "\($0)".contains("MC4C") } == false)
          #expect(throws: SigningError.self) { try VerificationKey(algorithm, pem: text) }
        }
      }
      for (algorithm, pem) in RFCKey.pairs {
        let isRSA = algorithm == .rsaPSSSHA512 || algorithm == .rsaV15SHA256
        for (other, text) in RFCKey.pairs + [(.ed25519, RFCKey.ed25519Public)] {
          let isOtherRSA = other == .rsaPSSSHA512 || other == .rsaV15SHA256
          guard text != pem, !(isRSA && isOtherRSA) else { continue }
          #expect(throws: SigningError.self) { try SigningKey(algorithm, pem: text) }
        }
        let key = try SigningKey(algorithm, pem: pem)
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "SigningKey" && String(reflecting: key) == "SigningKey")
        #expect(dumped.utf8.count < 200)
        #expect(throws: Never.self) { try SigningKey(algorithm, pem: pem.replacingOccurrences(of: "\n", with: "\r\n")) }
      }
    }

    @Test("Q14: a PEM document with any wrong byte gives a key or an error, and a key signs or says why not")
    func mutatedKeys() throws {
      var random = SeededRandom(seed: 4)
      for (algorithm, pem) in RFCKey.pairs {
        let lines = pem.split(separator: "\n")
        let der = try #require(Data(base64Encoded: lines.dropFirst().dropLast().joined()))
        for _ in 0..<(algorithm == .ed25519 ? 500 : 60) {
          var bytes = der
          bytes[Int.random(in: 0..<min(40, der.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
          if Bool.random(using: &random) { bytes = bytes.prefix(Int.random(in: 0..<der.count, using: &random)) }
          let text = "\(lines[0])\n\(bytes.base64EncodedString())\n\(lines[lines.count - 1])"
          guard let key = try? SigningKey(algorithm, pem: text) else { continue }
          _ = try? key.signature(of: Data("a".utf8))
        }
      }
    }

    // MARK: Content-Digest

    @Test("Q14: Content-Digest: RFC 9530's examples, both algorithms, and unknown ones beside them")
    func contentDigest() throws {
      let content = Data(#"{"hello": "world"}"#.utf8)
      #expect(ContentDigest.field(for: content) == "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:")
      #expect(
        ContentDigest.field(for: content, .sha512)
          == "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:")
      let both = "\(ContentDigest.field(for: content)), \(ContentDigest.field(for: content, .sha512)), md5=:AAAA:"
      try ContentDigest.verify(content, in: [.contentDigest: both])
      #expect(throws: SigningError.wrongDigest) { try ContentDigest.verify(content + [0], in: [.contentDigest: both]) }
      let mixed = "\(ContentDigest.field(for: content)), sha-512=:AAAA:"
      #expect(throws: SigningError.wrongDigest) { try ContentDigest.verify(content, in: [.contentDigest: mixed]) }
      #expect(throws: SigningError.missingComponent("content-digest")) { try ContentDigest.verify(content, in: [:]) }
      #expect(throws: SigningError.missingComponent("content-digest")) {
        try ContentDigest.verify(content, in: [.contentDigest: "md5=:AAAA:"])
      }
      for text in ["sha-256", "sha-256=1", "sha-256=(1)", "sha-256=:*:", "=", ""] {
        #expect(throws: SigningError.self) { try ContentDigest.verify(content, in: [.contentDigest: text]) }
      }
    }

    // MARK: Webhooks

    private static let body = Data(#"{"event":"paid"}"#.utf8)

    private func mac(_ prefix: String, _ secret: Data = Data("top".utf8)) -> Data {
      Data(HMAC<SHA256>.authenticationCode(for: Data(prefix.utf8) + Self.body, using: SymmetricKey(data: secret)))
    }

    private func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }

    private func fields(_ scheme: Webhook.Scheme, time: String = "1700000000", secret: Data = Data("top".utf8)) -> HTTPFields {
      func field(_ name: String) -> HTTPField.Name { HTTPField.Name(name)! }
      return switch scheme {
      case .standardWebhooks:
        [
          field("webhook-id"): "msg_1", field("webhook-timestamp"): time,
          field("webhook-signature"): "v1a,xx v1,AAAA v1,\(mac("msg_1.\(time).", secret).base64EncodedString())",
        ]
      case .stripe: [field("Stripe-Signature"): "t=\(time),v1=00,v0=zz,v1=\(hex(mac("\(time).", secret)))"]
      case .hub: [field("X-Hub-Signature-256"): "sha256=\(hex(mac("", secret)))"]
      case .slack:
        [field("X-Slack-Request-Timestamp"): time, field("X-Slack-Signature"): "v0=\(hex(mac("v0:\(time):", secret)))"]
      }
    }

    private func secret(_ scheme: Webhook.Scheme) -> String {
      scheme == .standardWebhooks ? "whsec_\(Data("top".utf8).base64EncodedString())" : "top"
    }

    @Test(
      "Q14: a webhook's signature is verified; a wrong secret, body, time or field is refused",
      arguments: Webhook.Scheme.allCases)
    func webhooks(scheme: Webhook.Scheme) throws {
      func check(_ fields: HTTPFields, body: Data = Self.body, secret other: String? = nil, now: Date? = nil) throws {
        try Webhook.verify(body, in: fields, as: scheme, secret: other ?? secret(scheme), now: now ?? self.now)
      }
      try check(fields(scheme))
      try check(fields(scheme), now: now.addingTimeInterval(300))
      #expect(throws: SigningError.wrongSignature) { try check(fields(scheme), body: Self.body + [0x20]) }
      #expect(throws: SigningError.wrongSignature) { try check(fields(scheme, secret: Data("other".utf8))) }
      #expect(throws: SigningError.noSignature) { try check([:]) }
      #expect(throws: SigningError.self) { try check(fields(scheme), secret: "") }
      guard scheme != .hub else { return }
      for later in [301, -301, .nan, .infinity] as [Double] {
        #expect(throws: SigningError.outsideLifetime) { try check(fields(scheme), now: now.addingTimeInterval(later)) }
      }
      for time in ["", "-1", "nan", "inf", "1e9", "0x1", "99999999999999999999999", "170000000 0", "1700000000.5"] {
        #expect(throws: SigningError.self) { try check(fields(scheme, time: time)) }
      }
    }

    @Test("Q14: a signature of another version of Stripe's scheme is not one")
    func stripeVersion() throws {
      let name = try #require(HTTPField.Name("Stripe-Signature"))
      var fields = self.fields(.stripe)
      let value = try #require(fields[name])
      fields[name] = value.replacing("v1=", with: "v0=")
      #expect(fields[name] != value)
      #expect(throws: SigningError.noSignature) {
        try Webhook.verify(Self.body, in: fields, as: .stripe, secret: secret(.stripe), now: now)
      }
    }

    @Test("Q14: the Standard Webhooks specification's example")
    func standardWebhooks() throws {
      let fields: HTTPFields = [
        HTTPField.Name("webhook-id")!: "msg_p5jXN8AQM9LWM0D4loKWxJek", HTTPField.Name("webhook-timestamp")!: "1614265330",
        HTTPField.Name("webhook-signature")!: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      ]
      try Webhook.verify(
        Data(#"{"test": 2432232314}"#.utf8), in: fields, as: .standardWebhooks,
        secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now: Date(timeIntervalSince1970: 1_614_265_330))
    }
  }
#endif
