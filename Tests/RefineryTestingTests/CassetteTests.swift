import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct CassetteTests {
  private let scratch = Scratch()

  static let contents: [Data] = [
    Data(), Data("plain".utf8), Data(" { \"b\" :1.50,\r\n\t\"a\": [ ] } \n".utf8), Data("[1,\u{00}2".utf8),
    Data((0...255).map { UInt8($0) }), Data("é\u{301} \u{1F600}\u{2028}\u{FEFF}\\\"/".utf8),
    Data([0xEF, 0xBB, 0xBF, 0x7B, 0x7D]),
    Data("data: {\"a\":1}\n\ndata:{\"b\":2}\r\n\n".utf8), Data("{\"n\":1}\n{\"n\":2}\n".utf8),
  ]

  @Test("O06: a replayed exchange has the status, the fields and the bytes it had", arguments: contents, [true, false])
  func bytes(content: Data, isStreamed: Bool) async throws {
    var fields: HTTPFields = [.contentType: "application/x-thing; charset=\"a: b\"", .contentLength: "\(content.count)"]
    fields.append(HTTPField(name: .linkField, value: "</a>; rel=x"))
    fields.append(HTTPField(name: .eTag, value: "W/\"a?b,c\""))
    fields.append(HTTPField(name: .linkField, value: "</b>; rel=y"))
    let head = HTTPResponse(status: HTTPResponse.Status(code: 299, reasonPhrase: "Fine: so far"), headerFields: fields)
    let chunks = content.isEmpty ? [] : [content.prefix(2), content.dropFirst(2)]
    let transport = StubTransport { _ in Response(head: head, body: isStreamed ? stream(chunks) : Body(content)) }

    let recording = try Cassette(scratch.file, mode: .record, over: transport)
    let live = try await recording.send(request("/people/5"))
    #expect(live.head == head)
    #expect(try await live.body.collect() == content)

    let replayed = try await Cassette(scratch.file, mode: .replay).send(request("/people/5"))
    #expect(replayed.head.status.reasonPhrase == "Fine: so far" && replayed.head.status.code == 299)
    #expect(Array(replayed.head.headerFields) == Array(fields))
    #expect(replayed.head.headerFields.map(\.name.rawName) == fields.map(\.name.rawName))
    #expect(try await replayed.body.collect() == content)
  }

  @Test("O06: once there is a file nothing is sent; where there is none it is made, folders and all")
  func once() async throws {
    let transport = StubTransport(.json(#"{"id":5}"#))
    let first = try Cassette(scratch.file, over: transport)
    #expect(first.isRecording)
    _ = try await first.send(request("/people/5"))
    let second = try Cassette(scratch.file, over: transport)
    #expect(!second.isRecording)
    #expect(second.unplayed == ["GET https://api.example/people/5"])
    #expect(try await second.send(request("/people/5")).body.collect() == Data(#"{"id":5}"#.utf8))
    #expect(second.unplayed.isEmpty)
    #expect(transport.requests.count == 1)
    // Another recording begins anew.
    _ = try await Cassette(scratch.file, mode: .record, over: transport).send(request("/people/6"))
    #expect(try Cassette(scratch.file, mode: .replay).unplayed == ["GET https://api.example/people/6"])
  }

  @Test("O06: a first recording that ends in a failure is not written, so that the next run records again")
  func failedRecording() async throws {
    for failure in [
      StubTransport.StubResponse.status(401), .status(503), .failure(TransportError(.cannotConnect, phase: .beforeSending)),
    ] {
      let transport = StubTransport(.json("1"), failure, .json("2"), .status(404))
      let cassette = try Cassette(scratch.file, over: transport)
      _ = try await cassette.send(request("/a"))
      #expect(FileManager.default.fileExists(atPath: scratch.file.path) && cassette.recordingProblem == nil)
      _ = try? await cassette.send(request("/n"))
      #expect(!FileManager.default.fileExists(atPath: scratch.file.path))
      #expect(cassette.recordingProblem?.hasPrefix("GET https://api.example/n: ") == true)
      // A retry, or a new credential, resolves it. A 404 is what a later run gets, too.
      _ = try await cassette.send(request("/n"))
      _ = try await cassette.send(request("/missing"))
      #expect(cassette.recordingProblem == nil)
      #expect(try Cassette(scratch.file).unplayed.count == 4)
      try FileManager.default.removeItem(at: scratch.file)
    }
  }

  @Test("O06: the error of a replayed failure names the file and what to do")
  func replayedFailure() async throws {
    try await scratch.record([request("/people/5")], over: StubTransport(.status(401)))
    let api = Client(baseURL: "https://api.example", transport: try Cassette(scratch.file))
    let call = Call<Okay>(Endpoint("Person.read", .get, "people/5"))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(error.description.contains("status 401, replayed from the cassette tape.json; delete the file to record it again"))
    #expect(error.underlying as? BadStatus == BadStatus(401))
    let missing = try #require(await #expect(throws: CallError.self) { try await api.send(call) })
    #expect(missing.description.contains("the cassette tape.json has no GET https://api.example/people/5 to replay"))
  }

  @Test("O06: equal requests get their answers in the order they were recorded, each once, unless the last may repeat")
  func order() async throws {
    let transport = StubTransport(.json("1"), .json("2"), .json("other"), .json("3"))
    let requests = [request("/n"), request("/n"), request("/other"), request("/n")]
    try await scratch.record(requests, over: transport)
    for repeats in [false, true] {
      let cassette = try Cassette(scratch.file, mode: .replay, repeats: repeats)
      #expect(try await cassette.send(request("/other")).body.collect() == Data("other".utf8))
      for number in 1...3 {
        #expect(try await cassette.send(request("/n")).body.collect() == Data("\(number)".utf8))
      }
      guard repeats else {
        let error = await #expect(throws: CassetteError.self) { try await cassette.send(request("/n")) }
        #expect(error?.description.contains("was recorded 3 times and has been replayed") == true)
        continue
      }
      #expect(try await cassette.send(request("/n")).body.collect() == Data("3".utf8))
    }
  }

  @Test(
    "O06: contents are compared by their bytes, even if Swift calls the texts equal",
    arguments: [("caf\u{E9}", "cafe\u{301}"), ("[\"caf\u{E9}\"]", "[\"cafe\u{301}\"]")])
  func normalForms(one: String, other: String) async throws {
    let requests = [request(.post, "/a", body: Body(one)), request(.post, "/a", body: Body(other))]
    try await scratch.record(requests, over: StubTransport(.json("1"), .json("2")))
    let cassette = try Cassette(scratch.file, mode: .replay)
    #expect(try await cassette.send(requests[1]).body.collect() == Data("2".utf8))
    #expect(try await cassette.send(requests[0]).body.collect() == Data("1".utf8))
  }

  @Test("O06: what is missing is an error that names the nearest recorded requests and in what they differ")
  func missing() async throws {
    let transport = StubTransport(.status(200))
    let requests = [
      request(.put, "/people/5", body: Body(#"{"a":1}"#)), request(.delete, "/people/5"), request("/zebras"),
      request("/people/6?page=2"),
    ]
    try await scratch.record(requests, over: transport)
    let cassette = try Cassette(scratch.file, mode: .replay)
    let error = await #expect(throws: CassetteError.self) {
      try await cassette.send(request(.put, "/people/5", body: Body(#"{"a":2}"#)))
    }
    #expect(
      error
        == .missing(
          file: "tape.json", request: "PUT https://api.example/people/5",
          nearest: [
            "PUT https://api.example/people/5 differs in body",
            "DELETE https://api.example/people/5 differs in method and body",
            "GET https://api.example/people/6?page=2 differs in method and target and body",
          ]))
    let page = await #expect(throws: CassetteError.self) { try await cassette.send(request("/people/6?page=3")) }
    #expect(
      page?.description.contains(
        "no GET https://api.example/people/6?page=3 to replay; GET https://api.example/people/6?page=2 differs in target")
        == true)
    // Through a client it is an error of the call, in one line.
    let api = Client(baseURL: "https://api.example", transport: cassette)
    let call = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(Endpoint("Person.all", .get, "people"))) }
    #expect(call?.description.contains("the cassette tape.json has no GET https://api.example/people to replay") == true)
  }

  @Test("O06: requests match by method, target and content, JSON in any order, or by rules of one's own")
  func matching() async throws {
    let transport = StubTransport(.json("1"), .json("2"))
    let accepts: [HTTPFields] = [[.accept: "text/a"], [.accept: "text/b"]]
    try await scratch.record(
      accepts.map { request(.post, "/p", headers: $0, body: Body(#"{"a":1,"b":[2]}"#)) }, over: transport)
    let body = stream([Data(#"{ "b": [2],"#.utf8), Data(#""a": 1 }"#.utf8)])
    let byDefault = try Cassette(scratch.file, mode: .replay)
    #expect(try await byDefault.send(request(.post, "/p", body: body, authority: "else:1")).body.data == Data("1".utf8))
    let byField = try Cassette(scratch.file, mode: .replay, matching: [.method, .origin, .row, .header(.accept)])
    #expect(try await byField.send(request(.post, "/q", headers: accepts[1])).body.data == Data("2".utf8))
    await #expect(throws: CassetteError.self) {
      try await byField.send(request(.post, "/p", headers: accepts[0], authority: "else:1"))
    }
    let own = CassetteRule("first letter") { $0.target.prefix(2) == $1.target.prefix(2) && $1.text?.contains("2") == true }
    let byOwn = try Cassette(scratch.file, mode: .replay, matching: [own])
    #expect(try await byOwn.send(request("/person")).body.data == Data("1".utf8))
  }

  @Test("O06: a stream is recorded as it is read and not changed by it; one that is let go of or breaks is replayed so far")
  func streams() async throws {
    let chunks = [Data("one".utf8), Data("two".utf8), Data("three".utf8)]
    let lost = TransportError(.connectionLost, phase: .receiving)
    let transport = StubTransport { request in
      Response(status: .ok, body: stream(chunks, failing: request.head.path == "/broken" ? lost : nil))
    }
    let recording = try Cassette(scratch.file, mode: .record, over: transport)
    var seen: [Data] = []
    for try await chunk in try await recording.send(request("/whole")).body { seen.append(chunk) }
    #expect(seen == chunks)
    for try await _ in try await recording.send(request("/left")).body { break }
    await #expect(throws: lost) { try await recording.send(request("/broken")).body.collect() }
    _ = try await recording.send(request("/unread"))

    let cassette = try Cassette(scratch.file, mode: .replay)
    let streamed = Options { $0.delivery = .streamed(buffer: 100) }
    #expect(try await cassette.send(request("/whole")).body.collect() == Data("onetwothree".utf8))
    for (path, text) in [("/left", "one"), ("/broken", "onetwothree"), ("/unread", "")] {
      var received = Data()
      let response = try await cassette.send(request(path, options: streamed))
      let error = await #expect(throws: TransportError.self) {
        for try await chunk in response.body { received += chunk }
      }
      #expect(error?.code == .connectionLost && received == Data(text.utf8))
    }
  }

  @Test("O06: an answer that came before all of the request was sent is replayed for any content")
  func early() async throws {
    let transport = StubTransport(.status(413))
    let sent = { request(.put, "/a", body: stream([Data("one".utf8)])) }
    try await scratch.record([sent()], over: transport)
    #expect(try await Cassette(scratch.file, mode: .replay).send(sent()).head.status.code == 413)
  }

  @Test("O06: a failure below HTTP is replayed as well; one of the caller's side is not recorded")
  func failures() async throws {
    let refused = TransportError(.cannotConnect, phase: .beforeSending, reason: "nobody there")
    let transport = StubTransport(.failure(refused), .failure(CancellationError()))
    let recording = try Cassette(scratch.file, mode: .record, over: transport)
    await #expect(throws: refused) { try await recording.send(request("/a")) }
    await #expect(throws: CancellationError.self) { try await recording.send(request("/b")) }
    let cassette = try Cassette(scratch.file, mode: .replay)
    #expect(cassette.unplayed == ["GET https://api.example/a"])
    await #expect(throws: refused) { try await cassette.send(request("/a")) }
  }

  @Test("O06: a body beyond the limit reaches the caller whole, is not written, and says so when it is replayed")
  func limit() async throws {
    let transport = StubTransport(.status(200, body: Body(Data(count: 1001))), .status(200, body: Body(Data(count: 1000))))
    let recording = try Cassette(scratch.file, mode: .record, over: transport, limit: 1000)
    let long = Body(Data(repeating: 1, count: 5000))
    #expect(try await recording.send(request(.put, "/long", body: long)).body.collect().count == 1001)
    #expect(try await recording.send(request("/short")).body.collect().count == 1000)
    let cassette = try Cassette(scratch.file, mode: .replay, limit: 1000)
    let error = await #expect(throws: CassetteError.self) { try await cassette.send(request(.put, "/long", body: long)) }
    #expect(
      error
        == .withheld(file: "tape.json", request: "PUT https://api.example/long", reason: "1001 bytes, longer than the limit"))
    // Of two that are too long only the lengths can be compared.
    let other = await #expect(throws: CassetteError.self) {
      try await Cassette(scratch.file, mode: .replay, limit: 1000).send(request(.put, "/long", body: Body(Data(count: 4999))))
    }
    #expect(other?.description.contains("has no PUT https://api.example/long to replay") == true)
    #expect(try await cassette.send(request("/short")).body.collect() == Data(count: 1000))
  }

  @Test("O06: many calls at once are recorded whole, and replayed each with its own answer")
  func concurrent() async throws {
    let echo = StubTransport { request in Response(status: .ok, body: stream([Data((request.head.path ?? "").utf8)])) }
    for transport in [echo as any Transport, nil] {
      let cassette = try Cassette(scratch.file, mode: transport == nil ? .replay : .record, over: transport)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            let content = try await cassette.send(request("/\(number)")).body.collect()
            #expect(content == Data("/\(number)".utf8))
          }
        }
        try await group.waitForAll()
      }
      #expect(cassette.isRecording || cassette.unplayed.isEmpty)
    }
  }
}
