import FoundationEssentials
import HTTPTypes
import RefineryControl
import RefineryCore

extension TransportContract {
  private static let streamed = Options { $0.delivery = .streamed(buffer: 4 << 20) }

  static let streams: [Check] = [
    Check("a stream's head arrives before its body", demands: .streamsDownloads) { context in
      let response = try await context.send("/stall", options: streamed)
      try context.expect(response.head.status.code, 200, "status")
      var reading = response.body.makeAsyncIterator()
      let first = try await reading.next()
      try context.expect(first.map { String(decoding: $0, as: UTF8.self) }, "start", "first chunk")
    },
    Check("a stream delivers every byte in order", demands: .streamsDownloads) { context in
      let response = try await context.send("/bytes/3000000", options: streamed)
      let received = try await response.body.collect()
      try context.expect(received == Data(LoopbackRoutes.pattern(3_000_000)), "3,000,000 bytes in order", saw: received.count)
    },
    Check("a stream that ends too early throws after the bytes that arrived", demands: .streamsDownloads) { context in
      let response = try await context.send("/truncated", options: streamed)
      var count = 0
      do {
        for try await chunk in response.body { count += chunk.count }
      } catch let error as TransportError {
        try context.expect(error.code, .connectionLost, "code")
        try context.expect(count, 20, "bytes")
        return
      }
      try context.expect(false, "connection lost", saw: "\(count) bytes")
    },
    Check("a call that is paused during its transfer completes with one request", demands: .streamsDownloads) { context in
      let before = context.server.requestCount
      let api = Client(baseURL: "http://\(context.server.authority)", transport: context.transport)
      let call = api.controlled(Call<Okay>(Endpoint("Loopback", .get, "bytes/1000000")).data)
      call.start()
      for await progress in call.progressUpdates where progress.received > 0 { break }
      for _ in 0..<20 {
        call.pause()
        let held = call.progress.received
        for _ in 0..<50 { await Task.yield() }
        try context.expect(call.progress.received, held, "bytes during a pause")
        call.resume()
        await Task.yield()
      }
      let received = try await call.value
      try context.expect(received == Data(LoopbackRoutes.pattern(1_000_000)), "1,000,000 bytes in order", saw: received.count)
      try context.expect(context.server.requestCount - before, 1, "requests")
    },
    Check("releasing a stream ends the transfer", demands: .streamsDownloads) { context in
      let before = context.server.hangUpCount
      for isRead in [true, false] {
        let response = try await context.send("/stall", options: streamed)
        if isRead {
          var reading = response.body.makeAsyncIterator()
          _ = try await reading.next()
        }
      }
      await context.server.hangUps(before + 2)
    },
    Check("a reader that stops also stops the sender, and the rest is complete", demands: [.streamsDownloads, .backPressure]) {
      context in
      let total = 96_000_000
      let (standstills, standstill) = AsyncStream<Int>.makeStream()
      try await context.withServer({ _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
        connection.flood(total) { standstill.yield($0) }
        return .keepAlive
      }) { server in
        let options = Options { $0.delivery = .streamed(buffer: 64 * 1024) }
        let response = try await context.transport.send(server.request(.get, "/", options: options, timeout: .seconds(80)))
        var reading = response.body.makeAsyncIterator()
        var pattern = PatternReader()
        pattern.reads(try await reading.next())
        // Only the buffers of two sockets are between the server and the reader.
        for await sent in standstills {
          try context.expect(sent < total / 4, "a sender that stops within \(total / 4) bytes", saw: sent)
          break
        }
        while let chunk = try await reading.next() { pattern.reads(chunk) }
        try context.expect(pattern.count, total, "bytes")
        try context.expect(pattern.isWhole, "the bytes that were sent, in order", saw: "others")
      }
    },
    Check("an unread stream does not block other calls", demands: .streamsDownloads) { context in
      let options = Options { $0.delivery = .streamed(buffer: 1 << 20) }
      let held = try await context.send("/bytes/100000000", options: options)
      for _ in 0..<5 { try context.expect(try await context.text(context.send("/head")), "hello", "body of another call") }
      withExtendedLifetime(held) {}
    },
  ]
}

/// Compares what arrives with ``LoopbackRoutes/pattern(_:from:)``. Checks only the ends of every chunk: comparing each byte of
/// many megabytes would take longer than sending them.
struct PatternReader {
  private(set) var count = 0
  private(set) var isWhole = true

  mutating func reads(_ chunk: Data?) {
    guard let chunk, let first = chunk.first, let last = chunk.last else { return }
    isWhole = isWhole && first == UInt8(count % 251)
    count += chunk.count
    isWhole = isWhole && last == UInt8((count - 1) % 251)
  }
}
