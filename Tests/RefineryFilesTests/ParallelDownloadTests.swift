import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ParallelDownloadTests {
  private let megabyte = 1024 * 1024
  private let content = sample(6 * 1024 * 1024 + 5)

  private func options(_ count: Int) -> DownloadOptions {
    var options = DownloadOptions()
    options.parallel = count
    return options
  }

  @Test("R06: Ranges that are read at the same time make the same file, on at most as many connections", arguments: [2, 4, 64])
  func pieces(count: Int) async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let progress = Gathered<FileProgress>()
      let download = try await server.client().download(export(), to: target, options: options(count)) { progress.add($0) }
      #expect(try Data(contentsOf: target) == content)
      // The first request, and pieces of at least 1 MiB.
      let pieces = min(count, 5)
      #expect(download.requests == 1 + pieces && server.peak <= count && server.requests.count == 1 + pieces)
      #expect(server.ranges[0] == "bytes=0-\(megabyte - 1)")
      #expect(server.requests.dropFirst().allSatisfy { $0.headerFields[.ifRange] == "\"a\"" })
      #expect(progress.all.map(\.completed) == progress.all.map(\.completed).sorted())
      #expect(progress.all.last?.completed == content.count && progress.all.allSatisfy { $0.total == content.count })
    }
  }

  @Test("R06: Each range continues after a loss of its own")
  func lost() async throws {
    let server = FileServer(content) { number, reply in
      if number % 2 == 0 { reply.drop = min(reply.content.count, 200_000) }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target, options: options(3))
      #expect(try Data(contentsOf: target) == content && server.peak <= 3)
      // The first request was lost, and the rest is in three pieces nevertheless.
      #expect(server.ranges[1...].allSatisfy { $0?.hasSuffix("-") == false } && server.requests.count > 4)
    }
  }

  @Test("R06: Without ranges, a validator or a total, the file is read in one piece")
  func onePiece() async throws {
    let whole = content
    // A server that ignores Range sends all bytes at once.
    let ignoring = FileServer(content) { _, reply in
      reply.status = 200
      reply.fields[.contentRange] = nil
      reply.fields[.contentLength] = "\(whole.count)"
      reply.content = whole
    }
    let unknownTotal = FileServer(content) { _, reply in
      reply.fields[.contentRange] = reply.fields[.contentRange]?.replacing(/\/.*/, with: "/*")
    }
    for server in [ignoring, FileServer(content, [:]), FileServer(content, [.eTag: "W/\"a\""]), unknownTotal] {
      try await withFolder { folder in
        let target = folder.appendingPathComponent("file")
        try await server.client().download(export(), to: target, options: options(4))
        #expect(try Data(contentsOf: target) == content)
        #expect(server.ranges == ["bytes=0-\(megabyte - 1)"] + (server === ignoring ? [] : [nil]))
      }
    }
  }

  @Test("R06: If the file changes while its ranges are read, it is read again in one piece")
  func changed() async throws {
    let new = sample(5 * 1024 * 1024, seed: 9)
    let server = FileServer(content) { number, reply in if number == 0 { reply.nextFile = new } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let download = try await server.client().download(export(), to: target, options: options(4))
      #expect(try Data(contentsOf: target) == new)
      #expect(server.ranges.last == .some(nil) && download.requests >= 3 && download.size == new.count)
    }
  }

  @Test("R06: A range that does not fit leads to one piece", arguments: [416, 200, 206])
  func wrong(status: Int) async throws {
    let server = FileServer(content) { number, reply in
      guard number == 3 else { return }
      reply.status = status
      if status == 206 { reply.fields[.contentRange] = "bytes 0-9/\(self.content.count)" }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target, options: options(4))
      #expect(try Data(contentsOf: target) == content && server.ranges.last == .some(nil))
    }
  }

  @Test("R06: A small file, and an empty one, take one request for their content")
  func small() async throws {
    for (count, ranges) in [(7, ["bytes=0-\(1024 * 1024 - 1)"]), (0, ["bytes=0-\(1024 * 1024 - 1)", nil])] {
      let server = FileServer(sample(count))
      try await withFolder { folder in
        let target = folder.appendingPathComponent("file")
        try await server.client().download(export(), to: target, options: options(4))
        #expect(try Data(contentsOf: target) == sample(count) && server.ranges == ranges)
      }
    }
  }

  @Test("R06: A server that gives shorter ranges than requested is asked for the rest of each")
  func shorter() async throws {
    let content = sample(3 * megabyte + 5)
    let server = FileServer(content) { _, reply in
      guard reply.content.count > 300_000, let range = reply.fields[.contentRange].flatMap({ ContentRange($0) })?.range else {
        return
      }
      reply.content = reply.content.prefix(300_000)
      reply.fields[.contentRange] = "bytes \(range.lowerBound)-\(range.lowerBound + 299_999)/\(content.count)"
      reply.fields[.contentLength] = "300000"
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try await server.client().download(export(), to: target, options: options(2))
      #expect(try Data(contentsOf: target) == content && server.requests.count > 10)
    }
  }

  @Test("R06: A range without the media type of the row leads to one piece", arguments: [0, 1])
  func mediaType(number: Int) async throws {
    let server = FileServer(content, [.eTag: "\"a\"", .contentType: "text/csv"]) { index, reply in
      if index == number { reply.fields[.contentType] = nil }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let call = export().options { $0.acceptedMediaTypes = ["text/csv"] }
      try await server.client().download(call, to: target, options: options(4))
      #expect(try Data(contentsOf: target) == content && server.ranges.last == .some(nil))
    }
  }

  @Test("R06: All requests are counted, also those of ranges that are not used")
  func counted() async throws {
    let server = FileServer(sample(3 * megabyte + 5)) { number, reply in if number == 2 { reply.status = 416 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let download = try await server.client().download(export(), to: target, options: options(2))
      #expect(download.requests == 4 && server.requests.count == 4)
    }
  }

  @Test("R06: A range that is lost too often is not tried again by the download as a whole")
  func exhausted() async throws {
    let server = FileServer(sample(3 * megabyte + 5)) { number, reply in if number > 0 { reply.drop = 0 } }
    try await withFolder { folder in
      let call = export().options { $0.reconnection = Reconnection(retries: 1) }
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(call, to: folder.appendingPathComponent("file"), options: options(2))
      }
      // The first, and each of two ranges at most twice.
      #expect(error?.kind == .transport(.connectionLost) && (3...5).contains(server.requests.count))
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: Observers see each range of a file end with success")
  func observed() async throws {
    let outcomes = Outcomes()
    var client = FileServer(sample(3 * megabyte + 5)).client()
    client.observers = [outcomes]
    try await withFolder { [client] folder in
      try await client.download(export(), to: folder.appendingPathComponent("file"), options: options(2))
      #expect(outcomes.statuses == ["success 206", "success 206", "success 206"])
    }
  }

  @Test("R06: An error of one range ends the others and removes the file")
  func failed() async throws {
    let server = FileServer(content) { number, reply in if number == 2 { reply.status = 403 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: target, options: options(4))
      }
      #expect(error?.status == 403 && names(in: folder).isEmpty)
    }
  }
}
