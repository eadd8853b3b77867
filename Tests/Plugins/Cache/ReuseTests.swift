import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@testable import RefineryCache

/// RFC 9111 sections 4, 4.1, 4.2 and 5: when a stored response is used.
@Suite("RFC 9111 sections 4 and 5: using")
struct ReuseTests {
  private static let method: [RuleCase] = [
    RuleCase("4: HEAD is served by a stored GET", "fresh") {
      $0.response = .control("max-age=60")
      $0.secondMethod = .head
    },
    RuleCase("4: an unsafe method is written through", "passed on") {
      $0.response = .control("max-age=60")
      $0.secondMethod = .put
    },
    RuleCase("4, 5.2.2.4: no-cache is validated even if fresh", "validated (request)") {
      $0.response = .control("max-age=60, no-cache")
    },
    RuleCase("5.2.2.4: no-cache with field names is treated as if without", "validated (request)") {
      $0.response = .control("max-age=60, no-cache=\"Set-Cookie, X-A\"")
    },
    RuleCase("a request with a range is passed on", "passed on") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .lines("Range: bytes=0-1")
    },
    RuleCase("a request with If-Match is passed on", "passed on") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .lines("If-Match: \"a\"")
    },
  ]

  private static let vary: [RuleCase] = [
    RuleCase("4.1: the nominated fields match", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept-Language")
      $0.firstRequest = .lines("Accept-Language: de")
      $0.secondRequest = .lines("accept-language: de", "X-Other: 1")
    },
    RuleCase("4.1: they differ", "sent (vary-miss)") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept-Language")
      $0.firstRequest = .lines("Accept-Language: de")
      $0.secondRequest = .lines("Accept-Language: en")
    },
    RuleCase("4.1: absent matches only absent", "sent (vary-miss)") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept-Language")
      $0.secondRequest = .lines("Accept-Language: en")
    },
    RuleCase("4.1: present matches only present", "sent (vary-miss)") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept-Language")
      $0.firstRequest = .lines("Accept-Language: en")
    },
    RuleCase("4.1: absent in both", "fresh") { $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept-Language") },
    RuleCase("4.1: all nominated fields of all lines", "sent (vary-miss)") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept", "Vary: Accept-Language, X-A")
      $0.firstRequest = .lines("X-A: 1")
      $0.secondRequest = .lines("X-A: 2")
    },
    RuleCase("4.1: whitespace and lines do not matter", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: X-A")
      $0.firstRequest = .lines("X-A: a,b")
      $0.secondRequest = .lines("X-A: a", "X-A:  b")
    },
    RuleCase("4.1: values of different bytes differ, even if Swift calls them equal", "sent (vary-miss)") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: X-A")
      $0.firstRequest = .lines("X-A: Andr\u{E9}")
      $0.secondRequest = .lines("X-A: Andre\u{301}")
    },
    RuleCase("4.1: an asterisk never matches", "not stored") { $0.response = .lines("Cache-Control: max-age=60", "Vary: *") },
    RuleCase("4.1: an asterisk among names never matches", "not stored") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: Accept, *")
    },
    RuleCase("4.1: a malformed name never matches", "not stored") {
      $0.response = .lines("Cache-Control: max-age=60", "Vary: a b")
    },
  ]

  private static let lifetime: [RuleCase] = [
    RuleCase("4.2: fresh while lifetime > age", "fresh") {
      $0.response = .control("max-age=60")
      $0.after = 59
    },
    RuleCase("4.2: stale when they are equal", "validated (stale)") {
      $0.response = .control("max-age=60")
      $0.after = 60
    },
    RuleCase("4.2.1: max-age precedes Expires", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=5", "Expires: Thu, 01 Jan 2026 01:00:00 GMT")
    },
    RuleCase("4.2.1: s-maxage is for shared caches", "validated (stale)") { $0.response = .control("s-maxage=60, max-age=5") },
    RuleCase("4.2.1: Expires is compared with Date, not with the clock", "validated (stale)") {
      $0.response = .lines("Date: Thu, 01 Jan 2026 00:30:00 GMT", "Expires: Thu, 01 Jan 2026 00:30:05 GMT", "ETag: \"a\"")
    },
    RuleCase("4.2.1: without Date, it is compared with the time of arrival", "fresh") {
      $0.response = .lines("Date:", "Expires: Thu, 01 Jan 2026 00:00:11 GMT")
    },
    RuleCase("4.2.1: the first of repeated directives applies", "fresh") { $0.response = .control("max-age=60, max-age=1") },
    RuleCase("4.2.1: a quoted argument is accepted (5.2)", "fresh") { $0.response = .control("max-age=\"60\"") },
    RuleCase("4.2.1: a fraction is not a number of seconds", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=60.5", "ETag: \"a\"")
    },
    RuleCase("4.2.1: a negative number is none either", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=-60", "ETag: \"a\"", "Expires: Thu, 01 Jan 2026 01:00:00 GMT")
    },
    RuleCase("4.2.1: max-age without a value", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age", "ETag: \"a\"")
    },
    RuleCase("1.2.2: a huge number means 2^31", "fresh") {
      $0.response = .control("max-age=99999999999999999999999999")
      $0.after = 2_000_000_000
    },
    RuleCase("1.2.2: after 2^31 seconds it is stale", "validated (stale)") {
      $0.response = .control("max-age=99999999999999999999999999")
      $0.after = 1 << 31
    },
    RuleCase("4.2: dates of any case", "fresh") { $0.response = .lines("Expires: thu, 01 jan 2026 00:01:00 gmt") },
    RuleCase("4.2: a zone other than GMT is invalid", "validated (stale)") {
      $0.response = .lines("Expires: Thu, 01 Jan 2026 01:00:00 CET", "ETag: \"a\"")
    },
    RuleCase("5.3: Expires of 0 is in the past", "validated (stale)") { $0.response = .lines("Expires: 0", "ETag: \"a\"") },
    RuleCase("5.3: Expires with two spaces is invalid", "validated (stale)") {
      $0.response = .lines("Expires: Thu, 01  Jan  2026 01:00:00 GMT", "ETag: \"a\"")
    },
    RuleCase("5.3: Expires with a tab is invalid", "validated (stale)") {
      $0.response = .lines("Expires: Thu, 01\tJan 2026 01:00:00 GMT", "ETag: \"a\"")
    },
    RuleCase("5.3: Expires in asctime's form with two spaces after its day is invalid", "validated (stale)") {
      $0.response = .lines("Expires: Thu Jan 1  01:00:00 2026", "ETag: \"a\"")
    },
    RuleCase("5.3: Expires in asctime's form has two spaces before a day of one digit", "fresh") {
      $0.response = .lines("Expires: Thu Jan  1 01:00:00 2026")
    },
    RuleCase("5.3: two lines of Expires are invalid", "validated (stale)") {
      $0.response = .lines("Expires: Thu, 01 Jan 2026 01:00:00 GMT", "Expires: 0", "ETag: \"a\"")
    },
    RuleCase("4.2.1: the obsolete forms of dates are read", "fresh") {
      $0.response = .lines("Date: Thu Jan  1 00:00:00 2026", "Expires: Thursday, 01-Jan-26 00:01:00 GMT")
    },
    RuleCase("4.2.2: a tenth of the time since the last change", "fresh") {
      $0.response = .lines("Last-Modified: Wed, 31 Dec 2025 23:58:00 GMT")
      $0.after = 11
    },
    RuleCase("4.2.2: and no longer", "validated (stale)") {
      $0.response = .lines("Last-Modified: Wed, 31 Dec 2025 23:58:00 GMT")
      $0.after = 12
    },
    RuleCase("4.2.2: at most a day", "validated (stale)") {
      $0.response = .lines("Last-Modified: Wed, 31 Dec 2003 23:58:00 GMT")
      $0.after = 86_400
    },
    RuleCase("4.2.2: not for statuses that have no heuristic", "not stored") {
      $0.status = 418
      $0.response = .lines("Last-Modified: Wed, 31 Dec 2003 23:58:00 GMT")
    },
    RuleCase("4.2.2: not if there is an explicit lifetime", "validated (stale)") {
      $0.response = .lines("Last-Modified: Wed, 31 Dec 2003 23:58:00 GMT", "Cache-Control: max-age=1")
    },
    RuleCase("4.2.2: a change in the future gives nothing", "validated (stale)") {
      $0.response = .lines("Last-Modified: Fri, 31 Dec 2027 23:58:00 GMT")
    },
    RuleCase("4.2.2: a row can refuse it", "validated (stale)") {
      $0.response = .lines("Last-Modified: Wed, 31 Dec 2003 23:58:00 GMT")
      $0.policy.maximumHeuristicLifetime = .zero
    },
  ]

  private static let age: [RuleCase] = [
    RuleCase("4.2.3: Age counts", "validated (stale)") { $0.response = .lines("Cache-Control: max-age=60", "Age: 50") },
    RuleCase("4.2.3: the time of the response counts with Age", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=60", "Age: 45")
      $0.delay = 5
    },
    RuleCase("4.2.3: the apparent age counts", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=60", "Date: Wed, 31 Dec 2025 23:59:10 GMT")
    },
    RuleCase("4.2.3: a Date in the future does not make it younger", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "Date: Thu, 01 Jan 2026 05:00:00 GMT")
    },
    RuleCase("5.1: an invalid Age is ignored", "fresh") { $0.response = .lines("Cache-Control: max-age=60", "Age: -5") },
    RuleCase("5.1: of several, the first counts", "fresh") { $0.response = .lines("Cache-Control: max-age=60", "Age: 0, 100") },
    RuleCase("1.2.2: a huge Age does not overflow", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=99999999999999999999", "Age: 99999999999999999999")
    },
    RuleCase("an invalid Date is as if absent", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "Date: yesterday")
    },
    RuleCase("a clock that went back a little", "fresh") {
      $0.response = .control("max-age=60")
      $0.after = -30
    },
    RuleCase("a clock that went back an hour makes the age unknown", "validated (stale)") {
      $0.response = .control("max-age=60")
      $0.after = -3600
    },
    RuleCase("a clock that went back between request and response", "fresh") {
      $0.response = .control("max-age=60")
      $0.delay = -3600
    },
  ]

  private static let request: [RuleCase] = [
    RuleCase("5.2.1.1: max-age of the request", "validated (request)") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("max-age=9")
    },
    RuleCase("5.2.1.1: a younger response", "fresh") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("max-age=10")
    },
    RuleCase("5.2.1.1: a malformed one is ignored", "fresh") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("max-age=x")
    },
    RuleCase("5.2.1.2: max-stale", "stale") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("max-stale")
    },
    RuleCase("5.2.1.2: max-stale with a number", "stale") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("max-stale=5")
    },
    RuleCase("5.2.1.2: too stale", "validated (stale)") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("max-stale=4")
    },
    RuleCase("5.2.1.2: a malformed number permits nothing", "validated (stale)") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("max-stale=x")
    },
    RuleCase("5.2.1.3: min-fresh", "validated (request)") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("min-fresh=51")
    },
    RuleCase("5.2.1.3: fresh enough", "fresh") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("min-fresh=50")
    },
    RuleCase("5.2.1.4: no-cache", "validated (request)") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("no-cache")
    },
    RuleCase("5.2.1.7: only-if-cached with a fresh response", "fresh") {
      $0.response = .control("max-age=60")
      $0.secondRequest = .control("only-if-cached")
    },
    RuleCase("5.2.1.7: only-if-cached without one", "504") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("only-if-cached")
    },
    RuleCase("5.2.1.7: only-if-cached, and stale is welcome", "stale") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("only-if-cached, max-stale=60")
    },
  ]

  private static let stale: [RuleCase] = [
    RuleCase("4.2.4: not served without permission", "validated (stale)") { $0.response = .control("max-age=5") },
    RuleCase("5.2.2.2: must-revalidate beats max-stale", "validated (stale)") {
      $0.response = .control("max-age=5, must-revalidate")
      $0.secondRequest = .control("max-stale")
    },
    RuleCase("5.2.2.2: must-revalidate is fresh until it is stale", "fresh") {
      $0.response = .control("max-age=60, must-revalidate")
    },
    RuleCase("5.2.2.8: proxy-revalidate is for shared caches", "stale") {
      $0.response = .control("max-age=5, proxy-revalidate")
      $0.secondRequest = .control("max-stale")
    },
    RuleCase("4.2.4: no-cache beats max-stale", "validated (stale)") {
      $0.response = .control("max-age=5, no-cache")
      $0.secondRequest = .control("max-stale")
    },
    RuleCase("RFC 5861 section 3: stale-while-revalidate", "stale, validated in the background") {
      $0.response = .control("max-age=5, stale-while-revalidate=5")
    },
    RuleCase("RFC 5861 section 3: and no longer", "validated (stale)") {
      $0.response = .control("max-age=5, stale-while-revalidate=4")
    },
    RuleCase("RFC 5861 section 3: not for a request with conditions of its own", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=5, stale-while-revalidate=60", "ETag: \"a\"")
      $0.secondRequest = .lines("If-None-Match: \"a\"")
    },
    RuleCase("RFC 5861 section 3: malformed", "validated (stale)") {
      $0.response = .control("max-age=5, stale-while-revalidate=soon")
    },
    RuleCase("must-revalidate beats stale-while-revalidate", "validated (stale)") {
      $0.response = .control("max-age=5, stale-while-revalidate=60, must-revalidate")
    },
    RuleCase("no-cache of the request beats stale-while-revalidate", "validated (stale)") {
      $0.response = .control("max-age=5, stale-while-revalidate=60")
      $0.secondRequest = .control("no-cache")
    },
    RuleCase("max-age of the request beats stale-while-revalidate", "validated (stale)") {
      $0.response = .control("max-age=5, stale-while-revalidate=60")
      $0.secondRequest = .control("max-age=9")
    },
    RuleCase("5.2.1.1: max-age of the request beats stale-while-revalidate, whatever the age", "validated (stale)") {
      $0.response = .control("max-age=5, stale-while-revalidate=60")
      $0.secondRequest = .control("max-age=30")
    },
    RuleCase("5.2.1.1: unless the request has max-stale", "stale, validated in the background") {
      $0.response = .control("max-age=5, stale-while-revalidate=60")
      $0.secondRequest = .control("max-age=30, max-stale=4")
    },
    RuleCase("only-if-cached sends nothing in the background", "stale") {
      $0.response = .control("max-age=5, stale-while-revalidate=60")
      $0.secondRequest = .control("only-if-cached")
    },
    RuleCase("a row permits it where the server says nothing", "stale, validated in the background") {
      $0.response = .control("max-age=5")
      $0.policy.staleWhileRevalidate = .seconds(60)
    },
    RuleCase("RFC 5861 section 4: stale-if-error of the response", "validated (stale), stale on error") {
      $0.response = .control("max-age=5, stale-if-error=5")
    },
    RuleCase("RFC 5861 section 4: and no longer", "validated (stale)") {
      $0.response = .control("max-age=5, stale-if-error=4")
    },
    RuleCase("RFC 5861 section 4: of the request", "validated (stale), stale on error") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("stale-if-error=60")
    },
    RuleCase("5.2.1.1: max-age of the request beats stale-if-error of the response", "validated (stale)") {
      $0.response = .control("max-age=5, stale-if-error=60")
      $0.secondRequest = .control("max-age=30")
    },
    RuleCase("RFC 5861 section 4: stale-if-error of the request beats its max-age", "validated (stale), stale on error") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("max-age=30, stale-if-error=60")
    },
    RuleCase("must-revalidate beats stale-if-error", "validated (stale)") {
      $0.response = .control("max-age=5, stale-if-error=60, must-revalidate")
    },
    RuleCase("must-revalidate beats stale-if-error of the request", "validated (stale)") {
      $0.response = .control("max-age=5, must-revalidate")
      $0.secondRequest = .control("stale-if-error=60")
    },
    RuleCase("no-cache of the request beats its stale-if-error", "validated (stale)") {
      $0.response = .control("max-age=5")
      $0.secondRequest = .control("no-cache, stale-if-error=60")
    },
    RuleCase("no-cache beats stale-if-error", "validated (stale)") {
      $0.response = .control("max-age=5, stale-if-error=60, no-cache")
    },
    RuleCase("a row permits it", "validated (stale), stale on error") {
      $0.response = .control("max-age=5")
      $0.policy.staleIfError = .seconds(60)
    },
    RuleCase("a huge permission of a row does not overflow", "validated (stale), stale on error") {
      $0.response = .control("max-age=5")
      $0.policy.staleIfError = .seconds(Int64.max)
      $0.after = 1_000_000
    },
  ]

  private static let conditions: [RuleCase] = [
    RuleCase("4.3.2: the caller has the stored response", "304") {
      $0.response = .lines("Cache-Control: max-age=60", "ETag: \"a\"")
      $0.secondRequest = .lines("If-None-Match: \"b\", W/\"a\"")
    },
    RuleCase("4.3.2: it has another one", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "ETag: \"a\"")
      $0.secondRequest = .lines("If-None-Match: \"b\"")
    },
    RuleCase("4.3.2: it has any", "304") {
      $0.response = .lines("Cache-Control: max-age=60")
      $0.secondRequest = .lines("If-None-Match: *")
    },
    RuleCase("4.3.2: If-None-Match precedes If-Modified-Since", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "ETag: \"a\"", "Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT")
      $0.secondRequest = .lines("If-None-Match: \"b\"", "If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT")
    },
    RuleCase("4.3.2: If-Modified-Since", "304") {
      $0.response = .lines("Cache-Control: max-age=60", "Last-Modified: Wed, 31 Dec 2025 00:00:00 GMT")
      $0.secondRequest = .lines("If-Modified-Since: Wed, 31 Dec 2025 00:00:00 GMT")
    },
    RuleCase("4.3.2: changed since", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60", "Last-Modified: Wed, 31 Dec 2025 00:00:01 GMT")
      $0.secondRequest = .lines("If-Modified-Since: Wed, 31 Dec 2025 00:00:00 GMT")
    },
    RuleCase("4.3.2: without Last-Modified, Date counts", "304") {
      $0.response = .lines("Cache-Control: max-age=60")
      $0.secondRequest = .lines("If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT")
    },
    RuleCase("4.3.2: a malformed date is ignored", "fresh") {
      $0.response = .lines("Cache-Control: max-age=60")
      $0.secondRequest = .lines("If-Modified-Since: now")
    },
    RuleCase("4.3.2: a stale response does not decide", "validated (stale)") {
      $0.response = .lines("Cache-Control: max-age=5", "ETag: \"a\"")
      $0.secondRequest = .lines("If-None-Match: \"a\"")
    },
  ]

  private static let targeted: [RuleCase] = [
    RuleCase("RFC 9213 2.2: a targeted field replaces Cache-Control and Expires", "fresh") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control: max-age=60", "Cache-Control: no-store", "Expires: 0")
    },
    RuleCase("RFC 9213 2.2: not if this cache does not use it", "not stored") {
      $0.response = .lines("App-Cache-Control: max-age=60", "Cache-Control: no-store")
    },
    RuleCase("RFC 9213 2.2: Expires is ignored", "not stored") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control: foo", "Expires: Thu, 01 Jan 2026 01:00:00 GMT")
    },
    RuleCase("RFC 9213 2.1: a malformed one is ignored", "fresh") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control: no-store,,=", "Cache-Control: max-age=60")
    },
    RuleCase("RFC 9213 2.2: an empty one is ignored", "fresh") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control:", "Cache-Control: max-age=60")
    },
    RuleCase("RFC 9213 2.1: parameters are ignored", "fresh") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control: max-age=60;a=\"b\", private;c")
    },
    RuleCase("RFC 9651 3.2: of a repeated member, the last one applies", "fresh") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control: max-age=0, private, max-age=60")
    },
    RuleCase("RFC 9213 2.1: a value of another type is ignored", "not stored") {
      $0.targets = [.target]
      $0.response = .lines("App-Cache-Control: max-age=\"60\", x=1.5")
    },
  ]

  @Test(
    "Q15, Q16: each statement about the use of a stored response",
    arguments: method + vary + lifetime + age + request + stale + conditions + targeted)
  func statements(rule: RuleCase) { #expect(rule.outcome == rule.expected) }

  @Test("Q15: 4: of several that fit, the one with the latest Date is used")
  func mostRecent() throws {
    let old = try #require(
      CacheScene.stored(.lines("Cache-Control: max-age=60", "Vary: X-A", "Date: Wed, 31 Dec 2025 23:59:00 GMT")))
    let new = try #require(CacheScene.stored(.lines("Cache-Control: max-age=60")))
    for list in [[old, new], [new, old]] {
      let chosen = CacheRules().select(for: CacheScene.request(), from: list)
      #expect(chosen?.head.headerFields[.date] == RuleCase.date)
    }
  }

  @Test("Q15: 20,000 random directives, dates and ages trap nowhere", .afterTheRush)
  func malformed() {
    var random = SeededRandom(seed: 9111)
    let words = [
      "max-age", "=", "99999999999999999999999", "-1", "\"", "\\", ",", ";", " ", "no-cache", "stale-if-error",
      "Thu, 01 Jan 2026",
      "00:00:60 GMT", "0", "é", "\u{7f}", "W/\"a\"", "*", "(", ")", "?1", ":", "%", "@", "1.", "max-stale", "Sunday, 06-Nov-94",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
    }
    var outcomes: Set<String> = []
    for _ in 0..<20_000 {
      let rule = RuleCase("random", "") {
        $0.targets = [.target]
        for name in [HTTPField.Name.cacheControl, .age, .date, .expires, .lastModified, .vary, .eTag, .target] {
          $0.response.append(HTTPField(name: name, value: text()))
        }
        for name in [HTTPField.Name.cacheControl, .ifNoneMatch, .ifModifiedSince] {
          if Bool.random(using: &random) { $0.secondRequest.append(HTTPField(name: name, value: text())) }
        }
        $0.after = [Int(Int32.max), -100, 0, 10, 1 << 49].randomElement(using: &random) ?? 0
        $0.delay = [0, 1 << 40, -(1 << 40)].randomElement(using: &random) ?? 0
      }
      outcomes.insert(rule.outcome)
    }
    #expect(outcomes.count > 2)
  }

  @Test("dates outside the calendar do not trap")
  func extremeDates() {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
      #expect(CacheTime.seconds(of: Date(timeIntervalSince1970: seconds)) == 0)
    }
  }
}

extension HTTPField.Name {
  static let target = named("App-Cache-Control")
  static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name)! }
}
