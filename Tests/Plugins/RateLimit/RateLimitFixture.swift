import HTTPTypes
import RefineryCore
import RefineryRateLimit
import RefineryTesting
import Synchronization

/// A request of `Person.read`, as a client would make it.
func personRequest(
  _ row: String = "Person.read", host: String = "api.example", timeout: Duration? = nil, clock: CallClock = .continuous
) -> Request {
  Request(
    endpoint: Endpoint(row, .get, "people/{id}"),
    head: HTTPRequest(method: .get, scheme: "https", authority: host, path: "/people/5"),
    context: CallContext(number: 1, clock: clock, timeout: timeout))
}

extension HTTPField.Name {
  static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }
}

/// A store in memory that lets other calls run before it gives a token, as a database does.
struct YieldingStore: RateLimitStore {
  let inner: MemoryRateLimitStore

  func take(from bucket: String, by policy: RateLimitPolicy) async throws -> RateLimitTurn {
    await Task.yield()
    return inner.take(from: bucket, by: policy)
  }

  func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {
    inner.apply(hint, to: bucket, by: policy)
  }
}

/// A store that gives no token until the test says so.
final class SlowStore: RateLimitStore {
  private let state = Mutex<(isAsked: Bool, isOpen: Bool, waiting: CheckedContinuation<Void, Never>?)>((false, false, nil))
  var isAsked: Bool { state.withLock { $0.isAsked } }

  func take(from bucket: String, by policy: RateLimitPolicy) async throws -> RateLimitTurn {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.isAsked = true
        if !state.isOpen { state.waiting = continuation }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    return RateLimitTurn(wait: .zero, interval: .seconds(1))
  }

  func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {}

  func answer() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
