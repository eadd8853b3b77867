import FoundationEssentials
import RefineryCore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct BodyTests {
  private func stream(_ chunks: String...) -> AsyncStream<Data> {
    AsyncStream { continuation in
      for chunk in chunks { continuation.yield(Data(chunk.utf8)) }
      continuation.finish()
    }
  }

  @Test("bytes and files can be read any number of times")
  func replayable() async throws {
    let file = URL(filePath: "/tmp/refinery-body-\(UUID().uuidString)")
    try Data(repeating: 7, count: 200_000).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for body in [Body("hello"), try Body(contentsOf: file)] {
      #expect(body.isReplayable)
      let first = try await body.collect()
      var second = Data()
      for try await chunk in body { second.append(chunk) }
      #expect(first == second)
      #expect(body.length == first.count)
    }
  }

  @Test("a one-shot stream is read once, and says so the second time")
  func oneShot() async throws {
    let body = Body(stream("a", "", "b"))
    #expect(!body.isReplayable && body.length == nil && body.data == nil)
    #expect(try await body.collect() == Data("ab".utf8))
    await #expect(throws: BodyError.alreadyConsumed) { try await body.collect() }
  }

  @Test("a false length reserves no memory") func falseLength() async throws {
    #expect(try await Body(stream("ab"), length: 1 << 62).collect(upTo: .max) == Data("ab".utf8))
  }

  @Test("a negative length counts as unknown") func negativeLength() async throws {
    let body = Body(stream("ab"), length: -1)
    #expect(body.length == nil)
    #expect(try await body.collect() == Data("ab".utf8))
  }

  @Test("a stream that ends on cancellation is not collected as a complete body")
  func cancelledReader() async {
    let (chunks, source) = AsyncStream<Data>.makeStream()
    source.yield(Data("ab".utf8))
    let body = Body(chunks)
    let reading = Task { try await body.collect() }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    source.finish()
  }

  @Test("a stream of full length is complete, even if its reader is cancelled meanwhile")
  func cancelledAtTheEnd() async {
    struct Chunks: AsyncSequence, Sendable {
      func makeAsyncIterator() -> Iterator { Iterator() }
      struct Iterator: AsyncIteratorProtocol {
        var left = 2
        mutating func next() async throws -> Data? {
          left -= 1
          return left >= 0 ? Data("a".utf8) : nil
        }
      }
    }
    func outcome(_ length: Int?) async -> String {
      let ends = Mutex("")
      let body = Body(Chunks(), length: length).onEnd { result in
        let text = (try? result.get()).map { "\($0)" } ?? "failed"
        ends.withLock { $0 = text }
      }
      let reading = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await body.collect()
      }
      let count = (try? await reading.value)?.count
      let end = ends.withLock { $0 }
      return "\(end) \(count.map { "\($0)" } ?? "cancelled")"
    }
    #expect(await outcome(2) == "2 2")
    #expect(await outcome(3) == "failed cancelled")
    #expect(await outcome(nil) == "failed cancelled")
  }

  @Test("collecting has a limit, for bytes that are there and bytes that arrive")
  func limit() async throws {
    await #expect(throws: BodyError.tooLarge(limit: 3, observed: 5)) { try await Body("hello").collect(upTo: 3) }
    await #expect(throws: BodyError.tooLarge(limit: 3, observed: 4)) {
      try await Body(stream("ab", "cd", "ef")).collect(upTo: 3)
    }
    #expect(try await Body(stream("ab", "cd")).collect(upTo: 4).count == 4)
    await #expect(throws: BodyError.self) { try await Body(stream("a"), length: .max).collect(upTo: 10) }
  }

  @Test("a map changes each chunk and keeps whether the body is replayable")
  func map() async throws {
    let body = Body("ab").mapChunks { Data($0.reversed()) }
    #expect(body.isReplayable && body.length == nil)
    #expect(try await body.collect() == Data("ba".utf8))
    let once = Body(stream("ab", "cd")).mapChunks { Data($0.reversed()) }
    #expect(try await once.collect() == Data("badc".utf8))
    await #expect(throws: BodyError.alreadyConsumed) { try await once.collect() }
  }

  @Test("a map can add bytes after the last chunk of each reading, and say that it must not be read twice")
  func mapWithLastChunk() async throws {
    let tail = Body(stream("ab", "cd")).mapChunks {
      $0
    } last: {
      Data("!".utf8)
    }
    #expect(try await tail.collect() == Data("abcd!".utf8))
    let whole = Body("ab").mapChunks {
      $0
    } last: {
      Data("!".utf8)
    }
    for _ in 1...2 { #expect(try await whole.collect() == Data("ab!".utf8)) }
    #expect(
      try await Body.empty.mapChunks {
        $0
      } last: {
        Data("!".utf8)
      }.collect() == Data("!".utf8))
    #expect(
      try await Body("ab").mapChunks {
        $0
      } last: {
        Data()
      }.collect() == Data("ab".utf8))

    // It holds each chunk back until the next.
    let held = Mutex(Data())
    let delayed = Body("ab").mapChunks(isReplayable: false) { chunk in
      held.withLock { held in
        defer { held = chunk }
        return held
      }
    } last: {
      held.withLock { $0 }
    }
    #expect(!delayed.isReplayable)
    #expect(try await delayed.collect() == Data("ab".utf8))
    await #expect(throws: BodyError.alreadyConsumed) { try await delayed.collect() }
  }

  @Test("a map adds nothing after a reading that fails or is left")
  func mapOfBrokenBody() async throws {
    let count = Mutex(0)
    func counting(_ body: Body) -> Body {
      body.mapChunks {
        $0
      } last: {
        count.withLock { $0 += 1 }
        return Data()
      }
    }
    let broken = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: BodyError.alreadyConsumed) }
    await #expect(throws: BodyError.alreadyConsumed) { try await counting(Body(broken)).collect() }
    for try await _ in counting(Body(stream("ab", "c"))) { break }
    await #expect(throws: BodyError.self) {
      _ = try await counting(Body("ab")).mapChunks { _ in throw BodyError.alreadyConsumed }.collect()
    }
    #expect(count.withLock { $0 } == 0)
    var iterator = counting(Body(stream("ab"))).makeAsyncIterator()
    for _ in 1...4 { _ = try await iterator.next() }
    #expect(count.withLock { $0 } == 1)
  }

  @Test("the end of a body is told once: at the last byte, at an error, or when its reader goes away")
  func onEnd() async throws {
    let ends = Mutex<[String]>([])
    func note(_ name: String) -> @Sendable (Result<Int, any Error>) -> Void {
      { result in
        let text = (try? result.get()).map { "\(name) \($0)" } ?? "\(name) failed"
        ends.withLock { $0.append(text) }
      }
    }
    _ = Body("hello").onEnd(note("whole"))
    _ = try await Body(stream("ab", "c")).onEnd(note("stream")).collect()
    let broken = AsyncThrowingStream<Data, any Error> { $0.finish(throwing: BodyError.alreadyConsumed) }
    await #expect(throws: BodyError.self) { try await Body(broken).onEnd(note("broken")).collect() }
    do {
      var iterator = Body(stream("ab", "c")).onEnd(note("left")).makeAsyncIterator()
      _ = try await iterator.next()
    }
    #expect(ends.withLock { $0 } == ["whole 5", "stream 3", "broken failed", "left failed"])
  }
}
