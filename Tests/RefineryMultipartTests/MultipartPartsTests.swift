import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryMultipart
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MultipartPartsTests {
  /// Every form that RFC 2046 section 5.1.1 allows, and content that looks like a boundary.
  private static let message =
    "preamble\r\n--bo\r\n--b \t\r\nContent-Type: text/plain\r\nX-Long: a \t\r\n\t b\r\n\r\none\r\ntwo\r\n"
    + "\r\n--b\r\n\r\n\r\n--b\r\n\r\n--b\r\nA: 1\r\nA: 2\r\n\r\n"
    + "\r--b\n--b\r\n-b\r\n--\r\n--bb\r\n--b-\r\n--b x\r\n--b\r\r\n--b--x\r\n"
    + "\r\n--b-- \r\nepilogue\r\n--b\r\n"
  private static let expected = [
    ReadPart(["Content-Type: text/plain", "X-Long: a b"], "one\r\ntwo\r\n"), ReadPart(""), ReadPart(""),
    ReadPart(["A: 1", "A: 2"], "\r--b\n--b\r\n-b\r\n--\r\n--bb\r\n--b-\r\n--b x\r\n--b\r\r\n--b--x\r\n"),
  ]

  @Test("R05: a body cut at any one place, or after every byte, gives the same parts")
  func cuts() async throws {
    let bytes = Data(Self.message.utf8)
    for position in 0...bytes.count {
      #expect(try await read(.cut(bytes, at: [position])) == Self.expected, "cut at \(position)")
    }
    #expect(try await read(.cut(bytes, at: Array(0..<bytes.count))) == Self.expected)
  }

  @Test("R05: the last boundary may end the body without CR LF, and a body may have no part")
  func ends() async throws {
    #expect(try await read(Body("--b\r\n\r\nx\r\n--b--")) == [ReadPart("x")])
    #expect(try await read(Body("--b\r\n\r\nx\r\n--b-- \t")) == [ReadPart("x")])
    #expect(try await read(Body("--b--\r\n")).isEmpty)
    #expect(try await read(Body("preamble\r\n--b--")).isEmpty)
    let longest = String(repeating: "x", count: 70)
    let body = try MultipartForm([.text("a", "x")], boundary: longest).makeBody()
    #expect(try await read(body, boundary: longest).map(\.content) == ["x"])
  }

  @Test("R05: a response in byte ranges has its parts with their ranges")
  func byteRanges() async throws {
    // RFC 9110 section 14.6.
    let body =
      "--THIS_STRING_SEPARATES\r\nContent-Type: application/pdf\r\nContent-Range: bytes 500-999/8000\r\n\r\nfirst\r\n"
      + "--THIS_STRING_SEPARATES\r\nContent-Type: application/pdf\r\nContent-Range: exampleunit 1-2/25\r\n\r\nsecond\r\n"
      + "--THIS_STRING_SEPARATES--\r\n"
    let stub = StubTransport(
      .status(
        206, headers: [.contentType: "Multipart/ByteRanges; Boundary=\"THIS_STRING_SEPARATES\""], body: Body(body).streamed))
    let api = Client(baseURL: "http://stub", transport: stub)
    let call = Call<Data>(Endpoint("Video.read", .get, "video")).options { $0.delivery = .streamed(buffer: 1 << 20) }
    var ranges: [String] = []
    for try await part in try MultipartParts(try await api.respond(to: call)) {
      let content = String(decoding: try await part.body.collect(), as: UTF8.self)
      ranges.append("\(part.contentRange?.description ?? "none") \(content)")
    }
    #expect(ranges == ["bytes 500-999/8000 first", "exampleunit 1-2/25 second"])
  }

  @Test(
    "R05: Content-Range is read by RFC 9110 section 14.4",
    arguments: [
      ("bytes 0-499/1234", "bytes 0-499/1234"), ("Bytes 7-7/*", "bytes 7-7/*"), ("bytes */1234", "bytes */1234"),
      ("bytes 5-4/10", nil), ("bytes 0-10/10", nil), ("bytes */*", nil), ("bytes 0-1", nil), ("bytes 0-1/2/3", nil),
      ("bytes +0-1/2", nil), ("bytes -1/2", nil), ("bytes  0-1/2", nil), ("0-1/2", nil), ("", nil), ("bytes 0-1/", nil),
      ("bytes 0-99999999999999999999/*", nil), (" 0-1/2", nil),
    ] as [(String, String?)])
  func contentRange(text: String, expected: String?) {
    #expect(ContentRange(text)?.description == expected)
  }

  @Test("R05: names and file names of a form are read as browsers write them, and as RFC 2183 does")
  func names() async throws {
    let heads: [(head: String, name: String?, filename: String?)] = [
      ("form-data; name=\"a%22b%0D%0Ac%41%\"; filename=\"é ü.txt\"", "a\"b\r\nc%41%", "é ü.txt"),
      ("form-data; NAME=plain ;filename=\"C:\\temp\\\"x\\\\y\\\".txt\"", "plain", "C:\\temp\"x\\y\".txt"),
      ("form-data; name=\"a;b=c\"junk; x; filename=", "a;b=c", ""), ("attachment", nil, nil),
      ("form-data; name=\"open", "open", nil),
      ("form-data; name=\"%22\u{301}a\"; filename=\"%0D%0A\u{301}%\u{301}22\"", "\"\u{301}a", "\r\n\u{301}%\u{301}22"),
      ("form-data; name= \"a\"; name=b; filename=\t\"c%0d%0a\"", "a", "c\r\n"),
      // Firefox and Chrome write a backslash as it is.
      (#"form-data; name="a\\b"; filename="C:\x\""#, #"a\\b"#, #"C:\x\"#),
      (#"form-data; name="C:\x\"; filename="y""#, #"C:\x\"#, "y"), (#"form-data; name="\"; filename="\\""#, #"\"#, #"\\"#),
      // Older versions of curl escape both.
      (#"form-data; name="a\"b\\c"; filename="d\";e\"""#, #"a"b\c"#, #"d";e""#),
      (#"form-data; name="a\"; filename=\"b"; filename="c""#, #"a"; filename="b"#, "c"),
      (#"attachment; filename="a\\b\"c""#, nil, #"a\b"c"#),
    ]
    for (head, name, filename) in heads {
      let body = Body("--b\r\nContent-Disposition: \(head)\r\n\r\n\r\n--b--")
      var iterator = try MultipartParts(body, contentType: "multipart/form-data;boundary=b").makeAsyncIterator()
      let part = try #require(try await iterator.next())
      #expect(part.name == name)
      #expect(part.filename == filename)
    }
  }

  @Test("R05: a part is there before the body has ended, and its content as it arrives")
  func arrival() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    var parts = try MultipartParts(Body(chunks), contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    source.yield(Data("--b\r\nA: 1\r\n\r\nabc".utf8))
    var content = try #require(try await parts.next()).body.makeAsyncIterator()
    #expect(try await content.next() == Data("abc".utf8))
    source.yield(Data("def\r\n--b".utf8))
    #expect(try await content.next() == Data("def".utf8))
    source.yield(Data("--".utf8))
    source.finish()
    #expect(try await content.next() == nil)
    #expect(try await parts.next() == nil)
  }

  @Test("R05: content that is not read is skipped, and cannot be read later")
  func skipping() async throws {
    let body = Body("--b\r\nA: 1\r\n\r\none\r\n--b\r\nA: 2\r\n\r\ntwo\r\n--b\r\nA: 3\r\n\r\nthree\r\n--b--")
    var parts = try MultipartParts(body, contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    let first = try #require(try await parts.next())
    let second = try #require(try await parts.next())
    await #expect(throws: MultipartParts.OutOfTurn.partIsOver) { try await first.body.collect() }
    #expect(try await second.body.collect() == Data("two".utf8))
    await #expect(throws: BodyError.alreadyConsumed) { try await second.body.collect() }
    #expect(try await parts.next()?.fields.first?.value == "3")
    #expect(try await parts.next() == nil)
    #expect(try await parts.next() == nil)
  }

  @Test("R05: content of the last part that was skipped cannot be read later")
  func skippingTheLast() async throws {
    let text = "--b\r\nA: 1\r\n\r\none\r\n--b--"
    var parts = try MultipartParts(Body(text), contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    let only = try #require(try await parts.next())
    #expect(try await parts.next() == nil)
    await #expect(throws: MultipartParts.OutOfTurn.partIsOver) { try await only.body.collect() }

    let cut = Body.cut(Data(text.utf8), at: [14])
    parts = try MultipartParts(cut, contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    var content = try #require(try await parts.next()).body.makeAsyncIterator()
    #expect(try await content.next() == Data("o".utf8))
    #expect(try await parts.next() == nil)
    await #expect(throws: MultipartParts.OutOfTurn.partIsOver) { try await content.next() }
  }

  @Test("R05: a body that is read to its end leaves the next part, also for a copy of its iterator")
  func copies() async throws {
    let body = Body("--b\r\nA: 1\r\n\r\none\r\n--b\r\nA: 2\r\n\r\n\r\n--b--")
    var parts = try MultipartParts(body, contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    var content = try #require(try await parts.next()).body.makeAsyncIterator()
    var copy = content
    #expect(try await content.next() == Data("one".utf8))
    #expect(try await content.next() == nil)
    #expect(try await copy.next() == nil)
    #expect(try await parts.next()?.fields.first?.value == "2")
  }

  @Test("R05: two tasks that read at the same time get an error, not each other's bytes")
  func overlap() async throws {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    let (waits, wait) = AsyncStream<Void>.makeStream()
    let body = Body(chunks).mapChunks { chunk in
      wait.yield()
      return chunk
    }
    var parts = try MultipartParts(body, contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    source.yield(Data("--b\r\n\r\n".utf8))
    let content = try #require(try await parts.next()).body
    // CR may begin a boundary, so the reader waits for the next chunk.
    let reading = Task { try await content.collect() }
    source.yield(Data("\r".utf8))
    var seen = waits.makeAsyncIterator()
    for _ in 0..<2 { _ = await seen.next() }
    for _ in 0..<2 { await #expect(throws: MultipartParts.OutOfTurn.overlap) { try await parts.next() } }
    source.yield(Data("y\r\n--b--".utf8))
    source.finish()
    #expect(try await reading.value == Data("\ry".utf8))
    #expect(try await parts.next() == nil)
  }

  @Test("R05: an inner multipart body is read from the part, also if its boundary begins with the outer one")
  func nested() async throws {
    let inner = "--bb\r\n\r\nx\r\n--bb\r\n\r\ny\r\n--bb--\r\n"
    let body = "--b\r\nContent-Type: multipart/mixed; boundary=bb\r\n\r\n\(inner)\r\n--b--"
    var contents: [String] = []
    for try await part in try MultipartParts(Body(body), contentType: "multipart/mixed; boundary=b") {
      contents += try await read(part.body, boundary: "bb").map(\.content)
    }
    #expect(contents == ["x", "y"])
  }

  @Test("R05: an error of the body ends the part and the parts")
  func failure() async throws {
    let (chunks, source) = AsyncThrowingStream<Data, any Error>.makeStream()
    source.yield(Data("--b\r\n\r\nx".utf8))
    source.finish(throwing: TransportError(.connectionLost, phase: .receiving))
    var parts = try MultipartParts(Body(chunks), contentType: "multipart/mixed; boundary=b").makeAsyncIterator()
    let part = try #require(try await parts.next())
    await #expect(throws: TransportError.self) { try await part.body.collect() }
    await #expect(throws: TransportError.self) { try await parts.next() }
  }
}
