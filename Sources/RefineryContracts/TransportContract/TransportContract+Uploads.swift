import FoundationEssentials
import HTTPTypes
import RefineryCore
import Synchronization

extension TransportContract {
  static let uploads: [Check] = [
    Check("a streamed body arrives byte for byte, with a length and without") { context in
      let chunks = (0..<20).map { Data(LoopbackRoutes.pattern(10_000, from: $0 * 10_000)) }
      for length in [nil, 200_000] {
        _ = try await context.send(.put, "/echo", body: Body(streaming: chunks, length: length))
        let seen = context.server.received.last
        try context.expect(seen?.bodyHash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(200_000)), "hash")
        if length != nil {
          try context.expect(seen?.fields[.contentLength], "200000", "Content-Length")
          try context.expect(seen?.fields[.transferEncoding], nil, "Transfer-Encoding")
        }
      }
    },
    Check("a POST without a body, or with an empty one, is sent without content") { context in
      for body in [nil, Body(streaming: []), Body(streaming: [], length: 0)] {
        let response = try await context.send(.post, "/echo", body: body)
        try context.expect(response.head.status.code, 200, "status")
        try context.expect(context.server.received.last?.bodyLength, 0, "bytes")
      }
    },
    Check("a body from a file arrives byte for byte, with its length") { context in
      let name = "refinery-contract-\(UInt64.random(in: .min ... .max))"
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      try Data(LoopbackRoutes.pattern(300_000)).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try await context.send(.put, "/echo", body: Body(contentsOf: file))
      let seen = context.server.received.last
      try context.expect(seen?.bodyHash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(300_000)), "hash")
      try context.expect(seen?.fields[.contentLength], "300000", "Content-Length")
    },
    Check("a body that gives fewer or more bytes than it promised is an invalid request") { context in
      for count in [5, 20] {
        let target = context.unique("/echo")
        let body = Body(streaming: [Data(count: count)], length: 10)
        try await context.expectFailure(.invalidRequest, on: "\(count) bytes, but 10 were promised") {
          try await context.send(.put, target, body: body)
        }
        let seen = context.server.received.last { $0.target == target }
        try context.expect((seen?.bodyLength ?? 0) <= 10, "at most 10 bytes", saw: seen?.bodyLength ?? 0)
      }
    },
    Check("an error of a streamed body is thrown, and no complete request arrives") { context in
      struct Broken: Error {}
      for chunks in [[], [Data(count: 10_000)]] {
        let target = context.unique("/echo")
        let body = Body(streaming: chunks, error: Broken())
        let error = try await context.failure("the body's own error") { try await context.send(.post, target, body: body) }
        try context.expect(error is Broken, "the body's own error", saw: ErrorSummary.text(of: error))
        let isAnswered = context.server.received.contains { $0.target == target && $0.isWhole }
        try context.expect(isAnswered, false, "a whole request")
      }
    },
    Check("a slow upload arrives complete, and does not block other calls") { context in
      let (chunks, source) = AsyncStream<Data>.makeStream()
      async let upload = context.send(.put, "/echo", body: Body(chunks))
      for number in 0..<20 {
        source.yield(Data(LoopbackRoutes.pattern(100, from: number * 100)))
        try context.expect(try await context.text(context.send("/head")), "hello", "body of another call")
      }
      source.finish()
      try context.expect(try await upload.head.status.code, 200, "status")
      let seen = context.server.received.last { $0.method == "PUT" }
      try context.expect(seen?.bodyHash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(2000)), "hash")
    },
    Check("the server receives the first bytes of an upload before the last exist", demands: .streamsUploads) { context in
      let (chunks, source) = AsyncStream<Data>.makeStream()
      source.yield(Data(count: 1000))
      let target = context.unique("/echo")
      async let upload = context.send(.put, target, body: Body(chunks))
      try await context.waits { context.hasReceived(target) }
      source.yield(Data(count: 1000))
      source.finish()
      try context.expect(try await upload.head.status.code, 200, "status")
      try context.expect(context.server.received.last { $0.target == target }?.bodyLength, 2000, "bytes")
    },
    Check("a server that stops reading stops the source of an upload", demands: .streamsUploads) { context in
      let total = 64_000_000
      let block = 64_000
      let source = CountedSource(Data(count: block), times: total / block)
      let atStandstill = Mutex(0)
      try await context.withServer({ _, connection in
        connection.waitForStandstill()
        atStandstill.withLock { $0 = source.given }
        let length = connection.readBody(hashing: false).bodyLength
        // The next upload uses a new connection with small buffers, because the buffers of this one have grown.
        connection.answer(200, ["Connection: close"], Array("\(length)".utf8))
        return .close
      }) { server in
        for length in [nil, total] {
          source.restart()
          let body = Body(source, length: length)
          let response = try await context.transport.send(server.request(.put, "/", body: body, timeout: .seconds(80)))
          try context.expect(try await context.text(response), "\(total)", "bytes")
          let given = atStandstill.withLock { $0 } * block
          try context.expect(given < total / 2, "a source that stops within \(total / 2) bytes", saw: given)
        }
      }
    },
    Check("a response that arrives before the upload has ended is returned") { context in
      for body in [Body(Data(count: 8_000_000)), Body(CountedSource(Data(count: 64_000), times: 125))] {
        try await context.expect(try await context.send(.put, "/early", body: body), 413, "too much")
      }
    },
    Check("a large upload arrives whole") { context in
      let source = CountedSource(Data(count: 100_000), times: 200)
      for body in [Body(Data(count: 20_000_000)), Body(source)] {
        let response = try await context.send(.put, "/sink", body: body, timeout: .seconds(80))
        try context.expect(try await context.text(response), "20000000", "bytes")
      }
    },
  ]
}
