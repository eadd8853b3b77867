import Foundation
import HTTPTypes
import RefineryCore
import RefineryFiles
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DownloadDigestTests {
  private let content = Data("Hello, digests of files!".utf8)

  /// A sum of the bytes: a digest that needs no library.
  private let sum = DigestAlgorithm("Sum") { next in
    var sum: UInt16 = 0
    while let chunk = try next() { sum = chunk.reduce(sum) { $0 &+ UInt16($1) } }
    return Data([UInt8(sum >> 8), UInt8(sum & 0xFF)])
  }

  private func digest(_ data: Data) throws -> FileDigest {
    var rest: Data? = data
    return FileDigest(
      "sum",
      try sum.digest {
        defer { rest = nil }
        return rest
      })
  }

  private var options: DownloadOptions {
    var options = DownloadOptions()
    options.algorithms = [sum]
    return options
  }

  private func download(_ server: FileServer, _ options: DownloadOptions) async throws -> DownloadedFile {
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      do {
        return try await server.client().download(export(), to: target, options: options)
      } catch {
        #expect(names(in: folder).isEmpty)
        throw error
      }
    }
  }

  @Test("R06: A digest of the server is checked, in each of its fields, also after a loss")
  func stated() async throws {
    let right = try digest(content)
    let wrong = FileDigest("sum", Data([0, 0]))
    for name in ["Repr-Digest", "Content-Digest", "Digest"] {
      let field = try #require(HTTPField.Name(name))
      for (digest, isRight) in [(right, true), (wrong, false)] {
        let base64 = digest.bytes.base64EncodedString()
        let value = name == "Digest" ? "UNKNOWN=AAAA, SUM=\(base64)" : "unknown=:AAAA:, sum=:\(base64):;q=1"
        let server = FileServer(content) { number, reply in
          if number == 0 { (reply.drop, reply.fields[field]) = (9, value) }
        }
        if isRight {
          #expect(try await download(server, options).digests == [right])
        } else {
          let error = await #expect(throws: CallError.self) { try await download(server, options) }
          #expect(error?.underlying as? DownloadFault == .wrongDigest(algorithm: "sum") && error?.stage == .mapping)
        }
        #expect(server.ranges == [nil, "bytes=9-"])
      }
    }
  }

  @Test("R06: The digest of a range's own content is checked")
  func contentOfRange() async throws {
    let field = try #require(HTTPField.Name("Content-Digest"))
    for (data, isRight) in [(content.dropFirst(9), true), (content, false)] {
      let value = try digest(Data(data)).description
      let server = FileServer(content) { number, reply in
        if number == 0 { reply.drop = 9 } else { reply.fields[field] = value }
      }
      if isRight {
        #expect(try await download(server, options).digests.isEmpty)
      } else {
        await #expect(throws: CallError.self) { try await download(server, options) }
      }
    }
  }

  @Test("R06: The expected digest is checked, also if the server sends none")
  func expected() async throws {
    var options = options
    options.digest = try digest(content)
    #expect(try await download(FileServer(content), options).digests == [try #require(options.digest)])
    options.digest = FileDigest("sum", Data([0, 0]))
    let error = await #expect(throws: CallError.self) { try await download(FileServer(content), options) }
    #expect(error?.underlying as? DownloadFault == .wrongDigest(algorithm: "sum"))
  }

  @Test("R06: A digest that is malformed or of an unknown algorithm is as none")
  func unknown() async throws {
    let field = try #require(HTTPField.Name("Repr-Digest"))
    for value in ["sum=AAAA", "sum=:A:", "sum", "", "md5=:AAAA:", "=:AAAA:", "sum=::"] {
      let server = FileServer(content) { _, reply in reply.fields[field] = value }
      #expect(try await download(server, options).digests.isEmpty)
    }
  }

  @Test("R06: Blanks around a digest and its parameters do not hide it")
  func blanks() async throws {
    let field = try #require(HTTPField.Name("Repr-Digest"))
    let right = try digest(content)
    for value in ["\(right) , unknown=:AAAA:", "\(right)\t;q=1", "unknown=:AAAA:,\t\(right)"] {
      let server = FileServer(content) { _, reply in reply.fields[field] = value }
      #expect(try await download(server, options).digests == [right])
    }
  }

  @Test("R06: Of several digests, the one with the preferred algorithm is checked")
  func preferred() async throws {
    let field = try #require(HTTPField.Name("Repr-Digest"))
    let count = DigestAlgorithm("count") { next in
      var count = 0
      while let chunk = try next() { count += chunk.count }
      return Data([UInt8(count)])
    }
    let digests = [try digest(content), FileDigest("count", Data([UInt8(content.count)]))]
    for text in [digests, digests.reversed()].map({ $0.map(\.description).joined(separator: ", ") }) {
      let server = FileServer(content) { _, reply in reply.fields[field] = text }
      for (algorithms, digest) in [([sum, count], digests[0]), ([count, sum], digests[1])] {
        var options = DownloadOptions()
        options.algorithms = algorithms
        #expect(try await download(server, options).digests == [digest])
      }
    }
  }

  @Test("R06: A digest is that of all bytes, however many they are")
  func large() async throws {
    let content = sample(2_500_000)
    var options = options
    options.digest = try digest(content)
    #expect(try await download(FileServer(content), options).digests == [try #require(options.digest)])
  }

  @Test("R06: The digests of a part that was kept are checked with the bytes of both downloads")
  func kept() async throws {
    let field = try #require(HTTPField.Name("Repr-Digest"))
    let right = try digest(content)
    var options = options
    options.keepsPart = true
    for digest in [right, FileDigest("sum", Data([0, 0]))] {
      let server = FileServer(content) { number, reply in
        if number == 0 { (reply.drop, reply.fields[field]) = (9, "\(digest)") }
      }
      try await withFolder { folder in
        let target = folder.appendingPathComponent("file")
        let call = export().options { $0.reconnection = .never }
        await #expect(throws: CallError.self) { try await server.client().download(call, to: target, options: options) }
        if digest == right {
          let download = try await server.client().download(call, to: target, options: options)
          #expect(download.digests == [right] && download.resumed == 9)
        } else {
          let error = await #expect(throws: CallError.self) {
            try await server.client().download(call, to: target, options: options)
          }
          #expect(error?.underlying as? DownloadFault == .wrongDigest(algorithm: "sum") && names(in: folder).isEmpty)
        }
      }
    }
  }

  @Test("R06: The digests of parallel ranges, and of the file that they make, are checked", arguments: [true, false])
  func parallel(isRight: Bool) async throws {
    let content = sample(3 * 1024 * 1024 + 5)
    let right = try digest(content)
    var options = options
    options.parallel = 2
    // The file by the first response, and the content of the first response and of another one.
    for (name, wrong) in [("Repr-Digest", 0), ("Content-Digest", 0), ("Content-Digest", 1)] {
      let field = try #require(HTTPField.Name(name))
      let server = FileServer(content) { number, reply in
        let stated = try? name == "Repr-Digest" ? right : digest(reply.content)
        reply.fields[field] = isRight || number != wrong ? stated?.description : "sum=:AAAA:"
      }
      if isRight {
        #expect(try await download(server, options).digests == (name == "Repr-Digest" ? [right] : []))
      } else {
        let error = await #expect(throws: CallError.self) { try await download(server, options) }
        #expect(error?.underlying as? DownloadFault == .wrongDigest(algorithm: "sum") && error?.stage == .mapping)
      }
    }
  }

  @Test("R06: Observers see a wrong digest as a failure of the call")
  func observed() async throws {
    var options = options
    options.digest = FileDigest("sum", Data([0, 0]))
    let outcomes = Outcomes()
    var client = FileServer(content).client()
    client.observers = [outcomes]
    try await withFolder { folder in
      let target = folder.appendingPathComponent("file")
      await #expect(throws: CallError.self) { try await client.download(export(), to: target, options: options) }
    }
    #expect(outcomes.statuses == ["failure 200"])
  }

  @Test("R06: A part that somebody shortens while its digest is computed is a fault of the file")
  func shortened() async throws {
    try await withFolder { folder in
      var options = DownloadOptions()
      options.algorithms = [
        DigestAlgorithm("sum") { next in
          for name in names(in: folder) { #expect(truncate(folder.appendingPathComponent(name).path, 10) == 0) }
          while try next() != nil {}
          return Data()
        }
      ]
      options.digest = FileDigest("sum", Data())
      let error = await #expect(throws: CallError.self) {
        try await FileServer(content).client()
          .download(export(), to: folder.appendingPathComponent("file"), options: options)
      }
      #expect(error?.underlying as? FileFault == FileFault(.changed, name: "file") && error?.stage == .sending)
      #expect(names(in: folder).isEmpty)
    }
  }

  @Test("R06: Cancelling the task ends the computation of a digest, and the download")
  func cancelled() async throws {
    var options = DownloadOptions()
    options.algorithms = [
      DigestAlgorithm("sum") { next in
        withUnsafeCurrentTask { $0?.cancel() }
        while try next() != nil {}
        return Data()
      }
    ]
    options.digest = FileDigest("sum", Data())
    let task = Task { [options] in try await download(FileServer(content), options) }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("R06: A digest of content that the transport may have decoded is not checked")
  func decoded() async throws {
    let server = FileServer(content) { _, reply in
      reply.fields[.contentLength] = nil
      HTTPField.Name("Repr-Digest").map { reply.fields[$0] = "sum=:AAAA:" }
    }
    try await withFolder { folder in
      var client = server.client()
      let stub = client.transport
      client.transport = StubTransport(script: [.init { try await stub.send($0) }], capabilities: [.decodesContent])
      try await client.download(export(), to: folder.appendingPathComponent("file"), options: options)
      await #expect(throws: CallError.self) { try await download(server, options) }
    }
  }

  @Test("R06: Hexadecimal digits make a digest; anything else makes none")
  func hexadecimal() {
    #expect(FileDigest("SHA-256", hex: "00fF")?.bytes == Data([0, 255]))
    #expect(FileDigest("SHA-256", hex: "00fF")?.description == "sha-256=:AP8=:")
    for text in ["0", "0g", "é0", "+1"] { #expect(FileDigest("sha-256", hex: text) == nil) }
  }

  #if Signing
    @Test("R06: With the trait Signing, SHA-256 and SHA-512 are checked without further ado")
    func sha() async throws {
      let hello = Data(#"{"hello": "world"}"#.utf8)
      let field = try #require(HTTPField.Name("Repr-Digest"))
      // The examples of RFC 9530, appendices B.1 and C.1, end with a line feed.
      let text = hello + Data("\n".utf8)
      let sha256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"
      let server = FileServer(text) { _, reply in reply.fields[field] = sha256 }
      #expect(try await download(server, DownloadOptions()).digests.map(\.description) == [sha256])
      #expect(DigestAlgorithm.available.map(\.name) == ["sha-512", "sha-256"])
      let broken = FileServer(hello) { _, reply in reply.fields[field] = sha256 }
      await #expect(throws: CallError.self) { try await download(broken, DownloadOptions()) }
    }
  #endif
}
