import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite("The contract of middleware", .timeLimit(.minutes(5)))
struct MiddlewareContractTests {
  @Test("L04: a link that only passes on keeps every rule")
  func passesOn() async throws {
    try await MiddlewareContract.verify { Link { request, next in try await next(request) } }
  }

  // A rule has 30 s here: waiting for a thread must not use them up.
  @Test("L04: each fault is caught under the name of its rule, and under no other", .afterTheRush, arguments: Fault.all)
  func faultIsNamed(fault: Fault) async throws {
    let broken = await #expect(throws: BrokenContract.self) {
      try await MiddlewareContract.verify(patience: .seconds(30), fault.make)
    }
    #expect(broken?.violations.map(\.rule) == fault.rules)
    #expect(broken?.subject == "Link")
    #expect(broken?.description.contains("\n") == false)
  }

  @Test("L04: every rule of the contract can be violated")
  func everyRuleCanFail() {
    #expect(Set(Fault.all.flatMap(\.rules)) == Set(MiddlewareContract.rules))
  }

  @Test("L04: a link that never answers violates the rules instead of hanging the test")
  func hang() async throws {
    let broken = await #expect(throws: BrokenContract.self) {
      try await MiddlewareContract.verify(patience: .milliseconds(20)) {
        Link { _, _ in
          await withUnsafeContinuation { (_: UnsafeContinuation<Response, Never>) in }
        }
      }
    }
    #expect(broken?.violations.map(\.rule) == MiddlewareContract.rules)
  }

  @Test("L04: cancelling a verification ends it with CancellationError")
  func cancelled() async throws {
    let verification = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await MiddlewareContract.verify { Link { request, next in try await next(request) } }
    }
    await #expect(throws: CancellationError.self) { try await verification.value }
  }

  @Test("L04: a link that works only with an option is checked with that option, and with errors of the app")
  func optionsAndErrors() async throws {
    struct Own: Error, Equatable {}
    struct Other: Error {}
    let faulty = Link { request, next in
      guard request.options.idempotent == true else { return try await next(request) }
      do { return try await next(request) } catch is Own { throw Other() }
    }
    try await MiddlewareContract.verify(errors: [Own()]) { faulty }
    let options = Options { $0.idempotent = true }
    try await MiddlewareContract.verify(options: options) { faulty }
    let broken = await #expect(throws: BrokenContract.self) {
      try await MiddlewareContract.verify(options: options, errors: [Own()]) { faulty }
    }
    #expect(broken?.violations.map(\.rule) == ["throws what the rest of the chain throws"])
  }

  @Test("L04: a link may send to another origin, or refuse one-shot bodies, only if that is allowed")
  func originAndOneShot() async throws {
    struct NotReplayable: Error {}
    let failover = Link { request, next in
      var request = request
      request.head.authority = "second.example"
      return try await next(request)
    }
    try await MiddlewareContract.verify(allowing: .mayChangeOrigin) { failover }
    let moved = await #expect(throws: BrokenContract.self) { try await MiddlewareContract.verify { failover } }
    #expect(moved?.violations.map(\.rule) == ["changes only the parts of a request that it owns"])

    let strict = Link { request, next in
      guard request.isReplayable else { throw NotReplayable() }
      return try await next(request)
    }
    try await MiddlewareContract.verify(allowing: .mayRefuseOneShotBody) { strict }
    let refused = await #expect(throws: BrokenContract.self) { try await MiddlewareContract.verify { strict } }
    #expect(refused?.violations.map(\.rule) == ["reads a one-shot request body only to send it, and sends it once"])
  }

  @Test("L04: a secret the middleware was given is searched for in its explanation")
  func ownSecret() async throws {
    var link = Link { request, next in try await next(request) }
    link.text = { _ in "uses s3cret" }
    let telling = link
    try await MiddlewareContract.verify { telling }
    let broken = await #expect(throws: BrokenContract.self) {
      try await MiddlewareContract.verify(secrets: ["s3cret"]) { telling }
    }
    #expect(broken?.violations.map(\.rule) == ["names and explains itself in one line without secrets"])
    #expect(broken?.description.contains("s3cret") == false)
  }

  @Test("L04: what a link does by design is forbidden unless it is allowed by name")
  func allowances() async throws {
    let encoding = Link { request, next in
      var request = request
      if let body = request.body, request.head.headerFields[.contentEncoding] == nil {
        request.body = body.mapChunks { Data($0.reversed()) }
        request.head.headerFields[.contentEncoding] = "x-reversed"
        request.head.headerFields[.contentLength] = nil
      }
      return try await next(request)
    }
    let resending = Link { request, next in
      let response = try await next(request)
      return response.head.status.code >= 500 && request.isReplayable ? try await next(request) : response
    }
    let marking = Link { request, next in
      var request = request
      request.head.headerFields[.origin] = "me"
      return try await next(request)
    }
    let signing = Link { request, next in
      var request = request
      request.head.path?.append("#signature")
      return try await next(request)
    }
    let answering = Link { _, _ in
      try Task.checkCancellation()
      return Response(status: .ok, body: Body("plain"))
    }
    let cases: [(Link, MiddlewareContract.Allowance)] = [
      (encoding, .mayChangeRequestBody), (resending, .mayResend), (marking, .addsHeaders([.origin])),
      (signing, [.mayChangeTarget]), (marking, [.mayResend, .addsHeaders([.origin, .accept])]),
    ]
    for (link, allowance) in cases {
      try await MiddlewareContract.verify(allowing: allowance) { link }
      await #expect(throws: BrokenContract.self) { try await MiddlewareContract.verify { link } }
    }
    let broken = await #expect(throws: BrokenContract.self) { try await MiddlewareContract.verify { answering } }
    #expect(broken?.violations.first?.rule == "passes a request on once")
  }
}
