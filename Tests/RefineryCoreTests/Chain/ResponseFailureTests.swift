import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct ResponseFailureTests {
  private struct WrongSignature: SafelyDescribed, ResponseFailure {
    let received: ReceivedResponse
    var description: String { "the signature of the response is wrong" }
  }

  /// A middleware that refuses every response.
  private struct Verifying: Middleware {
    func respond(to request: Request, next: Next) async throws -> Response {
      throw WrongSignature(received: try await ReceivedResponse(next(request)))
    }
  }

  private let row = Call<Okay>(Endpoint("File.read", .get, "file"))

  private func error(for response: StubTransport.StubResponse) async throws -> CallError {
    let api = Client(baseURL: "https://api.example", middleware: [Verifying()], transport: StubTransport(response))
    return try #require(await #expect(throws: CallError.self) { try await api.send(row) })
  }

  @Test("the error of a call whose response a link refused has the head and the content of that response")
  func refused() async throws {
    let error = try await error(for: .status(418, headers: [.eTag: "canary"], body: Body("canary")))
    #expect(error.stage == .sending && error.kind == .other && error.errorType == "WrongSignature")
    #expect(error.status == 418 && error.headers?[.eTag] == "canary")
    #expect(error.body == Data("canary".utf8) && !error.isBodyTruncated)
    #expect(error.underlying is WrongSignature && error.attempts.count == 1)
    #expect(error.description.contains("failed while sending: the signature of the response is wrong; after"))
    let texts = ["\(error)", String(reflecting: error), "\(error.underlying)"]
    #expect(!texts.joined().contains("canary"))
    let received = (error.underlying as? WrongSignature)?.received
    #expect(received.map { "\($0) \(String(reflecting: $0))" }?.contains("canary") == false)
  }

  @Test("it keeps 64 KiB of a longer body, and what has arrived of one that breaks")
  func limits() async throws {
    let size = CallError.keptBytes
    for (count, isTruncated) in [(size, false), (size + 1, true), (3 * size, true)] {
      let error = try await error(for: .status(200, body: Body(String(repeating: "a", count: count)).mapChunks { $0 }))
      #expect(error.body.count == size && error.isBodyTruncated == isTruncated)
    }
    let broken = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(Data("ab".utf8))
      continuation.finish(throwing: TransportError(.connectionLost, phase: .receiving))
    }
    let error = try await error(for: .status(200, body: Body(broken)))
    #expect(error.body == Data("ab".utf8) && error.isBodyTruncated)
  }

  @Test("a body that is longer than what is kept is not read to its end")
  func longBody() async throws {
    let (chunks, continuation) = AsyncStream<Data>.makeStream()
    for _ in 1...3 { continuation.yield(Data(count: CallError.keptBytes)) }
    // The stream never ends: a reader of the whole would wait for ever.
    let error = try await error(for: .status(200, body: Body(chunks)))
    #expect(error.body.count == CallError.keptBytes && error.isBodyTruncated)
    continuation.finish()
  }

  @Test("a cancelled call throws a CancellationError, although a link reads the response for its error")
  func cancelled() async throws {
    let api = Client(
      baseURL: "https://api.example", middleware: [Verifying()],
      transport: StubTransport(.status(200, body: Body(AsyncStream<Data> { _ in }))))
    let task = Task { try await api.send(row) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A link that says what it did not do.
  private struct Noting: Middleware {
    let texts: [String]
    func respond(to request: Request, next: Next) async throws -> Response {
      for text in texts { request.context.note(text) }
      return try await next(request)
    }
  }

  private func notes(_ texts: [String]) async throws -> CallError {
    let links: [any Middleware] = [Noting(texts: texts), Noting(texts: texts)]
    let api = Client(baseURL: "https://api.example", middleware: links, transport: StubTransport(.status(401)))
    return try #require(await #expect(throws: CallError.self) { try await api.send(row) })
  }

  @Test("a failed call says what links have noted: each text once, in order, on one line, and at most eight")
  func notes() async throws {
    let few = try await notes(["not signed", "not\ncounted", "not signed"])
    #expect(few.notes == ["not signed", "not\\ncounted"])
    #expect(few.description.contains("failed by its status: status 401; not signed; not\\ncounted; after"))
    #expect(try await notes((1...20).map { "\($0)" }).notes == (1...8).map { "\($0)" })
    #expect(try await notes([]).notes == [])
  }
}
