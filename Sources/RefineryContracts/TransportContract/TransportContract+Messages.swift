import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  static let messages: [Check] = [
    Check("method, target and fields reach the server as they were given") { context in
      let target = "/echo/a%2Fb;c=1/%C3%A9?x=%20&y=a+b&z"
      _ = try await context.send(.delete, target, headers: [.accept: "text/plain", .ifMatch: "\"v1\""])
      let seen = context.server.received.last
      try context.expect(seen?.method, "DELETE", "method")
      try context.expect(seen?.target, target, "target")
      try context.expect(seen?.fields[.accept], "text/plain", "Accept")
      try context.expect(seen?.fields[.ifMatch], "\"v1\"", "If-Match")
    },
    Check("several cookies reach the server in one field") { context in
      var headers: HTTPFields = [.accept: "text/plain"]
      headers[.cookie] = "a=1; b=2"
      _ = try await context.send("/fields", headers: headers)
      try context.expect(context.server.received.last?.fields[values: .cookie], ["a=1; b=2"], "Cookie")
    },
    Check("a body in memory arrives byte for byte, with a content type") { context in
      for count in [1, 1000, 3_000_000] {
        let bytes = LoopbackRoutes.pattern(count)
        _ = try await context.send(.post, "/echo", body: Body(Data(bytes)))
        let seen = context.server.received.last
        try context.expect(seen?.bodyHash, LoopbackRequest.hash(of: bytes), "hash")
        try context.expect(seen?.fields[.contentType], "application/octet-stream", "Content-Type")
      }
    },
    Check("bodies without a length arrive complete") { context in
      try context.expect(try await context.text(context.send("/chunked")), "one two three", "chunked body")
      try context.expect(try await context.text(context.send("/until-close")), "until the end", "body until close")
    },
    Check("coded content is decoded, and the fields of its coding are removed", demands: .decodesContent) { context in
      let response = try await context.send("/gzip")
      try context.expect(try await context.text(response), #"{"hello":"gzip"}"#, "body")
      try context.expect(response.head.headerFields[.contentEncoding], nil, "Content-Encoding")
      try context.expect(response.head.headerFields[.contentLength], nil, "Content-Length")
    },
    Check("coded content is returned as it was sent, with the fields of its coding", excludes: .decodesContent) { context in
      let response = try await context.send("/gzip")
      try context.expect(Array(try await response.body.collect()), LoopbackRoutes.gzipped, "body")
      try context.expect(response.head.headerFields[.contentEncoding], "gzip", "Content-Encoding")
    },
    Check("overlapping responses reach the right calls") { context in
      try await context.atOnce(50) { number in
        let text = try await context.text(context.send("/fields", headers: [.accept: "text/\(number)"]))
        try context.expect(text.contains("accept: text/\(number)\n"), "the response to \(number)", saw: text)
      }
    },
    Check("a thousand calls at once all get a response") { context in
      try await context.atOnce(1000) { _ in
        let response = try await context.send("/head", timeout: .seconds(80))
        try context.expect(try await response.body.collect().count, 5, "bytes")
      }
    },
    Check("cookies are neither kept nor sent") { context in
      _ = try await context.send("/repeated")
      _ = try await context.send("/fields")
      try context.expect(context.server.received.last?.fields[.cookie], nil, "Cookie")
    },
  ]
}
