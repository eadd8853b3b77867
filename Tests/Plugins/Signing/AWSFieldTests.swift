#if Signing
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefinerySigning
  import Testing

  /// Which fields AWS signatures cover, and which of them they replace.
  @Suite struct AWSFieldTests {
    private static let date = Date(timeIntervalSince1970: 1_440_938_160)

    private func signed(_ fields: HTTPFields, path: String = "/people", content: String = "") throws -> HTTPFields {
      let head = HTTPRequest(
        method: .get, scheme: "https", authority: "api.example.com", path: path, headerFields: fields)
      let keys = try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "secret")
      return try AWSSignature(region: "eu-central-1", service: "execute-api").sign(
        head, payload: .content(Data(content.utf8)), credentials: keys, date: Self.date
      ).headerFields
    }

    @Test(
      "Q13: what proxies, transports and tracers add or change is not covered",
      arguments: [
        "traceparent", "tracestate", "baggage", "X-Amzn-Trace-Id", "User-Agent", "Accept-Encoding", "Connection", "TE",
        "Transfer-Encoding", "Expect",
      ])
    func uncovered(name: String) throws {
      let name = try #require(HTTPField.Name(name))
      let fields = try signed([name: "a"])
      #expect(try fields[.authorization] == signed([name: "b"])[.authorization])
      #expect(try fields[.authorization] == signed([:])[.authorization] && fields[name] == "a")
    }

    @Test("Q13: a combining mark does not hide the space or the delimiter before it")
    func combiningMarks() throws {
      let name = try #require(HTTPField.Name("X-Title"))
      #expect(try signed([name: "a  \u{301}b"])[.authorization] == signed([name: "a \u{301}b"])[.authorization])
      let fields = try signed([:], path: "/people?a=\u{301}&\u{301}b=1")
      #expect(try fields[.authorization] == signed([:], path: "/people?a=%CC%81&%CC%81b=1")[.authorization])
      #expect(try signed([:], path: "/a//\u{301}b")[.authorization] == signed([:], path: "/a/./\u{301}b")[.authorization])
    }

    @Test("Q13: a combining mark after the question mark does not hide the query of a URL that is presigned")
    func presignedMark() throws {
      let signature = try AWSSignature(region: "eu-central-1", service: "execute-api")
      let keys = try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "secret")
      let head = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/people?\u{301}a=1")
      let once = try signature.presign(head, lifetime: .seconds(1), credentials: keys, date: Self.date)
      #expect(once.path?.utf8.starts(with: "/people?\u{301}a=1&X-Amz-Algorithm=".utf8) == true)
      #expect(throws: SigningError.self) {
        try signature.presign(once, lifetime: .seconds(1), credentials: keys, date: Self.date)
      }
    }

    @Test("Q13: a session token of other credentials is removed")
    func oldToken() throws {
      let fields = try signed([.amzToken: "old"])
      #expect(fields[.amzToken] == nil)
      #expect(try fields[.authorization] == signed([:])[.authorization])
    }

    @Test("Q13: a hash that the call sets is replaced by that of the content")
    func ownHash() throws {
      let fields = try signed([.amzHash: "required"], content: "a")
      #expect(fields[.amzHash] == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")
      #expect(try signed([:], content: "a")[.amzHash] == nil)
    }
  }
#endif
