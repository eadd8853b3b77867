import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryParts

extension MiddlewareTrial {
  static let responseRules = [
    MiddlewareRule("returns the response it was given") { try await $0.returnsResponse() },
    MiddlewareRule("leaves responses without content unchanged") { try await $0.leavesEmptyAnswersAlone() },
    MiddlewareRule("does not buffer a streamed response") { try await $0.doesNotGather() },
    MiddlewareRule("releases a response when its reader is released") { try await $0.letsGo() },
  ]

  private func returnsResponse() async throws {
    var fields: HTTPFields = [.contentType: "application/json", .eTag: "\"contract\"", .contentLength: "8"]
    fields[.setCookie] = "a=1"
    if !may(.decodeResponse) { fields[.contentEncoding] = "x-contract" }
    try await returns(fields, of: 200, many: true)
    let statuses = [201, 400, 404, 501] + (may(.resend) ? [] : [302, 401, 408, 415, 429, 500, 503])
    for status in statuses { try await returns(fields, of: status) }
  }

  private func returns(_ fields: HTTPFields, of status: Int, many: Bool = false) async throws {
    var fields = fields
    for number in 0..<(many ? 200 : 2) {
      guard let name = HTTPField.Name("X-Contract-\(number)") else { continue }
      fields.append(HTTPField(name: name, value: String(repeating: "v", count: 100)))
    }
    let scripted = Response(status: .init(code: status), headers: fields, body: Body("{\"a\":1}\n"))
    let response = try await exchange(request(), answer: { _ in scripted }).result.get()
    try expect(response.head.status.code == status, "status \(status)", seen: "\(response.head.status.code)")
    let changes = response.head.headerFields.differences(from: fields, ignoring: allowance.fields)
    try expect(changes == nil, "the fields of a response of status \(status) as they were", seen: changes ?? "")
    let bytes = try await response.body.collect()
    try expect(
      bytes == Data("{\"a\":1}\n".utf8), "the body of status \(status) unchanged", seen: "\(bytes.count) bytes, changed")
  }

  private func leavesEmptyAnswersAlone() async throws {
    let cases: [(HTTPRequest.Method, Int, HTTPFields)] = [
      (.head, 200, [.contentType: "application/json", .contentLength: "1234"]),
      (.head, 200, [.contentType: "application/json", .contentLength: "1234", .contentEncoding: "gzip"]),
      (.delete, 204, [:]), (.get, 304, [.eTag: "\"contract\""]), (.get, 200, [.contentLength: "0"]),
    ]
    for (method, status, fields) in cases {
      let response = try await exchange(
        request(method), answer: { _ in Response(status: .init(code: status), headers: fields) }
      )
      .result.get()
      try expect(response.head.status.code == status, "status \(status)", seen: "\(response.head.status.code)")
      let changes = response.head.headerFields.differences(from: fields, ignoring: ownedResponseFields)
      try expect(changes == nil, "the fields of a response to \(method) with \(status) unchanged", seen: changes ?? "")
      let bytes = try await response.body.collect()
      try expect(bytes.isEmpty, "no body of a response to \(method) with \(status)", seen: "\(bytes.count) bytes")
    }
  }

  private var ownedResponseFields: Set<HTTPField.Name> {
    may(.decodeResponse) ? allowance.fields.union([.contentEncoding, .contentLength]) : allowance.fields
  }

  private static let chunks = (0..<8).map { Data(repeating: UInt8($0), count: 1_000) }

  /// Nil if a middleware has responded without the transport, and may do so.
  private func stream(_ watch: WatchedChunks.Watch, through middleware: any Middleware) async throws -> Response? {
    let delivery = options.merging(Options { $0.delivery = .streamed(buffer: 1_000_000) })
    let exchange = try await exchange(request(options: delivery), through: middleware) { _ in
      Response(
        status: .ok, headers: [.contentType: "application/octet-stream"], body: Body(WatchedChunks(Self.chunks, watch: watch)))
    }
    if exchange.sent.isEmpty { watch.released.add() }
    return exchange.sent.isEmpty && may(.answer) ? nil : try exchange.result.get()
  }

  private func doesNotGather() async throws {
    let watch = WatchedChunks.Watch()
    guard let response = try await stream(watch, through: make()) else { return }
    var bytes = Data()
    for try await chunk in response.body {
      watch.firstWasRead.change { $0 = true }
      bytes += chunk
    }
    try expect(!watch.lastCameTooEarly.value, "the first chunk at the reader before the last is produced", seen: "the reverse")
    try expect(bytes == Data(Self.chunks.joined()), "all bytes of the stream", seen: "\(bytes.count) bytes, changed")
  }

  private func letsGo() async throws {
    let middleware = try make()
    for chunks in [0, 1] {
      let watch = WatchedChunks.Watch()
      try await read(chunks, of: watch, through: middleware)
      // Usually the stream is released by now. A middleware that passes chunks on in its own task needs a moment longer.
      if watch.released.count > 0 { continue }
      do { try await bounded(by: moment) { await watch.released.reaches(1) } } catch is RanTooLong {
        let moment = chunks == 0 ? "unread" : "after a chunk"
        throw Unmet(expected: "a response dropped \(moment) to end its transfer", seen: "a transfer that goes on")
      }
    }
    // The middleware must live until here, because references that it holds count.
    withExtendedLifetime(middleware) {}
  }

  /// Reads some chunks, and releases the response by returning.
  private func read(_ count: Int, of watch: WatchedChunks.Watch, through middleware: any Middleware) async throws {
    guard let response = try await stream(watch, through: middleware), count > 0 else { return }
    var iterator = response.body.makeAsyncIterator()
    for _ in 0..<count { _ = try await iterator.next() }
    watch.firstWasRead.change { $0 = true }
  }
}
