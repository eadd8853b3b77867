import FoundationEssentials
import HTTPTypes
import RefineryCore

extension TransportContract {
  private static let streamed = Options().setting(Delivery.self, .streamed(buffer: 4 << 20))

  static let streams: [Check] = [
    Check("a stream's head is there before its body", demands: .streamsDownloads) { context in
      let response = try await context.send("/stall", options: streamed)
      try context.expect(response.head.status.code, 200, "status")
      var reading = response.body.makeAsyncIterator()
      let first = try await reading.next()
      try context.expect(first.map { String(decoding: $0, as: UTF8.self) }, "start", "first chunk")
    },
    Check("a stream brings every byte in order", demands: .streamsDownloads) { context in
      let response = try await context.send("/bytes/3000000", options: streamed)
      var received = LoopbackRequest()
      for try await chunk in response.body { received.takes(Array(chunk)[...]) }
      try context.expect(received.bodyLength, 3_000_000, "bytes")
      try context.expect(received.bodyHash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(3_000_000)), "hash")
    },
    Check("a stream that ends too early throws after what arrived", demands: .streamsDownloads) { context in
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
    Check("a call that is paused in mid-transfer ends whole, by one request", demands: .streamsDownloads) { context in
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
      let hash = LoopbackRequest.hash(of: try await call.value)
      try context.expect(hash, LoopbackRequest.hash(of: LoopbackRoutes.pattern(1_000_000)), "hash")
      try context.expect(context.server.requestCount - before, 1, "requests")
    },
    Check("letting go of a stream ends the transfer", demands: .streamsDownloads) { context in
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
    Check("the deadline ends a stream that stalls", demands: .streamsDownloads) { context in
      let error = try await context.failure("timed out") {
        try await context.send("/stall", options: streamed, timeout: .milliseconds(200))
      }
      try context.expect((error as? TimedOut)?.timer, .total, "timer")
    },
    Check("a cancelled reader of a stream gets CancellationError", demands: .streamsDownloads) { context in
      let response = try await context.send("/stall", options: streamed)
      let reading = Task { try await response.body.collect() }
      reading.cancel()
      let result = await reading.result
      guard case .failure(let error) = result, error is CancellationError else {
        throw ContractViolation(rule: context.check, expected: "CancellationError", seen: "\(result)")
      }
    },
    Check("a slow reader stops the sender", demands: [.streamsDownloads, .backPressure]) { context in
      let options = Options().setting(Delivery.self, .streamed(buffer: 64 * 1024))
      let response = try await context.send("/bytes/20000000", options: options)
      var count = 0
      for try await chunk in response.body {
        count += chunk.count
        await Task.yield()
      }
      try context.expect(count, 20_000_000, "bytes")
    },
  ]
}
