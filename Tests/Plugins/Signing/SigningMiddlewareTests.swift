#if Signing
  import Foundation
  import HTTPTypes
  import RefineryCore
  import RefineryRetry
  import RefinerySigning
  import RefineryTesting
  import Synchronization
  import Testing

  /// Both links in a chain.
  @Suite(.timeLimit(.minutes(5))) struct SigningMiddlewareTests {
    private static let secret = "wJalrXUtnFEMI-secret-key"
    private static let start = 1_440_938_160.0

    /// A wall clock that advances by a second each time it is read.
    private static func ticking() -> @Sendable () -> Date {
      let reads = Counter()
      return { Date(timeIntervalSince1970: start + Double(reads.next())) }
    }

    private final class Counter: Sendable {
      private let count = Atomic(0)
      func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
      var value: Int { count.load(ordering: .relaxed) }
    }

    private static func aws(
      _ content: SignedContent = .always, origins: Set<Origin>? = nil, service: String = "execute-api",
      credentials: @escaping @Sendable () async throws -> AWSCredentials = {
        try AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: secret, sessionToken: "session-token")
      }
    ) throws -> AWSSigningMiddleware {
      try AWSSigningMiddleware(
        region: "eu-central-1", service: service, content: content, origins: origins, credentials: credentials)
    }

    private static func message(
      _ content: SignedContent = .always, label: String = "sig1"
    ) throws -> MessageSigningMiddleware {
      try MessageSigningMiddleware(
        SigningKey(sharedSecret: RFCKey.shared), keyID: "client-7", content: content, lifetime: .seconds(60),
        nonce: { "n" }, label: label)
    }

    private func client(_ stub: StubTransport, _ links: any Middleware..., options: Options = Options()) -> Client {
      Client(
        baseURL: "https://api.example.com", middleware: links, transport: stub,
        options: options.merging(Options { $0.timeout = nil }),
        clock: CallClock(ManualClock(advancesByItself: true), date: Self.ticking()))
    }

    /// A context whose date does not move.
    private static var context: CallContext {
      CallContext(clock: CallClock(ManualClock(), date: { Date(timeIntervalSince1970: start) }))
    }

    private struct Person: Codable, Identifiable, Sendable, Readable, Creatable {
      static let path: URITemplate = "people"
      var id: Int
    }

    // MARK: The contract

    @Test("Q13, Q14, P02: both links keep the contract of middleware, and show no secret")
    func contract() async throws {
      // The contract sends a field of this name in several lines, and the link signs and sends such a field as one line.
      let repeated = try #require(HTTPField.Name("X-Contract-Repeated"))
      let fields: Set<HTTPField.Name> = [.authorization, .amzDate, .amzHash, .amzToken, repeated]
      for service in ["s3", "execute-api"] {
        try await MiddlewareContract.verify(
          allowing: .addsHeaders(fields), secrets: [Self.secret, "session-token", "AKIDEXAMPLE"]
        ) { try Self.aws(.ifReplayable, service: service) }
      }
      try await MiddlewareContract.verify(
        allowing: .addsHeaders([.signature, .signatureInput, .contentDigest]), secrets: [RFCKey.shared.base64EncodedString()]
      ) { try Self.message(.ifReplayable) }
    }

    // MARK: Attempts

    @Test("Q13, Q14: each retry is signed anew, with a new date")
    func retries() async throws {
      let stub = StubTransport(.status(503), .status(503), .json(#"{"id":5}"#))
      _ = try await client(stub, RetryMiddleware(), try Self.aws()).send(Person.read(5))
      let fields = stub.requests.map(\.head.headerFields)
      #expect(fields.map { $0[.amzDate] } == ["20150830T123600Z", "20150830T123601Z", "20150830T123602Z"])
      #expect(Set(fields.compactMap { $0[.authorization] }).count == 3)
      #expect(fields.allSatisfy { $0[values: .authorization].count == 1 && $0[.amzToken] == "session-token" })

      let second = StubTransport(.status(503), .json(#"{"id":5}"#))
      _ = try await client(second, RetryMiddleware(), try Self.message()).send(Person.read(5))
      #expect(
        second.requests.map { $0.head.headerFields[values: .signatureInput] } == [
          [
            #"sig1=("@method" "@authority" "@path" "@query");created=1440938160;expires=1440938220;keyid="client-7";nonce="n""#
          ],
          [
            #"sig1=("@method" "@authority" "@path" "@query");created=1440938161;expires=1440938221;keyid="client-7";nonce="n""#
          ],
        ])
    }

    @Test("Q14: each signature has its own nonce")
    func nonces() async throws {
      let count = Counter()
      let link = try MessageSigningMiddleware(
        SigningKey(sharedSecret: RFCKey.shared), nonce: { "n\(count.next())" })
      let stub = StubTransport(.status(503), .json(#"{"id":5}"#))
      _ = try await client(stub, RetryMiddleware(), link).send(Person.read(5))
      let inputs = stub.requests.compactMap { $0.head.headerFields[.signatureInput] }
      let nonces = inputs.compactMap { $0.split(separator: #";nonce="#).last }
      #expect(nonces.count == 2 && nonces[0] != nonces[1] && nonces.allSatisfy { $0.hasPrefix("\"n") })
    }

    @Test(
      "Q13, Q14: a redirect within the origin is signed for its new target; one to another origin is sent without a signature")
    func redirects() async throws {
      for (link, field) in [(try Self.aws() as any Middleware, HTTPField.Name.authorization), (try Self.message(), .signature)]
      {
        let stub = StubTransport(
          .status(307, headers: [.location: "/elsewhere"]),
          .status(307, headers: [.location: "https://other.example.com/people"]), .json(#"{"id":5}"#))
        _ = try await client(stub, link, options: Options { $0.redirects = .anyOrigin }).send(Person.read(5))
        let signatures = stub.requests.map { $0.head.headerFields[field] }
        #expect(signatures.count == 3)
        #expect(signatures[0] != nil && signatures[1] != nil && signatures[0] != signatures[1])
        #expect(signatures[2] == nil)
        #expect(stub.requests[2].head.headerFields[.amzToken] == nil)
        #expect(stub.requests[2].head.headerFields[.signatureInput] == nil)
      }
      let listed = StubTransport(.json(#"{"id":5}"#))
      let other = try #require(Origin(scheme: "https", authority: "other.example.com"))
      _ = try await client(listed, try Self.aws(origins: [other])).send(Person.read(5))
      #expect(listed.requests[0].head.headerFields[.authorization] == nil)
    }

    @Test("Q13, Q14: a request that must carry no credential is not signed, also if its origin is listed")
    func withheld() async throws {
      let origin = try #require(Origin(scheme: "https", authority: "api.example.com"))
      let made = Request.made()
      let request = Request(
        endpoint: made.endpoint, head: made.head, options: Options { $0.credentialsWithheld = true })
      for link in [try Self.aws(origins: [origin]) as any Middleware, try Self.message()] {
        let stub = StubTransport(.status(200))
        _ = try await Next([link], transport: stub)(request)
        #expect(stub.requests.map(\.head.headerFields) == [made.head.headerFields])
        #expect(link.explanation(for: request) == "not signed: the request must carry no credential")
        #expect(request.context.notes == ["not signed: the request must carry no credential"])
      }
    }

    @Test("Q13: a covered field of several lines is sent as the one line that is signed")
    func repeatedFields() async throws {
      let name = try #require(HTTPField.Name("X-Tag"))
      var headers = HTTPFields()
      for (name, value) in [(name, "a"), (.cookie, "c=1"), (name, "b"), (.cookie, "d=2")] {
        headers.append(HTTPField(name: name, value: value))
      }
      var fields: [HTTPFields] = []
      for own in [headers, [name: "a,b", .cookie: "c=1; d=2"]] {
        let stub = StubTransport(.status(200))
        _ = try await Next([try Self.aws()], transport: stub)(.made(headers: own, context: Self.context))
        fields.append(try #require(stub.requests.first).head.headerFields)
      }
      #expect(fields[0][values: name] == ["a,b"] && fields[0][values: .cookie] == ["c=1; d=2"])
      #expect(fields[0][.authorization] == fields[1][.authorization])
    }

    @Test("Q13, Q14: the target of another link is signed in the form that the transport sends")
    func normalizedTarget() async throws {
      for link in [try Self.aws() as any Middleware, try Self.message()] {
        let stub = StubTransport(.status(200))
        for target in ["/a{b}?c[d]=1", "/a%7Bb%7D?c%5Bd%5D=1"] {
          _ = try await Next([link], transport: stub)(.made(.get, target, context: Self.context))
        }
        #expect(stub.requests.map(\.head.path) == ["/a%7Bb%7D?c%5Bd%5D=1", "/a%7Bb%7D?c%5Bd%5D=1"])
        let fields = stub.requests.map(\.head.headerFields)
        #expect(fields.count == 2 && fields.first == fields.last)
      }
    }

    @Test(
      "Q13: only the default port of the scheme is removed",
      arguments: [
        ("http", ":80", ""), ("http", ":443", ":443"), ("https", ":80", ":80"), ("https", ":443", ""), ("HTTP", ":80", ""),
        ("https", ":8443", ":8443"),
      ])
    func portOfScheme(scheme: String, port: String, expected: String) throws {
      let signature = try AWSSignature(region: "eu-central-1", service: "s3")
      let keys = try AWSCredentials(accessKeyID: "id", secretAccessKey: "secret")
      let date = Date(timeIntervalSince1970: Self.start)
      func signed(_ port: String) throws -> HTTPRequest {
        let head = HTTPRequest(method: .get, scheme: scheme, authority: "api.example\(port)", path: "/a")
        return try signature.sign(head, payload: .unsigned, credentials: keys, date: date)
      }
      #expect(try signed(port).authority == "api.example\(expected)")
      #expect(try signed(port).headerFields[.authorization] == signed(expected).headerFields[.authorization])
    }

    @Test(
      "Q13, Q14: a default port is neither signed nor sent, the default port of the other scheme is",
      arguments: [("https", 443, 80), ("http", 80, 443)])
    func defaultPort(scheme: String, own: Int, other: Int) async throws {
      let host = SignatureComponent.field(try #require(HTTPField.Name("Host")))
      let message = try MessageSigningMiddleware(SigningKey(sharedSecret: RFCKey.shared), components: [.method, host])
      for link in [try Self.aws() as any Middleware, message] {
        let stub = StubTransport(.status(200))
        for authority in ["api.example.com:\(own)", "api.example.com", "api.example.com:\(other)"] {
          var request = Request.made(context: Self.context)
          request.head.scheme = scheme
          request.head.authority = authority
          _ = try await Next([link], transport: stub)(request)
        }
        #expect(stub.requests.map(\.head.authority) == ["api.example.com", "api.example.com", "api.example.com:\(other)"])
        let fields = stub.requests.map(\.head.headerFields)
        #expect(fields.count == 3 && fields[0] == fields[1] && fields[1] != fields[2])
      }
    }

    @Test("Q14: a signature of the call with the label of the link is an error, and nothing is sent")
    func sameLabel() async throws {
      let stub = StubTransport(.status(200))
      let request = Request.made(headers: [.signatureInput: "sig1=()", .signature: "sig1=:AA==:"])
      let text = "the call has a signature of its own with the label of the link: give one of them another label"
      await #expect(throws: SigningError.invalidSetting(text)) {
        try await Next([try Self.message()], transport: stub)(request)
      }
      #expect(stub.requests.isEmpty)
      _ = try await Next([try Self.message(label: "sig2")], transport: stub)(request)
      #expect(stub.requests.count == 1)
    }

    @Test("Q13, Q14: what is sent verifies: the digest is that of the content, and the signature that of the fields")
    func verifies() async throws {
      let stub = StubTransport(.json(#"{"id":5}"#, status: 201))
      let now = Date(timeIntervalSince1970: Self.start)
      _ = try await client(stub, try Self.message()).send(Person(id: 5).create())
      let sent = try #require(stub.requests.first)
      let content = try #require(try await sent.body?.collect())
      try ContentDigest.verify(content, in: sent.head.headerFields)
      let input = try SignableMessage(sent.head).verify(
        covering: MessageSigningMiddleware.standardComponents, now: now
      ) { input in
        #expect(input.keyID == "client-7")
        return try VerificationKey(sharedSecret: RFCKey.shared)
      }
      #expect(input.expires == now.addingTimeInterval(60))
    }

    @Test("Q13, Q14: what the call sets itself: AWS replaces Authorization, a signature of the call and its digest stay")
    func callersFields() async throws {
      let stub = StubTransport(.status(200))
      let request = Request.made(
        .put,
        headers: [
          .authorization: "Bearer x", .amzDate: "old", .signatureInput: "own=()", .signature: "own=:AA==:",
          .contentDigest: "sha-256=:AA==:",
        ], body: Body("a"), context: Self.context)
      _ = try await Next([try Self.aws(), try Self.message()], transport: stub)(request)
      let fields = try #require(stub.requests.first).head.headerFields
      #expect(fields[values: .authorization].count == 1)
      #expect(fields[.authorization]?.hasPrefix("AWS4-HMAC-SHA256 ") == true)
      #expect(fields[values: .amzDate] == ["20150830T123600Z"])
      #expect(fields[values: .signature].count == 2)
      #expect(fields[.contentDigest] == "sha-256=:AA==:")
    }

    @Test("Q14: the digest is added, or left out with unsigned content, also if its component has parameters")
    func digestWithParameters() async throws {
      let digest = SignatureComponent.field(.contentDigest)
      for component in [digest.strict, digest.bytes, digest.member("sha-256")] {
        let link = try MessageSigningMiddleware(
          SigningKey(sharedSecret: RFCKey.shared), components: [.method, component], content: .ifReplayable)
        let stub = StubTransport(.status(200))
        let post = Request.made(.post, body: Body("a"))
        #expect(link.explanation(for: post)?.hasSuffix(", adds Content-Digest (sha-256)") == true)
        _ = try await Next([link], transport: stub)(post)
        let stream = AsyncStream<Data> { $0.finish() }
        _ = try await Next([link], transport: stub)(.made(.post, body: Body(stream)))
        let fields = stub.requests.map(\.head.headerFields)
        #expect(fields.map { $0[.contentDigest] } == [ContentDigest.field(for: Data("a".utf8)), nil])
        let inputs = fields.compactMap { $0[.signatureInput] }
        #expect(inputs.count == 2 && inputs[0].hasPrefix(#"sig1=("@method" \#(component));"#))
        #expect(inputs.last?.hasPrefix(#"sig1=("@method");"#) == true)
      }
    }

    @Test("Q13: a presigned URL is sent as it is")
    func presigned() async throws {
      let stub = StubTransport(.status(200))
      let request = Request.made(.get, "/a?X-Amz-Signature=00")
      _ = try await Next([try Self.aws()], transport: stub)(request)
      #expect(stub.requests.first?.head.headerFields.isEmpty == true)
      #expect(try Self.aws().explanation(for: request) == "not signed: the URL is presigned")
    }

    // MARK: Content

    @Test(
      "Q13, Q14: a one-shot stream is refused before anything is read or sent, or sent without a hash, as the caller chooses")
    func streams() async throws {
      func stream() -> Body {
        Body(
          AsyncStream<Data> { continuation in
            continuation.yield(Data("one".utf8))
            continuation.finish()
          })
      }
      for link in [try Self.aws() as any Middleware, try Self.message()] {
        let stub = StubTransport(.status(200))
        let request = Request.made(.put, body: stream())
        await #expect(throws: SigningError.bodyCannotBeHashed) { try await Next([link], transport: stub)(request) }
        #expect(stub.requests.isEmpty)
        #expect(try await request.body?.collect() == Data("one".utf8))
      }
      for content in [SignedContent.ifReplayable, .never] {
        let stub = StubTransport { request in
          let sent = try await request.body?.collect()
          #expect(sent == Data("one".utf8))
          return Response(status: .ok)
        }
        let request = Request.made(.put, body: stream())
        _ = try await Next([try Self.aws(content), try Self.message(content)], transport: stub)(request)
        let fields = try #require(stub.requests.first).head.headerFields
        #expect(fields[.amzHash] == "UNSIGNED-PAYLOAD")
        #expect(fields[.contentDigest] == nil)
        #expect(fields[.signatureInput]?.hasPrefix(#"sig1=("@method" "@authority" "@path" "@query");"#) == true)
      }
    }

    @Test("Q13, Q14: a replayable stream is hashed chunk by chunk, and then sent")
    func replayable() async throws {
      let chunks = (0..<100).map { Data(repeating: UInt8($0), count: 1_000) }
      let readings = Counter()
      let body = Body(
        Chunks(chunks: chunks, readings: readings), length: 100_000, isReplayable: true)
      let stub = StubTransport { request in
        let sent = try await request.body?.collect()
        #expect(sent?.count == 100_000)
        return Response(status: .ok)
      }
      _ = try await Next([try Self.aws(service: "s3"), try Self.message()], transport: stub)(.made(.put, body: body))
      let fields = try #require(stub.requests.first).head.headerFields
      let whole = Data(chunks.joined())
      #expect(fields[.contentDigest] == ContentDigest.field(for: whole))
      let signature = try AWSSignature(region: "r", service: "s3")
      let keys = try AWSCredentials(accessKeyID: "a", secretAccessKey: "b")
      let signed = try signature.sign(
        Request.made().head, payload: .content(whole), credentials: keys, date: Date(timeIntervalSince1970: 0))
      #expect(fields[.amzHash] == signed.headerFields[.amzHash])
      #expect(readings.value == 3)
    }

    private struct Chunks: AsyncSequence, Sendable {
      let chunks: [Data]
      let readings: Counter

      func makeAsyncIterator() -> AsyncStream<Data>.Iterator {
        _ = readings.next()
        let chunks = chunks
        return AsyncStream { continuation in
          for chunk in chunks { continuation.yield(chunk) }
          continuation.finish()
        }.makeAsyncIterator()
      }
    }

    // MARK: Credentials, and mistakes

    @Test("Q13: credentials are asked for at each attempt; their failure ends the call, and nothing is sent")
    func credentials() async throws {
      struct Unavailable: Error {}
      let asked = Counter()
      let stub = StubTransport(.status(503), .json(#"{"id":5}"#))
      let link = try Self.aws {
        try AWSCredentials(accessKeyID: "id\(asked.next())", secretAccessKey: Self.secret)
      }
      _ = try await client(stub, RetryMiddleware(), link).send(Person.read(5))
      let ids = stub.requests.compactMap { $0.head.headerFields[.authorization]?.split(separator: "/").first }
      #expect(ids == ["AWS4-HMAC-SHA256 Credential=id0", "AWS4-HMAC-SHA256 Credential=id1"])

      let failing = try Self.aws { throw Unavailable() }
      let unsent = StubTransport(.status(200))
      await #expect(throws: Unavailable.self) { try await Next([failing], transport: unsent)(.made()) }
      #expect(unsent.requests.isEmpty)
    }

    @Test("Q13: credentials that never come end by the call's time limit")
    func deadline() async throws {
      let manual = ManualClock()
      let link = try Self.aws {
        let (never, end) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        end.finish()
        throw CancellationError()
      }
      let plain = Request.made()
      let made = Request(
        endpoint: plain.endpoint, head: plain.head, context: CallContext(clock: CallClock(manual), timeout: .seconds(5)))
      let stub = StubTransport(.status(200))
      let call = Task { try await Next([link], transport: stub)(made) }
      await manual.sleepers(1)
      manual.advance(by: .seconds(5))
      await #expect(throws: TimedOut.self) { try await call.value }
      #expect(stub.requests.isEmpty)
    }

    @Test("Q14: a component that the request lacks is an error that names it")
    func missing() async throws {
      let link = try MessageSigningMiddleware(
        SigningKey(sharedSecret: RFCKey.shared), components: [.method, .field(.date), .field(.contentType)])
      let stub = StubTransport(.status(200))
      await #expect(throws: SigningError.missingComponent(#""date""#)) { try await Next([link], transport: stub)(.made()) }
      await #expect(throws: SigningError.missingComponent(#""content-type""#)) {
        try await Next([link], transport: stub)(.made(.put, headers: [.date: "x"], body: Body("a")))
      }
      _ = try await Next([link], transport: stub)(.made(.get, headers: [.date: "x"]))
      #expect(stub.requests.count == 1)
    }

    @Test("Q13, Q14: a broken clock is an error, not a trap")
    func clocks() async throws {
      for time in [Double.nan, .infinity, 1e300] {
        let clock = CallClock(ManualClock(), date: { Date(timeIntervalSince1970: time) })
        for link in [try Self.aws() as any Middleware, try Self.message()] {
          await #expect(throws: SigningError.self) {
            try await Next([link], transport: StubTransport(.status(200)))(.made(context: CallContext(clock: clock)))
          }
        }
      }
    }

    @Test("Q13, Q14: an explanation says what the link would do with the call")
    func explanations() throws {
      let get = Request.made()
      let put = Request.made(.put, body: Body("a"))
      #expect(try Self.aws().explanation(for: get) == "AWS Signature Version 4 for eu-central-1/execute-api")
      #expect(
        try Self.aws(.never).explanation(for: put) == "AWS Signature Version 4 for eu-central-1/execute-api, content unsigned")
      #expect(try Self.aws(origins: []).explanation(for: get) == "not signed: another origin")
      #expect(
        try Self.message().explanation(for: put)
          == #"signs with hmac-sha256: "@method" "@authority" "@path" "@query" "content-digest", adds Content-Digest (sha-256)"#
      )
    }

    @Test("L04: a link that signs before retry is reported as a wrong order")
    func order() throws {
      let stub = StubTransport(.status(200))
      #expect(client(stub, RetryMiddleware(), try Self.aws()).problems.isEmpty)
      #expect(client(stub, try Self.message(), RetryMiddleware()).problems.count == 1)
    }
  }
#endif
