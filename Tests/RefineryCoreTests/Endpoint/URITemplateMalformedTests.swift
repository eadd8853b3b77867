import RefineryCore
import RefineryTesting
import TestSupport
import Testing

@Suite("URITemplate: malformed templates")
struct URITemplateMalformedTests {
  @Test(
    "O02: a malformed template is an error that names the position",
    arguments: [
      // Braces.
      ("{", 0), ("people/{id", 7), ("{/id*", 0), ("a}", 1), ("}", 0), ("/id*}", 4), ("{id}}", 4), ("{a{b}}", 2), ("{{id}}", 1),
      ("é{id", 2), ("😀}", 4),
      // Empty expressions and names.
      ("{}", 0), ("x{}", 1), ("{?}", 2), ("{+}", 2), ("{a,}", 3), ("{a,,b}", 3), ("{?,a}", 2), ("{:3}", 1), ("{*}", 1),
      // Operators.
      ("{=a}", 1), ("{!a}", 1), ("{@a}", 1), ("{|a}", 1), ("{,a}", 1), ("{$a}", 1), ("{-a}", 1), ("{~a}", 1), ("{ a}", 1),
      ("{??a}", 2), ("{/?a}", 2), ("{++a}", 2),
      // Names.
      ("{a b}", 2), ("{a-b}", 2), ("{a }", 2), ("{é}", 1), ("{a..b}", 3), ("{a.}", 3), ("{+.a}", 2), ("{..a}", 2), ("{a%4}", 2),
      ("{a%zz}", 2), ("{%}", 1), ("{a?}", 2), ("{x, y}", 3), ("{a/b}", 2), ("{a\n}", 2), ("{a\u{0}}", 2),
      // Modifiers.
      ("{a:0}", 3), ("{a:01}", 3), ("{a:10000}", 3), ("{a:}", 3), ("{a:x}", 3), ("{a:-1}", 3), ("{a:3x}", 4), ("{a:3*}", 4),
      ("{a*:3}", 3), ("{a**}", 3), ("{a:3:3}", 4), ("{b,a:99999}", 5), ("{a:9999999999999999999999}", 3), ("{a:٣}", 3),
      // Triplets.
      ("%", 0), ("a%", 1), ("a%4", 1), ("a%4g", 1), ("a%%41", 1), ("%é", 0), ("a%{id}", 1),
      // Characters that no literal may hold.
      ("a b", 1), ("\"a", 0), ("a\\b", 1), ("a^b", 1), ("a`b", 1), ("a|b", 1), ("a\nb", 1), ("a\r", 1), ("\u{0}", 0),
      ("\u{7F}", 0),
      ("a\u{85}", 1), ("\u{E0001}", 0), ("https://h/a b", 11),
      // Angle brackets.
      ("<", 0), (">", 0), ("a<b", 1), ("a>b", 1), ("<>", 0), ("<1a>", 0), ("<a b>", 0), ("<a-b>", 0), ("<a<b>", 0), ("<é>", 0),
      ("<{a}>", 0), ("<a>>", 3), ("x/<id", 2), ("<a*>", 0),
    ] as [(String, Int)])
  func malformed(text: String, position: Int) throws {
    let problem = try #require(throws: URITemplate.Malformed.self) { try URITemplate(text) }
    #expect(problem.position == position)
    #expect(problem.template == text)
    #expect(!problem.reason.isEmpty)
    #expect(URITemplate(stringLiteral: text).problem == problem)
  }

  @Test("O02: a malformed literal does not trap; it throws its fault whenever it is used")
  func literal() throws {
    let template: URITemplate = "people/{id"
    let problem = try #require(template.problem)
    #expect(throws: problem) { try template.expand(["id": "1"]) }
    #expect(throws: problem) { try template.target(["id": "1"]) }
    #expect(template.item.problem != nil)
    #expect(template.variables == [])
    #expect(problem.description == #"malformed template "people/{id" at byte 7: "{" is not closed"#)
  }

  @Test(
    "I02: a malformed template is described in one line, whatever it holds",
    arguments: ["a\nb", "{\u{1B}[31m", "\u{2028}<", "\r\n"])
  func oneLine(text: String) throws {
    let description = try #require(URITemplate(stringLiteral: text).problem).description
    #expect(description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 && $0.value != 0x7F })
  }

  @Test(
    "O02: code points that are no characters may not stand in a literal",
    arguments: [0xFDD0, 0xFDEF, 0xFFF0, 0xFFFE, 0x1FFFF, 0xE0001])
  func noncharacters(value: UInt32) throws {
    let text = "é" + String(try #require(Unicode.Scalar(value)))
    #expect(URITemplate(stringLiteral: text).problem?.position == 2)
  }

  @Test("O02: what may stand in a literal stands there, and goes out percent-encoded where a URL needs it")
  func literals() throws {
    let kept = "AZaz09-._~:/?#[]@!$&'()*+,;=%41%C3%a9"
    #expect(try URITemplate(kept).expand([:]) == kept)
    for (text, expansion) in [("é", "%C3%A9"), ("日本", "%E6%97%A5%E6%9C%AC"), ("😀", "%F0%9F%98%80"), ("\u{E000}", "%EE%80%80")] {
      #expect(try URITemplate(text).expand([:]) == expansion)
    }
  }

  @Test("O02: 20,000 random texts neither trap the parser nor move a fault out of the text", .afterTheRush)
  func fuzz() async {
    var random = SeededRandom(seed: 6570)
    var sound = 0
    for _ in 0..<20_000 {
      await Task.yield()  // Other tests use the same threads.
      let text = Self.text(&random)
      let template = URITemplate(stringLiteral: text)
      if let problem = template.problem {
        #expect((0..<text.utf8.count).contains(problem.position), "\(text.debugDescription)")
        #expect(template.item.problem != nil, "\(text.debugDescription)")
        continue
      }
      sound += 1
      let bare = try? template.expand([:])
      #expect(bare?.utf8.allSatisfy { (0x21...0x7E).contains($0) } == true, "\(text.debugDescription)")
      #expect(template.item.problem == nil, "\(text.debugDescription)")
      #expect(Set(template.variables).count == template.variables.count)
      #expect(template.variables.count <= text.utf8.count)
    }
    #expect((2_000...18_000).contains(sound))
  }

  @Test("O02: a text of a hundred thousand pieces is read or refused, without a trap", .afterTheRush)
  func long() async {
    for text in ["{", "}", "{a}", "<a>", "é", "%41", "{a,", "a/"] {
      await Task.yield()  // Other tests use the same threads.
      let template = URITemplate(stringLiteral: String(repeating: text, count: 100_000))
      let isSound = ["{a}", "<a>", "é", "%41", "a/"].contains(text)
      #expect((template.problem == nil) == isSound)
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let pieces = [
      "{", "}", "<", ">", "%", "%41", "%C3", "{a}", "{?b}", "{&c*}", "{+d}", "{#e}", "{/f:3}", "{;g}", "{.h}", "<id>", "a", "Z",
      "9",
      "_", ".", ",", ":", "*", "+", "#", "/", ";", "?", "&", "=", "!", "@", "|", "~", " ", "'", "\"", "\\", "é", "😀", "\u{301}",
      "\u{0}",
      "\n", "http://", "https://h", "people", "..", "//",
    ]
    // Some texts are mostly sound pieces, so that both outcomes are common.
    let isCalm = Bool.random(using: &random)
    let calm = ["a", "/", "{a}", "{?b}", "<id>", "%41", "é", "{/f:3}", "people", "?", "&", "{+d}", "#", "http://"]
    let source = isCalm ? calm : pieces
    return (0..<Int.random(in: 0...10, using: &random)).map { _ in source.randomElement(using: &random) ?? "" }.joined()
  }
}
