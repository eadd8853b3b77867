import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct RereadBodyTests {
  @Test("O06: a body that is read twice is recorded as it was read last")
  func twice() async throws {
    let stub = StubTransport { request in
      _ = try await request.body?.collect()
      _ = try await request.body?.collect()
      return Response(status: .ok)
    }
    let recording = RecordingTransport(stub)
    let chunks = AsyncSequenceOfOne(chunk: Data("abc".utf8))
    _ = try await recording.send(request(.put, "/a", body: Body(chunks, isReplayable: true)))
    #expect(recording.last?.sent.text == "abc" && recording.last?.sent.length == 3)
  }

  private struct AsyncSequenceOfOne: AsyncSequence, Sendable {
    let chunk: Data
    func makeAsyncIterator() -> Iterator { Iterator(chunk: chunk) }
    struct Iterator: AsyncIteratorProtocol {
      var chunk: Data?
      mutating func next() async throws -> Data? {
        defer { chunk = nil }
        return chunk
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct RecordingTransportTests {
  @Test("N01: the last exchange shows what was sent and what came back: method, path, query, headers, body, status")
  func last() async throws {
    let recording = RecordingTransport(StubTransport(.json("{}", headers: [.eTag: "\"1\""]), .status(404)))
    #expect(recording.last == nil && recording.exchanges.isEmpty)
    let sent = request(.post, "/people?limit=10", headers: [.accept: "a/b"], body: Body("hello"))
    _ = try await recording.send(sent)
    let last = try #require(recording.last)
    #expect(last.request.method == .post && last.request.path == "/people" && last.request.query == ["limit": ["10"]])
    #expect(last.request.headers[.accept] == "a/b" && last.request.text == "hello")
    #expect(last.sent.text == "hello" && last.sent.hasEnded && last.sent.length == 5)
    #expect(last.response?.status == .ok && last.response?.headerFields[.eTag] == "\"1\"")
    #expect(last.received.text == "{}" && last.received.hasEnded && last.failure == nil)
    _ = try await recording.send(request("/other"))
    #expect(recording.exchanges.map(\.response?.status.code) == [200, 404])
  }

  @Test("N01: streams are recorded on both sides while they are read, and unchanged: chunks, length, replays")
  func streams() async throws {
    let chunks = [Data("one".utf8), Data("two".utf8)]
    let inner = StubTransport { request in
      #expect(request.body?.length == 6 && request.body?.isReplayable == true)
      for _ in 0..<2 {
        let content = try await request.body?.collect()
        #expect(content == Data("onetwo".utf8))
      }
      return Response(status: .ok, body: stream(chunks))
    }
    let recording = RecordingTransport(inner, keeping: 4)
    struct Again: AsyncSequence, Sendable {
      let chunks: [Data]
      func makeAsyncIterator() -> AsyncStream<Data>.Iterator {
        AsyncStream { source in
          chunks.forEach { source.yield($0) }
          source.finish()
        }.makeAsyncIterator()
      }
    }
    let body = Body(Again(chunks: chunks), length: 6, isReplayable: true)
    let response = try await recording.send(request(.put, "/a", body: body))
    var reading = response.body.makeAsyncIterator()
    #expect(try await reading.next() == chunks[0])
    #expect(recording.last?.received.length == 3 && recording.last?.received.hasEnded == false)
    #expect(try await reading.next() == chunks[1])
    #expect(try await reading.next() == nil)
    let last = try #require(recording.last)
    #expect(last.sent.length == 6 && last.sent.text == "onet" && last.sent.hasEnded)
    #expect(last.received.length == 6 && last.received.text == "onet" && last.received.hasEnded)
  }

  @Test("N01: failures are kept, of the sending and of the content")
  func failures() async throws {
    let lost = TransportError(.connectionLost, phase: .waiting)
    let recording = RecordingTransport(
      StubTransport(.failure(lost), .status(200, body: stream([Data("x".utf8)], failing: lost))))
    await #expect(throws: lost) { try await recording.send(request("/a")) }
    #expect(recording.last?.failure as? TransportError == lost && recording.last?.response == nil)
    await #expect(throws: lost) { try await recording.send(request("/a")).body.collect() }
    #expect(recording.last?.failure as? TransportError == lost && recording.last?.received.text == "x")
    let open = RecordingTransport(StubTransport(.status(200, body: stream([Data("x".utf8), Data("y".utf8)]))))
    for try await _ in try await open.send(request("/a")).body { break }
    #expect(open.last?.failure is CancellationError)
  }

  private final class Closing: Transport {
    private let kept = Mutex<[Duration]>([])
    var graces: [Duration] { kept.withLock { $0 } }
    func send(_ request: Request) async throws -> Response { Response(status: .ok) }
    func shutdown(grace: Duration) async { kept.withLock { $0.append(grace) } }
  }

  @Test("N01, O06: a shutdown reaches the transport that is recorded")
  func closing() async throws {
    let inner = Closing()
    let scratch = Scratch()
    let cassette = try Cassette(scratch.file, mode: .record, over: inner)
    await RecordingTransport(inner).shutdown(grace: .seconds(5))
    await cassette.shutdown(grace: .seconds(6))
    #expect(inner.graces == [.seconds(5), .seconds(6)])
  }
}
