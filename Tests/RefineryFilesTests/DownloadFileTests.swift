import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import TestSupport
import Testing

/// What is on the disk during a download, and after it.
@Suite(.timeLimit(.minutes(5))) struct DownloadFileTests {
  private let content = sample(60)

  @Test("R06: The part of a file that nobody else may read is not readable for others either")
  func privatePart() async throws {
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      try Data("former".utf8).write(to: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
      let seen = Gathered<Int?>()
      try await FileServer(content).client().download(export(), to: target) { _ in
        for name in names(in: folder) where name != "file" { seen.add(permissions(of: folder.appendingPathComponent(name))) }
      }
      #expect(!seen.all.isEmpty && seen.all.allSatisfy { $0 == 0o600 })
    }
  }

  @Test("R06: The file has the permissions of the options or of the former file, also if its owner may not write it")
  func readOnly() async throws {
    var options = DownloadOptions()
    options.permissions = 0o444
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      for options in [options, DownloadOptions()] {
        try await FileServer(content).client().download(export(), to: target, options: options)
        #expect(try permissions(of: target) == 0o444 && Data(contentsOf: target) == content)
      }
    }
  }

  @Test("R06: A part that somebody else writes to does not become the file")
  func touched() async throws {
    try await withFolder { folder in
      let error = await #expect(throws: CallError.self) {
        try await FileServer(content).client().download(export(), to: folder.appendingPathComponent("file")) { progress in
          guard progress.completed == 60 else { return }
          for name in names(in: folder) { #expect(truncate(folder.appendingPathComponent(name).path, 61) == 0) }
        }
      }
      #expect(error?.underlying as? FileFault == FileFault(.changed, name: "file") && error?.stage == .sending)
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: A symbolic link that comes to exist during the download is not replaced")
  func lateLink() async throws {
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let error = await #expect(throws: CallError.self) {
        try await FileServer(content).client().download(export(), to: target) { _ in
          try? FileManager.default.createSymbolicLink(atPath: target.path, withDestinationPath: "elsewhere")
        }
      }
      #expect(error?.underlying as? FileFault == FileFault(.isSymbolicLink, name: "file") && error?.stage == .sending)
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: target.path)
      #expect(destination == "elsewhere" && names(in: folder) == ["file"])
    }
  }

  @Test("R06: After a download, no file is open, whether it succeeded or not", .enabled(if: canListOpenFiles))
  func closed() async throws {
    let failing = FileServer(content) { _, reply in reply.fields[.contentLength] = "59" }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let seen = Gathered<Int>()
      try await FileServer(content).client().download(export(), to: target) { _ in seen.add(openFiles(in: folder).count) }
      #expect(seen.all.allSatisfy { $0 == 1 } && openFiles(in: folder).isEmpty)
      await #expect(throws: CallError.self) { try await failing.client().download(export(), to: target) }
      #expect(openFiles(in: folder).isEmpty)
    }
  }

  @Test("R06: A file of the size that the process may write is written")
  func sizeLimit() async throws {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 1_000_000, rlim_max: 1_000_000)
      #if canImport(Glibc)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #else
        try #require(setrlimit(RLIMIT_FSIZE, &limit) == 0)
      #endif
      try await withFolder { folder in
        let target = folder.appendingPathComponent("file")
        try await FileServer(sample(1_000_000)).client().download(export(), to: target)
        try #require(try Data(contentsOf: target) == sample(1_000_000))
      }
    }
  }

  @Test(
    "R06: Progress comes with the first bytes, then for the bytes of 200 ms together, and at the end",
    arguments: [(199, [0, 7, 60]), (200, [0, 7, 14, 21, 28, 35, 42, 49, 56, 60])])
  func rate(milliseconds: Int, completed: [Int]) async throws {
    let clock = ManualClock()
    let progress = Gathered<FileProgress>()
    _ = try await withFolder { folder in
      try await FileServer(content).client(clock).download(export(), to: folder.appendingPathComponent("file")) {
        progress.add($0)
        clock.advance(by: .milliseconds(milliseconds))
      }
    }
    #expect(progress.all.map(\.completed) == completed)
  }
}
