import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryCache

@Suite("RFC 9111 sections 4.3 and 4.4: validating and invalidating", .timeLimit(.minutes(5)))
struct ValidationTests {
  @Test("Q15: 4.3.4: a weak tag of a 304 is compared by the weak comparison")
  func weakTag() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=60", "ETag: W/\"a\"")))
    try await scene.send()
    #expect(try await scene.send(after: 10).source == .validatedCache)
    #expect(scene.stub.requests.count == 2)
  }

  @Test("Q15: 4.3.4: a strong tag of a 304 confirms the response whose weak tag was sent, as before nginx that compresses")
  func strongTag() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: W/\"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=5", "ETag: \"a\"")))
    try await scene.send()
    for _ in 0..<2 {
      let response = try await scene.send(after: 10)
      #expect(response.source == .validatedCache && response.text == "one")
      // The stored bytes were compressed by the server, so their tag stays weak.
      #expect(response.head.headerFields[.eTag] == "W/\"a\"")
      #expect(scene.stub.last?.headers[.ifNoneMatch] == "W/\"a\"")
    }
    #expect(scene.stub.requests.count == 3)
  }

  @Test("4.3.4: a 304 with another tag, weak or strong, is about another response", arguments: ["\"b\"", "W/\"b\"", "\"W/a\""])
  func otherTag(tag: String) async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: W/\"a\"")),
      .status(304, headers: .lines("ETag: \(tag)")), .answer("two", .control("max-age=60")))
    try await scene.send()
    #expect(try await scene.send(after: 10).text == "two")
  }

  @Test("4.3.4: a strong tag of a 304 to the caller's own condition is compared by the strong comparison")
  func strongTagOfCaller() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: W/\"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"")), .answer("two"))
    try await scene.send()
    let own = try await scene.send(CacheScene.request(.get, "/people/5", .lines("If-None-Match: \"a\"")), after: 10)
    #expect(own.head.status == .notModified)
    #expect(try await scene.send().text == "two")
  }

  @Test("4.3.5: a HEAD response with the strong form of the stored weak tag updates the stored GET")
  func strongTagOfHead() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: W/\"a\"")),
      .status(200, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"", "Content-Length: 3")))
    try await scene.send()
    try await scene.send(CacheScene.request(.head), after: 10)
    let read = try await scene.send()
    #expect(read.source == .freshCache && read.head.headerFields[.eTag] == "W/\"a\"")
  }

  @Test("Q15: 4.3.4: a 304 with another Last-Modified is about another response")
  func otherDate() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT")),
      .status(304, headers: .lines("Last-Modified: Wed, 31 Dec 2025 00:00:01 GMT")), .answer("two", .control("max-age=60")))
    try await scene.send()
    #expect(try await scene.send(after: 10).text == "two")
    #expect(scene.stub.last?.headers[.ifModifiedSince] == nil)
  }

  @Test("4.3.4: a 304 that would add too many fields is not used, and the whole response is requested")
  func tooManyFields() async throws {
    func many(_ name: String) -> HTTPFields {
      var fields: HTTPFields = .lines("Cache-Control: max-age=5", "ETag: \"a\"")
      for number in 0..<3_000 { fields.append(HTTPField(name: .named("\(name)\(number)"), value: "1")) }
      return fields
    }
    let scene = CacheScene(
      .answer("one", many("X-A")), .status(304, headers: many("X-B")), .answer("two", .control("max-age=60")))
    try await scene.send()
    let response = try await scene.send(after: 10)
    #expect(response.text == "two" && response.source == .network && scene.stub.requests.count == 3)
  }

  @Test("Q15: 4.3.5: a HEAD response with another Content-Length removes the stored GET")
  func otherLength() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .status(200, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"", "Content-Length: 4")), .answer("four"))
    try await scene.send()
    try await scene.send(CacheScene.request(.head), after: 10)
    #expect(scene.store.count == 0)
    #expect(try await scene.send().text == "four")
  }

  @Test("Q15: 4.3.5: a HEAD response with the length of encoded content does not remove the stored GET")
  func encodedLength() async throws {
    let encoded: HTTPFields = .lines(
      "Cache-Control: max-age=60", "ETag: \"a\"", "Content-Encoding: gzip", "Content-Length: 23")
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")), .status(200, headers: encoded), .answer("four"))
    try await scene.send()
    try await scene.send(CacheScene.request(.head), after: 10)
    let read = try await scene.send()
    #expect(read.source == .freshCache && read.text == "one")
  }

  @Test("Q15: 4.2.3: the time that a validation takes is part of the age")
  func slowValidation() async throws {
    let date = MovedDate()
    let stub = StubTransport { request in
      guard request.head.headerFields[.ifNoneMatch] != nil else {
        return Response(status: .ok, headers: .lines("Cache-Control: max-age=0", "ETag: \"a\""), body: Body("one"))
      }
      date.move(by: 20)
      return Response(status: .notModified, headers: .control("max-age=60"))
    }
    let next = Next([CacheMiddleware(for: .client)], transport: stub)
    let clock = CallClock(ContinuousClock(), date: { date.value })
    _ = try await next(CacheScene.request().on(clock))
    let validated = try await next(CacheScene.request().on(clock))
    #expect(validated.source == .validatedCache && validated.head.headerFields[.age] == "20")
    date.move(by: 40)
    #expect(try await next(CacheScene.request().on(clock)).source == .validatedCache)
  }

  @Test("Q15: 4.2.3: the time that a request waits in a later link, before it is sent, is not part of the age")
  func waitBeforeSending() async throws {
    struct Wait: Middleware {
      let date: MovedDate

      func respond(to request: Request, next: Next) async throws -> Response {
        try await request.context.sleep(for: .seconds(20))
        date.move(by: 20)
        return try await next(request)
      }
    }
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=10", "ETag: \"a\"")), .status(304, headers: .control("max-age=10")),
      .status(304, headers: .lines("ETag: \"b\"")), .answer("two", .control("max-age=10")))
    let clock = CallClock(ManualClock(advancesByItself: true), date: { scene.date.value })
    func send(after seconds: Int = 0) async throws -> Response {
      try await scene.send(after: seconds, inner: [Wait(date: scene.date)], on: clock)
    }
    // A new response, a confirmed one, and one that is requested again without conditions.
    let expected: [(String, ResponseSource)] = [("one", .network), ("one", .validatedCache), ("two", .network)]
    for (text, source) in expected {
      let sent = try await send(after: 10)
      #expect(sent.text == text && sent.source == source)
      let stored = try await send()
      #expect(stored.text == text && stored.source == .freshCache && stored.head.headerFields[.age] == "0")
    }
  }

  @Test("4.3.4: a 304 to the caller's own condition makes nothing fresh if it does not say which response it is about")
  func untaggedConfirmation() async throws {
    let confirmed = StubTransport.StubResponse.status(304, headers: .control("max-age=60"))
    let scene = CacheScene(.answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")), confirmed, confirmed)
    try await scene.send()
    let asked = try await scene.send(CacheScene.request(.get, "/people/5", .lines("If-None-Match: \"b\"")), after: 10)
    #expect(asked.head.status == .notModified && asked.source == .network)
    #expect(try await scene.send().source == .validatedCache)
    #expect(scene.stub.requests.count == 3)
  }

  @Test("a read with content is sent as if there were no cache, also if its length is not known")
  func content() async throws {
    let scene = CacheScene(.answer("one", .control("max-age=60")))
    for _ in 0..<2 {
      let stream = AsyncStream<Data> { continuation in
        continuation.yield(Data("x".utf8))
        continuation.finish()
      }
      for body in [Body("x"), Body(stream)] {
        #expect(try await scene.send(CacheScene.request(body: body)).source == .network)
      }
    }
    #expect(scene.store.count == 0)
  }

  @Test("Q15: 3.2, 4.1: a Vary in a 304 applies to the stored response")
  func newVary() async throws {
    let scene = CacheScene(
      .answer("one", .lines("Cache-Control: max-age=5", "ETag: \"a\"")),
      .status(304, headers: .lines("Cache-Control: max-age=60", "ETag: \"a\"", "Vary: Accept-Language")),
      .answer("two", .control("max-age=60")))
    func send(_ language: String, after seconds: Int = 0) async throws -> String {
      try await scene.send(CacheScene.request(.get, "/people/5", .lines("Accept-Language: \(language)")), after: seconds).text
    }
    #expect(try await send("de") == "one")
    #expect(try await send("de", after: 10) == "one")
    #expect(try await send("en") == "two")
  }

  @Test("Q15: 4.4: a safe method other than GET and HEAD removes nothing", arguments: [HTTPRequest.Method.options, .trace])
  func safeMethods(method: HTTPRequest.Method) async throws {
    let scene = CacheScene(.answer("one", .control("max-age=60")), .status(200))
    try await scene.send()
    try await scene.send(CacheScene.request(method))
    #expect(try await scene.send().source == .freshCache)
  }

  @Test("Q15: responses for different values of a field that a link names as a credential are kept apart")
  func credentialFields() async throws {
    let name = HTTPField.Name.named("X-Sesame")
    let scene = CacheScene(StubTransport(script: (1...2).map { .answer("\($0)", .control("max-age=60")) }))
    let options = Options { $0.credentialFields = [name] }
    for (value, text) in [("a", "1"), ("b", "2"), ("a", "1")] {
      #expect(try await scene.send(CacheScene.request(.get, "/me", [name: value], options: options)).text == text)
    }
  }
}
