import FoundationEssentials
import HTTPTypes
import RefineryCore
import Testing

@Suite struct RedactionNameTests {
  private let redaction = Redaction()

  @Test(
    "J08: a member is secret by the parts of its name, whatever divides them",
    arguments: [
      "pwd", "user_pwd", "userPwd", "USER-PWD", "db.pwd", "pwd2", "dbPWDHash", "pass", "db_pass", "passCode", "passcode",
      "auth",
      "x-auth", "authData", "sid", "connect.sid", "SID", "key", "apiKey", "APIKey", "API_KEY", "keyValue", "bearer", "session",
      "sessionId", "PHPSESSID", "Pass_Word", "newPassword1", "mypasswords", "accessToken", "pushTokens", "oauth2",
      "client secret",
    ])
  func secret(name: String) {
    #expect(redaction.isSecret(member: name))
    let text = redaction.redacted(.object([name: "canary"])).text()
    #expect(!text.contains("canary"))
    #expect(!redaction.form("\(name.replacing(" ", with: "_"))=canary").contains("canary"))
  }

  @Test(
    "J08: an innocent name that only contains the letters of a secret one is shown",
    arguments: [
      "keyboard", "monkey", "keywords", "author", "authorName", "co_authors", "authority", "passenger", "passengers", "compass",
      "bypass", "passage", "side", "inside", "residence", "president", "spinner", "shipping", "opinion", "secretary",
      "tokenizer",
      "obsession", "", "_", "été",
    ])
  func innocent(name: String) {
    #expect(!redaction.isSecret(member: name))
  }

  @Test("J08: beside a value, key is a name; the value is hidden where that name is secret")
  func pairs() throws {
    let pairs = try JSONValue(parsing: #"[{"key":"color","value":"red"},{"key":"db_pwd","value":"canary"},{"key":"canary"}]"#)
    #expect(
      redaction.redacted(pairs).text()
        == #"[{"key":"color","value":"red"},{"key":"db_pwd","value":"<redacted>"},{"key":"<redacted>"}]"#)
  }

  @Test(
    "J08: a value is hidden where another member gives it the name of a secret",
    arguments: [
      #"{"op":"replace","path":"/user/password","value":"canary"}"#, #"{"name":"token","value":{"a":"canary"}}"#,
      #"{"key":"db.pwd","value":["canary"]}"#, #"{"field":"user.password","value":"canary"}"#,
    ])
  func namedByAnother(body: String) throws {
    #expect(redaction.redacted(try JSONValue(parsing: body))["value"] == .string(Redaction.mark))
  }

  @Test(
    "J08: of the name that another member gives, only the last part counts",
    arguments: [#"{"path":"/tokens/5/owner","value":"Ann"}"#, #"{"field":"tokens.owner","value":"Ann"}"#])
  func namedByLastPart(body: String) throws {
    #expect(redaction.redacted(try JSONValue(parsing: body))["value"] == .string("Ann"))
  }

  @Test(
    "J08: JSON nested in a string is redacted, at any depth and behind white space",
    arguments: [
      #"{"event":"{\"pwd\":\"canary\"}"}"#, #"{"event":"  \n{\"pwd\":\"canary\"}"}"#,
      #"{"event":"[{\"a\":{\"sid\":\"canary\"}}]"}"#,
      #"{"event":"\"{\\\"pwd\\\":\\\"canary\\\"}\""}"#, #"{"event":"{\"inner\":\"{\\\"pwd\\\":\\\"canary\\\"}\"}"}"#,
      #"{"event":"payload={\"pwd\":\"canary\"}"}"#, #"{"event":"got {\\\"pwd\\\":\\\"canary\\\"}"}"#,
      #"{"event":"pwd=canary"}"#,
      #"{"event":"https://u:canary@h/x"}"#, #"["{\"pwd\":\"canary\""]"#, #""{\"pwd\":\"canary\"}""#,
    ])
  func nested(body: String) {
    let fields: HTTPFields = [.contentType: "application/json"]
    #expect(!redaction.shown(Body(body), fields: fields).description.contains("canary"))
    let form = "payload=" + body.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(redaction.form(form) == "payload=<redacted>")
  }

  @Test("J08: text that names a secret is not shown, and in other text what looks like a token is not")
  func text() {
    let fields: HTTPFields = [.contentType: "text/plain"]
    let named = redaction.shown(Body("user: ann\npwd: canary"), fields: fields)
    #expect(named.description == "<21 bytes text/plain, may hold a secret>" && named.text == nil)
    #expect(redaction.shown(Body("the author: Ann"), fields: fields).text == "the author: Ann")
    #expect(redaction.shown(Body(#"p\u0077d: canary"#), fields: fields).text == nil, "an escape may spell a name")
    let token = redaction.shown(Body("it is 4eC39HqLyjWDarjtT1zdp7dc."), fields: fields)
    #expect(token.text == "it is <redacted>")
  }

  @Test(
    "J08: text that looks like a token is hidden by its length and mixture, under any name",
    arguments: [
      "4eC39HqLyjWDarjtT1zdp7dc", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
      "da39a3ee5e6b4b0d3255bfef95601890afd80709", "9xQ2/kLmT7vB+4ZpR8wYc1Nd/Hs6GfJ3uE5aXoViK",
      "dGhpcyBpcyBhIHNlY3JldCB0b2tlbiE1Njc4OQ==",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "xoxb-263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1",
      "AKIA3Q7ZB5X2M4K6P8R1",
    ])
  func tokens(token: String) {
    for text in [token, "use \(token) now", "(\(token))", "a: \(token)\nb"] {
      let shown = redaction.redacted(.string(text)).text()
      #expect(!shown.contains(token.prefix(8)) && shown.contains(Redaction.mark))
    }
    let shown = redaction.redacted(["value": .array([.string(token)])])
    #expect(shown == ["value": [.string(Redaction.mark)]])
  }

  @Test("J08: what follows Bearer or Basic is hidden")
  func schemes() {
    #expect(redaction.redacted("Authorization was Bearer abcdefgh!") == "Authorization was Bearer <redacted>!")
    #expect(redaction.redacted("basic dTpwYXNz") == "basic <redacted>")
    #expect(redaction.redacted("a bearer of news, a basic plan") == "a bearer of news, a basic plan")
  }

  @Test(
    "J08: text that is no token is shown",
    arguments: [
      "550e8400-e29b-41d4-a716-446655440000", "3f2a9c4e-7b1d-4e8f-9a0c-5d6b7f8a9e1c",
      "https://h.example/people/550e8400-e29b-41d4-a716-446655440000/notes?page=2",
      "how-to-make-a-great-sandwich-in-5-minutes", "com.example.refinery.AnnouncementNotifications2",
      "2026-11-22T04:26:36.123Z",
      "application/vnd.api+json", "12345678901234567890", "aaaaaaaaaaaaaaaaaaaaaaaa1", "1.2.3-beta.4+build.20260101",
      "/var/lib/refinery/2026/11/22/report.pdf", "IMG_20240101_123456789.jpeg",
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA",
      "Donaudampfschifffahrtsgesellschaft1", "The 5th of November 2026, at 10:30", "shown",
    ])
  func plain(text: String) {
    #expect(redaction.redacted(.string(text)) == .string(text))
  }

  @Test("J08: hiding what only looks like a token can be switched off; a JSON Web Token stays hidden")
  func switchedOff() {
    var lenient = Redaction()
    lenient.hidesTokens = false
    #expect(lenient.redacted("4eC39HqLyjWDarjtT1zdp7dc") == "4eC39HqLyjWDarjtT1zdp7dc")
    #expect(lenient.redacted("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln") == "<redacted>")
    let link = "https://a.example/verify/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"
    let mixed = "4eC39HqLyjWDarjtT1zdp7dc"
    #expect(lenient.redacted(.string(link)) == "https://a.example/verify/<redacted>")
    #expect(lenient.redacted(.string("\(link)/\(mixed)")) == .string("https://a.example/verify/<redacted>/\(mixed)"))
    #expect(redaction.redacted(.string("\(link)/\(mixed)")) == "https://a.example/verify/<redacted>/<redacted>")
  }
}
