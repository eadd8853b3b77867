import HTTPTypes
import RefineryCore
import RefineryRateLimit
import RefineryTesting
import Synchronization
import TestSupport

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

  func take(from bucket: String, by policy: RateLimitPolicy) async throws -> (wait: Duration, interval: Duration) {
    await Task.yield()
    return inner.take(from: bucket, by: policy)
  }

  func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {
    inner.apply(hint, to: bucket, by: policy)
  }
}

/// A store that gives no token until the test says so.
final class SlowStore: RateLimitStore {
  private let asked = Atomic(false)
  private let latch = Latch()
  var isAsked: Bool { asked.load(ordering: .sequentiallyConsistent) }

  func take(from bucket: String, by policy: RateLimitPolicy) async throws -> (wait: Duration, interval: Duration) {
    asked.store(true, ordering: .sequentiallyConsistent)
    await latch.wait()
    return (.zero, .seconds(1))
  }

  func apply(_ hint: RateLimitHint, to bucket: String, by policy: RateLimitPolicy) async {}

  func answer() { latch.open() }
}
