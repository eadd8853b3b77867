import Foundation
import RefineryCore
import RefineryTesting
import Testing

@testable import RefineryMock

@Suite("S08: the text of faults") struct FaultTextTests {
  static let texts = [
    "Person.read: delay 200ms", "Person.*: delay 100ms to 2s", "*: delay log-normal 200ms sigma 0.5",
    "*: dribble 10 bytes every 50ms", "*: empty", "*: malformed", "*: truncated", "*: truncated after 10 bytes",
    "*: dropped-before-head", "*: dropped-after-head", "*: reset", "*: status 503", "*: status 503 retry-after 2s",
    "*: status 429 retry-after date 60s", "*: rate-limit 10 per 60s", "*: expired-token", "*: content-length +5",
    "*: content-length -5", "*: duplicated", "*: media-type text/html; charset=utf-8", "*: damaged-gzip",
    "Person.read: status 503, times 2, every 3, probability 0.25", "\"odd: name\": empty", "\"#1\": empty",
    "list people: delay 0.25ms",
  ]

  @Test("S08: each fault has one text, which can be read again", arguments: texts)
  func roundTrip(text: String) throws {
    let rules = try FaultText.rules(text)
    #expect(rules.map { $0.text(showsToken: true) } == [text])
  }

  @Test("S08: there is a text for every name of a fault")
  func names() throws {
    let read = Set(try Self.texts.flatMap { try FaultText.rules($0) }.map { String($0.fault.description.prefix { $0 != " " }) })
    #expect(read == Set(MockFault.names))
  }

  @Test("S08: the page on faults has every fault, and its example of a file can be read")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Sources/RefineryMock/RefineryMock.docc/Faults.md"), encoding: .utf8)
    let cells = page.split(separator: "\n").compactMap { $0.hasPrefix("| `") ? $0.split(separator: " | ").first : nil }
    let texts = cells.flatMap { $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }
    let rules = try FaultText.rules(lines: texts.filter { !$0.contains("__refinery") }.map { "*: \($0)" })
    #expect(Set(rules.map { $0.fault.description.prefix { $0 != " " } }) == Set(MockFault.names.map { $0[...] }))
    let file = try #require(page.components(separatedBy: "\n```\n").first { $0.hasPrefix("# Two failures") })
    #expect(try FaultText.rules(file).count == 3)
  }

  @Test("S08: spaces, comments, empty lines and Windows' line breaks do not matter")
  func spaces() throws {
    let text = "# one\r\n\r\n  Person.read :   status   503 ,times 2  \r\n\t*:empty"
    #expect(try FaultText.rules(text).map(\.description) == ["Person.read: status 503, times 2", "*: empty"])
  }

  @Test("S08: a rule has at most 1,000 bytes")
  func length() throws {
    let spaces = String(repeating: " ", count: 1000 - "*: empty".utf8.count)
    #expect(try FaultText.rules("*: empty" + spaces).count == 1)
    let error = #expect(throws: UnusableSettings.self) { try FaultText.rules("*: empty " + spaces) }
    #expect(error?.description.contains("line 1, column 1: the rule has more than 1000 bytes") == true)
  }

  @Test("S08: a token is not in a description, and a description with a hidden token is refused")
  func token() throws {
    let rule = try #require(try FaultText.rules("*: expired-token abc.DEF-1").first)
    #expect(rule.fault == .expiredToken("abc.DEF-1"))
    #expect(!"\(rule) \(rule.fault) \(String(reflecting: rule.fault))".contains("abc"))
    #expect(throws: UnusableSettings.self) { try FaultText.rules("\(rule)") }
  }

  @Test(
    "S08: an error names the place and what is wrong",
    arguments: [
      ("Person.read", "line 1, column 1: a rule must be the name of a row, a colon and a fault, as in *: status 503"),
      ("*: flaky", "line 1, column 4: there is no fault flaky; there are content-length"),
      ("*: statsu 503", "line 1, column 4: there is no fault statsu; did you mean status?"),
      ("*:", "line 1, column 3: a fault such as status 503 is missing here"),
      ("*: status", "line 1, column 10: a status is missing here"),
      ("*: status many", "line 1, column 11: many must be a status"),
      ("*: status 99", "line 1, column 4: a status must be from 200 to 599, but is 99"),
      ("*: status 503 times 2", "line 1, column 15: nothing more may follow here; times, every and probability follow"),
      ("*: status 503, twice", "line 1, column 16: twice is not times, every or probability"),
      ("*: status 503, times 2, times 3", "line 1, column 25: times is there twice"),
      ("*: status 503, times 0", "line 1, column 1: times must be at least 1, but is 0"),
      ("*: status 503,", "line 1, column 15: times, every or probability is missing here"),
      ("*: status 503, probability nan", "line 1, column 28: nan must be a number from 0 to 1"),
      ("*: status 503, probability 2", "line 1, column 1: probability must be from 0 to 1, but is 2.0"),
      ("*: delay 5", "line 1, column 10: 5 must be a time such as 200ms or 2s"),
      ("*: delay 2s to 1s", "line 1, column 10: the first time of a range must not be longer than the second"),
      ("*: delay 999999999999999999999s", "line 1, column 10: 9999999999"),
      ("*: delay 100000s", "line 1, column 4: a time must be from 0 seconds to a day, but is 100000s"),
      ("*: delay log-normal 1s", "line 1, column 23: sigma is missing here"),
      ("*: dribble 0 bytes every 1s", "line 1, column 4: a piece must have at least 1 byte, but has 0"),
      ("*: truncated after -1 bytes", "line 1, column 4: the number of bytes must not be negative"),
      ("*: rate-limit 5 per 1.5s", "line 1, column 4: a window must be from 1 to 86400 whole seconds, but is 1500ms"),
      ("*: content-length 0", "line 1, column 4: the difference of the length must not be 0"),
      ("*: status 503 retry-after 500ms", "line 1, column 27: Retry-After must be whole seconds, such as 2s"),
      (": empty", "line 1, column 1: the name of a row is missing; * means all rows"),
      ("\"a: empty", "line 1, column 1: a name in quotation marks must be a JSON string"),
      (
        "*: empty\n*: reset\n  Person.raed: reset",
        "line 3, column 1: no row has the name Person.raed; did you mean Person.read?"
      ),
    ])
  func errors(text: String, start: String) {
    let error = #expect(throws: UnusableSettings.self) { try FaultText.rules(text, known: ["Person.read", "Person.create"]) }
    #expect(error?.problems.count == 1 && error?.problems.first?.hasPrefix(start) == true, "\(error?.problems ?? [])")
  }

  @Test("S08: any text is read or refused, and what is read has a text that is read alike")
  func anyText() {
    var random = SeededRandom(seed: 2026)
    let words = Self.texts.flatMap { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
    let odd = [
      "\"", "\\", ":", ",", "#", "\t", "\u{0}", "\u{A0}", "é", "-1", "9223372036854775807", "99999999999999999999", "1e400",
      "nan",
      ".5s", "1.s", "0.000001ms", "9999999999999s", "+", "*", "\"\\", "\"a\":", "\"\\u00e9\":", "times", "<redacted>",
    ]
    var accepted = 0
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...9, using: &random)
      var line = Bool.random(using: &random) ? "*: " : ""
      for _ in 0..<count {
        let isOdd = Int.random(in: 0..<5, using: &random) == 0
        line += (isOdd ? odd : words).randomElement(using: &random) ?? ""
        if Int.random(in: 0..<8, using: &random) > 0 { line += " " }
      }
      guard let rules = try? FaultText.rules(line) else { continue }
      accepted += 1
      let again = try? FaultText.rules(rules.map { $0.text(showsToken: true) }.joined(separator: "\n"))
      #expect(again == rules, "\(line)")
    }
    #expect(accepted > 40)
  }

  @Test("S08: all wrong lines are listed, and none of the rules is added")
  func allProblems() {
    let faults = MockFaults()
    let error = #expect(throws: UnusableSettings.self) { try faults.add(parsing: "*: empty\n*: nothing\n*: delay") }
    #expect(error?.problems.count == 2)
    #expect(faults.description == "no faults")
  }

  @Test("S08: faults from code are checked like those of a text")
  func code() throws {
    let faults = MockFaults(known: ["Person.read"])
    #expect(throws: UnusableSettings.self) { try faults.add(.status(99)) }
    #expect(throws: UnusableSettings.self) { try faults.add(.empty, to: "Person.raed") }
    #expect(throws: UnusableSettings.self) { try faults.add(.empty, to: "Pet.*") }
    #expect(throws: UnusableSettings.self) { try faults.add(.empty, times: 0) }
    #expect(throws: UnusableSettings.self) { try faults.add(.empty, probability: .nan) }
    #expect(throws: UnusableSettings.self) { try faults.add(.delay(.seconds(-1))) }
    #expect(throws: UnusableSettings.self) { try faults.add(.mediaType("a\r\nX-A: b")) }
    #expect(throws: UnusableSettings.self) { try faults.add(.expiredToken("a b")) }
    try faults.add(.empty, to: "Person.*")
    #expect(faults.description == "Person.*: empty")
  }
}
