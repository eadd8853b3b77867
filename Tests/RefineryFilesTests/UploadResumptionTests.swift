import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryFiles

/// What is told of an upload, to go on with it later.
@Suite(.timeLimit(.minutes(5))) struct UploadResumptionTests {
  private let content = sample(60)

  /// Begins an upload that ends without another attempt, and returns what is needed to go on.
  private func begun(_ line: UploadLine, _ file: URL) async throws -> UploadResumption {
    let observed = Gathered<UploadResumption>()
    await #expect(throws: CallError.self) { try await line.upload(file, retries: 0, observing: { observed.add($0) }) }
    return try #require(observed.all.last)
  }

  @Test("R07: A reading that was given up is not reported any longer once the server has said what it has")
  func givenUp() {
    let states = Gathered<Int>()
    let reporter = ProgressReporter(total: 100) { states.add($0.completed) }
    let reading = reporter.begin(at: 0)
    reporter.took(60, in: reading)
    reporter.reached(40)
    reporter.took(20, in: reading)
    #expect(states.all == [0, 60, 40])
  }

  @Test("R07: The age that the server states is the time at which the upload expires")
  func age() async throws {
    let line = UploadLine(.ietf, extra: ["upload-limit": "max-age=3600"])
    let observed = Gathered<UploadResumption>()
    let start = Date().timeIntervalSince1970
    try await withFolder { folder in
      _ = try await line.upload(try folder.file(content), observing: { observed.add($0) })
    }
    #expect(observed.all.allSatisfy { $0.expires ?? 0 >= start + 3600 } && !observed.all.isEmpty)
  }

  @Test("R07: A resumption of a file with another size or another time is refused")
  func otherFile() async throws {
    let line = UploadLine(.tus) { number, _ in number == 1 ? .lostAfter(7) : nil }
    try await withFolder { folder in
      let file = try folder.file(content)
      let resumption = try await begun(line, file)
      var (shorter, earlier) = (resumption, resumption)
      shorter.size -= 1
      earlier.modified -= 1
      for other in [shorter, earlier] {
        let error = await #expect(throws: CallError.self) { try await line.upload(file, resuming: other) }
        #expect(error?.underlying as? FileFault == FileFault(.changed, name: "video.mp4") && error?.stage == .building)
      }
      #expect(line.server.log.count == 2)
    }
  }

  @Test("R07: An upload that goes on tells nothing before the server has said what it has")
  func asked() async throws {
    let extra = ["tus-extension": "creation,checksum", "tus-checksum-algorithm": "xcount"]
    let line = UploadLine(.tus, extra: extra) { number, _ in number == 1 ? .lostAfter(20) : nil }
    let counting = DigestAlgorithm("x-count") { next in
      while try next() != nil {}
      return Data([1])
    }
    try await withFolder { folder in
      let file = try folder.file(content)
      let resumption = try await begun(line, file)
      let (states, observed) = (Gathered<FileProgress>(), Gathered<Int>())
      _ = try await line.upload(
        file, options: UploadOptions { $0.digest = counting }, resuming: resumption, progress: { states.add($0) },
        observing: { observed.add($0.offset) })
      #expect(line.server.lines.suffix(3) == ["OPTIONS /files", "HEAD /files/u0", "PATCH /files/u0"])
      #expect(observed.all == [20, 60] && states.all.map(\.completed) == [20, 20, 60])
      #expect(states.all.allSatisfy { $0.resumed == 20 })
    }
  }

  @Test("R07: An upload that goes on and then starts anew has no resumed bytes", arguments: UploadServer.Kind.allCases)
  func anew(kind: UploadServer.Kind) async throws {
    let line = UploadLine(kind) { number, _ in
      number == 1 ? .lostAfter(20) : number == 3 ? .reply(UploadServer.Reply(404)) : nil
    }
    try await withFolder { folder in
      let file = try folder.file(content)
      let resumption = try await begun(line, file)
      let states = Gathered<FileProgress>()
      let reply = try await line.upload(file, resuming: resumption) { states.add($0) }
      #expect(reply.url == "http://stub/files/u1" && line.server.complete == [Array(content)])
      #expect(states.all.first == FileProgress(completed: 20, total: 60, resumed: 20))
      #expect(states.all.last == FileProgress(completed: 60, total: 60, resumed: 0))
    }
  }

  @Test("R07: An upload that goes on expires as before, if the server says nothing else")
  func sameExpiration() async throws {
    let line = UploadLine(.tus) { number, _ in number == 1 ? .lostAfter(20) : nil }
    try await withFolder { folder in
      let file = try folder.file(content)
      var resumption = try await begun(line, file)
      resumption.expires = 4_102_444_800
      let observed = Gathered<UploadResumption>()
      _ = try await line.upload(file, resuming: resumption, observing: { observed.add($0) })
      #expect(observed.all.map(\.expires) == [4_102_444_800, 4_102_444_800])
    }
  }

  @Test("R07: An upload that starts anew does not expire with the former one")
  func newExpiration() async throws {
    let line = UploadLine(.tus) { number, _ in
      switch number {
      case 0: .changed { $0.fields["upload-expires"] = "Fri, 01 Jan 2100 00:00:00 GMT" }
      case 1: .reply(UploadServer.Reply(410))
      default: nil
      }
    }
    let observed = Gathered<UploadResumption>()
    try await withFolder { folder in
      _ = try await line.upload(try folder.file(content), observing: { observed.add($0) })
    }
    #expect(observed.all.map { $0.expires != nil } == [true, false, false])
    #expect(observed.all.last?.url == "http://stub/files/u1")
  }
}
