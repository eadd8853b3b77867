import Foundation
import RefineryCore
import Synchronization
import TestSupport
import Testing

@testable import RefineryTransport

@Suite(.timeLimit(.minutes(5))) struct ChunkBufferTests {
  @Test("L13: a million chunks of one byte are kept as few chunks, in order", .afterTheRush)
  func merging() async throws {
    let buffer = ChunkBuffer(capacity: 1 << 20)
    let taken = (0..<(1 << 20)).count { buffer.push(Data([UInt8(truncatingIfNeeded: $0)])) }
    #expect(taken == 1 << 20)
    #expect(!buffer.push(Data([0])), "it is full")
    buffer.end(nil)
    var chunks = 0
    var bytes = Data()
    while let chunk = try await buffer.next() {
      chunks += 1
      bytes.append(chunk)
    }
    #expect(chunks <= 2 * (1 << 20) / ChunkBuffer.mergedBytes + 1)
    #expect(bytes.count == 1 << 20)
    #expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0) })
  }

  @Test("chunks are merged with those that wait, never with those that have been read, and large ones stay as they are")
  func boundaries() async throws {
    let large = Data(repeating: 1, count: ChunkBuffer.mergedBytes)
    let buffer = ChunkBuffer(capacity: 1 << 20)
    for chunk in [Data("a".utf8), Data("b".utf8), large, Data("c".utf8)] { #expect(buffer.push(chunk)) }
    #expect(try await buffer.next() == Data("ab".utf8))
    #expect(try await buffer.next() == large)
    #expect(try await buffer.next() == Data("c".utf8))
    #expect(buffer.push(Data("d".utf8)))
    #expect(try await buffer.next() == Data("d".utf8))
  }

  @Test("a full buffer pauses a writer that can be called back, and calls it back once, when half of it is free")
  func pausedWriter() async throws {
    let calls = Mutex(0)
    let chunk = Data(count: ChunkBuffer.mergedBytes)
    let buffer = ChunkBuffer(capacity: 4 * chunk.count) { calls.withLock { $0 += 1 } }
    for isTaken in [true, true, true, false] { #expect(buffer.push(chunk) == isTaken) }
    for expected in [0, 1, 1, 1] {
      #expect(try await buffer.next() == chunk)
      #expect(calls.withLock { $0 } == expected)
    }
    #expect(buffer.push(chunk))
  }

  @Test("a buffer without capacity resumes its writer after each chunk", arguments: [0, -1])
  func noCapacity(capacity: Int) async throws {
    let calls = Mutex(0)
    let buffer = ChunkBuffer(capacity: capacity) { calls.withLock { $0 += 1 } }
    for expected in 1...3 {
      #expect(!buffer.push(Data("a".utf8)))
      #expect(try await buffer.next() == Data("a".utf8))
      #expect(calls.withLock { $0 } == expected)
    }
  }

  @Test("only the first end counts")
  func twoEndings() async throws {
    let buffer = ChunkBuffer(capacity: 100)
    buffer.end(nil)
    buffer.end(TimedOut(.idle))
    #expect(try await buffer.next() == nil)
  }

  @Test("O07: the call's deadline and cancellation drop what has arrived; any other end comes after it")
  func endings() async throws {
    let lost = TransportError(.connectionLost, phase: .receiving)
    for error in [TimedOut(.total), CancellationError()] as [any Error] {
      let buffer = ChunkBuffer(capacity: 100)
      #expect(buffer.push(Data("a".utf8)))
      buffer.end(error)
      let thrown = await #expect(throws: (any Error).self) { try await buffer.next() }
      #expect(thrown.map { "\($0)" } == "\(error)")
    }
    for error in [TimedOut(.idle), lost] as [any Error] {
      let buffer = ChunkBuffer(capacity: 100)
      #expect(buffer.push(Data("a".utf8)))
      buffer.end(error)
      #expect(try await buffer.next() == Data("a".utf8))
      await #expect(throws: (any Error).self) { try await buffer.next() }
    }
  }

  @Test("an end or a cancellation that comes before the reader waits is not missed")
  func earlySignals() async throws {
    let ended = ChunkBuffer(capacity: 100)
    ended.end(TimedOut(.idle))
    await #expect(throws: TimedOut(.idle)) { try await ended.next() }
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ChunkBuffer(capacity: 100).next()
    }
    await #expect(throws: CancellationError.self) { try await reading.value }
  }
}
