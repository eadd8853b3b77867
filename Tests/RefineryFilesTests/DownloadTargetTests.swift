import Foundation
import HTTPTypes
import RefineryCore
import RefineryGzip
import RefineryRetry
import RefineryTesting
import Testing

@testable import RefineryFiles

@Suite(.timeLimit(.minutes(5))) struct DownloadTargetTests {
  private let content = sample(60)

  @Test("R06: A target that cannot be a file is refused before anything is sent")
  func refused() async throws {
    let server = FileServer(content)
    try await withFolder { folder in
      let file = folder.appendingPathComponent("file")
      try Data().write(to: file)
      let link = folder.appendingPathComponent("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      let targets: [(URL, FileFault.Reason)] = [
        (folder, .isFolder), (folder.appendingPathComponent("new/"), .isFolder), (link, .isSymbolicLink),
        (folder.appendingPathComponent("missing/file"), .missing), (file.appendingPathComponent("below"), .missing),
        (URL(filePath: "/dev/null"), .notARegularFile), (try #require(URL(string: "https://h/file")), .notAFileURL),
      ]
      for (target, reason) in targets {
        let error = await #expect(throws: CallError.self) { try await server.client().download(export(), to: target) }
        #expect((error?.underlying as? FileFault)?.reason == reason && error?.stage == .building, "\(target)")
      }
      #expect(server.requests.isEmpty && names(in: folder) == ["file", "link"])
    }
  }

  @Test("R06: An existing file is kept on request, also if it comes to exist during the download")
  func exists() async throws {
    let server = FileServer(content)
    var options = DownloadOptions()
    options.replacesExisting = false
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let late = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: target, options: options) { _ in
          try? Data("mine".utf8).write(to: target)
        }
      }
      #expect(late?.underlying as? FileFault == FileFault(.exists, name: "file") && late?.stage == .sending)
      let early = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: target, options: options)
      }
      #expect(early?.underlying as? FileFault == FileFault(.exists, name: "file") && early?.stage == .building)
      #expect(try String(contentsOf: target, encoding: .utf8) == "mine" && names(in: folder) == ["file"])
      #expect(server.requests.count == 1)
      let other = folder.appendingPathComponent("other")
      try await server.client().download(export(), to: other, options: options)
      #expect(try Data(contentsOf: other) == content && names(in: folder) == ["file", "other"])
    }
  }

  @Test(
    "R06: Without hard links, a complete file gets its name too, and an existing file is kept",
    arguments: [EPERM, EOPNOTSUPP, EMLINK])
  func withoutHardLinks(code: Int32) async throws {
    try await withFolder { folder in
      let file = folder.appendingPathComponent("file")
      let target = try DownloadTarget(file)
      let part = folder.appendingPathComponent("part")
      try content.write(to: part)
      try target.move(part.path) { _, _ in code }
      #expect(try Data(contentsOf: file) == content && names(in: folder) == ["file"])
      try Data("new".utf8).write(to: part)
      #expect(throws: FileFault(.exists, name: "file")) { try target.move(part.path) { _, _ in code } }
      #expect(try Data(contentsOf: file) == content && names(in: folder) == ["file", "part"])
      // No file is left behind if the part is gone.
      try FileManager.default.removeItem(at: part)
      try FileManager.default.removeItem(at: file)
      #expect(throws: FileFault(.missing, name: "file")) { try target.move(part.path) { _, _ in code } }
      #expect(names(in: folder) == [])
    }
  }

  @Test("R06: A long name, and a name that begins with a combining character, are names")
  func longNames() async throws {
    let server = FileServer(content)
    var options = DownloadOptions()
    options.keepsPart = true
    try await withFolder { folder in
      for name in [String(repeating: "x", count: 255), String(repeating: "é", count: 127), "\u{301}a"] {
        let target = folder.appendingPathComponent(name)
        try await server.client().download(export(), to: target, options: options)
        #expect(try Data(contentsOf: target) == content)
      }
      let long = [String(repeating: "x", count: 254) + "1", String(repeating: "x", count: 254) + "2"].map {
        try? DownloadTarget(folder.appendingPathComponent($0)).keptPartPath
      }
      #expect(long[0] != long[1])
    }
  }

  @Test("R06: The name of a part fits wherever the name of its file fits")
  func partNames() throws {
    for count in 150...255 {
      let target = try DownloadTarget(URL(filePath: "/folder/" + String(repeating: "x", count: count)))
      for path in [target.ownPartPath, target.keptPartPath + ".json"] {
        #expect(path.utf8.count <= "/folder/".utf8.count + 255, "\(count)")
      }
    }
  }

  @Test("R06: Another process finds the part of a URL, because its hash never changes")
  func hash() {
    #expect(StableHash.text(of: "GET http://stub/reports/7") == "179bwqxqb6bwl-254nzn1lr9lo")
  }

  @Test("R06: The largest and the smallest values of the options can be used")
  func bounds() async throws {
    var options = DownloadOptions()
    for (parallel, permissions) in [(1, 0), (64, 0o777)] {
      (options.parallel, options.permissions, options.limit) = (parallel, permissions, 0)
      #expect(options.problems.isEmpty)
    }
    (options.parallel, options.permissions) = (65, nil)
    #expect(options.problems == ["parallel must be from 1 to 64, not 65"])
    options.parallel = 1
    try await withFolder { folder in
      let download = try await FileServer(Data()).client()
        .download(export(), to: folder.appendingPathComponent("file"), options: options)
      #expect(download.size == 0 && names(in: folder) == ["file"])
    }
  }

  @Test("R06: Options and calls that cannot work are refused with every fault")
  func unusable() async throws {
    let server = FileServer(content)
    var options = DownloadOptions()
    options.parallel = 0
    options.limit = -1
    options.permissions = 0o1000
    options.digest = FileDigest("md5", Data([1]))
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let error = await #expect(throws: CallError.self) {
        try await server.client().download(export(), to: target, options: options)
      }
      let settings = error?.underlying as? UnusableSettings
      #expect(settings?.type == "DownloadOptions" && settings?.problems.count == 4 && error?.stage == .building)
      options = DownloadOptions()
      (options.parallel, options.keepsPart) = (2, true)
      #expect(options.problems == ["keepsPart needs a download without parallel ranges: set parallel to 1"])
      let ranged = await #expect(throws: CallError.self) {
        try await server.client().download(export().header(.range, "bytes=0-9"), to: target)
      }
      #expect(ranged?.underlying as? DownloadFault == .rangeRequested)
      let policy = export().options { $0.reconnection = Reconnection(retries: -1) }
      let unusable = await #expect(throws: CallError.self) { try await server.client().download(policy, to: target) }
      #expect(
        unusable?.underlying as? UnusableSettings
          == UnusableSettings(of: Reconnection.self, problems: Reconnection(retries: -1).problems))
      #expect(server.requests.isEmpty && names(in: folder).isEmpty)
    }
  }

  @Test("R06: Error numbers of the system have words, and the words hide the folder")
  func faults() {
    let reasons: [Int32: FileFault.Reason] = [
      ENOENT: .missing, EEXIST: .exists, EISDIR: .isFolder, EACCES: .noPermission, EROFS: .noPermission, ENOSPC: .noSpace,
      EDQUOT: .noSpace, EFBIG: .noSpace, EIO: .system(code: EIO), ELOOP: .isSymbolicLink, EPERM: .noPermission,
      ENOTDIR: .missing,
    ]
    for (code, reason) in reasons { #expect(FileFault(code: code, name: "f").reason == reason) }
    #expect("\(FileFault(.noSpace, name: "a\nb"))".contains("\n") == false)
    let words = FileFault(.noSpace, name: "f").description
    #expect(words == "the file \"f\" cannot be written: no space left, or the file would be too large")
  }

  @Test("R06: The gzip link asks for no coding and decodes nothing while a file is downloaded")
  func gzip() async throws {
    let coded = try Gzip.compress(content)
    let server = FileServer(coded, [.eTag: "\"a\"", .contentEncoding: "gzip"]) { number, reply in
      if number == 0 { reply.drop = 10 }
    }
    let plain = FileServer(content) { number, reply in if number == 0 { reply.drop = 10 } }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let clock = ManualClock(advancesByItself: true)
      // Encoded nevertheless: it is written as it is, and read again from its start.
      try await server.client(clock, GzipMiddleware()).download(export(), to: target)
      #expect(try Data(contentsOf: target) == coded && server.ranges == [nil, nil])
      try await plain.client(clock, GzipMiddleware(), RetryMiddleware()).download(export(), to: target)
      #expect(try Data(contentsOf: target) == content && plain.ranges == [nil, "bytes=10-"])
      #expect(plain.requests.allSatisfy { $0.headerFields[.acceptEncoding] == "identity" })
    }
  }

  @Test("R06: The options of a row about success and media types apply to ranges, too")
  func rowOptions() async throws {
    let server = FileServer(content, [.eTag: "\"a\"", .contentType: "text/csv"]) { number, reply in
      if number == 0 { reply.drop = 10 }
    }
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      let call = export().options {
        $0.successCodes = 200
        $0.acceptedMediaTypes = ["text/csv"]
      }
      try await server.client().download(call, to: target)
      #expect(try Data(contentsOf: target) == content && server.ranges == [nil, "bytes=10-"])
      // A part need not have the media type.
      let bare = FileServer(content, [.eTag: "\"a\"", .contentType: "text/csv"]) { number, reply in
        if number == 0 { reply.drop = 10 } else if reply.status == 206 { reply.fields[.contentType] = nil }
      }
      try await bare.client().download(call, to: target)
      #expect(try Data(contentsOf: target) == content && bare.ranges == [nil, "bytes=10-", nil])
    }
  }

  private static let known = Representation(
    whole: HTTPResponse(status: .ok, headerFields: [.eTag: "\"a\"", .contentLength: "60"]), canBeDecoded: false)

  @Test(
    "R06: What a response to a request for bytes 30 to 39 is",
    arguments: [
      (206, ["Content-Range": "bytes 30-39/60", "ETag": "\"a\""], .part(end: 40)),
      (206, ["Content-Range": "bytes 30-35/60", "ETag": "\"a\""], .part(end: 36)),
      (206, ["Content-Range": "bytes 30-39/*", "ETag": "\"a\""], .part(end: 40)),
      (206, ["Content-Range": "BYTES 30-39/60", "ETag": "\"a\"", "Content-Length": "10"], .part(end: 40)),
      (206, ["Content-Range": "bytes 30-39/60", "ETag": "\"a\"", "Content-Encoding": "identity"], .part(end: 40)),
      (206, ["Content-Range": "bytes 30-40/60", "ETag": "\"a\""], .wrong),
      (206, ["Content-Range": "bytes 29-39/60", "ETag": "\"a\""], .wrong),
      (206, ["Content-Range": "bytes 30-39/60", "ETag": "\"a\"", "Content-Length": "11"], .wrong),
      (206, ["Content-Range": "bytes 30-39/60"], .wrong),
      (206, ["ETag": "\"a\""], .wrong),
      (206, ["Content-Range": "bytes 30-39/61", "ETag": "\"a\""], .changed),
      (206, ["Content-Range": "bytes 30-39/60", "ETag": "\"b\""], .changed),
      (206, ["Content-Range": "bytes 30-39/60", "ETag": "W/\"a\""], .changed),
      (200, ["Content-Range": "bytes 30-39/60", "ETag": "\"a\""], .whole),
    ] as [(Int, [String: String], RangeResponse)])
  func decisions(status: Int, fields: [String: String], expected: RangeResponse) throws {
    var head = HTTPResponse(status: HTTPResponse.Status(code: status))
    for (name, value) in fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
    #expect(RangeResponse(head, asked: 30..<40, of: Self.known) == expected)
  }
}
