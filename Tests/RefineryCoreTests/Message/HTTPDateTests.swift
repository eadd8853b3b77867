import FoundationEssentials
import HTTPTypes
import Testing

@testable import RefineryCore

@Suite struct HTTPDateTests {
  @Test(
    "L05: all three forms of an HTTP date are read",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
      ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Mon, 01 Jan 1900 00:00:00 GMT", -2_208_988_800),
      // Seen from 2025, 76 is the last century's and 75 is half a century ahead.
      ("Friday, 01-Jan-76 00:00:00 GMT", 189_302_400), ("Tuesday, 01-Jan-75 00:00:00 GMT", 3_313_526_400),
    ])
  func dates(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text, now: 1_750_000_000) == seconds)
  }

  @Test(
    "L05: what is no HTTP date is nothing, and never a trap",
    arguments: [
      "", " ", ",", "Sun,", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Tue, 29 Feb 2023 00:00:00 GMT",
      "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nop 1994 08:49:37 GMT",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT",
      "Sun, 06 Nov 1994 08::37 GMT", "Sun, 06 Nov 1994 08:49:37: GMT", "Sun, 06 Nov 1994 08:x:49:37 GMT",
      "Sun Nov  6 :08:49:37 1994", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06--94 08:49:37 GMT",
      "Sun Nov 006 08:49:37 1994", "Sun Nov 6 08:49:37 99999999999999999999", "Sun, +6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    ])
  func garbage(text: String) {
    #expect(HTTPDate.seconds(text, now: 1_750_000_000) == nil)
  }

  @Test(
    "A date is written in the form that RFC 9110 prefers",
    arguments: [
      (784_111_777.9, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (-2_208_988_800, "Mon, 01 Jan 1900 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (253_402_300_800, nil), (.nan, nil), (.infinity, nil), (-1e300, nil),
    ] as [(Double, String?)])
  func written(seconds: Double, text: String?) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(HTTPDate.text(of: date) == text)
    if let text { #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: seconds.rounded(.down))) }
  }

  @Test("L05: a wall clock that is out of range does not trap")
  func brokenWallClock() {
    #expect(HTTPDate.date("Sunday, 06-Nov-99 08:49:37 GMT", now: Date(timeIntervalSince1970: 9.223372036e18)) != nil)
    for seconds in [Double.nan, .infinity, -.infinity, 1e300] {
      let wait = RetryAfter.wait([.retryAfter: "Thu, 01 Jan 1970 00:00:09 GMT"]) { Date(timeIntervalSince1970: seconds) }
      #expect(wait == .seconds(9))
    }
    for text in ["12 ", " 12", "12"] { #expect(RetryAfter.wait([.retryAfter: text], now: Date.init) == .seconds(12)) }
    for text in ["1 2", "1.5", "+3", "--3", "3s"] { #expect(RetryAfter.wait([.retryAfter: text], now: Date.init) == nil) }
  }
}
