import FoundationEssentials
import HTTPTypes
import RefineryCore

extension MiddlewareTrial {
  static let sharingRules = [
    MiddlewareRule("keeps concurrent calls apart") { try await $0.keepsCallsApart() },
    MiddlewareRule("keeps no state of one call for the next") { try await $0.leavesNoTrace(inAnother: false) },
    MiddlewareRule("is independent of other instances") { try await $0.leavesNoTrace(inAnother: true) },
    MiddlewareRule("names and explains itself in one line without secrets") { try await $0.keepsSecrets() },
  ]

  private static let callField = HTTPField.Name("X-Contract-Call") ?? .accept

  private func numbered(_ number: UInt64) -> Request {
    request(.get, "/contract/\(number)", headers: [Self.callField: "\(number)"], number: number)
  }

  /// A response that identifies its call by all parts in which calls can differ.
  private func echo(_ request: Request) -> Response {
    let call = request.head.headerFields[Self.callField] ?? "none"
    let path = may(.changeTarget) ? "" : request.head.path ?? "none"
    return Response(status: .ok, headers: [Self.callField: call], body: Body("\(call) \(path) \(request.context.number)"))
  }

  private func expectOwnAnswer(_ response: Response, to number: UInt64) async throws {
    let text = try await String(data: response.body.collect(), encoding: .utf8) ?? ""
    let own = "\(number) \(may(.changeTarget) ? "" : "/contract/\(number)") \(number)"
    try expect(text == own, "call \(number) to get its own response", seen: "the response \(text)")
    let field = response.head.headerFields[Self.callField] ?? "none"
    try expect(field == "\(number)", "call \(number) to get its own fields", seen: "those of call \(field)")
  }

  private func keepsCallsApart() async throws {
    let middleware = try make()
    let second = try make()
    try await overlap(middleware)
    try await withThrowingTaskGroup(of: Void.self) { group in
      let stub = StubTransport { request in
        for _ in 0..<(request.context.number % 7) { await Task.yield() }
        return echo(request)
      }
      for number in UInt64(100)..<200 {
        group.addTask {
          let next = Next([number % 2 == 0 ? middleware : second], transport: stub)
          try await expectOwnAnswer(try await next(numbered(number)), to: number)
        }
      }
      try await group.waitForAll()
    }
  }

  /// Runs one call from beginning to end while another is in progress.
  private func overlap(_ middleware: any Middleware) async throws {
    let started = Tally(), over = Tally()
    let stub = StubTransport { request in
      if request.context.number == 1 {
        started.add()
        // If the middleware admits one call at a time, it holds back the second. The first then continues after a moment.
        try? await bounded(by: .milliseconds(250)) { await over.reaches(1) }
      }
      return echo(request)
    }
    let first = Task {
      defer { started.add() }
      return try await Next([middleware], transport: stub)(numbered(1))
    }
    await withTaskCancellationHandler {
      await started.reaches(1)
    } onCancel: {
      first.cancel()
    }
    try await expectOwnAnswer(try await Next([middleware], transport: stub)(numbered(2)), to: 2)
    over.add()
    try await expectOwnAnswer(try await first.value, to: 1)
  }

  private static let canary = "canary-5Tq9"

  /// A request with the canary in every place where a caller can put a secret.
  private var tellingRequest: Request {
    var fields: HTTPFields = [.authorization: "Bearer \(Self.canary)", .cookie: "session=\(Self.canary)"]
    fields[.contentType] = "application/json"
    for name in ["X-Contract-Secret", "Idempotency-Key"] {
      if let name = HTTPField.Name(name) { fields[name] = Self.canary }
    }
    let body = Body("{\"password\":\"\(Self.canary)\"}")
    var telling = request(.post, "/contract/1?token=\(Self.canary)", headers: fields, body: body)
    telling.head.authority = "user:\(Self.canary)@contract.example"
    return telling
  }

  private func leavesNoTrace(inAnother isOther: Bool) async throws {
    let first = try make()
    let second = isOther ? try make() : first
    _ = try await exchange(tellingRequest, through: first) { _ in
      Response(status: .ok, headers: [Self.callField: Self.canary], body: Body(Self.canary))
    }
    let plain: HTTPFields = [.accept: "application/json"]
    let exchange = try await exchange(request(.get, "/contract/2", headers: plain, number: 2), through: second)
    for sent in exchange.sent {
      let fields = sent.request.head.headerFields
      let changes = fields.differences(from: plain, ignoring: ownedRequestFields)
      try expect(changes == nil, "only its own fields in the second request", seen: changes ?? "")
      let text = fields.map(\.value).joined() + (sent.request.head.path ?? "") + (sent.request.head.authority ?? "")
      try expect(!text.contains(Self.canary), "nothing of the first call in the second request", seen: "a value of the first")
      try expect(sent.bytes.isEmpty, "no body in the second request", seen: "\(sent.bytes.count) bytes")
    }
    let response = try exchange.result.get()
    let text = try await response.body.collect()
    try expect(
      text == Data("plain".utf8) && response.head.headerFields[Self.callField] == nil,
      "the second response for the second call", seen: "another")
  }

  private func keepsSecrets() async throws {
    let middleware = try make()
    let telling = tellingRequest
    // Checked twice, because the explanation may change after a call.
    for _ in 0..<2 {
      let texts = [("name", middleware.name), ("explanation", middleware.explanation(for: telling) ?? "nothing")]
      for (what, text) in texts {
        try expect(!text.isEmpty, "a \(what)", seen: "an empty one")
        try expect(!text.contains(where: \.isNewline), "a \(what) of one line", seen: "several lines")
        let isTelling = ([Self.canary] + secrets).contains { !$0.isEmpty && text.contains($0) }
        try expect(!isTelling, "a \(what) without secrets", seen: "a secret")
      }
      _ = try await exchange(telling, through: middleware)
    }
  }
}
