#if Signing
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefinerySigning
  import RefineryTesting
  import Testing

  /// RFC 9421 appendix B, and the examples of its section 2.
  @Suite struct MessageSignatureTests {
    private static let created = Date(timeIntervalSince1970: 1_618_884_473)
    private static let requestDigest =
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"
    private static let responseDigest =
      "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:"
    private static let certificate =
      ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVkaWF0ZSBD"
      + "QTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8YnXXfaUgmnMtOXU"
      + "/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNVHSMEGDAWgBRm3WjLa38l"
      + "bEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYmRjQGV4YW1wbGUuY29tMAoGCCqG"
      + "SM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5XarmPk0wmuydBVoU4hBVZ1yhk=:"

    enum Kind: Sendable { case request, response, proxied, transform }

    struct Vector: Sendable, CustomTestStringConvertible {
      let label: String
      let kind: Kind
      let algorithm: SignatureAlgorithm
      /// The lines of the signature base before the last.
      let lines: [String]
      let input: String
      let signature: String
      var testDescription: String { label }
    }

    static let vectors: [Vector] = [
      Vector(
        label: "sig-b21", kind: .request, algorithm: .rsaPSSSHA512, lines: [],
        input: #"();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd""#,
        signature:
          "d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA"
          + "7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsf"
          + "xVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8s"
          + "sinQ98Xw9Q=="),
      Vector(
        label: "sig-b22", kind: .request, algorithm: .rsaPSSSHA512,
        lines: [#""@authority": example.com"#, "\"content-digest\": \(requestDigest)", #""@query-param";name="Pet": dog"#],
        input: #"("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss""#
          + #";tag="header-example""#,
        signature:
          "LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+EC"
          + "xCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2"
          + "fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4"
          + "bXTugEjHSw=="),
      Vector(
        label: "sig-b23", kind: .request, algorithm: .rsaPSSSHA512,
        lines: [
          #""date": Tue, 20 Apr 2021 02:07:55 GMT"#, #""@method": POST"#, #""@path": /foo"#, #""@query": ?param=Value&Pet=dog"#,
          #""@authority": example.com"#, #""content-type": application/json"#, "\"content-digest\": \(requestDigest)",
          #""content-length": 18"#,
        ],
        input: #"("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length")"#
          + #";created=1618884473;keyid="test-key-rsa-pss""#,
        signature:
          "bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38"
          + "K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xM"
          + "y7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIzts"
          + "DZKEgM4cUA=="),
      Vector(
        label: "sig-b24", kind: .response, algorithm: .ecdsaP256SHA256,
        lines: [
          #""@status": 200"#, #""content-type": application/json"#, "\"content-digest\": \(responseDigest)",
          #""content-length": 23"#,
        ],
        input: #"("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256""#,
        signature: "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw=="),
      Vector(
        label: "sig-b25", kind: .request, algorithm: .hmacSHA256,
        lines: [
          #""date": Tue, 20 Apr 2021 02:07:55 GMT"#, #""@authority": example.com"#, #""content-type": application/json"#,
        ],
        input: #"("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret""#,
        signature: "pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8="),
      Vector(
        label: "sig-b26", kind: .request, algorithm: .ed25519,
        lines: [
          #""date": Tue, 20 Apr 2021 02:07:55 GMT"#, #""@method": POST"#, #""@path": /foo"#, #""@authority": example.com"#,
          #""content-type": application/json"#, #""content-length": 18"#,
        ],
        input: #"("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473"#
          + #";keyid="test-key-ed25519""#,
        signature: "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=="),
      Vector(
        label: "ttrp", kind: .proxied, algorithm: .ecdsaP256SHA256,
        lines: [
          #""@path": /foo"#, #""@query": ?param=Value&Pet=dog"#, #""@method": POST"#,
          #""@authority": service.internal.example"#, "\"client-cert\": \(certificate)",
        ],
        input: #"("@path" "@query" "@method" "@authority" "client-cert");created=1618884473;keyid="test-key-ecc-p256""#,
        signature: "xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw=="),
      Vector(
        label: "transform", kind: .transform, algorithm: .ed25519,
        lines: [
          #""@method": GET"#, #""@path": /demo"#, #""@authority": example.org"#, #""accept": application/json, */*"#,
        ],
        input: #"("@method" "@path" "@authority" "accept");created=1618884473;keyid="test-key-ed25519""#,
        signature: "ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA=="),
    ]

    private static let certificateField = HTTPField.Name("Client-Cert")!

    private func fields(_ kind: Kind) -> HTTPFields {
      var fields: HTTPFields = [.date: "Tue, 20 Apr 2021 02:07:55 GMT", .contentType: "application/json"]
      switch kind {
      case .request:
        fields[.contentDigest] = Self.requestDigest
        fields[.contentLength] = "18"
      case .response: fields = [.contentType: "application/json", .contentDigest: Self.responseDigest, .contentLength: "23"]
      case .proxied: fields[Self.certificateField] = Self.certificate
      case .transform:
        fields = [:]
        for value in ["application/json", "*/*"] { fields.append(HTTPField(name: .accept, value: value)) }
      }
      return fields
    }

    private func message(_ vector: Vector, change: (inout HTTPRequest) -> Void = { _ in }) -> SignableMessage {
      var fields = fields(vector.kind)
      fields[.signatureInput] = "\(vector.label)=\(vector.input)"
      fields[.signature] = "\(vector.label)=:\(vector.signature):"
      if vector.kind == .response { return SignableMessage(HTTPResponse(status: .ok, headerFields: fields)) }
      var head = HTTPRequest(
        method: .post, scheme: "https", authority: vector.kind == .proxied ? "service.internal.example" : "example.com",
        path: "/foo?param=Value&Pet=dog", headerFields: fields)
      if vector.kind == .transform {
        head.method = .get
        head.authority = "example.org"
        head.path = "/demo?name1=Value1&Name2=value2"
      }
      change(&head)
      return SignableMessage(head)
    }

    @Test(
      "Q14: RFC 9421 appendix B.2 and B.3: each signature base is the RFC's, and each signature is valid", arguments: vectors)
    func verified(vector: Vector) throws {
      let message = message(vector)
      let input = try message.verify(label: vector.label, covering: [], now: Self.created) { _ in
        try RFCKey.verification(vector.algorithm)
      }
      #expect(input.description == vector.input)
      #expect(
        try input.base(of: message) == (vector.lines + ["\"@signature-params\": \(vector.input)"]).joined(separator: "\n"))
      #expect(input.created == Self.created)
    }

    @Test("Q14: RFC 9421 appendix B.2.5, B.2.6 and B.4: deterministic signatures are made byte for byte")
    func made() throws {
      for label in ["sig-b25", "sig-b26", "transform"] {
        let vector = try #require(Self.vectors.first { $0.label == label })
        let isShared = vector.algorithm == .hmacSHA256
        let components: [SignatureComponent] =
          switch label {
          case "sig-b25": [.field(.date), .authority, .field(.contentType)]
          case "sig-b26": [.field(.date), .method, .path, .authority, .field(.contentType), .field(.contentLength)]
          default: [.method, .path, .authority, .field(.accept)]
          }
        let key = isShared ? try SigningKey(sharedSecret: RFCKey.shared) : try SigningKey(.ed25519, pem: RFCKey.ed25519)
        let input = try SignatureInput(
          components, created: Self.created, keyID: isShared ? "test-shared-secret" : "test-key-ed25519")
        #expect(input.description == vector.input)
        // On Linux, swift-crypto signs as RFC 8032 says. (CryptoKit adds randomness.)
        #expect(try input.signature(of: message(vector), by: key).base64EncodedString() == vector.signature)
      }
    }

    @Test("Q14: every algorithm signs what its public key verifies, and no other message", arguments: RFCKey.pairs.map(\.0))
    func pairs(algorithm: SignatureAlgorithm) throws {
      let pem = try #require(RFCKey.pairs.first { $0.0 == algorithm }?.1)
      let key = try SigningKey(algorithm, pem: pem)
      let data = Data("some text".utf8)
      let signature = try key.signature(of: data)
      for verification in [key.verificationKey, try RFCKey.verification(algorithm)] {
        #expect(verification.isValid(signature, of: data))
        #expect(!verification.isValid(signature, of: Data("some texu".utf8)))
        #expect(!verification.isValid(signature.dropLast(), of: data))
        #expect(!verification.isValid(Data(), of: data))
      }
      let other = RFCKey.pairs.first { $0.0 != algorithm }?.0 ?? .ed25519
      #expect(try !RFCKey.verification(other).isValid(signature, of: data))
    }

    @Test("Q14: RFC 9421 appendix B.4: what intermediaries may change leaves the signature valid, what they must not breaks it")
    func transforms() throws {
      let vector = try #require(Self.vectors.last)
      func check(_ change: (inout HTTPRequest) -> Void) throws {
        try message(vector, change: change).verify(covering: [], now: Self.created) { _ in
          try RFCKey.verification(.ed25519)
        }
      }
      try check { head in
        head.path = "/demo?name1=Value1&Name2=value2&param=added"
        head.headerFields[.acceptLanguage] = "en-US,en;q=0.5"
      }
      try check { head in
        head.headerFields[.accept] = "application/json, */*"
        head.headerFields[.referer] = "https://developer.example.org/demo"
      }
      try check { $0.headerFields[.date] = "Fri, 15 Jul 2022 14:24:55 GMT" }
      #expect(throws: SigningError.wrongSignature) {
        try check { head in
          head.method = .post
          head.authority = "example.com"
        }
      }
      #expect(throws: SigningError.wrongSignature) { try check { $0.headerFields[.accept] = "*/*, application/json" } }
    }

    // MARK: Section 2

    private static let dictionary = HTTPField.Name("Example-Dict")!
    private static let lines = HTTPField.Name("Example-Header")!

    private func value(_ component: SignatureComponent, _ target: String, _ fields: HTTPFields = [:]) throws -> String {
      let head = HTTPRequest(
        method: .post, scheme: "https", authority: "www.Example.com:443", path: target, headerFields: fields)
      let base = try SignatureInput([component]).base(of: SignableMessage(head, contentLength: 7))
      return String(try #require(base.split(separator: "\n").first))
    }

    @Test("Q14: RFC 9421 section 2.1: fields, strict serialization, members of dictionaries, and lines as bytes")
    func fieldComponents() throws {
      let empty = HTTPField.Name("X-Empty-Header")!
      var fields: HTTPFields = [Self.dictionary: "  a=1,    b=2;x=1;y=2,   c=(a   b   c), d  ", empty: ""]
      for line in ["value, with, lots", "of, commas"] { fields.append(HTTPField(name: Self.lines, value: line)) }
      func field(_ component: SignatureComponent) throws -> String { try value(component, "/", fields) }
      #expect(try field(.field(empty)) == #""x-empty-header": "#)
      #expect(try field(.field(Self.lines)) == #""example-header": value, with, lots, of, commas"#)
      #expect(
        try field(.field(Self.lines).bytes)
          == #""example-header";bs: :dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:"#)
      #expect(try field(.field(Self.dictionary)) == #""example-dict": a=1,    b=2;x=1;y=2,   c=(a   b   c), d"#)
      #expect(try field(.field(Self.dictionary).strict) == #""example-dict";sf: a=1, b=2;x=1;y=2, c=(a b c), d"#)
      #expect(try field(.field(Self.dictionary).member("a")) == #""example-dict";key="a": 1"#)
      #expect(try field(.field(Self.dictionary).member("d")) == #""example-dict";key="d": ?1"#)
      #expect(try field(.field(Self.dictionary).member("b")) == #""example-dict";key="b": 2;x=1;y=2"#)
      #expect(try field(.field(Self.dictionary).member("c")) == #""example-dict";key="c": (a b c)"#)
      #expect(try field(.field(.contentLength)) == #""content-length": 7"#)
      let host = try #require(HTTPField.Name("Host"))
      #expect(try field(.field(host)) == #""host": www.Example.com:443"#)
      #expect(throws: SigningError.missingComponent(#""example-dict";key="e""#)) {
        try field(.field(Self.dictionary).member("e"))
      }
      #expect(throws: SigningError.self) { try field(.field(Self.dictionary).strict.bytes) }
      #expect(throws: SigningError.self) { try value(.field(Self.dictionary).strict, "/", [Self.dictionary: "a=(1"]) }
      #expect(throws: SigningError.missingComponent(#""date""#)) { try field(.field(.date)) }
    }

    @Test("Q14: RFC 9113 section 8.2.3: a cookie in several lines is signed as the one line that a server reads")
    func cookies() throws {
      var (split, whole) = (HTTPFields(), HTTPFields())
      split[.cookie] = "a=1; b=2"
      whole.append(HTTPField(name: .cookie, value: "a=1; b=2"))
      #expect(split[values: .cookie].count == 2 && whole[values: .cookie].count == 1)
      for fields in [split, whole] {
        #expect(try value(.field(.cookie), "/", fields) == #""cookie": a=1; b=2"#)
        #expect(try value(.field(.cookie).bytes, "/", fields) == #""cookie";bs: :YT0xOyBiPTI=:"#)
      }
    }

    @Test(
      "Q14: RFC 9421 section 2.2.3: @authority has the port unless it is the default of the scheme",
      arguments: [
        ("https", 443, "h.example"), ("https", 80, "h.example:80"), ("http", 80, "h.example"), ("http", 443, "h.example:443"),
      ])
    func authority(scheme: String, port: Int, expected: String) throws {
      let head = HTTPRequest(method: .get, scheme: scheme, authority: "H.example:\(port)", path: "/")
      let base = try SignatureInput([.authority, .targetURI]).base(of: SignableMessage(head))
      #expect(base.hasPrefix("\"@authority\": \(expected)\n\"@target-uri\": \(scheme)://\(expected)/\n"))
    }

    @Test("Q14: RFC 9421 section 2.2: derived components")
    func derived() throws {
      let target = "/path?param=value&foo=bar&baz=bat%2Dman"
      #expect(try value(.method, target) == #""@method": POST"#)
      #expect(
        try value(.targetURI, target) == #""@target-uri": https://www.example.com/path?param=value&foo=bar&baz=bat%2Dman"#)
      #expect(try value(.authority, target) == #""@authority": www.example.com"#)
      #expect(try value(.scheme, target) == #""@scheme": https"#)
      #expect(try value(.requestTarget, target) == #""@request-target": /path?param=value&foo=bar&baz=bat%2Dman"#)
      #expect(try value(.path, target) == #""@path": /path"#)
      #expect(try value(.path, "?x") == #""@path": /"#)
      #expect(try value(.query, target) == #""@query": ?param=value&foo=bar&baz=bat%2Dman"#)
      #expect(try value(.query, "/path") == #""@query": ?"#)
      #expect(try value(.query, "/path?") == #""@query": ?"#)
      let parameters =
        "/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&qux="
      #expect(
        try value(.queryParameter("var"), parameters)
          == #""@query-param";name="var": this%20is%20a%20big%0Amultiline%20value"#)
      #expect(try value(.queryParameter("bar"), parameters) == #""@query-param";name="bar": with%20plus%20whitespace"#)
      #expect(
        try value(.queryParameter("fa\u{E7}ade\": "), parameters)
          == #""@query-param";name="fa%C3%A7ade%22%3A%20": something"#)
      #expect(try value(.queryParameter("a"), "/?a=x~*-._y") == #""@query-param";name="a": x%7E*-._y"#)
      // The parser of the URL standard replaces bytes that are not UTF-8.
      #expect(try value(.queryParameter("a"), "/?a=%E9") == #""@query-param";name="a": %EF%BF%BD"#)
      #expect(try value(.queryParameter("a"), "/?a=%C3%A9") == #""@query-param";name="a": %C3%A9"#)
      #expect(try value(.queryParameter("\u{FFFD}"), "/?%E9=1") == #""@query-param";name="%EF%BF%BD": 1"#)
      #expect(try value(.queryParameter("qux"), parameters) == #""@query-param";name="qux": "#)
      #expect(try value(.queryParameter("a"), "/?a=+\u{301}") == #""@query-param";name="a": %20%CC%81"#)
      // Bytes that are not UTF-8 are read as U+FFFD, in names too, so these two are one name.
      #expect(try value(.queryParameter("a"), "/?a=%E9t%E9") == #""@query-param";name="a": %EF%BF%BDt%EF%BF%BD"#)
      #expect(throws: SigningError.self) { try value(.queryParameter("\u{FFFD}"), "/?%E9=1&%FF=2") }
      for query in ["/?a=1&a=2", "/?a=1&a=\u{301}2", "/?a=\u{301}2&a=1", "/?b=1", "/"] {
        #expect(throws: SigningError.self) { try value(.queryParameter("a"), query) }
      }
      #expect(throws: SigningError.self) { try value(.status, "/") }
      #expect(throws: SigningError.self) { try value(.method.strict, "/") }
      #expect(throws: SigningError.self) { try value(.method.ofRequest, "/") }
    }

    @Test("Q14: RFC 9421 section 2.4: a response's signature covers the request, by components with req")
    func responses() throws {
      let key = try SigningKey(.ecdsaP256SHA256, pem: RFCKey.p256)
      let request = HTTPRequest(
        method: .post, scheme: "https", authority: "example.com", path: "/foo",
        headerFields: [.signature: "sig1=:AAAA:", .contentDigest: Self.requestDigest])
      var response = HTTPResponse(status: .serviceUnavailable, headerFields: [.contentType: "application/json"])
      let input = try SignatureInput(
        [.status, .field(.contentType), .field(.signature).ofRequest.member("sig1"), .authority.ofRequest, .method.ofRequest],
        created: Self.created, keyID: "server")
      #expect(
        try input.base(of: SignableMessage(response, to: request))
          == #"""
          "@status": 503
          "content-type": application/json
          "signature";req;key="sig1": :AAAA:
          "@authority";req: example.com
          "@method";req: POST
          "@signature-params": ("@status" "content-type" "signature";req;key="sig1" "@authority";req "@method";req)\#
          ;created=1618884473;keyid="server"
          """#)
      let signature = try input.signature(of: SignableMessage(response, to: request), by: key)
      response.headerFields[.signatureInput] = "a=\(input)"
      response.headerFields[.signature] = "a=:\(signature.base64EncodedString()):"
      func check(_ request: HTTPRequest?) throws {
        try SignableMessage(response, to: request).verify(covering: [.status, .method.ofRequest], now: Self.created) { _ in
          key.verificationKey
        }
      }
      try check(request)
      #expect(throws: SigningError.self) { try check(nil) }
      var other = request
      other.method = .put
      #expect(throws: SigningError.wrongSignature) { try check(other) }
    }
  }
#endif
