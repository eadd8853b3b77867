import FoundationEssentials
import HTTPTypes
import RefineryAuth
import RefineryCore
import RefineryFiles
import RefineryMultipart
import RefineryRetry
import RefineryTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MultipartFormTests {
  private struct Details: Codable, Sendable, Equatable {
    var size: Int
    var note: String?
  }

  @Test("R04: text, bytes, files, streams and models are written as RFC 7578 says")
  func bytes() async throws {
    let file = try TemporaryFile(Data("file".utf8))
    var text = MultipartForm.Part.text("title", "a\nb")
    text.fields[.contentLanguage] = "en"
    let form = MultipartForm(
      [
        text, .data("raw", Data([0, 13, 10])), .file("photo", file.url, filename: "beach.jpg", contentType: "image/jpeg"),
        .stream("log", Body("stream").streamed, filename: "log.txt", contentType: nil), .model("details", Details(size: 5)),
      ], boundary: "x:y")
    #expect(form.contentType == "multipart/form-data; boundary=\"x:y\"")
    let expected = [
      "--x:y", "Content-Disposition: form-data; name=\"title\"", "Content-Language: en", "", "a\nb",
      "--x:y", "Content-Disposition: form-data; name=\"raw\"", "Content-Type: application/octet-stream", "", "\0\r\n",
      "--x:y", "Content-Disposition: form-data; name=\"photo\"; filename=\"beach.jpg\"", "Content-Type: image/jpeg", "", "file",
      "--x:y", "Content-Disposition: form-data; name=\"log\"; filename=\"log.txt\"", "", "stream",
      "--x:y", "Content-Disposition: form-data; name=\"details\"", "Content-Type: application/json", "", "{\"size\":5}",
      "--x:y--", "",
    ]
    #expect(String(decoding: try await form.makeBody().collect(), as: UTF8.self) == expected.joined(separator: "\r\n"))
    #expect(try await MultipartForm([], boundary: "b").makeBody().collect() == Data("--b--\r\n".utf8))
  }

  @Test("R04: a file has its own name unless it is given another; a model is written as its coder and its nulls say")
  func defaults() async throws {
    let file = try TemporaryFile(Data("file".utf8))
    let patch = JSONCoder(contentType: "application/merge-patch+json")
    let form = MultipartForm(
      [.file("photo", file.url), .model("details", Details(size: 5), nulls: .null, coder: patch)], boundary: "b")
    let expected = [
      "--b", "Content-Disposition: form-data; name=\"photo\"; filename=\"\(file.url.lastPathComponent)\"",
      "Content-Type: application/octet-stream", "", "file",
      "--b", "Content-Disposition: form-data; name=\"details\"", "Content-Type: application/merge-patch+json", "",
      "{\"note\":null,\"size\":5}", "--b--", "",
    ]
    #expect(String(decoding: try await form.makeBody().collect(), as: UTF8.self) == expected.joined(separator: "\r\n"))
  }

  @Test(
    "R04: names and file names are written as browsers write them",
    arguments: [
      ("plain", "plain", "plain"), ("é ü%22", "é ü%22", "é ü%22"), ("a\"b\\", "a%22b\\", "a%22b\\"),
      ("a\rb\nc\r\nd", "a%0D%0Ab%0D%0Ac%0D%0Ad", "a%0Db%0Ac%0D%0Ad"), ("\r\r\n\n", "%0D%0A%0D%0A%0D%0A", "%0D%0D%0A%0A"),
    ])
  func names(name: String, inName: String, inFilename: String) async throws {
    let form = MultipartForm([.data(name, Data(), filename: name, contentType: nil)], boundary: "b")
    let body = try await form.makeBody().collect()
    let head = "Content-Disposition: form-data; name=\"\(inName)\"; filename=\"\(inFilename)\"\r\n"
    #expect(body == Data("--b\r\n\(head)\r\n\r\n--b--\r\n".utf8))
  }

  @Test("R04: the length is exact if all parts have one, and unknown if one has none; the same holds for replays")
  func lengths() async throws {
    let file = try TemporaryFile(Data(repeating: 7, count: 150_000))
    let known: MultipartForm = [
      .text("a", "b"), .data("large", Data(count: 600_000)), .data("second", Data(count: 600_000)), .file("f", file.url),
      .stream("s", Body(Pieces(pieces: [Data("xy".utf8)]), length: 2, isReplayable: true)),
    ]
    let body = try known.makeBody()
    #expect(body.isReplayable && body.data == nil)
    let first = try await body.collect()
    #expect(body.length == first.count)
    #expect(try await body.collect() == first)
    let unknown = try MultipartForm([.text("a", "b"), .stream("s", Body(Pieces(pieces: [Data("xy".utf8)])))]).makeBody()
    #expect(unknown.length == nil && !unknown.isReplayable)
    let once = try MultipartForm([.stream("s", Body(Pieces(pieces: [])).streamed), .file("f", file.url)]).makeBody()
    #expect(!once.isReplayable)
    // A small form in memory is whole, for links that read the body. A large one is not copied.
    #expect(try MultipartForm([.text("a", "b"), .model("c", [1])]).makeBody().data != nil)
    #expect(try MultipartForm([.data("a", Data(count: 1024 * 1024))]).makeBody().data == nil)
  }

  @Test("R04: the progress is that of the whole form, and a large part in memory is sent in chunks")
  func progress() async throws {
    let (recorder, seen) = (BodyRecorder(), Gathered<FileProgress>())
    let api = Client(baseURL: "http://stub", transport: recorder)
    let form: MultipartForm = [.text("a", "b"), .data("large", Data(count: 1024 * 1024))]
    try await api.send(upload.multipart(form) { seen.add($0) })
    let size = try #require(recorder.received.first?.count)
    #expect(seen.all.last == FileProgress(completed: size, total: size))
    let steps = zip(seen.all, seen.all.dropFirst()).map { $1.completed - $0.completed }
    #expect(steps.count > 4 && steps.allSatisfy { $0 <= 256 * 1024 })
  }

  @Test("R04, R05: names and file names of a form come back, except for its line ends", .afterTheRush)
  func namesReturn() async throws {
    var random = SeededRandom(seed: 2183)
    let texts = ["\"", "\\", ";", "=", " ", "filename", "name=", "é", "x", "\t", "%"]
    for _ in 0..<2000 {
      let names = (0..<2).map { _ in
        (0..<Int.random(in: 0...8, using: &random)).map { _ in texts.randomElement(using: &random) ?? "" }.joined()
      }
      let form = MultipartForm([.data(names[0], Data(), filename: names[1])])
      for try await part in try MultipartParts(form.makeBody(), contentType: form.contentType) {
        #expect([part.name, part.filename] == names)
      }
    }
  }

  @Test("R04: a random form comes back as it was", .afterTheRush)
  func roundTrip() async throws {
    var random = SeededRandom(seed: 7578)
    let texts = ["\r\n", "--", "\r\n--", "\r", "\n", "refinery-", "é", "\"", "\\", "%", ":", ";", "x"]
    for _ in 0..<400 {
      func text(_ limit: Int) -> String {
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in texts.randomElement(using: &random) ?? "" }.joined()
      }
      let boundary = "refinery-\(UInt64.random(in: 0...99, using: &random))x"
      var parts: [MultipartForm.Part] = []
      var expected: [(name: String, content: Data)] = []
      for number in 0..<Int.random(in: 0...5, using: &random) {
        let content = Data((text(40) + String(repeating: "-", count: Int.random(in: 0...3, using: &random) * 9000)).utf8)
        let stream = Body.cut(content, at: [3, 7, 9000])
        let isInMemory = Bool.random(using: &random)
        parts.append(
          isInMemory ? .data("n\(number)", content, filename: "é\"") : .stream("n\(number)", stream, filename: "é\""))
        expected.append(("n\(number)", content))
      }
      let form = MultipartForm(parts, boundary: boundary)
      let bytes = try await form.makeBody().collect()
      let positions = (0..<20).map { _ in Int.random(in: 0...bytes.count, using: &random) }
      var count = 0
      for try await part in try MultipartParts(.cut(bytes, at: positions), contentType: form.contentType) {
        #expect(part.name == expected[count].name && part.filename == "é\"")
        #expect(try await part.body.collect() == expected[count].content)
        count += 1
      }
      #expect(count == expected.count)
    }
  }

  @Test("R04: a retry, a redirect with 307 and a new attempt after a 401 send the same bytes again")
  func replays() async throws {
    let file = try TemporaryFile(Data(repeating: 7, count: 150_000))
    let form: MultipartForm = [.text("a", "b"), .file("f", file.url)]
    let expected = try await form.makeBody().collect()
    let auth = AuthMiddleware { () async throws -> String in "token\(UInt64.random(in: .min ... .max))" }
    let clock = CallClock(ContinuousClock(), random: { 0 })
    for (status, link) in [(503, RetryMiddleware() as any Middleware), (307, RedirectMiddleware()), (401, auth)] {
      let recorder = BodyRecorder(status)
      let api = Client(baseURL: "https://stub", middleware: [link], transport: recorder, clock: clock)
      try await api.send(upload.multipart(form))
      #expect(recorder.received == [expected, expected], "\(status)")
    }
  }

  @Test("R04: a form with a one-shot stream is not sent again")
  func oneShot() async throws {
    let recorder = BodyRecorder(503)
    let api = Client(baseURL: "http://stub", middleware: [RetryMiddleware()], transport: recorder)
    let form: MultipartForm = [.stream("s", .cut(Data("xyz".utf8), at: [1]))]
    let error = await #expect(throws: CallError.self) { try await api.send(upload.multipart(form)) }
    #expect(error?.status == 503)
    #expect(recorder.received.count == 1)
  }

  @Test("R04: the request has the form's content type, whatever the client and the row say")
  func contentType() async throws {
    let form: MultipartForm = [.text("a", "b")]
    let row = Endpoint("Photo.upload", .post, "photos", Options { $0.headers = [.contentType: "text/plain"] })
    let api = Client(baseURL: "http://stub", transport: StubTransport(.status(200)))
    let request = try api.makeRequest(for: Call<Okay>(row).multipart(form))
    #expect(request.head.headerFields[.contentType] == form.contentType)
    struct Album: Codable, Identifiable, Sendable, Mappable {
      static let path: URITemplate = "albums"
      var id: Int
    }
    struct Photo: Codable, Identifiable, Sendable, Mappable {
      typealias Parent = Album
      static let path: URITemplate = "photos"
      var id: Int
    }
    let child = try api.makeRequest(for: Album.read(1) / ScopedCall<Okay, Photo.Parent>(row).multipart(form))
    #expect(child.head.headerFields[.contentType] == form.contentType)
    let size = try form.makeBody().length
    #expect(child.body?.length == size)
    #expect(form.contentType == "multipart/form-data; boundary=\(form.boundary)")
    for character in "(),/:=?" {
      let form = MultipartForm(boundary: "a\(character)b")
      #expect(form.contentType == "multipart/form-data; boundary=\"a\(character)b\"")
    }
    #expect(Set((0..<1000).map { _ in MultipartForm().boundary }).count == 1000)
  }

  @Test("R04: logs show the size of a form, not its content")
  func redaction() throws {
    let form = MultipartForm([.text("password", "hunter2")], boundary: "b")
    let shown = Redaction().shown(try form.makeBody(), fields: [.contentType: form.contentType])
    #expect(shown.description == "<72 bytes multipart/form-data>")
    #expect("\(form) \(form.parts)" == "MultipartForm [Part]")
  }

  @Test("R04: a faulty form fails at stage building, and names the part")
  func faults() async throws {
    struct Unencodable: Encodable { func encode(to encoder: any Encoder) throws { throw BodyError.alreadyConsumed } }
    let missing = FileManager.default.temporaryDirectory.appendingPathComponent("refinery-missing")
    let typed = MultipartForm.Part.text("p", "x", contentType: "text/plain\r\nX: 1")
    let deleted = MultipartForm.Part.text("p", "x", contentType: "text/plain\u{7F}")
    var typedTwice = MultipartForm.Part.text("p", "x", contentType: "text/plain")
    typedTwice.fields[.contentType] = "text/html"
    var disposed = MultipartForm.Part.text("p", "x")
    disposed.fields[.contentDisposition] = "attachment"
    var faulty: [(MultipartForm, MultipartForm.Fault.Reason)] = [
      (MultipartForm([.text("p", "")], boundary: "a b"), .invalidBoundary),
      (MultipartForm([.text("p", "")], boundary: String(repeating: "x", count: 71)), .invalidBoundary),
      (MultipartForm([.text("p", "-\r\n--xy")], boundary: "x"), .containsBoundary),
      (MultipartForm([.text("p", "--x")], boundary: "x"), .containsBoundary),
      (MultipartForm([.data("p", Data(), filename: "--x")], boundary: "x"), .containsBoundary),
      (MultipartForm([.model("p", ["--x"])], boundary: "x"), .containsBoundary),
      (MultipartForm([.data("p", Data(), filename: "\0")]), .nulInName), (MultipartForm([.text("\0", "")]), .nulInName),
      ([.file("p", missing)], .file(FileFault(.missing, name: "refinery-missing"))),
      (
        [.file("p", FileManager.default.temporaryDirectory)],
        .file(FileFault(.isFolder, name: FileManager.default.temporaryDirectory.lastPathComponent))
      ),
      ([.stream("p", Body(Pieces(pieces: []), length: .max)), .text("q", "")], .invalidLength),
      ([typed], .invalidField("Content-Type")), ([deleted], .invalidField("Content-Type")),
      ([typedTwice], .invalidField("Content-Type")), ([disposed], .invalidField("Content-Disposition")),
    ]
    if let web = URL(string: "https://h/x") { faulty.append(([.file("p", web)], .file(FileFault(.notAFileURL, name: "x")))) }
    let stub = StubTransport(.status(200))
    let api = Client(baseURL: "http://stub", transport: stub)
    for (form, reason) in faulty {
      let error = await #expect(throws: CallError.self) { try await api.send(upload.multipart(form)) }
      #expect(error?.stage == .building)
      let fault = try #require(error?.underlying as? MultipartForm.Fault)
      #expect(fault.reason == reason)
      #expect(fault.part == ([.invalidBoundary, .invalidLength].contains(reason) ? nil : form.parts.first?.name))
    }
    let error = await #expect(throws: CallError.self) { try await api.send(upload.multipart([.model("p", Unencodable())])) }
    #expect(error?.description.contains("while building the request: the part \"p\" of the form cannot be encoded") == true)
    let huge = Body(Pieces(pieces: []), length: .max)
    #expect(throws: MultipartForm.Fault.self) { try MultipartForm([.stream("a", huge), .stream("b", huge)]).makeBody() }
    #expect(stub.requests.isEmpty)
  }

  @Test("R04: the description of a fault is one short line, whatever the name of the part")
  func faultDescription() {
    let form = MultipartForm([.data("a\nb" + String(repeating: "x", count: 200), Data(), filename: "\0")])
    let fault = #expect(throws: MultipartForm.Fault.self) { try form.makeBody() }
    let name = "a\\nb" + String(repeating: "x", count: 125)
    #expect(fault?.description == "the part \"\(name)\" of the form has a NUL in its name or file name")
  }

  @Test("R04: bytes beyond the length of a stream are not sent")
  func tooMany() async throws {
    let stream = Body(Pieces(pieces: [Data("abc".utf8), Data("def".utf8)]), length: 4)
    var iterator = try MultipartForm([.stream("s", stream)]).makeBody().makeAsyncIterator()
    var sent = Data()
    let fault = await #expect(throws: MultipartForm.Fault.self) {
      while let chunk = try await iterator.next() { sent.append(chunk) }
    }
    #expect(fault?.reason == .lengthChanged(expected: 4, actual: 6))
    #expect(sent.suffix(7) == Data("\r\n\r\nabc".utf8))
  }

  @Test("R04: a file or a stream that gives another number of bytes is an error, not a wrong length")
  func changes() async throws {
    let file = try TemporaryFile(Data(count: 100_000))
    let body = try MultipartForm([.file("f", file.url)]).makeBody()
    let name = file.url.lastPathComponent
    // Of the same size, but newer.
    for size in [99_999, 100_001, 0, 100_000] {
      try Data(count: size).write(to: file.url)
      let fault = await #expect(throws: MultipartForm.Fault.self) { try await body.collect() }
      #expect(fault?.reason == .file(FileFault(.changed, name: name)))
      #expect(fault?.part == "f")
    }
    let again = try MultipartForm([.file("f", file.url)]).makeBody()
    #expect(try await again.collect().count == again.length)
    for length in [4, 6] {
      let stream = Body(Pieces(pieces: [Data(count: 5)]), length: length)
      let wrong = try MultipartForm([.stream("s", stream)]).makeBody()
      let fault = await #expect(throws: MultipartForm.Fault.self) { try await wrong.collect() }
      #expect(fault?.reason == .lengthChanged(expected: length, actual: 5))
    }
  }

  @Test("R04: a file that changes while it is read is an error, too")
  func changesMeanwhile() async throws {
    for size in [50_000, 100_001] {
      let file = try TemporaryFile(Data(count: 100_000))
      var iterator = try MultipartForm([.file("f", file.url)]).makeBody().makeAsyncIterator()
      // The head of the part, and the first chunk of the file.
      for _ in 0..<2 { _ = try await iterator.next() }
      // Written in place: the open file changes.
      try file.resize(to: size)
      let fault = await #expect(throws: MultipartForm.Fault.self) { while try await iterator.next() != nil {} }
      #expect(fault?.part == "f")
    }
  }
}
