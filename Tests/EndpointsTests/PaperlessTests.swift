import Endpoints
import Foundation
import HTTPTypes
import Refinery
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct PaperlessTests {
  private let document = #"{"id":5,"title":"Invoice","created":"2026-01-02","tags":[3],"added":"2026-01-03T04:05:06Z"}"#

  private func client(_ stub: StubTransport) -> Client { Client(baseURL: "https://p/api", transport: stub) }

  @Test("Every path has a slash at its end, and the version of the API is in Accept")
  func paths() async throws {
    let stub = StubTransport(.json(document))
    let api = client(stub)
    _ = try await api.send(Paperless.Document.read(5))
    _ = try await api.send(Paperless.Document.patch(5, ["title": "Bill"]))
    _ = try await api.send(Paperless.Document.delete(5))
    _ = try await api.send(Paperless.Document.thumbnail(5))
    #expect(
      stub.sent.map { "\($0.method) \($0.url)" } == [
        "GET https://p/api/documents/5/", "PATCH https://p/api/documents/5/", "DELETE https://p/api/documents/5/",
        "GET https://p/api/documents/5/thumb/",
      ])
    #expect(stub.sent[1].text == #"{"title":"Bill"}"#)
    #expect([0, 1, 3].allSatisfy { stub.sent[$0].headers[.accept] == "application/json; version=9" })
  }

  @Test("A date is a day, and text that is not one ends the call at stage mapping")
  func dates() async throws {
    let read = try await client(StubTransport(.json(document))).send(Paperless.Document.read(5))
    #expect(read.created == Date(timeIntervalSince1970: 1_767_312_000))
    for bad in [#""2026-13-02""#, #""2026-01-02T03:04:05Z""#, #""02.01.2026""#, "null", "5"] {
      let stub = StubTransport(.json(document.replacing(#""2026-01-02""#, with: bad)))
      let error = await #expect(throws: CallError.self) { try await client(stub).send(Paperless.Document.read(5)) }
      #expect(error?.stage == .mapping, "\(bad)")
    }
  }

  @Test("B09: pages follow the member next, and a page knows the total")
  func pages() async throws {
    let stub = StubTransport(
      .json(#"{"count":2,"next":"https://p/api/documents/?page=2&query=x","previous":null,"results":[\#(document)]}"#),
      .json(#"{"count":2,"next":null,"previous":"https://p/api/documents/?query=x","results":[\#(document)]}"#))
    var totals: [Int?] = []
    for try await page in client(stub).pages(of: Paperless.Document.enumerate(["query": "x"])) {
      totals.append(page.info.total)
    }
    #expect(totals == [2, 2])
    #expect(stub.sent.map(\.url) == ["https://p/api/documents/?query=x", "https://p/api/documents/?page=2&query=x"])
  }

  @Test("A page that leads to another server is not followed")
  func foreignPage() async throws {
    let stub = StubTransport(.json(#"{"count":2,"next":"https://evil/?page=2","results":[\#(document)]}"#))
    await #expect(throws: CallError.self) {
      try await client(stub).items(of: Paperless.Document.enumerate()).reduce(0) { sum, _ in sum + 1 }
    }
    #expect(stub.requests.count == 1)
  }

  @Test("A thumbnail is read again only if it is newer")
  func thumbnail() async throws {
    let stub = StubTransport(
      .status(200, headers: [.lastModified: "Fri, 02 Jan 2026 00:00:00 GMT"], body: Body("WebP")), .status(304))
    let api = client(stub)
    let reply = try await api.reply(to: Paperless.Document.thumbnail(5))
    #expect(reply.value == Data("WebP".utf8))
    #expect(try await api.send(Paperless.Document.thumbnail(5).ifModifiedSince(#require(reply.lastModified))) == nil)
    #expect(stub.last?.headers[.ifModifiedSince] == "Fri, 02 Jan 2026 00:00:00 GMT")
  }

  @Test("An upload is a form, and its task is read until it has ended")
  func task() async throws {
    let clock = ManualClock(advancesByItself: true)
    let stub = StubTransport(
      .json(#""t-1""#), .json("[]"), .json(#"[{"status":"STARTED","result":null,"related_document":null}]"#),
      .json(#"[{"status":"SUCCESS","result":"New document id 7 created","related_document":"7"}]"#))
    var api = client(stub)
    api.transport = PromptTransport(stub: stub)
    api.clock = CallClock(clock)
    let id = try await api.send(Paperless.Document.upload(Body("--b\r\n…--b--\r\n"), boundary: "b"))
    #expect(stub.last?.headers[.contentType] == "multipart/form-data; boundary=b")
    let task = try #require(try await Paperless.Task.end(of: id, on: api, within: .seconds(60)))
    #expect(task.status == "SUCCESS" && task.relatedDocument == 7)
    #expect(
      stub.sent.map(\.url)
        == ["https://p/api/documents/post_document/"] + Array(repeating: "https://p/api/tasks/?task_id=t-1", count: 3))
  }

  @Test("A task that does not end in time is an error that says so")
  func endless() async throws {
    let stub = StubTransport(.json(#"[{"status":"PENDING","result":null,"related_document":null}]"#))
    var api = client(stub)
    api.transport = PromptTransport(stub: stub)
    api.clock = CallClock(ManualClock(advancesByItself: true))
    let prompt = api
    let error = await #expect(throws: CallError.self) {
      try await Paperless.Task.end(of: "t-1", on: prompt, within: .milliseconds(500))
    }
    #expect(error?.underlying as? TimedOut == TimedOut(.total, limit: .milliseconds(500)))
    #expect(stub.requests.count == 1)
  }
}
