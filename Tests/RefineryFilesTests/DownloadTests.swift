import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
  private let content = sample(60)

  @Test("R06: The file has the content of the response, and nothing else is left in its folder")
  func whole() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let target = folder.appendingPathComponent("report.csv")
      let download = try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content)
      #expect(download.size == 60 && download.requests == 1 && download.resumed == 0 && download.file == target)
      #expect(download.head.status == .ok && "\(download)" == "DownloadedFile")
      #expect(names(in: folder) == ["report.csv"])
      let fields = try #require(server.requests.first?.headerFields)
      #expect(fields[.range] == nil && fields[.acceptEncoding] == "identity" && fields[.accept] == "*/*")
    }
  }

  @Test("R06: A reader of the target sees the former file until the new one is complete, which gets its permissions")
  func atomic() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let target = folder.appendingPathComponent("report.csv")
      try Data("former".utf8).write(to: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
      let seen = Mutex<Set<String>>([])
      try await server.client().download(export(), to: target) { _ in
        let text = (try? String(contentsOf: target, encoding: .utf8)) ?? "none"
        seen.withLock { _ = $0.insert(text) }
      }
      #expect(seen.withLock { $0 } == ["former"])
      #expect(try Data(contentsOf: target) == content)
      #expect(permissions(of: target) == 0o640)
      var options = DownloadOptions()
      options.permissions = 0o600
      try await server.client().download(export(), to: target, options: options)
      #expect(permissions(of: target) == 0o600)
    }
  }

  @Test("R06: A connection that is lost at any byte is continued after it")
  func lost() async throws {
    for byte in 0...60 {
      let server = FileServer(content) { number, reply in if number == 0 { reply.drop = byte } }
      try await withFolder { folder in
        let target = folder.appendingPathComponent("file")
        let download = try await server.client().download(export(), to: target)
        #expect(try Data(contentsOf: target) == content)
        switch byte {
        case 0: #expect(server.ranges == [nil, nil])
        case 60: #expect(server.ranges == [nil])
        default:
          #expect(server.ranges == [nil, "bytes=\(byte)-"] && server.requests.last?.headerFields[.ifRange] == "\"a\"")
          #expect(download.head.status == .partialContent && download.requests == 2)
        }
      }
    }
  }

  @Test("R06: A file of which every connection brings a few bytes is complete in the end")
  func manyDrops() async throws {
    let content = sample(5000)
    let server = FileServer(content) { number, reply in reply.drop = min(reply.content.count, number % 11) }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let download = try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && download.requests > 900)
    }
  }

  @Test(
    "R06: Without a strong validator, a length and ranges, a lost file is read again from its start",
    arguments: [
      [:], [.eTag: "W/\"a\""], [.eTag: "a"], [.eTag: "\"a\", \"b\""],
      // A weak tag and a strong date (RFC 9110 section 13.1.5).
      [.eTag: "W/\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 2016 08:49:37 GMT"],
      // The file may change twice in the second of the date (section 8.8.2.2).
      [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 08:49:38 GMT"],
      [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"],
      [.eTag: "\"a\"", .acceptRanges: "none"],
      [.eTag: "\"a\"", .contentEncoding: "br"],
    ] as [HTTPFields])
  func weak(fields: HTTPFields) async throws {
    let server = FileServer(content, fields) { number, reply in if number == 0 { reply.drop = 30 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content)
      #expect(server.ranges == [nil, nil])
    }
  }

  @Test("R06: A response without a length is read again from its start, and its end is its end")
  func noLength() async throws {
    let server = FileServer(content) { number, reply in
      reply.fields[.contentLength] = nil
      if number == 0 { reply.drop = 30 }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let progress = Gathered<FileProgress>()
      try await server.client().download(export(), to: target) { progress.add($0) }
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, nil])
      #expect(progress.all.allSatisfy { $0.total == nil } && progress.all.last?.completed == 60)
    }
  }

  @Test("R06: The date of a file that did not change lately is a validator")
  func date() async throws {
    let fields: HTTPFields = [.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT", .date: "Sun, 06 Nov 1994 08:50:37 GMT"]
    let server = FileServer(content, fields) { number, reply in
      if number == 0 { reply.drop = 30 } else { reply.fields[.lastModified] = nil }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-"])
      #expect(server.requests.last?.headerFields[.ifRange] == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
  }

  @Test("R06: If the file changed meanwhile, the new one is read from its start")
  func changed() async throws {
    let new = sample(45, seed: 2)
    let server = FileServer(content) { number, reply in
      if number == 0 { (reply.drop, reply.nextFile) = (30, new) }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let download = try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == new)
      #expect(download.head.status == .ok && server.ranges == [nil, "bytes=30-"])
    }
  }

  @Test(
    "R06: A range that does not fit leads to a new start, never to a wrong file",
    arguments: [
      [.contentRange: "bytes 29-59/60"], [.contentRange: "bytes 31-59/60"], [.contentRange: "bytes 30-59/61"],
      [.contentRange: "bytes 30-60/*"], [.contentRange: "bytes 30-59"], [.contentRange: "items 30-59/60"],
      [.contentRange: "bytes */60"], [.eTag: "\"b\""], [.eTag: "W/\"a\""], [.contentEncoding: "gzip"],
      [.contentType: "multipart/byteranges; boundary=b"], [.contentLength: "29"],
    ] as [HTTPFields])
  func wrongRange(fields: HTTPFields) async throws {
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 {
        for field in fields { reply.fields[field.name] = field.value }
        reply.content = Data(repeating: 0, count: reply.content.count)
      }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let download = try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content)
      #expect(server.ranges == [nil, "bytes=30-", nil] && download.requests == 3)
    }
  }

  @Test(
    "R06: A range without Content-Range or without the entity tag is not trusted",
    arguments: [.contentRange, .eTag] as [HTTPField.Name])
  func missing(name: HTTPField.Name) async throws {
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 { reply.fields[name] = nil }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-", nil])
    }
  }

  @Test("R06: A range that ends early, or whose total is not known, is followed by another")
  func shortRange() async throws {
    let content = content
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 {
        reply.fields[.contentRange] = "bytes 30-39/*"
        reply.fields[.contentLength] = "10"
        reply.content = Data(content[30..<40])
      }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-", "bytes=40-"])
    }
  }

  @Test("R06: A server whose ranges never fit gets no further request for one, and not endless requests")
  func neverFits() async throws {
    let server = FileServer(content) { number, reply in
      reply.drop = min(reply.content.count, 30)
      if reply.status == 206 { reply.fields[.contentRange] = "bytes 0-29/60" }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let call = export().options { $0.reconnection = Reconnection(retries: 3) }
      let error = await #expect(throws: CallError.self) { try await server.client().download(call, to: target) }
      #expect(error?.stage == .sending && server.ranges == [nil, "bytes=30-", nil, nil, nil, nil])
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: More bytes than the response says are an error, and fewer are a lost connection")
  func sizes() async throws {
    let long = FileServer(content) { _, reply in reply.fields[.contentLength] = "59" }
    let short = FileServer(content) { number, reply in if number == 0 { (reply.drop, reply.endsQuietly) = (20, true) } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let error = await #expect(throws: CallError.self) { try await long.client().download(export(), to: target) }
      #expect(error?.underlying as? DownloadFault == .tooLong(expected: 59) && error?.stage == .mapping)
      #expect(names(in: folder).isEmpty && long.requests.count == 1)
      try await short.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && short.ranges == [nil, "bytes=20-"])
    }
  }

  @Test("R06: A file above the limit is refused before it is written, or at the byte that is too many")
  func limit() async throws {
    var options = DownloadOptions()
    options.limit = 59
    let known = FileServer(content)
    let unknown = FileServer(content) { _, reply in reply.fields[.contentLength] = nil }
    try await withFolder { folder in
      for server in [known, unknown] {
        let target = folder.appendingPathComponent("file")
        let progress = Gathered<FileProgress>()
        let error = await #expect(throws: CallError.self) {
          try await server.client().download(export(), to: target, options: options) { progress.add($0) }
        }
        #expect(error?.underlying as? BodyError == .tooLarge(limit: 59, observed: 60))
        #expect(names(in: folder).isEmpty && server.requests.count == 1)
        #expect(progress.all.allSatisfy { $0.completed <= 59 } && progress.all.isEmpty == (server === known))
      }
      options.limit = 60
      try await known.client().download(export(), to: folder.appendingPathComponent("file"), options: options)
    }
  }

  @Test("R06: Only a GET is continued; the file of a lost POST is removed")
  func post() async throws {
    let server = FileServer(content) { _, reply in reply.drop = 30 }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let call = Call<Okay>(exports).options { $0.idempotent = true }
      await #expect(throws: CallError.self) { try await server.client().download(call, to: target) }
      #expect(server.requests.count == 1 && names(in: folder).isEmpty)
      let whole = FileServer(content)
      try await whole.client().download(Call<Okay>(exports), to: target)
      #expect(try Data(contentsOf: target) == content && whole.requests.first?.method == .post)
    }
  }

  @Test("R06: A status that is no success is an error; one of the policy is tried again")
  func statuses() async throws {
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      for status in [404, 204, 206] {
        let server = FileServer(content) { _, reply in reply.status = status }
        let error = await #expect(throws: CallError.self) { try await server.client().download(export(), to: target) }
        #expect(error?.stage == (status == 206 ? .mapping : .status) && error?.status == status)
        #expect(server.requests.count == 1 && names(in: folder).isEmpty)
      }
      let server = FileServer(content) { number, reply in
        if number == 0 { reply.drop = 10 }
        if number == 1 { (reply.status, reply.fields[.retryAfter]) = (503, "7") }
      }
      let clock = ManualClock(advancesByItself: true)
      try await server.client(clock).download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=10-", "bytes=10-"])
      #expect(clock.slept == [.milliseconds(500), .seconds(8)])
    }
  }

  @Test("R06: A Retry-After of exactly the longest permitted wait is waited for; of a second more, it is an error")
  func retryAfterCap() async throws {
    for (asked, requests) in [(60, 2), (61, 1)] {
      let server = FileServer(content) { number, reply in
        if number == 0 { (reply.status, reply.fields[.retryAfter]) = (503, "\(asked)") }
      }
      try await withFolder { folder in
        let clock = ManualClock(advancesByItself: true)
        let client = server.client(clock, random: { 0 })
        _ = try? await client.download(export(), to: folder.appendingPathComponent("file"))
        #expect(server.requests.count == requests)
        #expect(clock.slept == (requests == 2 ? [.seconds(60)] : []))
      }
    }
  }

  @Test("R06: As many connections in a row may fail as the policy says, and a further byte starts the count anew")
  func retries() async throws {
    let server = FileServer(content) { number, reply in reply.drop = number == 2 ? 5 : 0 }
    try await withFolder { folder in
      let clock = ManualClock(advancesByItself: true)
      let call = export().options { $0.reconnection = Reconnection(retries: 2) }
      await #expect(throws: CallError.self) {
        try await server.client(clock).download(call, to: folder.appendingPathComponent("file"))
      }
      #expect(server.ranges == [nil, nil, nil, "bytes=5-", "bytes=5-", "bytes=5-"])
      #expect(clock.slept == [.seconds(0.5), .seconds(1), .seconds(0.5), .seconds(1), .seconds(2)])
      let never = FileServer(content) { _, reply in reply.drop = 30 }
      await #expect(throws: CallError.self) {
        try await never.client().download(
          export().options { $0.reconnection = .never }, to: folder.appendingPathComponent("file"))
      }
      #expect(never.requests.count == 1)
    }
  }

  @Test("R06: Progress grows to the size of the file, and becomes smaller only if the file is read again")
  func progress() async throws {
    let server = FileServer(content) { number, reply in if number == 0 { reply.drop = 30 } }
    try await withFolder { folder in
      let progress = Gathered<FileProgress>()
      try await server.client().download(export(), to: folder.appendingPathComponent("file")) { progress.add($0) }
      let completed = progress.all.map(\.completed)
      #expect(completed.first == 0 && completed.last == 60 && completed == completed.sorted() && completed.contains(30))
      #expect(progress.all.allSatisfy { $0.total == 60 && $0.resumed == 0 })
    }
  }

  @Test("R06: A cancelled download removes its part")
  func cancelled() async throws {
    let server = FileServer(content) { _, reply in reply.drop = 30 }
    try await withFolder { folder in
      let (seen, see) = AsyncStream<Void>.makeStream()
      let clock = ManualClock()
      let task = Task {
        try await server.client(clock).download(export(), to: folder.appendingPathComponent("file")) { _ in see.yield() }
      }
      _ = await seen.first { true }
      await clock.sleepers(1)
      #expect(names(in: folder).count == 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: An empty file is a file")
  func empty() async throws {
    let server = FileServer(Data())
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let download = try await server.client().download(export(), to: target)
      let bytes = try Data(contentsOf: target)
      #expect(download.size == 0 && bytes.isEmpty)
    }
  }
}
