import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryFiles

/// Which bytes of a part that was kept are trusted.
@Suite(.timeLimit(.minutes(5))) struct KeptPartTests {
  private let content = sample(60)
  private let part = ".file.refinery-part"

  private var keeping: DownloadOptions {
    var options = DownloadOptions()
    options.keepsPart = true
    return options
  }

  /// A download that is lost, and does not connect again.
  @discardableResult
  private func losing(_ server: FileServer, _ call: Call<Okay> = export(), to target: URL) async -> CallError? {
    let call = call.options { $0.reconnection = .never }
    return await #expect(throws: CallError.self) { try await server.client().download(call, to: target, options: keeping) }
  }

  @Test("R06: A part of the same path with another query is not used")
  func query() async throws {
    let server = FileServer(content) { number, reply in if number == 0 { reply.drop = 30 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, export().query(["page": 1]), to: target)
      try await server.client().download(export().query(["page": 2]), to: target, options: keeping)
      #expect(server.ranges == [nil, nil])
    }
  }

  @Test("R06: After a crash of the system, bytes that may be lost are read again, also after another loss")
  func crash() async throws {
    let server = FileServer(content) { number, reply in if number < 2 { reply.drop = number == 0 ? 30 : 5 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      let path = folder.appendingPathComponent(part + ".json").path
      var record = try #require(PartRecord.read(path))
      #expect(record.synced == 30 && record.boot == PartRecord.currentBoot)
      // The rest was never written to the disk.
      (record.boot, record.synced) = ("another", 10)
      #expect(record.write(path))
      try (content.prefix(10) + Data(count: 20)).write(to: folder.appendingPathComponent(part))
      await losing(server, to: target)
      let download = try await server.client().download(export(), to: target, options: keeping)
      #expect(server.ranges == [nil, "bytes=10-", "bytes=15-"] && download.resumed == 15)
      #expect(try Data(contentsOf: target) == content)
    }
  }

  @Test("R06: The part of a new file has no bytes of the former one")
  func newFile() async throws {
    let new = sample(60, seed: 4)
    let server = FileServer(content) { number, reply in
      if number == 0 { (reply.drop, reply.nextFile) = (30, new) }
      if number == 1 { reply.drop = 10 }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      await losing(server, to: target)
      try await server.client().download(export(), to: target, options: keeping)
      #expect(try Data(contentsOf: target) == new && server.ranges == [nil, "bytes=30-", "bytes=10-"])
    }
  }

  @Test("R06: A part that cannot be continued has no record, also not that of an earlier part")
  func noRecord() async throws {
    let content = content
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 } else { reply = .init(status: 200, fields: [.contentLength: "60"], content: content) }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      let seen = Gathered<[String]>()
      try await server.client().download(export(), to: target, options: keeping) { _ in seen.add(names(in: folder)) }
      #expect(Set(seen.all) == [[part]] && names(in: folder) == ["file"])
    }
  }

  @Test("R06: A response of another media type does not change the part")
  func otherMediaType() async throws {
    let server = FileServer(content, [.eTag: "\"a\"", .contentType: "text/csv"]) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 { reply = .init(status: 200, fields: [.contentType: "text/html"], content: Data("<p>".utf8)) }
    }
    let call = export().options { $0.acceptedMediaTypes = ["text/csv"] }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, call, to: target)
      let error = await losing(server, call, to: target)
      #expect((error?.underlying as? MappingError)?.kind == .wrongMediaType)
      #expect(try Data(contentsOf: folder.appendingPathComponent(part)) == content.prefix(30))
      let download = try await server.client().download(call, to: target, options: keeping)
      #expect(try Data(contentsOf: target) == content && download.resumed == 30)
      #expect(server.ranges == [nil, "bytes=30-", "bytes=30-"] && names(in: folder) == ["file"])
    }
  }

  @Test("R06: A complete part does not grow")
  func completePart() async throws {
    let server = FileServer(content) { number, reply in
      if number == 0 { reply.drop = 30 }
      if number == 1 {
        let fields: HTTPFields = [.eTag: "\"a\"", .contentRange: "bytes 60-60/*", .contentLength: "1"]
        reply = .init(status: 206, fields: fields, content: Data([0]))
      }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      try content.write(to: folder.appendingPathComponent(part))
      try await server.client().download(export(), to: target, options: keeping)
      #expect(try Data(contentsOf: target) == content && names(in: folder) == ["file"])
      #expect(server.ranges == [nil, "bytes=60-", nil])
    }
  }

  @Test("R06: A part without a byte is not kept")
  func noByte() async throws {
    let server = FileServer(content) { _, reply in reply.drop = 0 }
    try await withFolder { folder in
      await losing(server, to: folder.appendingPathComponent("file"))
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: The record is not written through a link that somebody else put there")
  func plantedRecord() async throws {
    try await withFolder { folder in
      let secret = folder.appendingPathComponent("secret")
      try Data("secret".utf8).write(to: secret)
      let record = folder.appendingPathComponent(part + ".json")
      try FileManager.default.createSymbolicLink(at: record, withDestinationURL: secret)
      let error = await losing(FileServer(content), to: folder.appendingPathComponent("file"))
      #expect(error?.underlying as? FileFault == FileFault(.isSymbolicLink, name: "file"))
      #expect(try String(contentsOf: secret, encoding: .utf8) == "secret" && names(in: folder) == ["secret"])
    }
  }

  @Test("R06: The record is not written to another file that somebody else gave its name")
  func linkedRecord() async throws {
    try await withFolder { folder in
      let secret = folder.appendingPathComponent("secret")
      try Data("secret".utf8).write(to: secret)
      try FileManager.default.linkItem(at: secret, to: folder.appendingPathComponent(part + ".json"))
      let error = await losing(FileServer(content), to: folder.appendingPathComponent("file"))
      #expect(error?.underlying as? FileFault == FileFault(.noPermission, name: "file"))
      #expect(try String(contentsOf: secret, encoding: .utf8) == "secret" && names(in: folder) == ["secret"])
    }
  }

  @Test("R06: A record that is shorter than the one before it replaces all of it")
  func shorterRecord() async throws {
    try await withFolder { folder in
      let path = folder.appendingPathComponent("record").path
      let representation = Representation(
        whole: HTTPResponse(status: .ok, headerFields: [.eTag: "\"a\"", .contentLength: "60"]), canBeDecoded: false)
      for source in ["a long source", "s"] {
        let record = PartRecord(source: source, representation: representation, synced: 10)
        #expect(record.write(path) && PartRecord.read(path) == record)
      }
    }
  }

  @Test("R06: A part of a file above the limit is not continued")
  func limit() async throws {
    let server = FileServer(content) { number, reply in if number == 0 { reply.drop = 30 } }
    var options = keeping
    options.limit = 40
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: target, options: options)
      }
      #expect(error?.underlying as? BodyError == .tooLarge(limit: 40, observed: 60))
      #expect(server.ranges == [nil, nil] && names(in: folder).isEmpty)
    }
  }

  @Test("R06: A part of a file of just the limit is continued")
  func limitItself() async throws {
    let server = FileServer(content) { number, reply in if number == 0 { reply.drop = 30 } }
    var options = keeping
    options.limit = content.count
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await losing(server, to: target)
      try await server.client().download(export(), to: target, options: options)
      #expect(server.ranges == [nil, "bytes=30-"])
    }
  }
}
