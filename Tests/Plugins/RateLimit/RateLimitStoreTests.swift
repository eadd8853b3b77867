import RefineryCore
import RefineryRateLimit
import RefineryTesting
import TestSupport
import Testing

@Suite("MemoryRateLimitStore")
struct RateLimitStoreTests {
  private let policy = RateLimitPolicy(10)

  private func hint(pause: Duration? = nil, remaining: Int? = nil, window: Duration? = nil) -> RateLimitHint {
    var hint = RateLimitHint()
    (hint.pause, hint.remaining, hint.window) = (pause, remaining, window)
    return hint
  }

  @Test("of responses to requests of one window, the one that leaves the fewest requests applies, in any order")
  func outOfOrder() {
    let manual = ManualClock()
    let store = MemoryRateLimitStore(clock: CallClock(manual))
    store.apply(hint(remaining: 0, window: .seconds(30)), to: "a", by: policy)
    store.apply(hint(remaining: 5, window: .seconds(29)), to: "a", by: policy)
    #expect(store.take(from: "a", by: policy).wait == .seconds(29))
    // A window that ends much later is the next one.
    store.apply(hint(remaining: 5, window: .seconds(60)), to: "a", by: policy)
    #expect(store.take(from: "a", by: policy).wait == .zero)
  }

  @Test("requests that left a server's sliding window do not use up its quota")
  func slidingWindow() {
    let manual = ManualClock()
    let store = MemoryRateLimitStore(clock: CallClock(manual))
    for second in 0..<20 {
      #expect(store.take(from: "a", by: policy).wait == .zero, "\(second)")
      store.apply(hint(remaining: 5, window: .seconds(60)), to: "a", by: policy)
      manual.advance(by: .seconds(1))
    }
    // Late responses to earlier requests do not renew a quota that is used up.
    store.apply(hint(remaining: 0, window: .seconds(60)), to: "b", by: policy)
    for _ in 0..<5 {
      manual.advance(by: .seconds(1))
      store.apply(hint(remaining: 3, window: .seconds(60)), to: "b", by: policy)
      #expect(store.take(from: "b", by: policy).wait == .seconds(60))
    }
  }

  @Test("a later response does not shorten a pause")
  func longerPause() {
    let manual = ManualClock()
    let store = MemoryRateLimitStore(clock: CallClock(manual))
    store.apply(hint(pause: .seconds(30)), to: "a", by: policy)
    store.apply(hint(pause: .seconds(1)), to: "a", by: policy)
    #expect(store.take(from: "a", by: policy).wait == .seconds(30))
  }

  @Test("a clock that goes back makes neither a pause nor a window longer")
  func clockGoesBack() {
    let jumping = JumpingClock()
    let store = MemoryRateLimitStore(clock: CallClock(jumping))
    store.apply(hint(pause: .seconds(30)), to: "paused", by: policy)
    store.apply(hint(remaining: 0, window: .seconds(30)), to: "used up", by: policy)
    jumping.jump(by: .seconds(-3_600))
    #expect(store.take(from: "paused", by: policy).wait == .seconds(30))
    #expect(store.take(from: "used up", by: policy).wait == .seconds(30))
  }

  @Test("a bucket with a pause, with a used-up window or without tokens is not forgotten")
  func kept() {
    let manual = ManualClock()
    let store = MemoryRateLimitStore(clock: CallClock(manual))
    store.apply(hint(pause: .seconds(30)), to: "paused", by: policy)
    store.apply(hint(remaining: 0, window: .seconds(30)), to: "used up", by: policy)
    for _ in 0..<10 { _ = store.take(from: "empty", by: policy) }
    for number in 0..<2_000 { store.apply(RateLimitHint(), to: "bucket \(number)", by: policy) }
    #expect(store.count <= 1_026)
    for bucket in ["paused", "used up", "empty"] { #expect(store.take(from: bucket, by: policy).wait > .zero, "\(bucket)") }
  }

  @Test("names that are equal strings with different bytes belong to different buckets")
  func namesInBytes() {
    let store = MemoryRateLimitStore(clock: CallClock(ManualClock()))
    for _ in 0..<10 { _ = store.take(from: "\u{E9}", by: policy) }
    #expect(store.take(from: "\u{E9}", by: policy).wait > .zero)
    #expect(store.take(from: "e\u{301}", by: policy).wait == .zero)
    #expect(store.count == 2)
  }

  @Test("if many buckets are in use, idle ones are removed only when the number of buckets has doubled")
  func manyBuckets() {
    let store = MemoryRateLimitStore(clock: CallClock(ManualClock()))
    for number in 0..<1_024 { _ = store.take(from: "used \(number)", by: policy) }
    for number in 0..<1_024 { store.apply(RateLimitHint(), to: "idle \(number)", by: policy) }
    #expect(store.count == 2_048)
    store.apply(RateLimitHint(), to: "last", by: policy)
    #expect(store.count == 1_025)
  }

  @Test("a change of the rate does not change the number of tokens")
  func tokens() {
    let manual = ManualClock()
    let store = MemoryRateLimitStore(clock: CallClock(manual))
    for _ in 0..<4 { _ = store.take(from: "a", by: policy) }
    var slow = RateLimitHint()
    slow.rate = 1
    store.apply(slow, to: "a", by: policy)
    let isTaken = (0..<8).map { _ in store.take(from: "a", by: policy).wait == .zero }
    #expect(isTaken == [true, true, true, true, true, true, false, false])
  }
}
