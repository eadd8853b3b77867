import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Synchronization
import Testing

@Suite struct RedactionBodyTests {
  let redaction = Redaction()

  func shown(_ body: Body, _ type: String, coding: String? = nil, cap: Int = 4096) -> String {
    var fields: HTTPFields = [.contentType: type]
    fields[.contentEncoding] = coding
    return redaction.shown(body, fields: fields, cap: cap).description
  }

  @Test("J08: JSON members are hidden at any depth, without regard to case and dashes, and within longer names")
  func json() {
    let text = #"{"a":[{"Pass_Word":"x","userPassword":{"y":1}}],"api-key":1,"spinner":2,"pin":3}"#
    #expect(
      shown(Body(text), "application/vnd.api+json; charset=utf-8").contains(#""userPassword":"<redacted>""#))
    for secret in ["Pass_Word", "userPassword", "api-key", "pin"] {
      #expect(shown(Body(text), "application/json").contains("\"\(secret)\":\"<redacted>\""))
    }
    #expect(shown(Body(text), "application/json").contains(#""spinner":2"#))
    #expect(shown(Body(#"{"name":"token","value":"x"}"#), "application/json").contains(#""value":"<redacted>""#))
    #expect(shown(Body(#"{"event":"{\"pin\":\"x\"}","note":"[x"}"#), "application/json").contains(#"{\"pin\":\"<redacted>\"}"#))
  }

  @Test("J08: JSON and the JSON in its strings share one limit of nesting, and deeper strings are hidden")
  func nestedStrings() {
    func nested(_ levels: Int, around inner: JSONValue) -> JSONValue {
      (0..<levels).reduce(inner) { json, _ in .array([json]) }
    }
    let inner = nested(300, around: .string("harmless"))
    for (levels, isShown) in [(200, true), (300, false)] {
      let shown = redaction.redacted(nested(levels, around: .string(inner.text())))
      #expect(shown.text().contains("harmless") == isShown)
      #expect(shown.text().contains("<redacted>") == !isShown)
    }
  }

  @Test("J08: JSON that does not parse, or is too large to, is not shown")
  func unparsable() {
    #expect(shown(Body(#"{"password":"#), "application/json") == "<unparsable JSON, 12 bytes>")
    #expect(shown(Body("[info] ready"), "text/plain") == "<unparsable JSON, 12 bytes>")
    let large = Body("[\"" + String(repeating: "a", count: 300_000) + "\"]")
    #expect(shown(large, "application/json") == "<300004 bytes application/json>")
    let most = "[\"" + String(repeating: "a", count: 262_140) + "\"]"
    #expect(shown(Body(most), "application/json", cap: 262_144) == most)
    #expect(shown(Body(most + " "), "application/json") == "<262145 bytes application/json>")
  }

  @Test("J08: forms are redacted by name, and a pair without a name is hidden")
  func forms() {
    let type = "application/x-www-form-urlencoded"
    #expect(
      shown(Body("grant_type=code&code=x&page=2&user%5Bpassword%5D=x&loose&&a=b=c"), type)
        == "grant_type=code&code=<redacted>&page=2&user%5Bpassword%5D=<redacted>&<redacted>&&a=b=c")
    #expect(shown(Body("%70assword=x"), type) == "%70assword=<redacted>")
    // What is shown is short, and still not all there is.
    let long = Body("password=" + String(repeating: "x", count: 5000))
    #expect(shown(long, type) == "password=<redacted>… <5009 bytes in all>")
  }

  @Test("J08: binary, encoded and streamed content is named with its size and type")
  func binary() throws {
    #expect(shown(Body(Data(count: 1234)), "image/png") == "<1234 bytes image/png>")
    #expect(shown(Body(Data([0x61, 0xFF])), "text/plain") == "<2 bytes text/plain>")
    #expect(shown(Body("a\0b"), "text/plain") == "<3 bytes text/plain>")
    #expect(shown(Body("{}"), "application/json", coding: "gzip") == "<2 bytes application/json, gzip>")
    #expect(shown(Body(AsyncStream<Data> { $0.finish() }, length: 9), "text/csv") == "<stream, 9 bytes text/csv>")
    #expect(redaction.shown(Body("secret"), fields: [:]).description == "<6 bytes>")
    #expect(shown(.empty, "application/json") == "")
    #expect(shown(Body("abc"), "text/plain", cap: .min) == "… <3 bytes in all>")
    #expect(shown(Body("abc"), "text/plain", cap: .max) == "abc")
  }

  @Test("J08: text is cut at the cap, between characters, and says how much there is", arguments: 0...12)
  func cap(cap: Int) {
    let text = "aé🇨🇭z"  // 1 + 2 + 8 + 1 bytes.
    let whole = redaction.shown(Body(text), fields: [.contentType: "text/plain"], cap: cap)
    #expect(whole.isWhole == (cap == 12))
    #expect(text.hasPrefix(whole.text ?? "?"))
    #expect((whole.text?.utf8.count ?? .max) <= cap)
    #expect(whole.description == (cap == 12 ? text : "\(whole.text ?? "")… <12 bytes in all>"))
  }

  @Test("J08: a cluster of marks longer than the cap is cut between scalars")
  func cluster() {
    let text = "\"a" + String(repeating: "\u{301}", count: 3000) + "\""
    let shown = redaction.shown(Body(text), fields: [.contentType: "application/json"], cap: 1001)
    #expect(shown.text?.utf8.count == 1000)
  }

  @Test("J08: signatures of pre-signed URLs are hidden even where they are allowed, and keys compare without case")
  func queries() {
    let lenient = Redaction(queryKeys: ["Page", "X-Amz-Signature"])
    #expect(lenient.target("/a?page=1&X-Amz-Signature=x#f") == "/a?page=1&X-Amz-Signature=<redacted>")
    #expect(lenient.target("/a?PAGE=1") == "/a?PAGE=1")
    #expect(lenient.target("/a?page=4eC39HqLyjWDarjtT1zdp7dc") == "/a?page=<redacted>", "it looks like a token")
  }

  @Test(
    "J08: a combining mark after a delimiter of a URL does not show the value behind it",
    arguments: ["/a?\u{301}k=s3cret", "/a?page=1&\u{301}k=s3cret", "/a?page\u{301}=\u{301}s3cret", "/a#\u{301}s3cret"])
  func combiningMarks(target: String) {
    #expect(!Redaction(queryKeys: ["page"]).target(target).contains("s3cret"))
  }

  @Test(
    "J08: a combining mark after a delimiter of a form does not reveal the value",
    arguments: ["password=\u{301}s3cret=1", "page=1&\u{301}password=s3cret", "a=b&\u{301}s3cret"])
  func combiningMarksInForms(text: String) {
    #expect(!redaction.form(text).contains("s3cret"))
    #expect(!shown(Body(text), "application/x-www-form-urlencoded").contains("s3cret"))
  }

  @Test("J08: a URL is shown without user information")
  func urls() {
    func url(_ authority: String?, _ path: String?) -> String {
      redaction.url(of: HTTPRequest(method: .get, scheme: "https", authority: authority, path: path))
    }
    #expect(url("api.example.com:8443", "/people/5") == "https://api.example.com:8443/people/5")
    #expect(url("user:s3cret@api.example.com", "/a?k=s3cret&&b#s3cret") == "https://api.example.com/a?k=<redacted>&&<redacted>")
    #expect(url("a@b@h", "/\u{e9}\u{85}") == "https://h/\u{e9}\\u{0085}")
    #expect(url(nil, nil) == "https://")
  }

  @Test("J08: what ends a line or reorders text is written as an escape, every other character as it is")
  func escapes() {
    let unsafe: [UInt32] = [
      0x00, 0x0A, 0x1F, 0x7F, 0x85, 0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069,
    ]
    for scalar in unsafe.compactMap(Unicode.Scalar.init) {
      let escaped = Redaction.escaped("a\(scalar)b").unicodeScalars
      let isPlain = escaped.allSatisfy { $0.isASCII && $0 != scalar }
      #expect(isPlain, "\(scalar.value)")
    }
    let safe: [UInt32] = [0x20, 0x7E, 0xA0, 0x200D, 0x202F, 0x2065, 0x206A, 0x1F642]
    for scalar in safe.compactMap(Unicode.Scalar.init) { #expect(Redaction.escaped("\(scalar)") == "\(scalar)") }
  }

  @Test("J08: settings with spaces around their sign are hidden; a sentence is not")
  func settings() {
    for text in ["user = ann\npassword = hunter2", "password : hunter2", "token\t=x"] {
      #expect(redaction.mayHoldSecret(text))
      #expect(redaction.shown(Body(text), fields: [.contentType: "text/plain"]).text == nil)
    }
    #expect(!redaction.mayHoldSecret("a password is needed"))
    for text in ["password=\u{301}hunter2", "https://ann:hunter2@\u{301}h", "https://\u{301}ann:hunter2@h"] {
      #expect(redaction.mayHoldSecret(text), "a combining mark after a delimiter")
    }
  }

  @Test("J08: secret members added later count in any notation")
  func addedMembers() {
    var own = Redaction()
    own.secretMembers.insert("Tax-Number")
    #expect(own.isSecret(member: "tax_number") && own.isSecret(member: "theTaxNumber"))
  }
}
