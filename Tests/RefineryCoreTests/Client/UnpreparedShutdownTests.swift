import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

/// A shutdown without `prepareForShutdown()`.
@Suite(.timeLimit(.minutes(5))) struct UnpreparedShutdownTests {
  private let row = Endpoint("Person.read", .get, "people/5")

  @Test("P12: a shutdown that was not prepared waits for the calls under way, and refuses later ones")
  func waits() async throws {
    let latch = Latch()
    let arrivals = Counter()
    let stub = StubTransport { _ in
      arrivals.add()
      await latch.wait()
      return Response(status: .ok, body: Body("[]"))
    }
    let clock = ManualClock()
    let api = Client(
      baseURL: base, transport: stub, options: Options { $0.timeout = nil }, clock: CallClock(clock))
    let calls = [
      Task { _ = try await api.send(Call<Okay>(row)) }, Task { _ = try await api.respond(to: Call<Okay>(row)) },
      Task { try await api.open(Call<Okay>(row)).finish() },
    ]
    try await until { arrivals.count == 3 }
    let ends = Counter()
    let shutdown = Task {
      await api.shutdown(grace: .seconds(30))
      ends.add()
    }
    await clock.sleepers(1)
    for _ in 0..<1_000 { await Task.yield() }
    #expect(ends.count == 0)
    let refused = await #expect(throws: CallError.self) { try await api.send(Call<Okay>(row)) }
    #expect(refused?.kind == .transport(.closed) && arrivals.count == 3)
    latch.open()
    for call in calls { try await call.value }
    await shutdown.value
    #expect(ends.count == 1)
  }

  @Test("P12: when the grace is over, a shutdown that was not prepared returns, and the calls go on")
  func grace() async throws {
    let latch = Latch()
    let arrivals = Counter()
    let stub = StubTransport { _ in
      arrivals.add()
      await latch.wait()
      return Response(status: .ok)
    }
    let clock = ManualClock()
    let api = Client(
      baseURL: base, transport: stub, options: Options { $0.timeout = nil }, clock: CallClock(clock))
    let call = Task { _ = try await api.send(Call<Okay>(row)) }
    try await until { arrivals.count == 1 }
    let shutdown = Task { await api.shutdown(grace: .seconds(30)) }
    await clock.sleepers(1)
    clock.advance(by: .seconds(30))
    await shutdown.value
    latch.open()
    try await call.value
  }

  @Test("P12: a shutdown without calls under way returns at once, also after calls that have failed or were cancelled")
  func idle() async throws {
    let stub = StubTransport(.status(500), .failure(CancellationError()), .status(200, body: Body("[]")))
    let api = Client(baseURL: base, transport: stub)
    _ = try? await api.send(Call<Okay>(row))
    _ = try? await api.send(Call<Okay>(row))
    _ = try await api.respond(to: Call<Okay>(row))
    await api.shutdown(grace: .seconds(3_600))
  }
}
