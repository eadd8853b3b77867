import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting

extension TransportContract {
  private static let streamed = Options { $0.delivery = .streamed(buffer: 1 << 20) }

  static let cancellations: [Check] = [
    Check("a call in a cancelled task sends nothing") { context in
      let target = context.unique("/head/cancelled")
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await context.send(target)
      }
      try context.expectCancelled(try await context.failure("CancellationError") { try await call.value })
      try context.expect(context.hasReceived(target), false, "sent")
    },
    Check("a call that is cancelled while it connects ends at once") { context in
      try await context.withDeadEnd { request in
        try await context.expectCancellation(after: 100) { try await context.transport.send(request) }
      }
    },
    Check("a call that is cancelled in a TLS handshake without a reply ends at once") { context in
      try await context.withMute(timeout: .seconds(30)) { request, isConnected in
        try await context.expectCancellation(after: 50, once: isConnected) { try await context.transport.send(request) }
      }
    },
    Check("an upload that is cancelled while nobody reads it ends at once") { context in
      for body in [Body(Data(count: 32_000_000)), Body(CountedSource(Data(count: 64_000), times: 500))] {
        let target = context.unique("/deaf")
        try await context.expectCancellation(after: 100, once: { context.hasReceived(target) || body.data == nil }) {
          try await context.send(.put, target, body: body)
        }
      }
    },
    Check("an upload that is cancelled while its source gives nothing ends at once") { context in
      let (chunks, source) = AsyncStream<Data>.makeStream()
      source.yield(Data("x".utf8))
      try await context.expectCancellation(after: 100) { try await context.send(.put, "/echo", body: Body(chunks)) }
    },
    Check("a call that is cancelled while it waits for the response ends at once, and its connection with it") { context in
      let target = context.unique("/silent")
      let before = context.server.hangUpCount
      try await context.expectCancellation(once: { context.hasReceived(target) }) { try await context.send(target) }
      await context.server.hangUps(before + 1)
    },
    Check("a call that is cancelled in the middle of its body ends at once, and its connection with it") { context in
      let before = context.server.hangUpCount
      for route in ["/stall", "/drip/100000"] {
        let target = route == "/stall" ? context.unique(route) : route + "?ms=\(Int.random(in: 5...1000))"
        try await context.expectCancellation(after: 100, once: { context.hasReceived(target) }) {
          try await context.send(target)
        }
      }
      await context.server.hangUps(before + 2)
    },
    Check("a cancelled reader of a stream gets CancellationError, and the connection ends", demands: .streamsDownloads) {
      context in
      let before = context.server.hangUpCount
      let response = try await context.send("/stall", options: streamed)
      try await context.expectCancellation(after: 200) { response }
      await context.server.hangUps(before + 1)
    },
    Check("calls that are cancelled at any moment all end, and other calls go on") { context in
      let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<60 {
          group.addTask {
            let route = ["/silent", "/stall", "/bytes/200000", "/head", "/drip/1000?ms=1"][number % 5]
            let call = Task { try await context.send(route).body.collect() }
            for _ in 0..<number * 3 { await Task.yield() }
            call.cancel()
            do { _ = try await call.value } catch is CancellationError { return true }
            return false
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try context.expect(outcomes.count { $0 } >= 24, "24 cancelled calls or more", saw: outcomes.count { $0 })
      try context.expect(try await context.text(context.send("/head")), "hello", "body of a later call")
    },
  ]
}
