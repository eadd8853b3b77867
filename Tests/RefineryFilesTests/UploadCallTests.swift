import Foundation
import HTTPTypes
import RefineryCore
import RefineryRetry
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryFiles

/// How the options and the header fields of a call apply to the requests of its upload.
@Suite(.timeLimit(.minutes(5))) struct UploadCallTests {
  private let content = sample(60)

  @Test("R07: A request whose bytes go out is not ended by any time limit", arguments: UploadServer.Kind.allCases)
  func slow(kind: UploadServer.Kind) async throws {
    let line = UploadLine(kind, clock: ManualClock()) { number, _ in number == 1 ? .slow(.seconds(20)) : nil }
    let call = createVideo.timeout(.seconds(30)).options {
      $0.attemptTimeout = .seconds(30)
      $0.idleTimeout = .seconds(30)
    }
    try await withFolder { folder in
      // Five chunks.
      let reply = try await line.upload(try folder.file(sample(300_000)), call, retries: 0)
      #expect(reply.resumptions == 0 && line.server.content == Array(sample(300_000)))
    }
  }

  @Test("R07: A request whose response arrives part by part is not ended by any time limit")
  func slowResponse() async throws {
    let line = UploadLine(.ietf, clock: ManualClock()) { number, _ in number == 1 ? .slowResponse(.seconds(20)) : nil }
    try await withFolder { folder in
      let reply = try await line.upload(try folder.file(content), createVideo.options { $0.idleTimeout = .seconds(30) })
      #expect(reply.value == UploadedVideo(size: 60) && reply.resumptions == 0)
    }
  }

  @Test("R07: The wait before a request is not a silence of it")
  func waiting() async throws {
    let clock = ManualClock()
    let line = UploadLine(.tus, clock: clock) { number, _ in
      switch number {
      case 1: .reply(UploadServer.Reply(503, ["retry-after": "40"]))
      case 2: .slow(.zero)
      default: nil
      }
    }
    try await withFolder { folder in
      let file = try folder.file(content)
      let isPausing = Latch()
      let upload = Task {
        try await line.upload(
          file, createVideo.options { $0.idleTimeout = .seconds(30) }, retries: 1,
          random: {
            isPausing.open()
            return 0
          })
      }
      await isPausing.wait()
      await clock.sleepers(1)
      clock.advance(by: .seconds(40))
      let reply = try await upload.value
      #expect(reply.resumptions == 1 && line.server.complete == [Array(content)])
    }
  }

  @Test(
    "R07: A retry link does not send a part again, because the server has some of it", arguments: UploadServer.Kind.allCases)
  func retry(kind: UploadServer.Kind) async throws {
    let line = UploadLine(kind) { number, _ in number == 1 ? .lostAfter(10) : nil }
    try await withFolder { folder in
      let call = createVideo.options { $0.idempotent = true }
      _ = try await line.upload(try folder.file(content), call, RetryMiddleware())
      #expect(line.server.lines == ["POST /files", "PATCH /files/u0", "HEAD /files/u0", "PATCH /files/u0"])
      #expect(line.server.complete == [Array(content)])
    }
  }

  @Test(
    "R07: The statuses and media types that a row declares are those of the creation and of the end",
    arguments: UploadServer.Kind.allCases)
  func declared(kind: UploadServer.Kind) async throws {
    let call = createVideo.options {
      $0.successCodes = StatusSet(200...201)
      $0.acceptedMediaTypes = ["application/json"]
    }
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(kind) { number, _ in
        switch number {
        // The response to a creation is not the output.
        case 0: .changed { ($0.fields["content-type"], $0.content) = ("text/plain", "created") }
        case 1: .lostAfter(10)
        default: nil
        }
      }
      let reply = try await line.upload(file, call)
      #expect(reply.value == (kind == .tus ? nil : UploadedVideo(size: 60)) && line.server.complete == [Array(content)])
      guard kind == .ietf else { return }
      let changes: [@Sendable (inout UploadServer.Reply) -> Void] = [
        { $0.status = 202 }, { $0.fields["content-type"] = "text/plain" },
      ]
      for change in changes {
        let wrong = UploadLine(kind) { number, _ in number == 1 ? .changed(change) : nil }
        let error = await #expect(throws: CallError.self) { try await wrong.upload(file, call) }
        #expect(error?.response != nil && wrong.server.lines == ["POST /files", "PATCH /files/u0"])
      }
    }
  }

  @Test("R07: The question what the server offers goes to the URL of the creation: by link, router and query")
  func discovery() async throws {
    struct Clip: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "clips"
      var id: Int
    }
    struct Inbox: PathRouter {
      func path(
        for operation: Endpoint.Operation, type: String, id: String?, resource: (any Encodable & Sendable)?
      ) -> URITemplate? {
        operation == .create ? "inbox/9" : nil
      }
    }
    let routed = Clip(id: 1).create().routed(by: Inbox()).decoding(UploadedVideo.self)
    let calls = [
      (createVideo.following("/inbox/9"), "/inbox/9"), (routed, "/inbox/9"), (createVideo.query(["a": 1]), "/files?a=1"),
    ]
    try await withFolder { folder in
      let file = try folder.file(content)
      for (call, path) in calls {
        let line = UploadLine(.tus)
        _ = try await line.upload(file, call, options: UploadOptions { $0.discovers = true })
        #expect(line.server.lines == ["OPTIONS \(path)", "POST \(path)", "PATCH /files/u0"])
        #expect(line.server.complete == [Array(content)])
      }
    }
  }

  @Test("R07: A creation with the whole file is sent again if it is a PUT, or has an idempotency key")
  func repeatable() async throws {
    try await withFolder { folder in
      let file = try folder.file(Data())
      let put = Call<UploadedVideo>(Endpoint("Video.replace", .put, "files"))
      for call in [put, createVideo.header(.idempotencyKeyField, "k")] {
        let seen = Gathered<HTTPRequest.Method>()
        let line = UploadLine(.tus) { number, request in
          seen.add(request.head.method)
          return number == 0 ? .lostBefore : .reply(UploadServer.Reply(201, ["location": "/files/u0"]))
        }
        let reply = try await line.upload(file, call)
        #expect(reply.url == "http://stub/files/u0" && seen.all == [call.endpoint.method, call.endpoint.method])
      }
    }
  }

  @Test("R07: A response above the limit of the row ends the upload")
  func responseLimit() async throws {
    let line = UploadLine(.ietf) { number, _ in
      number == 1 ? .changed { $0.content = String(repeating: " ", count: Body.defaultLimit + 1) } : nil
    }
    try await withFolder { folder in
      let error = await #expect(throws: CallError.self) { try await line.upload(try folder.file(content)) }
      #expect(error?.underlying as? BodyError == .tooLarge(limit: Body.defaultLimit, observed: Body.defaultLimit + 1))
    }
  }

  @Test(
    "R07: A header field about the content, the conditions or the idempotency of the creation goes with it only",
    arguments: [
      "content-disposition": "inline", "content-encoding": "br", "content-language": "en", "content-digest": "sha-256=:AAAA:",
      "repr-digest": "sha-256=:AAAA:", "if-match": "\"a\"", "if-none-match": "*", "idempotency-key": "k",
      "if-modified-since": "Sun, 06 Nov 1994 08:49:37 GMT", "if-unmodified-since": "Sun, 06 Nov 1994 08:49:37 GMT",
    ])
  func creationField(name: String, value: String) async throws {
    let line = UploadLine(.tus) { number, _ in number == 1 ? .lostAfter(7) : nil }
    try await withFolder { folder in
      let call = createVideo.header(try #require(HTTPField.Name(name)), value)
      _ = try await line.upload(try folder.file(content), call)
      #expect(line.server.log.map { $0.fields[name] } == [value, nil, nil, nil])
    }
  }

  @Test("R07: A removal succeeds if the upload is gone, and fails if it is forbidden")
  func removal() async throws {
    let resumption = UploadResumption(protocol: .tus, url: "http://stub/files/u0", offset: 0, size: 60, modified: 0)
    for status in [404, 410] {
      let line = UploadLine(.tus) { _, _ in .reply(UploadServer.Reply(status)) }
      try await line.client().discardUpload(resumption, of: createVideo)
      // The media types of the row are about its own response.
      let texts = UploadLine(.tus) { _, _ in .reply(UploadServer.Reply(status, ["content-type": "text/plain"], "gone")) }
      let typed = createVideo.options { $0.acceptedMediaTypes = ["application/json"] }
      try await texts.client().discardUpload(resumption, of: typed)
    }
    let line = UploadLine(.tus) { _, _ in .reply(UploadServer.Reply(403)) }
    let error = await #expect(throws: CallError.self) { try await line.client().discardUpload(resumption, of: createVideo) }
    #expect(error?.status == 403)
  }

  @Test("R07: A removal has the time limits of the call")
  func removalLimit() async throws {
    let resumption = UploadResumption(protocol: .tus, url: "http://stub/files/u0", offset: 0, size: 60, modified: 0)
    let clock = ManualClock()
    let client = Client(baseURL: "http://stub", transport: StubTransport(.never), clock: CallClock(clock))
    let removal = Task { try await client.discardUpload(resumption, of: createVideo.timeout(.seconds(5))) }
    // Without a limit, the time limit of the suite ends the removal.
    await withTaskCancellationHandler {
      await clock.sleepers(1)
      clock.advance(by: .seconds(5))
      let error = await #expect(throws: CallError.self) { try await removal.value }
      #expect((error?.underlying as? TimedOut)?.timer == .total)
    } onCancel: {
      removal.cancel()
    }
  }

  @Test("R07: A Location is resolved without the query of the creation")
  func location() async throws {
    try await withFolder { folder in
      let line = UploadLine(.tus) { number, _ in number == 0 ? .changed { $0.fields["location"] = "?files/u0" } : nil }
      let reply = try await line.upload(try folder.file(content), createVideo.query(["a": 1]))
      #expect(reply.url == "http://stub/files?files/u0" && line.server.complete == [Array(content)])
    }
  }

  @Test("R07: The name of the options, and metadata with the names of the client, replace those of the client")
  func names() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(.tus)
      _ = try await line.upload(file, options: UploadOptions { $0.filename = "b.mp4" })
      _ = try await line.upload(file, options: UploadOptions { $0.metadata = ["filename": "c", "filetype": "x/y"] })
      #expect(
        line.server.log.compactMap { $0.fields["upload-metadata"] } == [
          "filename Yi5tcDQ=,filetype YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFt", "filename Yw==,filetype eC95",
        ])
    }
  }

  @Test("R07: A name of the metadata that would break its field is refused")
  func unusableNames() {
    for name in ["", "a b", "a,b", "é", "a\r\nb"] { #expect(UploadOptions { $0.metadata = [name: "x"] }.problems.count == 1) }
    #expect(UploadOptions { $0.metadata = ["a-b!": "x"] }.problems.isEmpty)
  }

  @Test("R07: An upload that is cancelled stops reading its file for the digest of a part")
  func cancelledDigest() async throws {
    let (isReading, isCancelled) = (Latch(), DispatchSemaphore(value: 0))
    let chunks = Gathered<Int>()
    let counting = DigestAlgorithm("x-count") { next in
      while let chunk = try next() {
        chunks.add(chunk.count)
        isReading.open()
        // On the thread of the digest. The limit is for a test that fails.
        if chunks.all.count == 1 { _ = isCancelled.wait(timeout: .now() + 60) }
      }
      return Data()
    }
    try await withFolder { folder in
      let file = try folder.file(Data(count: 1 << 20))
      let line = UploadLine(.ietf)
      let upload = Task {
        // An upload that fails before ends the wait, too.
        defer { isReading.open() }
        return try await line.upload(file, options: UploadOptions { $0.digest = counting })
      }
      await isReading.wait()
      upload.cancel()
      isCancelled.signal()
      await #expect(throws: CancellationError.self) { try await upload.value }
      #expect(chunks.all == [65_536] && line.server.lines == ["POST /files"])
    }
  }

  @Test("R07: With a digest, a part has at most 8 MiB unless the options say otherwise")
  func digestParts() async throws {
    let counting = DigestAlgorithm("x-count") { next in
      var count = 0
      while let chunk = try next() { count += chunk.count }
      return Data("\(count)".utf8)
    }
    try await withFolder { folder in
      let file = try folder.file(Data(count: 9 << 20))
      let line = UploadLine(.ietf)
      _ = try await line.upload(file, options: UploadOptions { $0.digest = counting })
      #expect(line.server.log.compactMap { $0.fields["upload-offset"] } == ["0", "8388608"])
    }
  }
}
