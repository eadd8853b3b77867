import RefineryCore
import Testing

@Suite struct OneShotContinuationTests {
  @Test("a wait is ended by its first result, also one that comes before it")
  func firstResult() async throws {
    let early = OneShotContinuation<Int>()
    early.resume(with: .success(1))
    early.resume(with: .success(2))
    #expect(try await early.value() == 1)
    let late = OneShotContinuation<Int>()
    async let value = late.value()
    late.resume(with: .success(3))
    late.resume(with: .failure(CancellationError()))
    #expect(try await value == 3)
  }

  @Test("a cancelled wait ends if its task has left the queue, and otherwise gets its result", arguments: [true, false])
  func cancellation(hasLeft: Bool) async {
    let wait = OneShotContinuation<Int>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await wait.value {
        if !hasLeft { wait.resume(with: .success(1)) }
        return hasLeft
      }
    }
    let result = await task.result
    #expect((try? result.get()) == (hasLeft ? nil : 1))
    if hasLeft { #expect(throws: CancellationError.self) { try result.get() } }
  }
}
