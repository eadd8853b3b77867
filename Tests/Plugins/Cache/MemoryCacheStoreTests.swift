import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryCache

@Suite("MemoryCacheStore")
struct MemoryCacheStoreTests {
  private func response(_ bytes: Int, _ variant: [String: String?] = [:]) -> StoredResponse {
    let time = Date(timeIntervalSince1970: Double(RuleCase.midnight))
    return StoredResponse(
      requestTime: time, responseTime: time, head: HTTPResponse(status: .ok), body: Data(repeating: 1, count: bytes),
      variant: variant)
  }

  private func key(_ target: String, _ identity: String = "") -> CacheKey { CacheKey(target: target, identity: identity) }

  @Test("Q15: it stays within its bytes, and removes what was not used for the longest time")
  func leastRecentlyUsed() {
    let store = MemoryCacheStore(byteLimit: 3 * 2_000)
    for target in ["a", "b", "c"] { store.store(response(1_400), for: key(target)) }
    #expect(store.count == 3 && store.responses(for: key("a")).count == 1)
    store.store(response(1_400), for: key("d"))
    #expect(["a", "b", "c", "d"].map { store.responses(for: key($0)).count } == [1, 0, 1, 1])
    #expect(store.byteCount <= store.byteLimit)
  }

  @Test("what is larger than the limit is not stored, and removes only what it would replace")
  func tooLarge() {
    let store = MemoryCacheStore(byteLimit: 5_000)
    store.store(response(100), for: key("a"))
    store.store(response(100), for: key("b"))
    store.store(response(10_000), for: key("b"))
    #expect(store.count == 1 && store.responses(for: key("a")).count == 1)
    for limit in [0, -1, Int.min] {
      let none = MemoryCacheStore(byteLimit: limit)
      none.store(response(0), for: key("a"))
      #expect(none.count == 0 && none.byteCount == 0)
    }
  }

  @Test("variants stand side by side, equal ones replace each other, and their number is bounded")
  func variants() {
    let store = MemoryCacheStore()
    store.store(response(1, ["accept": "a"]), for: key("a"))
    store.store(response(2, ["accept": nil]), for: key("a"))
    store.store(response(3, ["accept": "a"]), for: key("a"))
    #expect(store.responses(for: key("a")).map(\.body.count).sorted() == [2, 3])
    for index in 0..<1_000 { store.store(response(1, ["x": "\(index)"]), for: key("a")) }
    #expect(store.responses(for: key("a")).count == 32)
  }

  @Test("a target is removed for every identity")
  func targets() {
    let store = MemoryCacheStore()
    for identity in ["ann", "bob"] {
      for target in ["a", "b"] { store.store(response(1), for: key(target, identity)) }
    }
    store.remove(key("b", "ann"))
    #expect(store.count == 3)
    store.removeAll(target: "a")
    #expect(store.count == 1 && store.responses(for: key("b", "bob")).count == 1)
    store.removeAll()
    #expect(store.count == 0 && store.byteCount == 0)
  }

  @Test("100,000 random actions keep count and bytes exact")
  func random() {
    var random = SeededRandom(seed: 9111)
    let store = MemoryCacheStore(byteLimit: 20_000)
    for _ in 0..<100_000 {
      let key = key("\(Int.random(in: 0..<20, using: &random))", "\(Int.random(in: 0..<3, using: &random))")
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: store.store(response(Int.random(in: 0..<3_000, using: &random)), for: key)
      case 5..<8: _ = store.responses(for: key)
      case 8: store.remove(key)
      default: store.removeAll(target: key.target)
      }
      guard store.byteCount <= store.byteLimit else { return #expect(Bool(false), "more bytes than the limit") }
    }
    var (count, bytes) = (0, 0)
    for target in 0..<20 {
      for identity in 0..<3 {
        for response in store.responses(for: key("\(target)", "\(identity)")) {
          count += 1
          bytes += response.size + "\(target)\(identity)".utf8.count
        }
      }
    }
    #expect(store.count == count && store.byteCount == bytes)
  }

  @Test("neither a stored response nor a key prints what it holds")
  func redacted() throws {
    let stored = try #require(CacheScene.stored(.lines("Cache-Control: max-age=60", "Set-Cookie: canary"), body: "canary"))
    for text in ["\(stored)", String(reflecting: stored), "\(key("a", "canary"))", "\(MemoryCacheStore())"] {
      #expect(!text.contains("canary"))
    }
  }
}
