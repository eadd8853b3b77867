import FoundationEssentials
import HTTPTypes
import Refinery
import RefineryTesting
import TestSupport
import Testing

/// Each way to send a call.
enum Sending: String, CaseIterable, Sendable {
  case send, reply, result, respond, respondToRequest, completion, controlled, poll
  case open, stream, items, pages, page, events, parts, download, upload

  /// The content of a good response, with its type.
  private var content: (text: String, type: String) {
    switch self {
    case .events: ("data: [1]\n\n", "text/event-stream")
    case .parts: ("--b\r\n\r\n1\r\n--b--\r\n", "multipart/mixed; boundary=b")
    case .items, .pages: ("[]", "application/json")
    default: ("[1]", "application/json")
    }
  }

  var goodResponse: StubTransport.StubResponse {
    let headers: HTTPFields = [.contentType: content.type, .contentLength: "\(content.text.utf8.count)"]
    if self == .upload { return .status(201, headers: [.location: "/uploads/1"]) }
    return .status(200, headers: headers, body: Body(content.text))
  }

  /// Sends the call, and reads the whole response.
  func run(_ call: Call<[Int]>, by api: Client, in folder: URL) async throws {
    switch self {
    case .send: try await api.send(call)
    case .reply: _ = try await api.reply(to: call)
    case .result: _ = try await api.result(of: call).get()
    case .respond: _ = try await api.respond(to: call).body.collect()
    case .respondToRequest: _ = try await api.respond(to: api.makeRequest(for: call)).body.collect()
    case .completion:
      let sent = Gathered<ControlledCall<[Int]>>()
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { done in
          let controlled = api.send(call) { done.resume(with: $0.map { _ in }) }
          sent.add(controlled)
          // The task may have been cancelled before the handler could see the call.
          if Task.isCancelled { controlled.cancel() }
        }
      } onCancel: {
        sent.all.last?.cancel()
      }
    case .controlled: _ = try await api.controlled(call).value
    case .poll: _ = try await api.poll(call, within: .seconds(60)) { _ in true }
    case .open:
      let response = try await api.open(call)
      while try await response.next() != nil {}
      response.finish()
    case .stream: for try await _ in api.stream(call) {}
    case .items: for try await _ in api.items(of: call, by: .numbers()) {}
    case .pages: for try await _ in api.pages(of: call, by: .numbers()) {}
    case .page: _ = try await api.pages(of: call, by: .numbers()).first()
    case .events: for try await _ in api.events(call) {}
    case .parts: for try await part in api.parts(of: call) { _ = try await part.body.collect() }
    case .download: try await api.download(call, to: folder.appending(path: "target"))
    case .upload: _ = try await api.upload(call, from: folder.appending(path: "source"), by: .tus)
    }
  }
}

/// Refuses each request.
private struct Refusing: Middleware {
  struct Refused: Refusal { var retryAfter: Duration? { nil } }

  func respond(to request: Request, next: Next) async throws -> Response { throw Refused() }
}

@Suite(.timeLimit(.minutes(5))) struct EveryCallTests {
  private let seen = Gathered<CallEvent>()
  private let row = Endpoint("Row.list", .get, "rows/{id}", Options { $0.reconnection = .never })

  private var call: Call<[Int]> { Call(row, ["id": "1"]) }

  private func api(_ response: StubTransport.StubResponse, _ links: any Middleware...) -> Client {
    Client(baseURL: "http://stub", middleware: links, transport: StubTransport(response), observers: [seen])
  }

  /// Runs a call in a folder with a file to upload.
  private func run(_ sending: Sending, _ call: Call<[Int]>, by api: Client) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "refinery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "source"))
    try await sending.run(call, by: api, in: folder)
  }

  @Test("P05: a call is one event, whatever sends it and however it ends, and numbers have no gap", arguments: Sending.allCases)
  func oneEvent(sending: Sending) async throws {
    var api = api(sending.goodResponse)
    try await run(sending, call, by: api)
    #expect(seen.outcomes == ["success"])

    // None of these sends a call, so none takes a number.
    _ = try api.explain(call)
    _ = try api.makeRequest(for: call)
    // A request that the caller makes is no call until it is sent.
    let unmade = sending == .respondToRequest ? [] : ["building"]
    await #expect(throws: CallError.self) { try await run(sending, Call(row), by: api) }
    #expect(seen.outcomes == ["success"] + unmade)

    api.middleware = [Refusing()]
    await #expect(throws: CallError.self) { try await run(sending, call, by: api) }
    #expect(seen.outcomes == ["success"] + unmade + ["sending"])

    let stub = StubTransport(.never)
    (api.middleware, api.transport) = ([], stub)
    let cancelled = Task { [api] in try await run(sending, call, by: api) }
    try await until { !stub.requests.isEmpty }
    cancelled.cancel()
    await #expect(throws: (any Error).self) { try await cancelled.value }
    // A controlled call ends after the task that waits for it.
    try await until { seen.all.count > 2 + unmade.count }
    #expect(seen.outcomes == ["success"] + unmade + ["sending", "cancelled"])

    api.transport = StubTransport(sending.goodResponse)
    try await run(sending, call, by: api)
    #expect(seen.all.map(\.number).filter { $0 > 0 } == [1, 2, 3, 4] && seen.all.count == 4 + unmade.count)
  }

  @Test("P05: a download, an upload or an event stream that is refused before its first request is one event")
  func refusedEarly() async throws {
    let api = api(.status(200))
    let unusable = call.options { $0.reconnection = Reconnection(retries: -1) }
    for sending in [Sending.events, .download, .upload] {
      await #expect(throws: CallError.self) { try await run(sending, unusable, by: api) }
    }
    await #expect(throws: CallError.self) {
      try await api.upload(call, from: URL(filePath: "/nonexistent/file"), by: .tus)
    }
    #expect(seen.outcomes == ["building", "building", "building", "building"])
  }
}
