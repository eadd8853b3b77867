import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryGzip

struct GzipRequestTests {
  private let accepting = StubTransport.StubResponse.status(200)

  /// What the server got for a request.
  private func sent(_ request: Request, by middleware: GzipMiddleware = GzipMiddleware(requests: .large)) async throws
    -> Request
  {
    let stub = StubTransport(accepting)
    _ = try await middleware.send(request, to: stub)
    #expect(stub.requests.count == 1)
    return try #require(stub.requests.first)
  }

  private func isCompressed(_ request: Request, by middleware: GzipMiddleware = GzipMiddleware(requests: .large)) async throws
    -> Bool
  {
    try await sent(request, by: middleware).head.headerFields[.contentEncoding] == "gzip"
  }

  @Test("L06: a body goes out and comes back by gzip, and both ends see what was meant")
  func roundTrip() async throws {
    let server = StubTransport { request in
      #expect(request.head.headerFields[.contentEncoding] == "gzip")
      #expect(request.head.headerFields[.acceptEncoding] == "gzip, deflate")
      let received = try await Gzip.decompress(request.body?.collect() ?? Data())
      let answer = try Gzip.compress(Data("echo:".utf8) + received)
      let headers: HTTPFields = [.contentEncoding: "gzip", .contentLength: "\(answer.count)"]
      return Response(status: .ok, headers: headers, body: Body(answer))
    }
    let response = try await GzipMiddleware(requests: .large).send(post(Body(json(20_480))), to: server)
    #expect(try await response.body.collect() == Data("echo:".utf8) + json(20_480))
    #expect(response.head.headerFields[.contentEncoding] == nil)
    #expect(response.head.headerFields[.contentLength] == nil)
  }

  @Test("L06: compression starts at 10,240 bytes, at the middleware's threshold, at the row's")
  func threshold() async throws {
    #expect(try await !isCompressed(post(Body(json(10_239)))))
    #expect(try await isCompressed(post(Body(json(10_240)))))
    let low = GzipMiddleware(requests: .above(100))
    #expect(try await !isCompressed(post(Body(json(99))), by: low))
    #expect(try await isCompressed(post(Body(json(100))), by: low))
    let row = Options { $0.compression = .above(500) }
    #expect(try await !isCompressed(post(Body(json(499)), options: row), by: low))
    #expect(try await isCompressed(post(Body(json(500)), options: row)))
    let large = Options { $0.compression = .large }
    #expect(try await !isCompressed(post(Body(json(10_239)), options: large), by: GzipMiddleware()))
    #expect(try await isCompressed(post(Body(json(10_240)), options: large), by: GzipMiddleware()))
  }

  @Test("L06: no request is compressed unless the client, the model, the row or the call says that the server takes it")
  func unasked() async throws {
    for middleware in [GzipMiddleware(), GzipMiddleware(requests: .automatic)] {
      let request = try await sent(post(Body(json(50_000)), headers: [.contentLength: "50000"]), by: middleware)
      #expect(request.body?.data == json(50_000))
      #expect(request.head.headerFields[.contentEncoding] == nil)
      #expect(request.head.headerFields[.contentLength] == "50000")
      #expect(try await !isCompressed(post(Body(Chunks(10) { _ in json(5000) })), by: middleware))
      let reason = "sent as is: no client, model or row says that the server accepts gzip"
      #expect(middleware.explanation(for: post(Body(json(50_000)))) == reason)
    }

    struct Report: Codable, Creatable {
      static let path: URITemplate = "reports"
      static let options = Options { $0.compression = .large }
      var text: String
    }
    struct Note: Codable, Creatable {
      static let path: URITemplate = "notes"
      var text: String
    }
    func coding(of call: Call<some Sendable>, options: Options = Options()) async throws -> String? {
      let stub = StubTransport(.json("{}"))
      let api = Client(baseURL: "https://stub", middleware: [GzipMiddleware()], transport: stub, options: options)
      try await api.send(call.okay)
      return stub.requests.first?.head.headerFields[.contentEncoding]
    }
    let text = String(repeating: "again and ", count: 3000)
    #expect(try await coding(of: Note(text: text).create()) == nil)
    #expect(try await coding(of: Report(text: text).create()) == "gzip")
    #expect(try await coding(of: Note(text: text).create().options { $0.compression = .large }) == "gzip")
    let client = Options { $0.compression = .large }
    #expect(try await coding(of: Note(text: text).create(), options: client) == "gzip")
    #expect(try await coding(of: Note(text: text).create().options { $0.compression = .never }, options: client) == nil)
  }

  @Test("L06: a row switches compression on or off whatever the middleware says")
  func choices() async throws {
    let always = Options { $0.compression = .above(0) }
    let never = Options { $0.compression = .never }
    #expect(try await isCompressed(post(Body(json(200)), options: always)))
    #expect(try await isCompressed(post(Body(json(200)), options: always), by: GzipMiddleware(requests: .never)))
    #expect(try await !isCompressed(post(Body(json(50_000)), options: never)))
    #expect(try await !isCompressed(post(Body(json(50_000))), by: GzipMiddleware(requests: .never)))
  }

  @Test("L06: fields that described the plain content go, the others stay")
  func fields() async throws {
    var headers: HTTPFields = [.contentLength: "20480", .authorization: "Bearer t"]
    for name in ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"] { headers[try #require(HTTPField.Name(name))] = "x" }
    let fields = try await sent(post(Body(json(20_480)), headers: headers)).head.headerFields
    #expect(Set(fields.map(\.name)) == [.authorization, .contentType, .contentEncoding, .acceptEncoding])
  }

  @Test("L06: content that is coded already, is part of something, or has no place is left alone")
  func untouched() async throws {
    let body = Body(json(20_480))
    let coded = try await sent(post(body, headers: [.contentEncoding: "br", .contentLength: "20480"]))
    #expect(coded.head.headerFields[.contentEncoding] == "br")
    #expect(coded.head.headerFields[.contentLength] == "20480")
    #expect(coded.body?.data == json(20_480))
    #expect(try await !isCompressed(post(body, headers: [.contentRange: "bytes 0-20479/50000"])))
    #expect(try await !isCompressed(post(body, method: .get)))
    #expect(try await !isCompressed(post(nil)))
    #expect(try await !isCompressed(post(.empty, options: Options { $0.compression = .above(0) })))
  }

  @Test(
    "L06: compressed media types are left alone",
    arguments: [
      ("image/png", false), ("IMAGE/JPEG; q=1", false), ("image/svg+xml", true), ("video/mp4", false), ("audio/ogg", false),
      ("application/zip", false), ("application/gzip", false), ("application/zstd", false), ("font/woff2", false),
      ("application/pdf", false), ("application/epub+zip", false), ("application/json; charset=utf-8", true),
      ("text/csv", true), ("application/octet-stream", true), ("", true), (nil, true),
    ] as [(String?, Bool)])
  func types(type: String?, isCompressed expected: Bool) async throws {
    #expect(try await isCompressed(post(Body(json(20_480)), type: type)) == expected)
  }

  @Test("L06: content that gzip does not make smaller goes out as it was, with its fields")
  func notSmaller() async throws {
    var numbers = SeededRandom(seed: 7)
    let noise = numbers.bytes(20_480)
    let digest = try #require(HTTPField.Name("Content-MD5"))
    let request = try await sent(post(Body(noise), type: "application/octet-stream", headers: [digest: "x"]))
    #expect(request.body?.data == noise)
    #expect(request.head.headerFields[.contentEncoding] == nil)
    #expect(request.head.headerFields[digest] == "x")
  }

  @Test("L06: content whose gzip has exactly its own size goes out as it was; one byte less is worth it")
  func sameSize() async throws {
    var numbers = SeededRandom(seed: 11)
    let noise = numbers.bytes(100)
    func content(saving bytes: Int) throws -> Data {
      let candidates = (60...100).lazy.flatMap { length in
        (0...80).lazy.map { noise.prefix(length) + Data(repeating: 7, count: $0) }
      }
      return try #require(try candidates.first { try Gzip.compress($0).count == $0.count - bytes })
    }
    let always = GzipMiddleware(requests: .above(0))
    let same = try content(saving: 0)
    let request = try await sent(post(Body(same)), by: always)
    #expect(request.body?.data == same)
    #expect(request.head.headerFields[.contentEncoding] == nil)
    #expect(try await isCompressed(post(Body(content(saving: 1))), by: always))
  }

  @Test("L06: a stream is compressed as it is read, and can be replayed when its source can")
  func streams() async throws {
    for isReplayable in [true, false] {
      let body = Body(Chunks(10) { _ in json(5000) }, isReplayable: isReplayable)
      let sentBody = try #require(try await sent(post(body)).body)
      #expect(sentBody.length == nil)
      #expect(sentBody.isReplayable == isReplayable)
      let bytes = try await sentBody.collect()
      #expect(try Gzip.decompress(bytes) == Data(repeatElement(json(5000), count: 10).joined()))
      if isReplayable { #expect(try await sentBody.collect() == bytes) }
    }
    #expect(try await !isCompressed(post(Body(Chunks(1) { _ in json(100) }, length: 100))))
  }

  @Test("L06: a file is compressed as it is read")
  func files() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "refinery-gzip-\(UUID().uuidString).json")
    try json(300_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let body = try #require(try await sent(post(Body(contentsOf: file))).body)
    #expect(body.data == nil && body.file == nil && body.isReplayable)
    #expect(try await Gzip.decompress(body.collect()) == json(300_000))
  }

  @Test("L06: explain says what would happen and why")
  func explanations() {
    let gzip = GzipMiddleware(requests: .large)
    #expect(gzip.stage == .content)
    #expect(gzip.explanation(for: get()) == "sent as is: no body")
    #expect(gzip.explanation(for: post(Body(json(20_480)))) == "compressed: 20480 B of application/json")
    #expect(gzip.explanation(for: post(Body(json(1024)))) == "sent as is: 1024 B is below 10240 B")
    #expect(gzip.explanation(for: post(Body(json(20_480)), type: "image/png")) == "sent as is: image/png is compressed already")
    let stream = Body(Chunks(1) { _ in json(5) })
    #expect(gzip.explanation(for: post(stream)) == "compressed while it is sent: application/json")
    let never = Options { $0.compression = .never }
    #expect(gzip.explanation(for: post(stream, options: never)) == "sent as is: compression is off for this row")
  }
}

struct GzipRefusalTests {
  private static func server(accepts field: String?, onPlain plain: Int = 201) -> StubTransport {
    StubTransport { request in
      let isCompressed = request.head.headerFields[.contentEncoding] != nil
      let headers: HTTPFields = isCompressed && field != nil ? [.acceptEncoding: field ?? ""] : [:]
      return Response(status: .init(code: isCompressed ? 415 : plain), headers: headers)
    }
  }

  private func encodings(_ stub: StubTransport) -> [String?] { stub.requests.map { $0.head.headerFields[.contentEncoding] } }

  @Test(
    "L06: a 415 that does not accept gzip is answered by the plain content once, and the origin is remembered",
    arguments: [nil, "identity", "br, deflate", "gzip;q=0", "*;q=0", ""] as [String?])
  func fallback(field: String?) async throws {
    let stub = Self.server(accepts: field)
    let gzip = GzipMiddleware(requests: .large)
    let request = post(Body(json(20_480)), headers: [.contentLength: "20480"])
    #expect(try await gzip.send(request, to: stub).head.status.code == 201)
    #expect(try await gzip.send(request, to: stub).head.status.code == 201)
    #expect(encodings(stub) == ["gzip", nil, nil])
    #expect(stub.requests[1].body?.data == json(20_480))
    #expect(stub.requests[1].head.headerFields[.contentLength] == "20480")
    #expect(gzip.explanation(for: request) == "sent as is: the server refused gzip before")
    #expect(request.context.attempts.map(\.reason).prefix(2) == [nil, .other("without gzip: status 415")])

    let elsewhere = post(Body(json(20_480)), host: "other.test")
    _ = try await gzip.send(elsewhere, to: stub)
    #expect(encodings(stub) == ["gzip", nil, nil, "gzip", nil])
  }

  @Test("L06: a 415 that accepts gzip is about something else and is returned", arguments: ["gzip", "br, x-gzip;q=0.5", "*"])
  func otherReason(field: String) async throws {
    let stub = Self.server(accepts: field)
    let gzip = GzipMiddleware(requests: .large)
    #expect(try await gzip.send(post(Body(json(20_480))), to: stub).head.status.code == 415)
    #expect(try await gzip.send(post(Body(json(20_480))), to: stub).head.status.code == 415)
    #expect(encodings(stub) == ["gzip", "gzip"])
  }

  @Test("L06: a server that refuses the plain content too does not lose its gzip, and is asked twice, not for ever")
  func plainRefused() async throws {
    let stub = Self.server(accepts: nil, onPlain: 415)
    let gzip = GzipMiddleware(requests: .large)
    #expect(try await gzip.send(post(Body(json(20_480))), to: stub).head.status.code == 415)
    _ = try await gzip.send(post(Body(json(20_480))), to: stub)
    #expect(encodings(stub) == ["gzip", nil, "gzip", nil])
  }

  @Test("L06: a server that names codings without gzip is remembered, even if it refuses the plain content too")
  func namedCodings() async throws {
    let stub = Self.server(accepts: "identity", onPlain: 415)
    let gzip = GzipMiddleware(requests: .large)
    for _ in 1...2 { #expect(try await gzip.send(post(Body(json(20_480))), to: stub).head.status.code == 415) }
    #expect(encodings(stub) == ["gzip", nil, nil])
  }

  @Test("L06: a one-shot stream cannot be sent again, but the next one goes out plain")
  func oneShot() async throws {
    let stub = Self.server(accepts: nil)
    let gzip = GzipMiddleware(requests: .large)
    let body = { Body(Chunks(1) { _ in json(20_480) }) }
    #expect(try await gzip.send(post(body()), to: stub).head.status.code == 415)
    #expect(try await gzip.send(post(body()), to: stub).head.status.code == 201)
    #expect(encodings(stub) == ["gzip", nil])
  }

  @Test("L06: the streamed body of a 415 is released before the content is sent again")
  func releasedRefusal() async throws {
    final class Connection: Sendable {
      let released: Gathered<Bool>
      init(_ released: Gathered<Bool>) { self.released = released }
      deinit { released.add(true) }
    }
    let released = Gathered<Bool>()
    let releasedBefore = Gathered<Int>()
    let stub = StubTransport { request in
      releasedBefore.add(released.all.count)
      guard request.head.headerFields[.contentEncoding] != nil else { return Response(status: .created) }
      let connection = Connection(released)
      let body = AsyncStream<Data> {
        _ = connection
        return Data("x".utf8)
      }
      return Response(status: .unsupportedMediaType, body: Body(body))
    }
    let request = post(Body(json(20_480)))
    #expect(try await GzipMiddleware(requests: .large).send(request, to: stub).head.status == .created)
    #expect(releasedBefore.all == [0, 1])
  }

  @Test("L06: copies of the middleware share the memory, which holds the last thousand origins")
  func bounded() async throws {
    let stub = Self.server(accepts: nil)
    let gzip = GzipMiddleware(requests: .above(0))
    let copy = gzip
    for number in 0...1000 { _ = try await gzip.send(post(Body(json(500)), host: "h\(number)"), to: stub) }
    let first = post(Body(json(500)), host: "h0")
    let last = post(Body(json(500)), host: "user:secret@H1000")
    #expect(copy.explanation(for: first) == "compressed: 500 B of application/json")
    #expect(copy.explanation(for: last) == "sent as is: the server refused gzip before")
  }
}
