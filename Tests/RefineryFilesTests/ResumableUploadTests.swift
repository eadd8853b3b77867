import Foundation
import HTTPTypes
import RefineryCore
import RefineryGzip
import RefineryRetry
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@testable import RefineryFiles

/// Resumable uploads against a server that follows the texts of the protocols.
@Suite(.timeLimit(.minutes(5))) struct ResumableUploadTests {
  private let content = sample(60)

  @Test(
    "R07: A file is created and sent in one part, and the last response is the output", arguments: UploadServer.Kind.allCases)
  func whole(kind: UploadServer.Kind) async throws {
    let line = UploadLine(kind)
    let states = Gathered<FileProgress>()
    try await withFolder { folder in
      let reply = try await line.upload(try folder.file(content)) { states.add($0) }
      #expect(reply.value == (kind == .tus ? nil : UploadedVideo(size: 60)))
      #expect(reply.url == "http://stub/files/u0" && reply.size == 60 && reply.resumptions == 0)
      #expect("\(reply)" == "UploadReply<UploadedVideo>")
    }
    #expect(line.server.complete == [Array(content)] && line.server.violations == [])
    #expect(line.server.lines == ["POST /files", "PATCH /files/u0"])
    #expect(states.all.map(\.completed) == [0, 60] && states.all.allSatisfy { $0.total == 60 && $0.resumed == 0 })
  }

  @Test("R07: A connection that is lost at any byte goes on after it", arguments: UploadServer.Kind.allCases)
  func lost(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      for byte in 0...60 {
        let line = UploadLine(kind) { number, _ in number == 1 ? .lostAfter(byte) : nil }
        let reply = try await line.upload(file)
        #expect(line.server.complete == [Array(content)] && line.server.violations == [], "at \(byte)")
        #expect(reply.resumptions == 1)
        // In the protocol of the IETF, an upload of which all bytes are there still has to be ended.
        let end = kind == .tus && byte == 60 ? [] : ["PATCH /files/u0"]
        #expect(line.server.lines == ["POST /files", "PATCH /files/u0", "HEAD /files/u0"] + end)
      }
    }
  }

  @Test("R07: Each request may be lost before the server, or its response after it", arguments: UploadServer.Kind.allCases)
  func lostAnywhere(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      for number in 0..<6 {
        for isResponse in [false, true] {
          let line = UploadLine(kind) { index, _ in
            // A first loss brings the questions into the sequence.
            index == 2 ? .lostAfter(7) : index == number ? (isResponse ? .lostResponse : .lostBefore) : nil
          }
          let reply = try await line.upload(file, options: UploadOptions { $0.chunkSize = 25 })
          #expect(line.server.content == Array(content) && line.server.violations == [], "\(number) \(isResponse)")
          #expect(line.server.complete.count == 1 && reply.url == "http://stub/files/u\(line.server.uploadCount - 1)")
        }
      }
    }
  }

  @Test("R07: The response that ends the upload may be lost: the output is nil then", arguments: UploadServer.Kind.allCases)
  func lostEnd(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let line = UploadLine(kind) { number, _ in number == 1 ? .lostResponse : nil }
      let reply = try await line.upload(try folder.file(content))
      #expect(reply.value == nil && reply.resumptions == 1 && line.server.complete == [Array(content)])
      #expect(line.server.lines == ["POST /files", "PATCH /files/u0", "HEAD /files/u0"])
    }
  }

  @Test(
    "R07: A creation whose response was lost is made again; the first upload stays empty", arguments: UploadServer.Kind.allCases
  )
  func lostCreation(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let line = UploadLine(kind) { number, _ in number == 0 ? .lostResponse : nil }
      let reply = try await line.upload(try folder.file(content))
      #expect(reply.url == "http://stub/files/u1" && line.server.uploadCount == 2 && line.server.complete.count == 1)
    }
  }

  @Test("R07: An empty file is whole with its creation, which is not sent twice", arguments: UploadServer.Kind.allCases)
  func empty(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(Data())
      let line = UploadLine(kind)
      let reply = try await line.upload(file)
      #expect(line.server.complete == [[]] && line.server.lines == ["POST /files"] && line.server.violations == [])
      #expect(reply.value == (kind == .tus ? nil : UploadedVideo(size: 0)))
      let losing = UploadLine(kind) { _, _ in .lostResponse }
      let error = await #expect(throws: CallError.self) { try await losing.upload(file) }
      #expect(error?.kind == .transport(.connectionLost) && losing.server.uploadCount == 1)
      let declared = UploadLine(kind) { number, _ in number == 0 ? .lostResponse : nil }
      _ = try await declared.upload(file, createVideo.options { $0.idempotent = true })
      #expect(declared.server.uploadCount == 2)
      // The option of the call takes precedence over its method and its fields.
      let refused = UploadLine(kind) { _, _ in .lostResponse }
      let once = createVideo.header(.idempotencyKeyField, "k").options { $0.idempotent = false }
      await #expect(throws: CallError.self) { try await refused.upload(file, once) }
      #expect(refused.server.uploadCount == 1)
    }
  }

  @Test("R07: Parts have the size of the option, or the server's limit", arguments: UploadServer.Kind.allCases)
  func parts(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(kind)
      _ = try await line.upload(file, options: UploadOptions { $0.chunkSize = 25 })
      #expect(line.server.log.compactMap { $0.fields["upload-offset"] } == ["0", "25", "50"])
      #expect(line.server.complete == [Array(content)])
      guard kind == .ietf else { return }
      #expect(line.server.log.compactMap { $0.fields["upload-complete"] } == ["?0", "?0", "?0", "?1"])
      let limited = UploadLine(kind, extra: ["upload-limit": "max-append-size=40, max-size=60"])
      _ = try await limited.upload(file)
      #expect(limited.server.log.compactMap { $0.fields["upload-offset"] } == ["0", "40"])
    }
  }

  @Test("R07: A file outside the server's limits is not sent, and the upload is removed")
  func limits() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let ietf = UploadLine(.ietf, extra: ["upload-limit": "max-size=59"])
      let error = await #expect(throws: CallError.self) { try await ietf.upload(file) }
      #expect(error?.underlying as? UploadFault == .tooLarge(limit: 59) && error?.stage == .mapping)
      #expect(ietf.server.lines == ["POST /files", "DELETE /files/u0"])
      let small = UploadLine(.ietf, extra: ["upload-limit": "min-size=61"])
      let refusal = await #expect(throws: CallError.self) { try await small.upload(file) }
      #expect(refusal?.underlying as? UploadFault == .tooSmall(limit: 61))
      #expect(small.server.lines == ["POST /files", "DELETE /files/u0"])
      let tus = UploadLine(.tus, extra: ["tus-max-size": "59"])
      await #expect(throws: CallError.self) { try await tus.upload(file, options: UploadOptions { $0.discovers = true }) }
      #expect(tus.server.lines == ["OPTIONS /files"])
    }
  }

  @Test("R07: The first part may go with the creation in tus, if the server offers that")
  func creationWithUpload() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let options = UploadOptions {
        $0.createsWithContent = true
        $0.chunkSize = 25
      }
      let line = UploadLine(.tus)
      _ = try await line.upload(file, options: options)
      #expect(line.server.lines == ["OPTIONS /files", "POST /files", "PATCH /files/u0", "PATCH /files/u0"])
      #expect(line.server.complete == [Array(content)] && line.server.violations == [])
      let plain = UploadLine(.tus, extra: ["tus-extension": "creation"])
      _ = try await plain.upload(file, options: options)
      #expect(plain.server.log[1].fields["content-length"] == "0" && plain.server.complete == [Array(content)])
      // The connection is lost within the creation: another one is made.
      let losing = UploadLine(.tus) { number, _ in number == 1 ? .lostAfter(10) : nil }
      _ = try await losing.upload(file, options: options)
      #expect(losing.server.uploadCount == 2 && losing.server.complete == [Array(content)])
    }
  }

  @Test("R07: An upload that the server lost starts anew, unless the caller forbids it", arguments: UploadServer.Kind.allCases)
  func gone(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let states = Gathered<Int>()
      let forgetful = Mutex<UploadServer?>(nil)
      let line = UploadLine(kind) { number, _ in
        if number == 2 { forgetful.withLock { $0?.removeAll() } }
        return number == 1 ? .lostAfter(30) : nil
      }
      forgetful.withLock { $0 = line.server }
      _ = try await line.upload(file) { states.add($0.completed) }
      #expect(line.server.lines == ["POST /files", "PATCH /files/u0", "HEAD /files/u0", "POST /files", "PATCH /files/u1"])
      #expect(line.server.complete == [Array(content)] && states.all.suffix(2) == [0, 60])

      let strict = UploadLine(kind) { number, _ in number == 1 ? .reply(UploadServer.Reply(410)) : nil }
      let error = await #expect(throws: CallError.self) {
        try await strict.upload(file, options: UploadOptions { $0.startsAnew = false })
      }
      #expect(error?.kind == .notFound && strict.server.lines == ["POST /files"])
    }
  }

  @Test(
    "R07: A server that loses each upload before its first part is given up, with its own response",
    arguments: UploadServer.Kind.allCases, [404, 410])
  func alwaysGone(kind: UploadServer.Kind, status: Int) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      // The server takes the part in the end, so that a client without a limit does not run for ever.
      let line = UploadLine(kind) { number, request in
        request.head.method == .patch && number < 40 ? .reply(UploadServer.Reply(status)) : nil
      }
      let error = await #expect(throws: CallError.self) { try await line.upload(file, retries: 2) }
      #expect(error?.kind == .notFound && error?.response?.status.code == status)
      #expect(line.server.lines == ["POST /files", "POST /files", "POST /files"] && line.server.complete.isEmpty)
    }
  }

  @Test("R07: Waits grow until there is progress, and Retry-After is added")
  func waits() async throws {
    try await withFolder { folder in
      let busy = UploadServer.Reply(503, ["retry-after": "7"])
      let line = UploadLine(.tus) { number, _ in
        switch number {
        case 1: .lostAfter(10)
        case 2, 3: .lostBefore
        case 5: .lostAfter(10)
        case 7: .reply(busy)
        default: nil
        }
      }
      _ = try await line.upload(try folder.file(content), random: { 0.5 })
      // After the parts of number 1 and 5 and the questions of 2 and 3; and after the refusal of 7.
      #expect(line.clock.slept == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(0.5), .milliseconds(7500)])
      #expect(line.server.complete == [Array(content)])
    }
  }

  @Test("R07: After too many requests without a further byte, the last error is thrown", arguments: UploadServer.Kind.allCases)
  func retries(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(kind) { number, request in request.head.method == .patch ? .lostAfter(number == 1 ? 20 : 0) : nil }
      let error = await #expect(throws: CallError.self) { try await line.upload(file, retries: 3) }
      #expect(error?.kind == .transport(.connectionLost))
      // The part with 20 bytes and its question, which is progress; then four parts without a byte.
      #expect(line.server.lines.filter { $0.hasPrefix("PATCH") }.count == 5)
      let never = UploadLine(kind) { number, _ in number == 1 ? .lostAfter(20) : nil }
      await #expect(throws: CallError.self) { try await never.upload(file, retries: 0) }
      #expect(never.server.lines == ["POST /files", "PATCH /files/u0"])
      // Progress each time: no limit is reached.
      let slow = UploadLine(kind) { _, request in request.head.method == .patch ? .lostAfter(1) : nil }
      _ = try? await slow.upload(file, retries: 1)
      #expect(slow.server.content == Array(content) && slow.server.violations == [])
    }
  }

  @Test("R07: A client error ends the upload; the upload stays at the server")
  func refused() async throws {
    try await withFolder { folder in
      let line = UploadLine(.tus) { number, _ in number == 1 ? .reply(UploadServer.Reply(415)) : nil }
      let error = await #expect(throws: CallError.self) { try await line.upload(try folder.file(content)) }
      #expect(error?.status == 415 && line.server.lines == ["POST /files"])
      let failing = UploadLine(.ietf) { number, _ in
        number == 1 ? .changed { $0 = UploadServer.Reply(503, ["upload-complete": "?1"], "no disk") } : nil
      }
      let other = await #expect(throws: CallError.self) { try await failing.upload(try folder.file(content)) }
      #expect(other?.status == 503 && other?.body == Data("no disk".utf8) && failing.server.lines.count == 2)
    }
  }

  @Test("R07: A cancelled upload goes on in another process, from what was observed", arguments: UploadServer.Kind.allCases)
  func resumed(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(kind) { number, _ in number == 2 ? .silent(7) : nil }
      let observed = Gathered<UploadResumption>()
      let isThere = Latch()
      let task = Task {
        try await line.upload(
          file, options: UploadOptions { $0.chunkSize = 25 }, progress: { if $0.completed > 25 { isThere.open() } },
          observing: { observed.add($0) })
      }
      await isThere.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(observed.all.map(\.offset) == [0, 25] && !line.server.lines.contains { $0.hasPrefix("DELETE") })

      let kept = try JSONEncoder().encode(try #require(observed.all.last))
      let states = Gathered<FileProgress>()
      let resumption = try JSONDecoder().decode(UploadResumption.self, from: kept)
      let reply = try await line.upload(file, resuming: resumption) { states.add($0) }
      #expect(line.server.complete == [Array(content)] && line.server.uploadCount == 1 && line.server.violations == [])
      #expect(
        reply.url == resumption.url && states.all.map(\.completed) == [32, 32, 60] && states.all.allSatisfy { $0.resumed == 32 }
      )
      #expect("\(resumption)" == "UploadResumption")
    }
  }

  @Test("R07: A resumption for another file, of another protocol, or of an upload that has expired")
  func unusable() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(.tus, extra: ["upload-expires": "Thu, 01 Jan 1970 00:01:40 GMT"]) { number, _ in
        number == 1 ? .lostAfter(7) : nil
      }
      let observed = Gathered<UploadResumption>()
      _ = try? await line.upload(file, retries: 0, observing: { observed.add($0) })
      let resumption = try #require(observed.all.last)
      #expect(resumption.expires == 100)
      var error = await #expect(throws: CallError.self) {
        try await line.upload(file, options: UploadOptions { $0.startsAnew = false }, resuming: resumption)
      }
      #expect(error?.underlying as? UploadFault == .expired && error?.stage == .building)
      _ = try await line.upload(file, resuming: resumption)
      #expect(line.server.uploadCount == 2 && !line.server.lines.contains("HEAD /files/u0"))

      var valid = resumption
      valid.expires = nil
      let other = try folder.file(sample(60, seed: 2), "other")
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: other.path)
      error = await #expect(throws: CallError.self) { try await line.upload(other, resuming: valid) }
      #expect(error?.underlying as? FileFault == FileFault(.changed, name: "other"))
      let ietf = UploadLine(.ietf)
      error = await #expect(throws: CallError.self) { try await ietf.upload(file, resuming: valid) }
      #expect(error?.stage == .building && ietf.server.log.isEmpty)
      error = await #expect(throws: CallError.self) { try await ietf.upload(file, options: UploadOptions { $0.chunkSize = 0 }) }
      #expect(error?.stage == .building && ietf.server.log.isEmpty)
    }
  }

  @Test("R07: An upload is removed, and one that is gone is no error", arguments: UploadServer.Kind.allCases)
  func discarded(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let line = UploadLine(kind) { number, _ in number == 1 ? .lostAfter(7) : nil }
      let observed = Gathered<UploadResumption>()
      _ = try? await line.upload(try folder.file(content), retries: 0, observing: { observed.add($0) })
      let resumption = try #require(observed.all.last)
      try await line.client().discardUpload(resumption, of: createVideo)
      try await line.client().discardUpload(resumption, of: createVideo)
      #expect(line.server.lines.suffix(2) == ["DELETE /files/u0", "DELETE /files/u0"])
      #expect(line.server.content.isEmpty)
    }
  }

  @Test("R07: An upload at another origin is refused, unless the call permits it, and then has no credentials")
  func otherOrigin() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      func line() -> (UploadLine, Gathered<HTTPRequest>) {
        let seen = Gathered<HTTPRequest>()
        let line = UploadLine(.tus) { number, request in
          seen.add(request.head)
          return number == 0 ? .changed { $0.fields["location"] = "http://elsewhere/files/u0" } : nil
        }
        return (line, seen)
      }
      let call = createVideo.header(.authorization, "Bearer t")
      let (refusing, refused) = line()
      let error = await #expect(throws: CallError.self) { try await refusing.upload(file, call) }
      #expect((error?.underlying as? LinkRefused)?.reason == .leavesOrigin && refused.all.count == 1)
      let (open, seen) = line()
      let reply = try await open.upload(file, call.options { $0.crossOriginLinks = .withoutCredentials })
      #expect(reply.url == "http://elsewhere/files/u0" && open.server.complete == [Array(content)])
      #expect(seen.all.map(\.authority) == ["stub", "elsewhere"])
      #expect(seen.all.map { $0.headerFields[.authorization] } == ["Bearer t", nil])
    }
  }

  @Test("R07: A Location is resolved against the URL of the creation")
  func locations() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      for (location, url) in [
        ("files/u0", "http://stub/files/u0"), ("/files/u0", "http://stub/files/u0"),
        ("//stub/files/u0", "http://stub/files/u0"),
        ("http://stub/files/u0", "http://stub/files/u0"), ("?files/u0", "http://stub/files?files/u0"),
      ] {
        let line = UploadLine(.tus) { number, _ in number == 0 ? .changed { $0.fields["location"] = location } : nil }
        #expect(try await line.upload(file).url == url)
        #expect(line.server.complete == [Array(content)])
      }
    }
  }

  @Test("R07: A Location is resolved against the target of a redirect of the creation")
  func locationAfterRedirect() async throws {
    try await withFolder { folder in
      let line = UploadLine(.tus) { number, _ in
        switch number {
        case 0: .reply(UploadServer.Reply(307, ["location": "/files"]))
        case 1: .changed { $0.fields["location"] = "files/u0" }
        default: nil
        }
      }
      let call = Call<UploadedVideo>(Endpoint("Video.create", .post, "inbox/videos"))
      let reply = try await line.upload(folder.file(content), call)
      #expect(reply.url == "http://stub/files/u0")
      #expect(line.server.complete == [Array(content)])
    }
  }

  @Test("R07: Further requests have the header fields of the call, except those about its content and conditions")
  func headers() async throws {
    try await withFolder { folder in
      let line = UploadLine(.ietf) { number, _ in number == 1 ? .lostAfter(7) : nil }
      let key = try #require(HTTPField.Name("X-Tenant"))
      let call = createVideo.header(key, "north").header(.idempotencyKeyField, "k").header(.ifNoneMatch, "*")
        .header(.contentLanguage, "en").query(["a": 1])
      _ = try await line.upload(try folder.file(content), call, options: UploadOptions { $0.contentType = "video/mp4" })
      let log = line.server.log
      #expect(log.map { $0.fields["x-tenant"] } == Array(repeating: "north", count: 4))
      #expect(log.map { $0.fields["idempotency-key"] } == ["k", nil, nil, nil])
      #expect(log.map { $0.fields["if-none-match"] } == ["*", nil, nil, nil])
      #expect(log.map { $0.fields["content-language"] } == ["en", nil, nil, nil])
      #expect(
        log.map { $0.fields["content-type"] } == ["video/mp4", "application/partial-upload", nil, "application/partial-upload"])
      #expect(log.map(\.path) == ["/files?a=1", "/files/u0", "/files/u0", "/files/u0"])
    }
  }

  @Test("R07: Parts are not compressed, because the server counts their bytes", arguments: UploadServer.Kind.allCases)
  func uncompressed(kind: UploadServer.Kind) async throws {
    try await withFolder { folder in
      let line = UploadLine(kind)
      let zeros = Data(count: 100_000)
      _ = try await line.upload(
        try folder.file(zeros), createVideo.options { $0.compression = .above(1) }, GzipMiddleware(), RetryMiddleware())
      #expect(line.server.complete == [Array(zeros)] && line.server.violations == [])
      #expect(line.server.log.allSatisfy { $0.fields["content-encoding"] == nil })
    }
  }

  @Test(
    "R07: A request without progress ends by the idle timeout, or else by the timeout, and the upload goes on",
    arguments: [true, false])
  func silence(isIdle: Bool) async throws {
    try await withFolder { folder in
      let clock = ManualClock()
      let line = UploadLine(.tus, clock: clock) { number, _ in number == 1 ? .silent(7) : nil }
      let file = try folder.file(content)
      let isThere = Latch()
      let call = createVideo
      let upload = Task {
        try await line.upload(file, isIdle ? call.options { $0.idleTimeout = .seconds(30) } : call.timeout(.seconds(30))) {
          if $0.completed == 60 { isThere.open() }
        }
      }
      await isThere.wait()
      await clock.sleepers(1)
      clock.advance(by: .seconds(30))
      // Without a limit, the time limit of the suite ends the upload.
      let reply = try await withTaskCancellationHandler {
        try await upload.value
      } onCancel: {
        upload.cancel()
      }
      #expect(reply.resumptions == 1 && line.server.complete == [Array(content)])
    }
  }

  @Test("R07: A file that changes during the upload ends it, also between two parts")
  func changed() async throws {
    try await withFolder { folder in
      let file = try folder.file(content)
      let line = UploadLine(.tus) { number, _ in
        if number == 2 { try? sample(61).write(to: file) }
        return nil
      }
      let error = await #expect(throws: CallError.self) {
        try await line.upload(file, options: UploadOptions { $0.chunkSize = 25 })
      }
      #expect(error?.underlying as? FileFault == FileFault(.changed, name: "video.mp4") && line.server.content.count == 25)
      #expect(line.server.lines == ["POST /files", "PATCH /files/u0", "PATCH /files/u0"])
    }
  }

  @Test("R07: Each part has a digest, in tus if the server offers the algorithm", arguments: UploadServer.Kind.allCases)
  func digests(kind: UploadServer.Kind) async throws {
    // The digest of a test: the number of bytes.
    let counting = DigestAlgorithm("x-count") { next in
      var count = 0
      while let chunk = try next() { count += chunk.count }
      return Data("\(count)".utf8)
    }
    try await withFolder { folder in
      let file = try folder.file(content)
      let options = UploadOptions {
        $0.digest = counting
        $0.chunkSize = 40
      }
      let line = UploadLine(kind, extra: ["tus-extension": "creation,checksum", "tus-checksum-algorithm": "md5,xcount"])
      _ = try await line.upload(file, options: options)
      let sent = line.server.log.compactMap { $0.fields[kind == .tus ? "upload-checksum" : "content-digest"] }
      #expect(sent == (kind == .tus ? ["xcount NDA=", "xcount MjA="] : ["x-count=:NDA=:", "x-count=:MjA=:"]))
      guard kind == .tus else { return }
      let without = UploadLine(kind)
      _ = try await without.upload(file, options: options)
      #expect(without.server.log.allSatisfy { $0.fields["upload-checksum"] == nil } && without.server.complete.count == 1)
      let mismatch = UploadLine(kind, extra: ["tus-extension": "creation,checksum", "tus-checksum-algorithm": "xcount"]) {
        number, _ in
        number == 2 ? .reply(UploadServer.Reply(460)) : nil
      }
      _ = try await mismatch.upload(file, options: options)
      #expect(mismatch.server.complete == [Array(content)])
    }
  }

  @Test("R07: The server is told name and type of the file, and what the caller adds")
  func metadata() async throws {
    try await withFolder { folder in
      let file = try folder.file(content, "é 1.mp4")
      let options = UploadOptions {
        $0.contentType = "video/mp4"
        $0.metadata = ["album": "b"]
      }
      let tus = UploadLine(.tus)
      _ = try await tus.upload(file, options: options)
      #expect(tus.server.log[0].fields["upload-metadata"] == "album Yg==,filename w6kgMS5tcDQ=,filetype dmlkZW8vbXA0")
      let ietf = UploadLine(.ietf)
      _ = try await ietf.upload(file, options: options)
      #expect(
        ietf.server.log[0].fields["content-disposition"] == "inline; filename=\"_ 1.mp4\"; filename*=UTF-8''%C3%A9%201.mp4")
    }
  }
}
