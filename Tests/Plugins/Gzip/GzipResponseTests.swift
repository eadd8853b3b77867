import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryGzip

@Suite(.timeLimit(.minutes(5))) struct GzipResponseTests {
  private func response(
    _ coding: String?, _ body: Body, status: Int = 200, to request: Request = get(),
    capabilities: TransportCapabilities = []
  ) async throws -> Response {
    var headers: HTTPFields = [.contentLength: "\(body.length ?? 0)", .contentType: "application/json"]
    headers[try #require(HTTPField.Name("Content-Digest"))] = "x"
    headers[.contentEncoding] = coding
    let stub = StubTransport(.status(status, headers: headers, body: body), capabilities: capabilities)
    return try await GzipMiddleware().send(request, to: stub)
  }

  private static let streamed = Options { $0.delivery = .streamed(buffer: 1 << 20) }

  @Test(
    "L06: every coding is undone, in reverse order, and the fields about it go",
    arguments: [
      ("gzip", Fixture.named), ("x-gzip", Fixture.everyField), (" GZIP ", Fixture.named + Fixture.empty),
      ("deflate", Fixture.zlib), ("deflate", Fixture.raw), ("identity, gzip", Fixture.named),
      ("deflate, gzip", try Gzip.compress(Fixture.zlib)), ("deflate, gzip", try Gzip.compress(Fixture.raw)),
      ("gzip", Fixture.named + Data(count: 20)), ("aws-chunked, gzip", Fixture.named),
      ("gzip,gzip,,identity", try Gzip.compress(Fixture.named)),
    ])
  func codings(coding: String, data: Data) async throws {
    for options in [Options(), Self.streamed] {
      for body in [Body(data), Body(Chunks(data.pieces(of: 3)))] {
        let response = try await response(coding, body, to: get(options))
        #expect((response.body.data != nil) == options.isEmpty)
        #expect(try await String(decoding: response.body.collect(), as: UTF8.self).hasPrefix(Fixture.text))
        #expect(response.head.headerFields[.contentType] == "application/json")
        #expect(response.head.headerFields.count == 1)
      }
    }
  }

  @Test("L06: a transport that decodes is asked for nothing and its response is not decoded again")
  func noDoubleDecode() async throws {
    let stub = StubTransport(
      .status(200, headers: [.contentEncoding: "gzip"], body: Body(Fixture.named)), capabilities: .decodesContent)
    let response = try await GzipMiddleware().send(get(), to: stub)
    #expect(response.body.data == Fixture.named)
    #expect(response.head.headerFields[.contentEncoding] == "gzip")
    #expect(try #require(stub.requests.first).head.headerFields[.acceptEncoding] == nil)
  }

  @Test("L06: a caller that sets Accept-Encoding or asks for a range gets the response as it is")
  func callerDecodes() async throws {
    let fields: [HTTPFields] = [[.acceptEncoding: "gzip"], [.acceptEncoding: "br"], [.range: "bytes=0-99"]]
    for headers in fields {
      let stub = StubTransport(.status(200, headers: [.contentEncoding: "gzip"], body: Body(Fixture.named)))
      let response = try await GzipMiddleware().send(get(headers: headers), to: stub)
      #expect(response.body.data == Fixture.named)
      #expect(response.head.headerFields[.contentEncoding] == "gzip")
      #expect(try #require(stub.requests.first).head.headerFields == headers)
    }
  }

  @Test("L06: a response without content keeps its fields")
  func noContent() async throws {
    for (method, status) in [(HTTPRequest.Method.head, 200), (.get, 204), (.get, 304), (.delete, 200)] {
      let response = try await response("gzip", .empty, status: status, to: get(method: method))
      #expect(response.head.headerFields[.contentEncoding] == "gzip")
      #expect(response.head.headerFields[.contentLength] == "0")
    }
    let partial = try await response("gzip", Body(Fixture.named.prefix(9)), status: 206)
    #expect(partial.body.data == Fixture.named.prefix(9))
    #expect(try await response(nil, Body("plain")).body.data == Data("plain".utf8))
    #expect(try await response("identity", Body("plain")).head.headerFields[.contentEncoding] == "identity")
  }

  @Test("L06: an unknown coding is an error that names it, and so are too many")
  func unknown() async throws {
    await #expect(throws: GzipError.unknownCoding(name: "br")) { try await response("gzip, BR", Body("x")) }
    await #expect(throws: GzipError.unknownCoding(name: "gzip;q=1")) { try await response("gzip;q=1", Body("x")) }
    let many = Array(repeating: "gzip", count: 1000).joined(separator: ",")
    await #expect(throws: GzipError.tooManyCodings(limit: 5, observed: 1000)) { try await response(many, Body("x")) }
  }

  @Test("L06: names that are no codings are ignored, and the content with its fields is returned as it is")
  func plainCodings() async throws {
    for name in GzipMiddleware.standardPlainCodings.union(["UTF-8", "none,aws-chunked"]) {
      let response = try await response(name, Body("plain"))
      #expect(response.body.data == Data("plain".utf8))
      #expect(response.head.headerFields[.contentEncoding] == name && response.head.headerFields[.contentLength] == "5")
    }
    let stub = StubTransport(.status(200, headers: [.contentEncoding: "X-Own"], body: Body("plain")))
    #expect(try await GzipMiddleware(plainCodings: ["x-OWN"]).send(get(), to: stub).body.data == Data("plain".utf8))
    await #expect(throws: GzipError.unknownCoding(name: "x-own")) { try await GzipMiddleware().send(get(), to: stub) }
  }

  @Test("L06: five codings on top of each other are undone")
  func mostCodings() async throws {
    var data = Data("plain".utf8)
    for _ in 1...5 { data = try Gzip.compress(data) }
    let codings = Array(repeating: "gzip", count: 5).joined(separator: ", ")
    #expect(try await response(codings, Body(data)).body.data == Data("plain".utf8))
  }

  @Test("L06: the response to HEAD keeps its fields, also where a transport does not know that it has no content")
  func unknownLength() async throws {
    let response = try await response("gzip", Body(Chunks([])), to: get(Self.streamed, method: .head))
    #expect(response.head.headerFields[.contentEncoding] == "gzip")
    #expect(response.head.headerFields[.contentLength] == "0")
  }

  @Test("L06: the limit on decoded bytes is inclusive, whole or streamed")
  func limit() async throws {
    for options in [Options(), Self.streamed] {
      func decoded(upTo limit: Int) async throws -> Data {
        let options = options.merging(Options { $0.responseLimit = limit })
        return try await response("gzip", Body(Fixture.named), to: get(options)).body.collect()
      }
      #expect(try await decoded(upTo: Fixture.text.utf8.count) == Data(Fixture.text.utf8))
      await #expect(throws: BodyError.self) { try await decoded(upTo: Fixture.text.utf8.count - 1) }
    }
  }

  @Test("L06: content of an error response that is too large when it is decoded is left as it is")
  func largeErrorResponse() async throws {
    let data = try Gzip.compress(json(10_000))
    let options = Options { $0.responseLimit = 5000 }
    let failed = try await response("gzip", Body(data), status: 500, to: get(options))
    #expect(failed.body.data == data)
    #expect(failed.head.headerFields[.contentEncoding] == "gzip")
  }

  @Test("L06: damaged content of a success is an error")
  func damaged() async throws {
    await #expect(throws: GzipError.truncated) { try await response("gzip", Body(Fixture.named.dropLast())) }
    await #expect(throws: GzipError.trailingGarbage) { try await response("gzip", Body(Fixture.named + Data([1]))) }
    let streamed = try await response("gzip", Body(Fixture.named.dropLast()), to: get(Self.streamed))
    await #expect(throws: GzipError.truncated) { try await streamed.body.collect() }
  }

  @Test("L06: content of an error response is decoded, and left as it is where it cannot be: the status matters more")
  func errorResponses() async throws {
    #expect(try await response("gzip", Body(Fixture.named), status: 422).body.data == Data(Fixture.text.utf8))
    let bodies = [("br", Body("x")), ("gzip", Body("plain")), ("gzip", Body(Chunks([Data("pl".utf8), Data("ain".utf8)])))]
    for (coding, body) in bodies {
      let failed = try await response(coding, body, status: 500)
      #expect(failed.head.status.code == 500)
      #expect(failed.head.headerFields[.contentEncoding] == coding)
      #expect(try await failed.body.collect() == Data((coding == "br" ? "x" : "plain").utf8))
    }
  }
}

struct GzipBombTests {
  /// 200 MB of zeros, compressed once for all tests: about 0.2 MB.
  private static let bomb = Task {
    try await Body(Recoded(source: Body(Chunks(200) { _ in Data(count: 1_000_000) })) { [Deflater()] }).collect()
  }

  private func response(_ options: Options, coding: String = "gzip", data: Data? = nil) async throws -> Response {
    let body: Data
    if let data { body = data } else { body = try await Self.bomb.value }
    let stub = StubTransport(.status(200, headers: [.contentEncoding: coding], body: Body(Chunks(body.pieces(of: 16_384)))))
    return try await GzipMiddleware().send(get(options), to: stub)
  }

  @Test("L06: 0.2 MB that decode to 200 MB are cut by ratio soon after 1 MiB, whole or streamed", .afterTheRush)
  func ratio() async throws {
    await #expect(throws: GzipError.self) { try await response(Options()) }
    let streamed = try await response(Options { $0.delivery = .streamed(buffer: 65_536) })
    var total = 0
    let error = await #expect(throws: GzipError.self) {
      for try await chunk in streamed.body { total += chunk.count }
    }
    #expect(total <= 1024 * 1024)
    guard case .ratioExceeded(25, let observed)? = error else {
      Issue.record("not cut by ratio: \(String(describing: error))")
      return
    }
    #expect(observed > 25)
  }

  @Test("L06: the limit on decoded bytes cuts at most one chunk beyond itself, whatever the ratio")
  func cap() async throws {
    let free = Options { $0.decompressionRatioLimit = nil }
    let error = await #expect(throws: BodyError.self) { try await response(free) }
    guard case .tooLarge(Body.defaultLimit, let observed)? = error else {
      Issue.record("not cut at the limit: \(String(describing: error))")
      return
    }
    #expect(observed <= Body.defaultLimit + 65_536)

    let small = free.merging(Options { $0.responseLimit = 100_000 })
    await #expect(throws: BodyError.self) { try await response(small) }
    let streamed = try await response(small.merging(Options { $0.delivery = .streamed(buffer: 65_536) }))
    var total = 0
    await #expect(throws: BodyError.self) {
      for try await chunk in streamed.body { total += chunk.count }
    }
    #expect(total <= 100_000)
  }

  @Test("L06: a stream without limits is read to its end in small chunks", .afterTheRush)
  func unlimited() async throws {
    let options = Options {
      $0.decompressionRatioLimit = nil
      $0.delivery = .streamed(buffer: 65_536)
    }
    var total = 0
    var largest = 0
    for try await chunk in try await response(options).body {
      total += chunk.count
      largest = max(largest, chunk.count)
    }
    #expect(total == 200_000_000)
    #expect(largest <= 65_536)
  }

  @Test("L06: regular data within the ratio, or below 1 MiB at any ratio, is no bomb")
  func harmless() async throws {
    let zeros = try Gzip.compress(Data(count: 1024 * 1024))
    #expect(try await response(Options(), data: zeros).body.data?.count == 1024 * 1024)
    var numbers = SeededRandom(seed: 3)
    let mixed = Data((0..<3_000).flatMap { _ in [UInt8](numbers.bytes(60)) + [UInt8](repeating: 32, count: 940) })
    let compressed = try Gzip.compress(mixed)
    #expect(try await response(Options(), data: compressed).body.data == mixed)
  }

  @Test("L06: each of several codings is measured against the bytes on the wire, not against the coding inside it")
  func layers() async throws {
    let options = Options { $0.decompressionRatioLimit = 1100 }
    let once = try Gzip.compress(Data(count: 8_000_000))
    #expect(try await response(options, data: once).body.data?.count == 8_000_000)
    // Each layer is within the limit; both together are not.
    let twice = try Gzip.compress(once)
    #expect(once.count / twice.count < 1100 && 8_000_000 / twice.count > 1100)
    await #expect(throws: GzipError.self) { try await response(options, coding: "gzip, gzip", data: twice) }
  }

  @Test("L06: a coding that grows between two others is cut, though little comes out at the end")
  func innerLayer() async throws {
    // One empty gzip member after another: many bytes that decode to nothing.
    let member = Fixture.empty
    let inside = Data((0..<200_000).flatMap { _ in member })
    let outside = try Gzip.compress(inside)
    #expect(inside.count / outside.count > 25)
    let error = await #expect(throws: GzipError.self) {
      try await response(Options(), coding: "gzip, gzip", data: outside)
    }
    guard case .ratioExceeded(25, _)? = error else {
      Issue.record("not cut by ratio: \(String(describing: error))")
      return
    }
  }

  @Test("L06: a bomb inside a bomb is measured against the bytes on the wire")
  func nested() async throws {
    let twice = try Gzip.compress(try await Self.bomb.value)
    let error = await #expect(throws: GzipError.self) { try await response(Options(), coding: "gzip, gzip", data: twice) }
    guard case .ratioExceeded(25, _)? = error else {
      Issue.record("not cut by ratio: \(String(describing: error))")
      return
    }
  }
}
