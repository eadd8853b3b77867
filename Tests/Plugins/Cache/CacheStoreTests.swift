import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryCache

/// The contract of every store, run with each store of this package.
@Suite("CacheStore", .timeLimit(.minutes(5)))
struct CacheStoreTests {
  static func response(_ bytes: Int, _ variant: [String: String?] = [:]) -> StoredResponse {
    let time = Date(timeIntervalSince1970: Double(RuleCase.midnight))
    return StoredResponse(
      requestTime: time, responseTime: time, head: HTTPResponse(status: .ok), body: Data(repeating: 1, count: bytes),
      variant: variant)
  }

  static func key(_ target: String, _ identity: String = "") -> CacheKey { CacheKey(target: target, identity: identity) }

  private func response(_ bytes: Int, _ variant: [String: String?] = [:]) -> StoredResponse { Self.response(bytes, variant) }
  private func key(_ target: String, _ identity: String = "") -> CacheKey { Self.key(target, identity) }

  @Test("what is stored is returned unchanged", arguments: TestedStore.all)
  func unchanged(_ kind: TestedStore) async throws {
    let target = try #require(HTTPField.Name("Example-Cache-Control"))
    let stored = StoredResponse(
      requestTime: Date(timeIntervalSince1970: 784_111_776.25), responseTime: Date(timeIntervalSince1970: 784_111_777.5),
      head: HTTPResponse(
        status: HTTPResponse.Status(code: 203, reasonPhrase: "From a proxy"),
        headerFields: [.setCookie: "a=1", .eTag: #""é""#, .setCookie: "b=2", target: "max-age=60"]),
      body: Data([0, 255, 10, 13]), variant: ["accept": "a,b", "accept-language": nil, "x": ""], targets: [target])
    try await kind.using { store in
      try await store.cache.store(stored, for: key("https://a.example/?q='\u{0}é", "id\n\"x\"\u{0}ann"))
      #expect(try await store.cache.responses(for: key("https://a.example/?q='\u{0}é", "id\n\"x\"\u{0}bob")).isEmpty)
      let all = try await store.cache.responses(for: key("https://a.example/?q='\u{0}é", "id\n\"x\"\u{0}ann"))
      let found = try #require(all.first)
      #expect(all.count == 1 && found.head == stored.head && found.body == stored.body && found.variant == stored.variant)
      #expect(found.requestTime == stored.requestTime && found.responseTime == stored.responseTime)
      #expect(found.targets == [target] && found.size == stored.size && found.freshness.explicitLifetime == 60)
    }
  }

  @Test("Q15: it stays within its bytes, and removes what was not used for the longest time", arguments: TestedStore.all)
  func leastRecentlyUsed(_ kind: TestedStore) async throws {
    try await kind.using(byteLimit: 3 * 2_000) { store in
      for target in ["a", "b", "c"] { try await store.cache.store(response(1_400), for: key(target)) }
      #expect(try await store.count() == 3)
      #expect(try await store.cache.responses(for: key("a")).count == 1)
      try await store.cache.store(response(1_400), for: key("d"))
      var counts: [Int] = []
      for target in ["a", "b", "c", "d"] { counts.append(try await store.cache.responses(for: key(target)).count) }
      #expect(counts == [1, 0, 1, 1])
      #expect(try await store.byteCount() <= 6_000)
    }
  }

  @Test("what is larger than the limit is not stored, and removes only what it would replace", arguments: TestedStore.all)
  func tooLarge(_ kind: TestedStore) async throws {
    try await kind.using(byteLimit: 5_000) { store in
      try await store.cache.store(response(100), for: key("a"))
      try await store.cache.store(response(100), for: key("b"))
      try await store.cache.store(response(10_000), for: key("b"))
      #expect(try await store.count() == 1)
      #expect(try await store.cache.responses(for: key("a")).count == 1)
    }
    for limit in [0, -1, Int.min] {
      try await kind.using(byteLimit: limit) { none in
        try await none.cache.store(response(0), for: key("a"))
        #expect(try await none.count() == 0)
        #expect(try await none.byteCount() == 0)
      }
    }
  }

  @Test("variants do not replace each other, equal ones do, and their number is bounded", arguments: TestedStore.all)
  func variants(_ kind: TestedStore) async throws {
    try await kind.using { store in
      try await store.cache.store(response(1, ["accept": "a"]), for: key("a"))
      try await store.cache.store(response(2, ["accept": nil]), for: key("a"))
      try await store.cache.store(response(3, ["accept": "a"]), for: key("a"))
      #expect(try await store.cache.responses(for: key("a")).map(\.body.count).sorted() == [2, 3])
      for index in 0..<100 { try await store.cache.store(response(1, ["x": "\(index)"]), for: key("a")) }
      let kept = try await store.cache.responses(for: key("a")).compactMap { $0.variant["x"] ?? nil }
      #expect(Set(kept) == Set((68..<100).map { "\($0)" }))
    }
  }

  @Test("a target is removed for every identity", arguments: TestedStore.all)
  func targets(_ kind: TestedStore) async throws {
    try await kind.using { store in
      for identity in ["ann", "bob"] {
        for target in ["a", "b"] { try await store.cache.store(response(1), for: key(target, identity)) }
      }
      try await store.cache.remove(key("b", "ann"))
      #expect(try await store.count() == 3)
      try await store.cache.removeAll(target: "a")
      #expect(try await store.count() == 1)
      #expect(try await store.cache.responses(for: key("b", "bob")).count == 1)
      try await store.removeAll()
      #expect(try await store.count() == 0)
      #expect(try await store.byteCount() == 0)
    }
  }

  @Test("a cancelled call still removes what it made invalid", arguments: TestedStore.all)
  func cancelled(_ kind: TestedStore) async throws {
    try await kind.using { store in
      try await store.cache.store(response(1), for: key("a"))
      let cache = store.cache
      try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await cache.removeAll(target: "a")
      }.value
      #expect(try await store.count() == 0)
    }
  }

  @Test("random actions keep count and bytes exact", .afterTheRush, arguments: TestedStore.all)
  func random(_ kind: TestedStore) async throws {
    var random = SeededRandom(seed: 9111)
    try await kind.using(byteLimit: 20_000) { store in
      for _ in 0..<kind.actions {
        let key = key("\(Int.random(in: 0..<20, using: &random))", "\(Int.random(in: 0..<3, using: &random))")
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5: try await store.cache.store(response(Int.random(in: 0..<3_000, using: &random)), for: key)
        case 5..<8: _ = try await store.cache.responses(for: key)
        case 8: try await store.cache.remove(key)
        default: try await store.cache.removeAll(target: key.target)
        }
        guard try await store.byteCount() <= 20_000 else { return #expect(Bool(false), "more bytes than the limit") }
      }
      var (count, bytes) = (0, 0)
      for target in 0..<20 {
        for identity in 0..<3 {
          for response in try await store.cache.responses(for: key("\(target)", "\(identity)")) {
            count += 1
            bytes += response.size + "\(target)\(identity)".utf8.count
          }
        }
      }
      #expect(try await store.count() == count)
      #expect(try await store.byteCount() == bytes)
    }
  }

  @Test("neither a stored response, a key nor a store prints what it holds", arguments: TestedStore.all)
  func redacted(_ kind: TestedStore) async throws {
    let stored = try #require(CacheScene.stored(.lines("Cache-Control: max-age=60", "Set-Cookie: canary"), body: "canary"))
    try await kind.using { store in
      try await store.cache.store(stored, for: key("canary"))
      for text in ["\(stored)", String(reflecting: stored), "\(key("a", "canary"))", "\(store.cache)"] {
        #expect(!text.contains("canary"))
      }
    }
  }
}

/// A store of this package, and how a test makes one.
enum TestedStore: String, Sendable, CaseIterable {
  case memory
  #if SQLite
    case sqlite
  #endif

  static var all: [TestedStore] { allCases }

  /// A store, and what the protocol does not offer.
  struct Store {
    let cache: any CacheStore
    let count: () async throws -> Int
    let byteCount: () async throws -> Int
    let removeAll: () async throws -> Void
  }

  var actions: Int { self == .memory ? 100_000 : 3_000 }

  func using(byteLimit: Int = 64 << 20, _ body: (Store) async throws -> Void) async throws {
    switch self {
    case .memory:
      let store = MemoryCacheStore(byteLimit: byteLimit)
      try await body(
        Store(cache: store, count: { store.count }, byteCount: { store.byteCount }, removeAll: { store.removeAll() }))
    #if SQLite
      case .sqlite:
        try await withCacheFile { path in
          let store = try SQLiteCacheStore(path, byteLimit: byteLimit)
          try await body(
            Store(
              cache: store, count: { try await store.count() }, byteCount: { try await store.byteCount() },
              removeAll: { try await store.removeAll() }))
        }
    #endif
    }
  }
}
