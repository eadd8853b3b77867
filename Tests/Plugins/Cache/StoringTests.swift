import HTTPTypes
import Testing

@testable import RefineryCache

/// RFC 9111 section 3: which responses a private cache stores, and what of them.
@Suite("RFC 9111 section 3: storing")
struct StoringTests {
  private static let cases: [RuleCase] = [
    RuleCase("3: a GET with explicit freshness is stored", "fresh") { $0.response = .control("max-age=60") },
    RuleCase("3: the method must be understood", "not stored") {
      $0.method = .post
      $0.response = .control("max-age=60")
    },
    RuleCase("3: the status must be final", "not stored") {
      $0.status = 103
      $0.response = .control("max-age=60")
    },
    RuleCase("3: 206 is not stored, because ranges are not combined", "not stored") {
      $0.status = 206
      $0.response = .control("max-age=60")
    },
    RuleCase("3: 304 is not stored", "not stored") {
      $0.status = 304
      $0.response = .control("max-age=60")
    },
    RuleCase("3: no-store in the response", "not stored") { $0.response = .control("max-age=60, no-store") },
    RuleCase("3: no-store of any case", "not stored") { $0.response = .control("max-age=60, No-STORE") },
    RuleCase("3: private is for this cache", "fresh") { $0.response = .control("private, max-age=60") },
    RuleCase("3, 3.5: a private cache stores responses to requests with Authorization", "fresh") {
      $0.firstRequest = .lines("Authorization: Bearer a")
      $0.secondRequest = .lines("Authorization: Bearer a")
      $0.response = .control("max-age=60")
    },
    RuleCase("3: Expires is explicit", "fresh") { $0.response = .lines("Expires: Thu, 01 Jan 2026 00:01:00 GMT") },
    RuleCase("3: an unusual status is stored if its freshness is explicit", "fresh") {
      $0.status = 418
      $0.response = .control("max-age=60")
    },
    RuleCase("3: an unusual status is not stored without that", "not stored") {
      $0.status = 418
      $0.response = .lines("ETag: \"a\"")
    },
    RuleCase("3: public permits an unusual status", "validated (stale)") {
      $0.status = 418
      $0.response = .lines("ETag: \"a\"", "Cache-Control: public")
    },
    RuleCase("3: a response that could never be used is not stored", "not stored"),
    RuleCase("3: a validator makes it useful", "validated (stale)") { $0.response = .lines("ETag: \"a\"") },
    RuleCase("3.3: an incomplete response is not stored", "not stored") {
      $0.response = .lines("Cache-Control: max-age=60", "Content-Length: 3")
    },
    RuleCase("3.3: a complete one is", "fresh") { $0.response = .lines("Cache-Control: max-age=60", "Content-Length: 2") },
    RuleCase("5.2.1.5: no-store in the request", "not stored") {
      $0.firstRequest = .control("no-store")
      $0.response = .control("max-age=60")
    },
    RuleCase("5.2.2.3: must-understand with an understood status overrides no-store", "fresh") {
      $0.response = .control("max-age=60, must-understand, no-store")
    },
    RuleCase("5.2.2.3: must-understand with another status", "not stored") {
      $0.status = 418
      $0.response = .control("max-age=60, must-understand")
    },
    RuleCase("5.2.3: unknown directives are ignored", "fresh") { $0.response = .control("x=\"no-store, a\", max-age=60, foo") },
    RuleCase("the call's body is a stream", "not stored") {
      $0.isStreamed = true
      $0.response = .control("max-age=60")
    },
    RuleCase("a row without caching", "not stored") {
      $0.policy = .off
      $0.response = .control("max-age=60")
    },
    RuleCase("a request with a range", "not stored") {
      $0.firstRequest = .lines("Range: bytes=0-1")
      $0.response = .control("max-age=60")
    },
  ]

  @Test("Q15: each statement about storing", arguments: cases)
  func statements(rule: RuleCase) { #expect(rule.outcome == rule.expected) }

  @Test("Q15: 3.1: all fields are stored, except those of the connection and of proxies; a missing Date is added")
  func fields() throws {
    let response = HTTPFields.lines(
      "Cache-Control: max-age=60", "X-Unknown: 1", "Set-Cookie: a=1", "Set-Cookie: b=2", "Connection: close, X-Hop",
      "X-Hop: 1", "Keep-Alive: timeout=5", "Proxy-Authenticate: Basic", "Proxy-Authentication-Info: a")
    let stored = try #require(CacheScene.stored(response))
    #expect(
      stored.head.headerFields.map(\.name.canonicalName).sorted() == [
        "cache-control", "date", "set-cookie", "set-cookie", "x-unknown",
      ])
    #expect(stored.head.headerFields[.date] == RuleCase.date)
  }
}
