import FoundationEssentials
import HTTPTypes
import RefineryControl
import RefineryCore
import RefineryTesting

/// A server whose only response arrives in the chunks that a test sends.
struct SlowServer {
  let stub: StubTransport
  let api: Client
  private let source: AsyncThrowingStream<Data, any Error>.Continuation

  init(status: Int = 200, length: Int? = nil, clock: CallClock = .continuous, middleware: [any Middleware] = []) {
    let (pieces, source) = AsyncThrowingStream<Data, any Error>.makeStream()
    self.source = source
    stub = StubTransport { _ in
      Response(status: HTTPResponse.Status(code: status), body: Body(pieces, length: length))
    }
    api = Client(baseURL: base, middleware: middleware, transport: stub, clock: clock)
  }

  func gives(_ text: String) { source.yield(Data(text.utf8)) }
  func ends(_ error: (any Error)? = nil) { source.finish(throwing: error) }
}

extension ControlledCall {
  /// Waits until so many bytes have been handed on.
  func received(_ count: Int) async {
    for await progress in progressUpdates where progress.received >= count { return }
  }

  /// Waits until the call is there.
  func reaches(_ state: CallState) async {
    for await now in states where now == state { return }
  }
}

/// Time enough for whatever could go on to have gone on.
func everythingElse() async {
  for _ in 0..<200 { await Task.yield() }
}
