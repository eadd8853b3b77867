import Foundation
import RefineryEvents
import RefineryTesting
import Testing

@Suite("Parser of event streams")
struct EventParserTests {
  /// What is found in a stream that arrives in these chunks.
  private struct Found: Equatable {
    var events: [ServerSentEvent<String>] = []
    var retry: Duration?
    var lastEventID = ""

    init(_ chunks: [Data], lastEventID: String = "") throws {
      var parser = EventParser(lastEventID: lastEventID)
      for chunk in chunks {
        parser.push(chunk)
        while let event = try parser.next() { events.append(event) }
      }
      retry = parser.retry
      self.lastEventID = parser.lastEventID
    }
  }

  struct Rule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let events: [ServerSentEvent<String>]
    var retry: Duration?
    var lastEventID = ""

    init(
      _ name: String, _ text: String, _ events: [ServerSentEvent<String>], retry: Duration? = nil, lastEventID: String? = nil
    ) {
      self.init(name, bytes: Array(text.utf8), events, retry: retry, lastEventID: lastEventID)
    }

    init(
      _ name: String, bytes: [UInt8], _ events: [ServerSentEvent<String>], retry: Duration? = nil, lastEventID: String? = nil
    ) {
      testDescription = name
      self.bytes = bytes
      self.events = events
      self.retry = retry
      self.lastEventID = lastEventID ?? events.last?.lastEventID ?? ""
    }
  }

  private static func event(_ data: String, _ name: String = "message", id: String = "") -> ServerSentEvent<String> {
    ServerSentEvent(name: name, data: data, lastEventID: id)
  }

  static let all: [Rule] = [
    Rule("an event of one line", "data: hello\n\n", [event("hello")]),
    Rule("several lines of data", "data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
    Rule(
      "comments and ids", ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
      [event("first event", id: "1"), event("second event"), event(" third event")]),
    Rule("data without a value", "data\n\ndata\ndata\n\ndata:\n", [event(""), event("\n")]),
    Rule("one space after the colon does not matter", "data:test\n\ndata: test\n\n", [event("test"), event("test")]),
    Rule("only one space is removed, and no tab", "data:  a\n\ndata:\tb\n\n", [event(" a"), event("\tb")]),
    Rule("lines end with CR LF", "data: a\r\ndata: b\r\n\r\ndata: c\r\n\r\n", [event("a\nb"), event("c")]),
    Rule("lines end with CR", "data: a\rdata: b\r\rdata: c\r\r", [event("a\nb"), event("c")]),
    Rule("line ends are mixed", "data: a\rdata: b\r\ndata: c\n\rdata: d\n\n", [event("a\nb\nc"), event("d")]),
    Rule("LF CR is two line ends", "data: a\n\rdata: b\r\n\n", [event("a"), event("b")]),
    Rule("CR LF CR is an empty line", "data: a\r\n\rdata: b\r\r\n", [event("a"), event("b")]),
    Rule("a byte order mark is skipped", "\u{FEFF}data: a\n\n", [event("a")]),
    Rule("only one byte order mark is skipped", "\u{FEFF}\u{FEFF}data: a\n\ndata: b\n\n", [event("b")]),
    Rule("a byte order mark after the start is part of a name", "data: a\n\n\u{FEFF}data: b\n\n", [event("a")]),
    Rule("a byte order mark before an empty line", "\u{FEFF}\ndata: a\n\n", [event("a")]),
    Rule("two of the three bytes of a mark", bytes: [0xEF, 0xBB] + Array("data: a\n\ndata: b\n\n".utf8), [event("b")]),
    Rule("a comment within an event", "data: a\n: comment\n:\ndata: b\n\n", [event("a\nb")]),
    Rule(
      "names", "event: add\ndata: 1\n\nevent: remove\ndata: 2\n\nevent\ndata: 3\n\ndata: 4\n\n",
      [event("1", "add"), event("2", "remove"), event("3"), event("4")]),
    Rule("the last name counts", "event: a\nevent: b\ndata: 1\n\n", [event("1", "b")]),
    Rule("a name without data is dropped", "event: a\n\ndata: 1\n\n", [event("1")]),
    Rule("an id stays", "id: 7\ndata: 1\n\ndata: 2\n\n", [event("1", id: "7"), event("2", id: "7")]),
    Rule("an empty id resets", "id: 7\ndata: 1\n\nid:\ndata: 2\n\n", [event("1", id: "7"), event("2")]),
    Rule("an id without data counts", "id: 7\n\n", [], lastEventID: "7"),
    Rule("an id of an event that does not end does not count", "id: 7\ndata: 1\n\nid: 8\ndata: 2\n", [event("1", id: "7")]),
    Rule("an id with NUL is ignored", "id: 7\ndata: 1\n\nid: 8\0\ndata: 2\n\n", [event("1", id: "7"), event("2", id: "7")]),
    Rule("names of fields are exact", "Data: a\ndatas: b\ndat: c\n data: d\ndata : e\ndata: f\n\n", [event("f")]),
    Rule("lines without a known field", "identity: 4\neventually\nretrying: 3\nother: x\ndata: a\n\n", [event("a")]),
    Rule("a colon in a value", "data: a:b: c\nid: x:y\n\n", [event("a:b: c", id: "x:y")]),
    Rule("retry", "retry: 1500\ndata: a\n\n", [event("a")], retry: .milliseconds(1500)),
    Rule("retry counts before its event ends", "retry:20\n", [], retry: .milliseconds(20)),
    Rule(
      "retry of other than digits is ignored", "retry: 10\nretry: 5s\nretry: -1\nretry: +5\nretry: 1.5\nretry:\nretry\n", [],
      retry: .milliseconds(10)),
    Rule("retry of a tab or two spaces is ignored", "retry:\t5\nretry:  5\nretry: ٣\n", []),
    Rule(
      "a huge retry is a long wait", "retry: 99999999999999999999999999\n", [], retry: .milliseconds(Int64(Int32.max))),
    Rule("the last event must end", "data: a\n\ndata: b\n", [event("a")]),
    Rule("the last line must end", "data: a\n\ndata: b", [event("a")]),
    Rule("empty lines", "\n\n\r\r\n\ndata: a\n\n\n\n", [event("a")]),
    Rule(
      "text of several bytes", "data: \u{E9}\u{20AC}\u{1F600}\nid: \u{E9}\nevent: \u{20AC}\n\n",
      [event("\u{E9}\u{20AC}\u{1F600}", "\u{20AC}", id: "\u{E9}")]),
    Rule(
      "bytes that are not UTF-8 are replaced", bytes: Array("data: a".utf8) + [0xFF, 0xE2, 0x82] + Array("\ndata: b\n\n".utf8),
      [event("a\u{FFFD}\u{FFFD}\nb")]),
    Rule("NUL in data stays", "data: a\0b\n\n", [event("a\0b")]),
    Rule(
      "long lines", "data: \(String(repeating: "x", count: 75))\nid: \(String(repeating: "y", count: 64))\n\n",
      [event(String(repeating: "x", count: 75), id: String(repeating: "y", count: 64))]),
  ]

  @Test("R01: Every rule of the format holds, split at every byte", arguments: all)
  func rules(rule: Rule) throws {
    let whole = Data(rule.bytes)
    var expected = try Found([])
    expected.events = rule.events
    expected.retry = rule.retry
    expected.lastEventID = rule.lastEventID

    #expect(try Found([whole]) == expected)
    for first in 0...whole.count {
      #expect(try Found([whole[..<first], whole[first...]]) == expected, "split at \(first)")
      // With an empty chunk and a single byte between the two.
      let second = min(first + 1, whole.count)
      #expect(try Found([whole[..<first], Data(), whole[first..<second], whole[second...]]) == expected, "split at \(first)")
    }
    #expect(try Found(whole.map { Data([$0]) }) == expected, "byte by byte")
  }

  @Test("R01: Random streams have the same events however they are split")
  func random() throws {
    var random = SeededRandom(seed: 9)
    let parts = [
      "data", "data:", "id", "event", "retry", ":", " ", "\n", "\r", "\r\n", "\n\n", "7", "x", "\u{FEFF}", "\0", "€",
    ]
    for _ in 0..<300 {
      let text = (0..<60).map { _ in parts.randomElement(using: &random)! }.joined()
      let bytes = Data(text.utf8)
      var chunks: [Data] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...9, using: &random)
        chunks.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(try Found(chunks) == Reference.found(in: Array(bytes)), "\(text.debugDescription)")
    }
  }

  @Test("An identifier of an earlier connection stays until another one comes")
  func continued() throws {
    let found = try Found([Data("data: a\n\nid: 8\ndata: b\n\n".utf8)], lastEventID: "7")
    #expect(found.events.map(\.lastEventID) == ["7", "8"])
  }

  @Test("An event above the limit is an error, in one chunk or in many")
  func limit() throws {
    let line = Data("data: 0123456789\n".utf8)
    for text in [line + line, Data("data: \(String(repeating: "x", count: 40))".utf8), Data(repeating: 0x3A, count: 41)] {
      var parser = EventParser(limit: 24)
      parser.push(text)
      #expect(throws: EventTooLarge.self) { try parser.next() }
      parser = EventParser(limit: 24)
      #expect(throws: EventTooLarge.self) {
        for byte in text {
          parser.push(Data([byte]))
          _ = try parser.next()
        }
      }
    }
    var parser = EventParser(limit: 24)
    parser.push(line + Data("\n".utf8) + line + Data("\n".utf8))
    #expect(try parser.next()?.data == "0123456789")
    #expect(try parser.next()?.data == "0123456789")
    // Of several lines, those before count with their values and line feeds.
    for (text, size) in [(line, 16), (line + line, 27)] {
      parser = EventParser(limit: size)
      parser.push(text + Data("\n".utf8))
      #expect(try parser.next() != nil)
      parser = EventParser(limit: size - 1)
      parser.push(text + Data("\n".utf8))
      let error = #expect(throws: EventTooLarge.self) { try parser.next() }
      #expect(error?.limit == size - 1)
    }
  }

  @Test("The description of an event says its size, not its content")
  func redaction() {
    #expect("\(ServerSentEvent(data: "secret"))" == "ServerSentEvent<String>")
  }

  /// The algorithm of the standard, step by step over the decoded text.
  private enum Reference {
    static func found(in bytes: [UInt8]) throws -> Found {
      var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
      var (found, data, name, id) = (try Found([]), "", "", "")
      var (line, index) = ("", 0)
      while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        guard scalar == "\n" || scalar == "\r" else {
          line.unicodeScalars.append(scalar)
          continue
        }
        if scalar == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
        defer { line = "" }
        if line.isEmpty {
          found.lastEventID = id
          if !data.isEmpty {
            data.unicodeScalars.removeLast()
            found.events.append(ServerSentEvent(name: name.isEmpty ? "message" : name, data: data, lastEventID: id))
          }
          (data, name) = ("", "")
          continue
        }
        let scalars = line.unicodeScalars
        let colon = scalars.firstIndex(of: ":")
        let field = String(scalars[..<(colon ?? scalars.endIndex)])
        var value = colon.map { scalars[scalars.index(after: $0)...] } ?? scalars[scalars.endIndex...]
        if value.first == " " { value.removeFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data += String(value) + "\n"
        case "id": if !value.contains("\0") { id = String(value) }
        case "retry":
          if let number = Int64(String(value)), value.allSatisfy({ "0"..."9" ~= $0 }) {
            found.retry = .milliseconds(min(number, Int64(Int32.max)))
          }
        default: break
        }
      }
      return found
    }
  }
}
