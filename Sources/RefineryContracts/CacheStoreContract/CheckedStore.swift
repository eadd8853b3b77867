import FoundationEssentials
import HTTPTypes
import RefineryCache
import RefineryCore
import RefineryTesting

/// The store of a running check.
struct CheckedStore: Sendable {
  let rule: String
  let store: any CacheStore

  /// A response whose request begins now.
  func response(
    _ body: some Sequence<UInt8> = [1, 2, 3], _ fields: HTTPFields = [:], variant: [String: String?] = [:]
  ) -> StoredResponse {
    let now = Date()
    return StoredResponse(
      requestTime: now, responseTime: now, head: HTTPResponse(status: .ok, headerFields: fields), body: Data(body),
      variant: variant)
  }

  func key(_ target: String, _ identity: String = "ann") -> CacheKey { CacheKey(target: target, identity: identity) }

  /// Stores a response of this text.
  func store(_ text: String, _ key: CacheKey, variant: [String: String?] = [:]) async throws {
    try await store.store(response(text.utf8, variant: variant), for: key)
  }

  /// Stores responses of this text until one of them is returned.
  func storeAgain(_ text: String, _ key: CacheKey) async throws {
    while try await texts(key) != [text] {
      try Task.checkCancellation()
      try await store(text, key)
    }
  }

  /// The bodies of the stored responses of a key as texts, sorted.
  func texts(_ key: CacheKey) async throws -> [String] {
    try await store.responses(for: key).map { String(decoding: $0.body, as: UTF8.self) }.sorted()
  }

  func expect(_ key: CacheKey, has texts: String..., what: String) async throws {
    try expect(try await self.texts(key), texts.sorted(), what)
  }

  /// Stores a response, and expects it to be returned with all parts.
  func expectReturned(_ stored: StoredResponse, _ key: CacheKey) async throws {
    try await store.store(stored, for: key)
    let all = try await store.responses(for: key)
    try expect(all.count, 1, "number of responses")
    guard let found = all.first else { return }
    try expect(found.head == stored.head, "the same status and header fields", saw: "others")
    try expect(found.body == stored.body, "a body of \(stored.body.count) bytes", saw: "another, of \(found.body.count)")
    try expect(found.variant == stored.variant, "the same variant", saw: "another")
    try expect(found.targets == stored.targets, "the same targeted fields", saw: "others")
    try expect(found.requestTime, stored.requestTime, "request time")
    try expect(found.responseTime, stored.responseTime, "response time")
  }

  func expect<Value: Equatable>(_ seen: Value, _ expected: Value, _ what: String) throws(ContractViolation) {
    if seen != expected { throw ContractViolation(rule: rule, expected: "\(what) \(expected)", seen: "\(seen)") }
  }

  func expect(_ holds: Bool, _ expected: String, saw seen: Any) throws(ContractViolation) {
    if !holds { throw ContractViolation(rule: rule, expected: expected, seen: "\(seen)") }
  }
}
