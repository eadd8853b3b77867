import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let messages: [Check] = [
    Check("every status comes back as a response with its body") { context in
      for status in [200, 201, 400, 404, 418, 429, 500, 503] {
        let response = try await context.send("/status/\(status)")
        try context.expect(response.head.status.code, status, "status")
        try context.expect(try await context.text(response), "status \(status)", "body")
      }
    },
    Check("204 and 304 come back without a body") { context in
      for status in [204, 304] {
        let response = try await context.send("/status/\(status)")
        try context.expect(response.head.status.code, status, "status")
        try context.expect(try await context.text(response), "", "body")
      }
    },
    Check("HEAD brings the fields, the length among them, and no body") { context in
      let response = try await context.send(.head, "/head")
      try context.expect(response.head.headerFields[.contentLength], "5", "Content-Length")
      try context.expect(try await context.text(response), "", "body")
    },
    Check("method, target and fields reach the server as they were given") { context in
      let target = "/echo/a%2Fb;c=1/%C3%A9?x=%20&y=a+b&z"
      _ = try await context.send(.delete, target, headers: [.accept: "text/plain", .ifMatch: "\"v1\""])
      let seen = context.server.received.last
      try context.expect(seen?.method, "DELETE", "method")
      try context.expect(seen?.target, target, "target")
      try context.expect(seen?.fields[.accept], "text/plain", "Accept")
      try context.expect(seen?.fields[.ifMatch], "\"v1\"", "If-Match")
    },
    Check("a body in memory arrives byte for byte, with a content type") { context in
      for count in [1, 1000, 3_000_000] {
        let bytes = LoopbackRoutes.pattern(count)
        _ = try await context.send(.post, "/echo", body: Body(Data(bytes)))
        let seen = context.server.received.last
        try context.expect(seen?.bodyLength, count, "bytes")
        try context.expect(seen?.bodyHash, LoopbackRequest.hash(of: bytes), "hash")
        try context.expect(seen?.fields[.contentType], "application/octet-stream", "Content-Type")
      }
    },
    Check("a streamed body arrives byte for byte") { context in
      let chunks = (0..<20).map { Data(LoopbackRoutes.pattern(10_000, from: $0 * 10_000)) }
      _ = try await context.send(.put, "/echo", body: Body(Chunks(chunks)))
      let seen = context.server.received.last
      try context.expect(seen?.bodyLength, 200_000, "bytes")
      try context.expect(seen?.bodyHash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(200_000)), "hash")
    },
    Check("POST without a body is sent without one") { context in
      let response = try await context.send(.post, "/echo")
      try context.expect(response.head.status.code, 200, "status")
      try context.expect(context.server.received.last?.bodyLength, 0, "bytes")
    },
    Check("bodies without a length come back whole") { context in
      try context.expect(try await context.text(context.send("/chunked")), "one two three", "chunked body")
      try context.expect(try await context.text(context.send("/until-close")), "until the end", "body until close")
    },
    Check("interim responses are skipped") { context in
      let response = try await context.send("/hints")
      try context.expect(response.head.status.code, 200, "status")
      try context.expect(try await context.text(response), "after hints", "body")
    },
    Check("trailers leave the response as it is", demands: .trailers) { context in
      let response = try await context.send("/trailers")
      try context.expect(try await context.text(response), "hello", "body")
    },
    Check("every value of a repeated field is there") { context in
      let fields = try await context.send("/repeated").head.headerFields
      let values = fields[values: HTTPField.Name("X-Repeat") ?? .via].joined(separator: ", ")
      try context.expect(values, "one, two", "X-Repeat")
    },
    Check("repeated fields stay apart", demands: .separateFields) { context in
      let fields = try await context.send("/repeated").head.headerFields
      try context.expect(fields[values: .setCookie], ["a=1", "b=2"], "Set-Cookie")
    },
    Check("coded content comes decoded, without the fields that described the code", demands: .decodesContent) { context in
      let response = try await context.send("/gzip")
      try context.expect(try await context.text(response), #"{"hello":"gzip"}"#, "body")
      try context.expect(response.head.headerFields[.contentEncoding], nil, "Content-Encoding")
      try context.expect(response.head.headerFields[.contentLength], nil, "Content-Length")
    },
    Check("coded content comes as it was sent, with the fields that describe it", excludes: .decodesContent) { context in
      let response = try await context.send("/gzip")
      try context.expect(Array(try await response.body.collect()), LoopbackRoutes.gzipped, "body")
      try context.expect(response.head.headerFields[.contentEncoding], "gzip", "Content-Encoding")
    },
    Check("401 comes back with its body, whatever the scheme") { context in
      for scheme in ["none", "basic", "bearer", "digest", "negotiate", "strange", "two"] {
        let response = try await context.send("/challenge/\(scheme)")
        try context.expect(response.head.status.code, 401, "status of \(scheme)")
        try context.expect(try await context.text(response), #"{"error":"\#(scheme)"}"#, "body of \(scheme)")
      }
    },
    Check("cookies are neither kept nor sent") { context in
      _ = try await context.send("/repeated")
      _ = try await context.send("/fields")
      try context.expect(context.server.received.last?.fields[.cookie], nil, "Cookie")
    },
  ]
}

/// Chunks that are given one after another.
struct Chunks: AsyncSequence, Sendable {
  let chunks: [Data]
  init(_ chunks: [Data]) { self.chunks = chunks }

  func makeAsyncIterator() -> Iterator { Iterator(rest: chunks[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<Data>
    mutating func next() async -> Data? { rest.popFirst() }
    mutating func next(isolation actor: isolated (any Actor)?) async -> Data? { rest.popFirst() }
  }
}
