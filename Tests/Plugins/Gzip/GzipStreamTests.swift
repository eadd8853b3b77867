import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@testable import RefineryGzip

@Suite(.timeLimit(.minutes(5))) struct GzipStreamTests {
  private func decoded(_ chunks: [Data], allowsRaw: Bool = false) -> Body {
    Body(Recoded(source: Body(Chunks(chunks))) { [Inflater(allowsRaw: allowsRaw)] })
  }

  @Test("L06: pieces of any size decode alike, also one byte at a time")
  func pieces() async throws {
    let data = Fixture.everyField + Fixture.named
    for size in 1...data.count {
      #expect(try await decoded(data.pieces(of: size)).collect() == Data((Fixture.text + Fixture.text).utf8))
      #expect(try await decoded(Fixture.raw.pieces(of: size), allowsRaw: true).collect() == Data(Fixture.text.utf8))
      #expect(try await decoded(Fixture.zlib.pieces(of: size), allowsRaw: true).collect() == Data(Fixture.text.utf8))
    }
  }

  @Test("L06: input longer than zlib can count is shown to it in slices")
  func slices() throws {
    let deflater = Deflater(sliceSize: 7)
    deflater.feed(json(10_000))
    deflater.finish()
    var compressed = Data()
    while let chunk = try deflater.next() { compressed.append(chunk) }
    #expect(try Gzip.decompress(compressed) == json(10_000))

    let inflater = Inflater(sliceSize: 7)
    inflater.feed(compressed)
    inflater.finish()
    var text = Data()
    while let chunk = try inflater.next() { text.append(chunk) }
    #expect(text == json(10_000))
  }

  @Test("L06: 100 MB pass through compression and decoding in chunks of at most 64 KiB")
  func constantMemory() async throws {
    let chunk = json(100_000)
    let compressed = Body(Recoded(source: Body(Chunks(1000) { _ in chunk })) { [Deflater(level: 1)] })
    var total = 0
    var largest = 0
    for try await piece in Body(Recoded(source: compressed) { [Inflater()] }) {
      total += piece.count
      largest = max(largest, piece.count)
    }
    #expect(total == 100_000_000)
    #expect(largest <= 65_536)
  }

  @Test("L06: a stream that is cut, damaged or followed by garbage is an error where it is read")
  func failures() async throws {
    for length in 1..<Fixture.named.count {
      await #expect(throws: GzipError.truncated) { try await decoded([Fixture.named.prefix(length)]).collect() }
    }
    await #expect(throws: GzipError.trailingGarbage) { try await decoded([Fixture.named, Data("x".utf8)]).collect() }
    await #expect(throws: GzipError.self) { try await decoded([Data("plain text".utf8)]).collect() }
    #expect(try await decoded([]).collect().isEmpty)
  }

  @Test("L06: a reading that is let go of frees its codec at once, before the end and without an error")
  func abandoned() async throws {
    weak var inflater: Inflater?
    weak var deflater: Deflater?
    let chunk = json(100_000)
    func readOneChunk() async throws {
      let source = Body(Chunks(100) { _ in chunk })
      let recoded = Recoded(source: source) { [Deflater(level: 1), Inflater()] }
      var iterator = recoded.makeAsyncIterator()
      #expect(try await iterator.next() != nil)
      deflater = iterator.stages[0].codec as? Deflater
      inflater = iterator.stages[1].codec as? Inflater
      #expect(inflater != nil && deflater != nil)
      #expect(try await iterator.next() != nil)
    }
    try await readOneChunk()
    #expect(inflater == nil && deflater == nil)
  }

  @Test("L06: cancelling the reader of a decoded stream gives CancellationError and lets go of the source")
  func cancelled() async throws {
    let (chunks, feeder) = AsyncThrowingStream<Data, any Error>.makeStream()
    let (endings, ended) = AsyncStream<Bool>.makeStream()
    let source = Body(chunks).onEnd { result in
      if case .success = result { ended.yield(false) } else { ended.yield(true) }
    }
    let stub = StubTransport(.status(200, headers: [.contentEncoding: "gzip"], body: source))
    let request = get(Options { $0.delivery = .streamed(buffer: 1 << 20) })
    let body = try await GzipMiddleware().send(request, to: stub).body
    let (firsts, first) = AsyncStream<Int>.makeStream()
    let reader = Task {
      for try await chunk in body { first.yield(chunk.count) }
    }
    feeder.yield(try Gzip.compress(json(200_000)).dropLast(20))
    var arrived = firsts.makeAsyncIterator()
    #expect(await arrived.next() != nil)
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    var endingIterator = endings.makeAsyncIterator()
    #expect(await endingIterator.next() != nil)
  }

  @Test("L06: two readings at once of one replayable body do not disturb each other")
  func replay() async throws {
    let text = json(500_000)
    let compressed = try Gzip.compress(text)
    let body = Body(Recoded(source: Body(compressed)) { [Inflater()] }, isReplayable: true)
    async let one = body.collect()
    async let two = body.collect()
    #expect(try await one == text)
    #expect(try await two == text)
  }

  @Test("L06: reading a decoded body on an actor never leaves that actor between chunks")
  @MainActor func isolation() async throws {
    struct Spy: AsyncSequence, AsyncIteratorProtocol, Sendable {
      var chunks: [Data]

      func makeAsyncIterator() -> Spy { self }
      mutating func next() async throws -> Data? { try await next(isolation: nil) }
      mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
        #expect(actor === MainActor.shared)
        return chunks.isEmpty ? nil : chunks.removeFirst()
      }
    }
    let body = Body(Recoded(source: Body(Spy(chunks: Fixture.named.pieces(of: 9)))) { [Inflater()] })
    #expect(try await body.collect() == Data(Fixture.text.utf8))
  }
}
