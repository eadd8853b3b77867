import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryMultipart
import RefineryTesting
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ClientPartsTests {
  private let video = Call<Data>(Endpoint("Video.read", .get, "video"))
  private let body = "--b\r\nA: 1\r\n\r\none\r\n--b\r\nA: 2\r\n\r\ntwo\r\n--b--\r\n"

  private func client(_ answers: StubTransport.StubResponse...) -> (Client, StubTransport, Outcomes) {
    let (server, outcomes) = (StubTransport(script: answers), Outcomes())
    return (Client(baseURL: "http://stub", transport: server, observers: [outcomes]), server, outcomes)
  }

  private func multipart(
    _ text: String, _ type: String = "multipart/mixed; boundary=b", status: Int = 200
  ) -> StubTransport.StubResponse {
    .status(status, headers: [.contentType: type], body: Body(text).streamed)
  }

  @Test("R05: a call's parts are read; the observers learn of one success, and a second reading sends a second request")
  func parts() async throws {
    let (api, server, outcomes) = client(multipart(body, status: 206), multipart(body))
    let parts = api.parts(of: video)
    #expect(server.requests.isEmpty)
    for sent in 1...2 {
      var contents: [String] = []
      for try await part in parts { contents.append(String(decoding: try await part.body.collect(), as: UTF8.self)) }
      #expect(contents == ["one", "two"])
      #expect(server.requests.count == sent)
    }
    #expect(server.requests.first?.head.headerFields[.accept] == "multipart/*")
    #expect(outcomes.statuses == ["success 206", "success 200"])
    #expect(outcomes.sizes.first == "success \(body.utf8.count)")
  }

  @Test("R05: the call's own Accept is sent")
  func accept() async throws {
    let (api, server, _) = client(multipart(body))
    for try await _ in api.parts(of: video.header(.accept, "multipart/byteranges")) {}
    #expect(server.requests.first?.head.headerFields[.accept] == "multipart/byteranges")
  }

  @Test("R05: a response that is not multipart is an error of the call, of stage mapping")
  func notMultipart() async throws {
    let (api, _, outcomes) = client(multipart("whole", "video/mp4"))
    var parts = api.parts(of: video).makeAsyncIterator()
    let error = await #expect(throws: CallError.self) { try await parts.next() }
    #expect(error?.stage == .mapping && error?.status == 200 && error?.endpoint.name == "Video.read")
    #expect((error?.underlying as? MultipartParts.Malformed)?.reason == .notMultipart)
    #expect(outcomes.statuses == ["failure 200"])
  }

  @Test(
    "R05: a malformed head is an error of the call that says how many parts came before, and where", arguments: [true, false])
  func malformed(readsContent: Bool) async throws {
    let (api, _, outcomes) = client(multipart("--b\r\nA: 1\r\n\r\none\r\n--b\r\nno colon\r\n\r\n\r\n--b--"))
    var parts = api.parts(of: video).makeAsyncIterator()
    let first = try #require(try await parts.next())
    if readsContent { #expect(try await first.body.collect() == Data("one".utf8)) }
    for _ in 0..<2 {
      let error = await #expect(throws: CallError.self) { try await parts.next() }
      #expect(error?.stage == .mapping && error?.place?.index == 1 && error?.place?.offset == 23)
      #expect((error?.underlying as? MultipartParts.Malformed)?.reason == .missingColon)
    }
    #expect(outcomes.statuses == ["failure 200"])
  }

  @Test("R05: a malformed body ends the transfer, even if a part of it is kept")
  func malformedAndKept() async throws {
    let ends = Mutex(0)
    let body = Body("--b\r\nA: 1\r\n\r\none\r\n--b\r\nno colon\r\n\r\n\r\n--b--").streamed.onEnd { _ in
      ends.withLock { $0 += 1 }
    }
    let (api, _, _) = client(.status(200, headers: [.contentType: "multipart/mixed; boundary=b"], body: body))
    var parts = api.parts(of: video).makeAsyncIterator()
    let part = try #require(try await parts.next())
    await #expect(throws: CallError.self) { try await parts.next() }
    #expect(ends.withLock { $0 } == 1)
    #expect(part.fields.count == 1)
  }

  @Test("R05: a body that ends too early is an error of the call, also from the content of a part")
  func cut() async throws {
    let (api, _, _) = client(multipart("--b\r\nA: 1\r\n\r\none"))
    var parts = api.parts(of: video).makeAsyncIterator()
    let part = try #require(try await parts.next())
    let error = await #expect(throws: CallError.self) { try await part.body.collect() }
    #expect(error?.stage == .mapping && error?.place?.index == 1 && error?.place?.offset == 16)
    #expect((error?.underlying as? MultipartParts.Malformed)?.reason == .missingFinalBoundary)
  }

  @Test("R05: a status that is no success is an error of stage status; a lost connection is one of stage sending")
  func failures() async throws {
    let lost = Body(
      AsyncThrowingStream { source in
        source.yield(Data("--b\r\n\r\nx".utf8))
        source.finish(throwing: TransportError(.connectionLost, phase: .receiving))
      })
    let type: HTTPFields = [.contentType: "multipart/mixed; boundary=b"]
    let (api, _, outcomes) = client(.status(404), .status(200, headers: type, body: lost))
    var parts = api.parts(of: video).makeAsyncIterator()
    #expect(await #expect(throws: CallError.self) { try await parts.next() }?.stage == .status)
    parts = api.parts(of: video).makeAsyncIterator()
    let part = try #require(try await parts.next())
    let error = await #expect(throws: CallError.self) { try await part.body.collect() }
    #expect(error?.stage == .sending && error?.place?.index == 1 && error?.place?.offset == 8)
    #expect(outcomes.statuses == ["failure 404", "failure 200"])
  }

  @Test("R05: after an error every further reading throws it, and nothing is sent again")
  func errorsStay() async throws {
    let answers: [(StubTransport.StubResponse, CallError.Stage)] = [
      (.status(404), .status), (multipart("whole", "video/mp4"), .mapping), (multipart("--b\r\nno colon\r\n\r\n"), .mapping),
    ]
    for (answer, stage) in answers {
      let (api, server, _) = client(answer, multipart(body))
      var parts = api.parts(of: video).makeAsyncIterator()
      for _ in 0..<2 {
        let error = await #expect(throws: CallError.self) { try await parts.next() }
        #expect(error?.stage == stage)
      }
      #expect(server.requests.count == 1)
    }
  }

  @Test("R05: a reader that leaves early cancels the call for its observers")
  func leaving() async throws {
    let (api, _, outcomes) = client(multipart(body))
    for try await part in api.parts(of: video) {
      #expect(part.fields.count == 1)
      break
    }
    #expect(outcomes.statuses == ["cancelled 200"])
  }

  @Test("R05: the limits of a call's parts are those it is given")
  func limits() async throws {
    let (api, _, _) = client(multipart(body))
    let parts = api.parts(of: video, limits: MultipartParts.Limits(parts: 1))
    let error = await #expect(throws: CallError.self) { for try await _ in parts {} }
    #expect((error?.underlying as? MultipartParts.Malformed)?.reason == .tooManyParts)
  }
}
