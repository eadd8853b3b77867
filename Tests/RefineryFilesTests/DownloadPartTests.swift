import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryFiles

@Suite(.timeLimit(.minutes(5))) struct DownloadPartTests {
  private let content = sample(60)
  private let part = ".file.refinery-part"

  private var keeping: DownloadOptions {
    var options = DownloadOptions()
    options.keepsPart = true
    return options
  }

  /// A server that loses the first connection after 30 bytes, and a client that does not connect again.
  private func losing(_ server: FileServer, to target: URL, _ id: String = "7") async {
    let call = export(id).options { $0.reconnection = .never }
    await #expect(throws: CallError.self) { try await server.client().download(call, to: target, options: keeping) }
  }

  @Test("R06: A part that is kept is continued by the next download")
  func kept() async throws {
    let server = FileServer(content) { number, reply in if number == 0 { reply.drop = 30 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      #expect(names(in: folder) == [part, part + ".json"])
      let progress = Gathered<FileProgress>()
      let download = try await server.client().download(export(), to: target, options: keeping) { progress.add($0) }
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=30-"])
      #expect(download.resumed == 30 && download.requests == 1 && names(in: folder) == ["file"])
      #expect(progress.all.first == FileProgress(completed: 30, total: 60, resumed: 30))
    }
  }

  @Test("R06: A part is kept if no connection can be made, and if the download is cancelled")
  func keptAgain() async throws {
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 { reply.status = 503 }
      if number == 2 { reply.drop = 5 }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      await losing(server, to: target)
      let clock = ManualClock()
      let task = Task { try await server.client(clock).download(export(), to: target, options: keeping) }
      await clock.sleepers(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try Data(contentsOf: folder.appendingPathComponent(part)) == content.prefix(35))
      try await server.client().download(export(), to: target, options: keeping)
      #expect(try Data(contentsOf: target) == content)
      #expect(server.ranges == [nil, "bytes=30-", "bytes=30-", "bytes=35-"])
    }
  }

  @Test("R06: A part of another URL, of a file that changed, or with a damaged record is not used")
  func notUsed() async throws {
    let other = sample(50, seed: 3)
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let record = folder.appendingPathComponent(part + ".json")
      // A new part for each case.
      func lose(_ next: Data? = nil) async -> FileServer {
        let server = FileServer(content) { number, reply in
          if number == 0 { (reply.drop, reply.nextFile) = (30, next) }
        }
        await losing(server, to: target)
        return server
      }
      var server = await lose()
      try await server.client().download(export("8"), to: target, options: keeping)
      #expect(server.ranges == [nil, nil])

      server = await lose(other)
      let download = try await server.client().download(export(), to: target, options: keeping)
      #expect(try server.ranges == [nil, "bytes=30-"] && Data(contentsOf: target) == other && download.resumed == 0)

      server = await lose()
      try Data(contentsOf: record).dropLast(9).write(to: record)
      try await server.client().download(export(), to: target, options: keeping)
      #expect(try server.ranges == [nil, nil] && Data(contentsOf: target) == content)

      server = await lose()
      try FileManager.default.removeItem(at: record)
      try await server.client().download(export(), to: target, options: keeping)
      #expect(server.ranges == [nil, nil])

      // Longer than the file: it cannot be of it.
      server = await lose()
      try sample(61).write(to: folder.appendingPathComponent(part))
      try await server.client().download(export(), to: target, options: keeping)
      #expect(try server.ranges == [nil, nil] && Data(contentsOf: target) == content)
      #expect(names(in: folder) == ["file"])
    }
  }

  @Test("R06: After a crash of the system, only bytes that were certainly on the disk count")
  func crash() throws {
    let representation = Representation(
      whole: HTTPResponse(status: .ok, headerFields: [.eTag: "\"a\"", .contentLength: "60"]), canBeDecoded: false)
    var record = PartRecord(source: "s", representation: representation, synced: 10)
    #expect(record.usable(of: 30) == 30)
    record.boot = "another"
    #expect(record.usable(of: 30) == 10 && record.usable(of: 5) == 5)
    record.boot = nil
    #expect(record.usable(of: 30) == 10)
    #expect(PartRecord.currentBoot == PartRecord.currentBoot && PartRecord.currentBoot != nil)
  }

  @Test("R06: A part that has all bytes is complete if the server says so by 416, and read again otherwise")
  func complete() async throws {
    for total in [60, 61] {
      let server = FileServer(content) { number, reply in
        if number == 0 { reply.drop = 60 }
        if reply.status == 416 { reply.fields[.contentRange] = "bytes */\(total)" }
      }
      try await withFolder { folder in
        let target = folder.appendingPathComponent("file")
        // A process that ends after the last byte, before the file is in its place.
        let stopped = try PartFile(DownloadTarget(target), keeping, source: "s", progress: nil)
        _ = try await stopped.openPart()
        let fields: HTTPFields = [.eTag: "\"a\"", .contentLength: "60"]
        try await stopped.restart(
          Representation(whole: HTTPResponse(status: .ok, headerFields: fields), canBeDecoded: false))
        try await stopped.write(content, at: 0)
        await stopped.abandon(keepsPart: true)
        // The hash of the URL, as the client makes it.
        var record = try #require(PartRecord.read(folder.appendingPathComponent(part + ".json").path))
        record.source = StableHash.text(of: "GET http://stub/reports/7")
        #expect(record.write(folder.appendingPathComponent(part + ".json").path))
        let download = try await server.client().download(export(), to: target, options: keeping)
        #expect(try Data(contentsOf: target) == content && names(in: folder) == ["file"])
        #expect(server.ranges == (total == 60 ? ["bytes=60-"] : ["bytes=60-", nil]))
        #expect(download.head.status.code == (total == 60 ? 416 : 200))
      }
    }
  }

  @Test("R06: Content that cannot be used, and content that cannot be continued, is not kept")
  func notKept() async throws {
    let wrong = FileServer(content) { _, reply in reply.fields[.contentLength] = "59" }
    let weak = FileServer(content, [:]) { _, reply in reply.drop = 30 }
    let post = FileServer(content) { _, reply in reply.drop = 30 }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(wrong, to: target)
      #expect(names(in: folder).isEmpty)
      await losing(weak, to: target)
      #expect(names(in: folder).isEmpty)
      await #expect(throws: CallError.self) {
        try await post.client().download(Call<Okay>(exports), to: target, options: keeping)
      }
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: Two downloads cannot write the same part")
  func inUse() async throws {
    let server = FileServer(content) { _, reply in reply.drop = 30 }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let clock = ManualClock()
      let first = Task { try await server.client(clock).download(export(), to: target, options: keeping) }
      await clock.sleepers(1)
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: target, options: keeping)
      }
      #expect(error?.underlying as? FileFault == FileFault(.inUse, name: "file") && error?.stage == .building)
      // Without a part that is kept, each has its own.
      let other = FileServer(content)
      try await other.client().download(export(), to: target)
      #expect(try Data(contentsOf: target) == content)
      first.cancel()
      _ = await first.result
      #expect(names(in: folder) == [part, part + ".json", "file"])
    }
  }

  @Test("R06: A part that is the target itself, because its process ended during the commit, is removed")
  func leftPart() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try Data("old".utf8).write(to: target)
      try FileManager.default.linkItem(at: target, to: folder.appendingPathComponent(part))
      try await server.client().download(export(), to: target, options: keeping)
      #expect(try Data(contentsOf: target) == content && names(in: folder) == ["file"])
    }
  }

  @Test("R06: A part that somebody else put there is refused")
  func planted() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let secret = folder.appendingPathComponent("secret")
      try Data("secret".utf8).write(to: secret)
      try FileManager.default.createSymbolicLink(at: folder.appendingPathComponent(part), withDestinationURL: secret)
      await losing(server, to: target)
      try FileManager.default.removeItem(at: folder.appendingPathComponent(part))
      try FileManager.default.linkItem(at: secret, to: folder.appendingPathComponent(part))
      await losing(server, to: target)
      try FileManager.default.removeItem(at: folder.appendingPathComponent(part))
      #expect(mkfifo(folder.appendingPathComponent(part).path, 0o600) == 0)
      await losing(server, to: target)
      #expect(try String(contentsOf: secret, encoding: .utf8) == "secret" && server.requests.isEmpty)
    }
  }
}
