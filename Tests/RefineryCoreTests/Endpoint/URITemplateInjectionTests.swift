import TestSupport
import Testing

@testable import RefineryCore

/// Demand 24: whatever a value holds, a target keeps its segments and its host, or is refused before anything is sent.
@Suite("URITemplate: injection")
struct URITemplateInjectionTests {
  private static let hostile = [
    "../", "..", ".", "%2e%2e", "%2E%2E/", "/", "//", "?", "#", "\r", "\n", "\r\n", "\u{0}", "a\u{0}b", "😀", "", " ", "\t",
    "\u{301}",
    "\u{301}\u{301}", "a\u{301}", "\u{200D}", "\u{202E}", "\u{FEFF}", "\u{85}", "\u{2028}", "%", "%%", "%2", "%2f", "%2F..",
    "%00", "%0d%0a", "&",
    "=", ";", "..;", "..;/", "\\", "..\\", "\\..", "a/../b", "a/./b", "./", "/.", "/..", "//evil.example/",
    "http://evil.example/", "@evil.example",
    ":80", "user:pw@", "[::1]", "{id}", "{", "}", "<id>", "*", "+", "!", "~", "...", "....//", "..%2f", "%c0%ae", "%252e%252e",
    "HTTP/1.1",
    "a HTTP/1.1\r\nHost: evil.example\r\n\r\n", String(repeating: "a", count: 10_000), String(repeating: "../", count: 3_000),
    String(repeating: "é", count: 5_000),
  ]

  @Test("A12: a value in a path keeps the number of segments, or is refused", .afterTheRush, arguments: hostile)
  func path(value: String) throws {
    let shapes: [(URITemplate, Int)] = [
      ("/p/{x}", 2), ("/p/{x}/q", 3), ("/p/{x}{?q}", 2), ("/p{/x}", 2), ("/p/a{x}b/q", 3), ("/p/<x>", 2), ("/p/{x:3}/q", 3),
      ("/p/q{.x}", 2),
      ("/p{;x}/q", 2), ("/p/{x,x}", 2),
    ]
    for (template, count) in shapes {
      guard let target = accepted(template, value) else { continue }
      #expect(segments(of: target).count == count)
      #expect(!target.utf8.contains(UInt8(ascii: "?")) && !target.utf8.contains(UInt8(ascii: "#")))
      #expect(segments(of: target).allSatisfy { ![".", "..", ""].contains(decoded($0)) })
    }
    guard let target = accepted("/p/{x}", value) else { return }
    #expect(decoded(segments(of: target)[1]) == value)
  }

  @Test("A12: a value in a query stays the one value of its key", arguments: hostile)
  func query(value: String) throws {
    let target = try #require(accepted("/p{?x,y}", value))
    let parts = target.split(separator: "?", omittingEmptySubsequences: false)
    #expect(parts.count == 2 && parts[0] == "/p")
    let pairs = parts[1].split(separator: "&", omittingEmptySubsequences: false)
    #expect(pairs.count == 2 && pairs[1] == "y=1")
    #expect(decoded(pairs[0].dropFirst(2)) == value)
  }

  @Test("A12: reserved expansion goes down from its place, never up or out", arguments: hostile)
  func reserved(value: String) {
    for template: URITemplate in ["/p/{+x}", "/p/{+x}/q", "/p/{+x:5}", "/p/q{+x}"] {
      guard let target = accepted(template, value) else { continue }
      #expect(target.utf8.starts(with: "/p/".utf8))
      #expect(!target.utf8.contains(UInt8(ascii: "?")) && !target.utf8.contains(UInt8(ascii: "#")))
      #expect(segments(of: target).allSatisfy { ![".", "..", ""].contains(decoded($0)) })
    }
  }

  @Test("A12: a value cannot change the host of an absolute template beyond its label", arguments: hostile)
  func host(value: String) {
    for template: URITemplate in [
      "https://{x}.h.example/p", "https://h.example/{x}", "https://h.example/p/{+x}", "https://h.example{/x}",
    ] {
      guard let target = accepted(template, value) else { continue }
      let parts = target.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts[0] == "https:" && parts[1] == "")
      #expect(parts[2].hasSuffix("h.example") && !parts[2].contains("@") && !parts[2].contains(":"))
    }
  }

  @Test("A12: 5,000 random values: the short way and the long way agree, and both keep the rules", .afterTheRush)
  func agreement() async throws {
    let pieces = [
      ".", "..", "/", "%2e", "%", "a", "Z9", "-_~", "\\", ";", "?", "#", "é", "\u{301}", "\u{0}", "\n", " ", "%2F", "😀",
    ]
    var state: UInt64 = 24
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var count = (accepted: 0, refused: 0)
    for _ in 0..<5_000 {
      await Task.yield()  // Other tests use the same threads.
      let value = (0..<next(6)).map { _ in pieces[next(pieces.count)] }.joined()
      for (short, long) in [("p/{x}", "p/{x:9999}"), ("/p/.{x}/q", "/p/.{x:9999}/q"), ("{x}{x}.", "{x:9999}{x:9999}.")] {
        let plain = Result { try URITemplate(stringLiteral: short).target(PathValues("x", .text(value))) }
        let watched = Result { try URITemplate(stringLiteral: long).target(PathValues("x", .text(value))) }
        #expect((try? plain.get()) == (try? watched.get()), "\(value.debugDescription)")
        guard let target = try? plain.get() else {
          count.refused += 1
          continue
        }
        count.accepted += 1
        #expect(target == (try URITemplate(stringLiteral: short).expand(PathValues("x", .text(value)))))
        #expect(target.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(segments(of: target).allSatisfy { ![".", "..", ""].contains(decoded($0)) }, "\(value.debugDescription)")
      }
    }
    #expect(count.accepted > 1_000 && count.refused > 1_000)
  }

  private func accepted(_ template: URITemplate, _ value: String) -> String? {
    do {
      let target = try template.target(["x": .text(value), "y": 1])
      #expect(target.utf8.allSatisfy { (0x21...0x7E).contains($0) })
      return target
    } catch {
      let fault = error as? URITemplate.Unsafe
      #expect(fault?.variable == "x")
      #expect(value.utf8.count < 6 || fault?.description.contains(value) == false)
      return nil
    }
  }

  private func segments(of target: String) -> [Substring] {
    let path = target.prefix { $0 != "?" }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.first == UInt8(ascii: "/") ? Array(segments.dropFirst()) : segments
  }

  private func decoded(_ text: Substring) -> String {
    String(decoding: Octets(String(text)).map(\.byte), as: UTF8.self)
  }
}
