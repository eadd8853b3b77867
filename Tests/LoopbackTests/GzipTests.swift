import Foundation
import HTTPTypes
import RefineryContracts
import RefineryCore
import RefineryGzip
import Testing

/// Either the engine or the plugin decodes, and never both.
extension Sockets.GzipTests {
  @Test("L06: gzip is announced and decoded exactly once, whole and streamed", arguments: Engine.allCases, [true, false])
  func once(engine: Engine, isStreamed: Bool) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let chain = Next([GzipMiddleware()], transport: transport)
        let options = Options { $0.delivery = isStreamed ? .streamed(buffer: 1 << 20) : .whole }
        let response = try await chain(server.request(.get, "/gzip", options: options))
        #expect(try await response.body.collect() == Data(#"{"hello":"gzip"}"#.utf8))
        #expect(response.head.headerFields[.contentEncoding] == nil && response.head.headerFields[.contentLength] == nil)
        let asked = try #require(server.received.last?.fields[.acceptEncoding])
        #expect(asked.components(separatedBy: "gzip").count == 2)
      }
    }
  }

  @Test("L06: a request is compressed once, and arrives as it was meant", arguments: Engine.allCases)
  func request(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let chain = Next([GzipMiddleware(requests: .above(0))], transport: transport)
        let content = Data(String(repeating: "again and ", count: 5000).utf8)
        _ = try await chain(server.request(.post, "/echo", body: Body(content)))
        let seen = try #require(server.received.last)
        #expect(seen.fields[.contentEncoding] == "gzip" && seen.bodyLength < content.count / 10)
      }
    }
  }

  @Test(
    "L06: a gzip bomb ends at the limit of decoded bytes, and other calls go on",
    arguments: Engine.allCases.filter { $0 != .urlSession || Engine.usesFoundationInternals })
  func bomb(engine: Engine) async throws {
    try await engine.using { transport in
      try await withServer { server in
        let chain = Next([GzipMiddleware()], transport: transport)
        let options = Options { $0.responseLimit = 1 << 20 }
        await #expect(throws: (any Error).self) { try await chain(server.request(.get, "/bomb", options: options)) }
        let next = try await chain(server.request(.get, "/head"))
        #expect(try await next.body.collect() == Data("hello".utf8))
      }
    }
  }
}
