#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  @testable import RefineryAsyncHTTPClient
  import RefineryCore
  import RefineryTransport
  import Synchronization
  import Testing

  /// The events of AsyncHTTPClient in an order that a server cannot be made to cause.
  extension Sockets.AsyncHTTPClientTests {
    @Test("L03: parts that arrive after the end of a call are dropped, and do not stop the engine")
    func lateParts() async throws {
      let delegate = try await delegate(of: request(.get, nil, Options { $0.delivery = .streamed(buffer: 1) }))
      delegate.end(with: CancellationError())
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      for _ in 0..<2 { try await delegate.receive(ByteBuffer(string: "x"), on: loop).get() }
    }

    @Test("L03: a whole response counts although the connection breaks after its last byte")
    func breaksAfterWhole() async throws {
      let delegate = try await delegate(of: request(.get, nil))
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let received = try await withCheckedThrowingContinuation { continuation in
        guard delegate.start(with: continuation) else { return }
        delegate.receive(HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "2"]))
        _ = delegate.receive(ByteBuffer(string: "ok"), on: loop)
        delegate.fail(ChannelError.eof)
      }
      #expect(received.content.data == Data("ok".utf8))
    }

    @Test("L03: a stream that is dropped with a full buffer ends its request and resumes the engine")
    func droppedWhenFull() async throws {
      let delegate = try await delegate(of: request(.get, nil, Options { $0.delivery = .streamed(buffer: 1) }))
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let pause = try await {
        let received = try await withCheckedThrowingContinuation { continuation in
          guard delegate.start(with: continuation) else { return }
          delegate.receive(HTTPResponseHead(version: .http1_1, status: .ok))
        }
        let pause = delegate.receive(ByteBuffer(string: "full"), on: loop)
        _ = received.stream?.makeAsyncIterator()
        return pause
      }()
      try await pause.get()
      #expect(delegate.isOver)
    }

    @Test("L03: the idle timeout of a slow upload begins again after 128 KiB at the latest", arguments: [131_073, 1 << 20])
    func sizesOfParts(count: Int) async throws {
      let request = request(.put, Body(Data(count: count)))
      let delegate = try await delegate(of: request)
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let wire = try HTTPClient.Request(request, unixSocket: nil, for: delegate, on: loop)
      let sizes = Mutex<[Int]>([])
      let writer = HTTPClient.Body.StreamWriter { part in
        sizes.withLock { $0.append(part.readableBytes) }
        return loop.makeSucceededVoidFuture()
      }
      try await #require(wire.body).stream(writer).get()
      let seen = sizes.withLock { $0 }
      #expect(seen.reduce(0, +) == count && seen.allSatisfy { $0 <= 131_072 })
      delegate.end(with: CancellationError())
    }

    @Test("L03: an early refusal cancels the source of an upload, which may end the call")
    func sourceEndsCall() async throws {
      let (waits, waiting) = AsyncStream<Void>.makeStream()
      let (pause, end) = AsyncStream<Void>.makeStream()
      defer { end.finish() }
      let call = Mutex<ResponseDelegate?>(nil)
      let chunks = AsyncStream<Data>(
        unfolding: {
          waiting.yield()
          for await _ in pause {}
          return nil
        }, onCancel: { call.withLock { $0 }?.end(with: CancellationError()) })
      let request = request(.put, Body(chunks))
      let delegate = try await delegate(of: request)
      call.withLock { $0 = delegate }
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let wire = try HTTPClient.Request(request, unixSocket: nil, for: delegate, on: loop)
      let writer = HTTPClient.Body.StreamWriter { _ in loop.makeSucceededVoidFuture() }
      let upload = try #require(wire.body).stream(writer)
      for await _ in waits { break }
      delegate.receive(HTTPResponseHead(version: .http1_1, status: .forbidden))
      #expect(delegate.isOver)
      await #expect(throws: CancellationError.self) { try await upload.get() }
      call.withLock { $0 = nil }
    }

    @Test("L03: the number of stalled origins, and so of their clients, is bounded")
    func manyStalledOrigins() throws {
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      let stalled = StalledOrigins { ClientPool(ClientSettings(), on: loop) }
      let start = AlarmClock.now - 11_000_000_000
      for number in 0..<100 {
        stalled.endsUnsent(to: try #require(Origin(scheme: "https", authority: "host\(number)")), since: start)
      }
      #expect((1...64).contains(stalled.pools.count))
    }

    private func request(_ method: HTTPRequest.Method, _ body: Body?, _ options: Options = Options()) -> Request {
      let head = HTTPRequest(method: method, scheme: "http", authority: "service.invalid", path: "/")
      return Request(endpoint: Endpoint("Any.read", .get, "/"), head: head, body: body, options: options)
    }

    private func delegate(of request: Request) async throws -> ResponseDelegate {
      let dispatcher = RequestDispatcher(owning: ClientSettings())
      let limiter = OriginLimiter(active: 1, waiting: 1)
      let slot = try await limiter.admit(to: #require(Origin(request.head)), deadline: nil, alarms: dispatcher.alarms)
      return ResponseDelegate(request, dispatcher: dispatcher, slot: slot)
    }

    @Test("L03: the failure of a second attempt does not count as unsent if the first attempt was sent")
    func secondFailure() {
      let refused = TransportError(.cannotConnect, phase: .beforeSending, reason: "refused")
      let cut = TransportError(.connectionLost, phase: .receiving)
      let expected = TransportError(.cannotConnect, phase: .waiting, reason: "refused")
      #expect(Resendable.unanswered("closed").followed(by: refused) == expected)
      #expect(Resendable.unanswered("closed").followed(by: cut) == cut)
      #expect(Resendable.unsent("closing").followed(by: refused) == refused)
    }

    @Test("L03: a second attempt that finds the queue full leaves the failure of the first, which can be retried")
    func secondAttemptWithoutPlace() {
      let full = TransportError(.queueFull, phase: .beforeSending, reason: "full")
      let lost = TransportError(.connectionLost, phase: .waiting, reason: "closed")
      #expect(Resendable.unanswered("closed").followed(by: full) == lost)
      #expect(Resendable.unsent("closing").followed(by: full) == full)
    }

    @Test("L03: a pause counts until its end, so that the server's silence begins there")
    func pauses() async throws {
      let signal = BackpressureSignal()
      let loop = MultiThreadedEventLoopGroup.singleton.any()
      #expect(signal.lastPause == 0)
      let pause = signal.pause(on: loop)
      let instant = AlarmClock.now
      #expect(signal.lastPause >= instant)
      let later = AlarmClock.now
      signal.resume()
      try await pause.get()
      let end = signal.lastPause
      #expect(end >= later && end <= AlarmClock.now)
      #expect(signal.lastPause == end)
    }
  }
#endif
