#if Signing
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefinerySigning
  import Testing

  /// The examples of AWS's Signature Version 4 test suite and of the documentation of S3 and IAM.
  @Suite struct AWSSignatureTests {
    private static let date = Date(timeIntervalSince1970: 1_440_938_160)  // 20150830T123600Z
    private static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

    struct Vector: Sendable, CustomTestStringConvertible {
      let name: String
      var method = HTTPRequest.Method.get
      var target = "/"
      var fields: HTTPFields = [:]
      var content = ""
      var token: String?
      let signature: String
      var testDescription: String { name }

      func head(_ authority: String) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: authority, path: target, headerFields: fields)
      }
    }

    private static let own = HTTPField.Name("My-Header1")!
    private static let second = HTTPField.Name("My-Header2")!
    private static let token = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"

    private static func lines(_ values: String...) -> HTTPFields {
      var fields = HTTPFields()
      for value in values { fields.append(HTTPField(name: own, value: value)) }
      return fields
    }

    private static func form(_ type: String) -> HTTPFields {
      [
        .contentType: type, .contentLength: "13",
        .amzHash: "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e",
      ]
    }

    static let suite: [Vector] = [
      Vector(name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
      Vector(
        name: "get-relative-normalized", target: "/example/..",
        signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
      Vector(
        name: "get-relative-relative-normalized", target: "/example1/example2/../..",
        signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
      Vector(
        name: "get-slash-dot-slash-normalized", target: "/./",
        signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
      Vector(
        name: "get-slash-normalized", target: "//",
        signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
      Vector(
        name: "get-slash-pointless-dot-normalized", target: "/./example",
        signature: "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
      Vector(
        name: "get-slashes-normalized", target: "//example//",
        signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
      Vector(
        name: "get-space-normalized", target: "/example space/",
        signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
      Vector(
        name: "get-unreserved", target: "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
      Vector(
        name: "get-utf8", target: "/\u{1234}", signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
      Vector(
        name: "get-vanilla-empty-query-key", target: "/?Param1=value1",
        signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
      Vector(
        name: "get-vanilla-query-order-key-case", target: "/?Param2=value2&Param1=value1",
        signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
      Vector(
        name: "get-vanilla-query-order-value", target: "/?Param1=value2&Param1=value1",
        signature: "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"),
      Vector(
        name: "get-vanilla-query-order-encoded", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
        signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
      Vector(
        name: "get-vanilla-query-unreserved",
        target: "/?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
          + "=-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
      Vector(
        name: "get-vanilla-utf8-query", target: "/?\u{1234}=bar",
        signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
      Vector(
        name: "get-vanilla-with-session-token", token: token,
        signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
      Vector(
        name: "get-header-key-duplicate", fields: lines("value2", "value2", "value1"),
        signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
      Vector(
        name: "get-header-value-order", fields: lines("value4", "value1", "value3", "value2"),
        signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
      Vector(
        name: "get-header-value-trim", fields: [own: " value1", second: " \"a   b   c\""],
        signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
      Vector(
        name: "post-vanilla", method: .post, signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
      Vector(
        name: "post-vanilla-query", method: .post, target: "/?Param1=value1",
        signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
      Vector(
        name: "post-header-key-sort", method: .post, fields: lines("value1"),
        signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
      Vector(
        name: "post-header-value-case", method: .post, fields: lines("VALUE1"),
        signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
      Vector(
        name: "post-x-www-form-urlencoded", method: .post, fields: form("application/x-www-form-urlencoded"),
        content: "Param1=value1", signature: "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b"),
      Vector(
        name: "post-x-www-form-urlencoded-parameters", method: .post,
        fields: form("application/x-www-form-urlencoded; charset=utf-8"), content: "Param1=value1",
        signature: "328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422"),
    ]

    @Test("Q13: the header form signs the requests of AWS's test suite as AWS does", arguments: suite)
    func header(vector: Vector) throws {
      let signature = try AWSSignature(region: "us-east-1", service: "service")
      let keys = try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: Self.secret, sessionToken: vector.token)
      let signed = try signature.sign(
        vector.head("example.amazonaws.com"), payload: .content(Data(vector.content.utf8)), credentials: keys, date: Self.date)
      let authorization = try #require(signed.headerFields[.authorization])
      #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "))
      #expect(authorization.hasSuffix("Signature=\(vector.signature)"))
      #expect(signed.headerFields[.amzDate] == "20150830T123600Z")
      #expect(signed.headerFields[.amzToken] == vector.token)
    }

    @Test(
      "Q13: without normalization, the path is signed as it is sent; a service other than S3 encodes it again",
      arguments: [
        ("/example/..", "eca7ead57bb5aa5c8e28007acd4ff04e1ff9a0ff3b237ec1554a184887ff9282"),
        ("//", "c88bcd3d312d75078c0cd961d6deae3f4c754924b01669efcfcb439fd5e5b76e"),
        ("/./example", "beb03f223f7deae4146464f06e29eebbee9c8afbe15c290cf07aa8b119e14cff"),
        ("//example//", "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"),
        ("/example%20space/", "446b817944c553435b35e813c261ff4e161fff982d1bacdef1c87f6785dd1662"),
      ])
    func unnormalized(target: String, expected: String) throws {
      let keys = try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: Self.secret)
      func signature(_ signature: AWSSignature) throws -> String {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "example.amazonaws.com", path: target)
        let signed = try signature.sign(head, payload: .content(Data()), credentials: keys, date: Self.date)
        return String(try #require(signed.headerFields[.authorization]).suffix(64))
      }
      #expect(
        try signature(AWSSignature(region: "us-east-1", service: "service", normalizesPath: false)) == expected)
      // S3 is the same with and without the setting.
      let own = try signature(AWSSignature(region: "us-east-1", service: "s3"))
      #expect(try signature(AWSSignature(region: "us-east-1", service: "s3", normalizesPath: false)) == own)
    }

    static let queries: [Vector] = [
      Vector(
        name: "get-vanilla-query-order-encoded", target: "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
        signature: "c5f1848ceec943ac2ca68ee720460c23aaae30a2300586597ada94c4a65e4787"),
      Vector(
        name: "get-vanilla-utf8-query", target: "/?\u{1234}=bar",
        signature: "0bdd809b1519ac4f0c1dc3540e2cc46bd0c7f778eda408b2ebf3b913d21ff600"),
      Vector(
        name: "get-vanilla-with-session-token", token: token,
        signature: "7ff2b50b376cb4d151970630573d6291dc128cc5c2a12ffb237f73cc53f67b6c"),
    ]

    @Test("Q13: the query form signs the requests of AWS's test suite as AWS does", arguments: queries)
    func query(vector: Vector) throws {
      let signature = try AWSSignature(region: "us-east-1", service: "service")
      let keys = try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: Self.secret, sessionToken: vector.token)
      let signed = try signature.presign(
        vector.head("example.amazonaws.com"), lifetime: .seconds(3600), credentials: keys, date: Self.date)
      #expect(signed.path?.hasSuffix("X-Amz-Signature=\(vector.signature)") == true)
      #expect(signed.path?.contains("X-Amz-Credential=AKIDEXAMPLE%2F20150830%2Fus-east-1%2Fservice%2Faws4_request&") == true)
      #expect(signed.headerFields[.authorization] == nil)
    }

    static let objects: [Vector] = [
      Vector(
        name: "get object", target: "/test.txt", fields: [.range: "bytes=0-9"],
        signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
      Vector(
        name: "put object", method: .put, target: "/test%24file.text",
        fields: [.date: "Fri, 24 May 2013 00:00:00 GMT", HTTPField.Name("x-amz-storage-class")!: "REDUCED_REDUNDANCY"],
        content: "Welcome to Amazon S3.", signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
      Vector(
        name: "put object, a target that is not encoded", method: .put, target: "/test$file.text",
        fields: [.date: "Fri, 24 May 2013 00:00:00 GMT", HTTPField.Name("x-amz-storage-class")!: "REDUCED_REDUNDANCY"],
        content: "Welcome to Amazon S3.", signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
      Vector(
        name: "get bucket lifecycle", target: "/?lifecycle",
        signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
      Vector(
        name: "list objects", target: "/?max-keys=2&prefix=J",
        signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
    ]

    private static let s3Date = Date(timeIntervalSince1970: 1_369_353_600)  // 20130524T000000Z

    private func s3Keys() throws -> AWSCredentials {
      try AWSCredentials(accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    }

    @Test("Q13: S3's examples: the path is encoded once, and the content's hash is sent", arguments: objects)
    func s3(vector: Vector) throws {
      let signed = try AWSSignature(region: "us-east-1", service: "s3").sign(
        vector.head("examplebucket.s3.amazonaws.com"), payload: .content(Data(vector.content.utf8)), credentials: s3Keys(),
        date: Self.s3Date)
      #expect(signed.headerFields[.authorization]?.hasSuffix("Signature=\(vector.signature)") == true)
      #expect(signed.headerFields[.amzHash]?.count == 64)
    }

    @Test("Q13: S3's example of a presigned URL; its content is unsigned")
    func presigned() throws {
      let vector = Vector(name: "", target: "/test.txt", signature: "")
      let signed = try AWSSignature(region: "us-east-1", service: "s3").presign(
        vector.head("examplebucket.s3.amazonaws.com"), lifetime: .seconds(86_400), credentials: s3Keys(), date: Self.s3Date)
      #expect(
        signed.path
          == "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
          + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z"
          + "&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
          + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404")
    }

    @Test("Q13: IAM's example: fields that proxies change are not covered")
    func iam() throws {
      let head = HTTPRequest(
        method: .get, scheme: "https", authority: "iam.amazonaws.com", path: "/?Action=ListUsers&Version=2010-05-08",
        headerFields: [.contentType: "application/x-www-form-urlencoded; charset=utf-8", .userAgent: "app/1"])
      let keys = try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: Self.secret)
      let signed = try AWSSignature(region: "us-east-1", service: "iam").sign(
        head, payload: .content(Data()), credentials: keys, date: Self.date)
      #expect(
        signed.headerFields[.authorization]
          == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
          + "SignedHeaders=content-type;host;x-amz-date, "
          + "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7")
    }

    @Test("Q13: keys, settings, dates and lifetimes that cannot be used are errors, and no error shows a secret")
    func bad() throws {
      let keys: [(String, String, String?)] = [
        ("", "s", nil), ("a", "", nil), ("a", "top\nsecret", nil), ("a", "s", "t t"), ("é", "s", "t"),
      ]
      for (id, secret, token) in keys {
        let error = #expect(throws: SigningError.self) {
          try AWSCredentials(accessKeyID: id, secretAccessKey: secret, sessionToken: token)
        }
        #expect(error.map { "\($0)".contains("top") } == false)
      }
      for name in ["", "a/b", "a b", "é", "a\n"] {
        #expect(throws: SigningError.self) { try AWSSignature(region: name, service: "s3") }
        #expect(throws: SigningError.self) { try AWSSignature(region: "r", service: name) }
      }
      let signature = try AWSSignature(region: "r", service: "s3")
      let head = HTTPRequest(method: .get, scheme: "https", authority: "a", path: "/")
      for time in [-1, .nan, .infinity, -.infinity, 1e300, 253_402_300_800] as [Double] {
        #expect(throws: SigningError.self) {
          try signature.sign(head, payload: .unsigned, credentials: s3Keys(), date: Date(timeIntervalSince1970: time))
        }
      }
      for lifetime in [Duration.zero, .seconds(-1), .milliseconds(999), .seconds(604_801), .seconds(Int64.max)] {
        #expect(throws: SigningError.self) {
          try signature.presign(head, lifetime: lifetime, credentials: s3Keys(), date: Self.date)
        }
      }
      let once = try signature.presign(head, lifetime: .seconds(1), credentials: s3Keys(), date: Self.date)
      #expect(throws: SigningError.self) {
        try signature.presign(once, lifetime: .seconds(1), credentials: s3Keys(), date: Self.date)
      }
      #expect(throws: SigningError.self) {
        try signature.sign(
          HTTPRequest(method: .get, scheme: "https", authority: nil, path: "/"), payload: .unsigned, credentials: s3Keys(),
          date: Self.date)
      }
    }

    @Test("Q13: a date is written as UTC, in leap years too")
    func dates() throws {
      let signature = try AWSSignature(region: "r", service: "s3")
      let head = HTTPRequest(method: .get, scheme: "https", authority: "a", path: nil)
      for (seconds, text) in [
        (0, "19700101T000000Z"), (951_782_399, "20000228T235959Z"), (951_782_400, "20000229T000000Z"),
        (1_709_251_199, "20240229T235959Z"), (4_107_542_400, "21000301T000000Z"), (253_402_300_799, "99991231T235959Z"),
      ] {
        let signed = try signature.sign(
          head, payload: .unsigned, credentials: s3Keys(), date: Date(timeIntervalSince1970: Double(seconds)))
        #expect(signed.headerFields[.amzDate] == text)
        #expect(signed.headerFields[.amzHash] == "UNSIGNED-PAYLOAD")
      }
    }
  }
#endif
