import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct CassetteTokenTests {
  private let scratch = Scratch()
  private let token = "4eC39HqLyjWDarjtT1zdp7dc"

  @Test("O06: what only looks like a token is not written, and a replay that uses it goes on", arguments: [true, false])
  func tokens(isHidden: Bool) async throws {
    var redaction = Redaction.cassette
    redaction.hidesTokens = isHidden
    let token = token
    let server = StubTransport { request in
      guard request.head.path == "/things" else { return Response(status: .ok, body: Body("thing \(token)")) }
      let body = #"{"id":"\#(token)","note":"use \#(token) now","href":"https://h/things/\#(token)/parts","n":1}"#
      return Response(status: .created, headers: [.contentType: "application/json"], body: Body(body))
    }
    func use(_ cassette: Cassette) async throws -> String {
      let body = try await cassette.send(request(.post, "/things", body: Body("{}"))).body.collect()
      let json = try JSONValue(parsing: body)
      let id = try #require(json["id"]?.string)
      #expect(json["note"]?.string == "use \(id) now" && json["href"]?.string == "https://h/things/\(id)/parts")
      return String(decoding: try await cassette.send(request("/things/\(id)")).body.collect(), as: UTF8.self)
    }
    let recording = try Cassette(scratch.file, mode: .record, over: server, redaction: redaction)
    _ = try await use(recording)
    #expect(try scratch.text().contains(token) == !isHidden)
    let replayed = try await use(Cassette(scratch.file, mode: .replay, redaction: redaction))
    #expect(replayed == (isHidden ? "thing redacted-1" : "thing \(token)"))
    // A test that knows the token itself finds the exchange too.
    let known = try Cassette(scratch.file, mode: .replay, redaction: redaction)
    #expect(try await known.send(request("/things/\(token)")).head.status == .ok)
  }

  @Test("O06: the list of hidden pairs has only the name of a pair whose value begins with a combining mark")
  func combiningMark() async throws {
    let cassette = try Cassette(scratch.file, mode: .record, over: StubTransport(.json("{}")))
    let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    _ = try await cassette.send(request(.post, "/a", headers: form, body: Body("passcode=\u{301}x6=7&a=b")))
    let hidden = try Cassette(scratch.file, mode: .replay).hidden
    #expect(hidden == ["Person.read request form passcode: its name is that of a secret"])
    #expect(try !scratch.text().contains("x6"))
  }

  @Test("O06: the file lists what was hidden, by place and reason and without the values")
  func list() async throws {
    let body = #"{"user":{"pwd":"p4ss","pin":5},"note":"\#(token)","list":[{"sid":"x1"}],"nested":"{\"auth\":\"x2\"}"}"#
    let server = StubTransport(.json(body, headers: [.setCookieField: "x3"]))
    let cassette = try Cassette(scratch.file, mode: .record, over: server)
    let sent = request(
      .post, "/a/\(token)?cursor=x4&page=2",
      headers: [.authorization: "x5", .contentType: "application/x-www-form-urlencoded"], body: Body("name=ann&passcode=x6"))
    _ = try await cassette.send(sent)
    let expected = [
      "request url path: it looks like a token, or names a secret",
      "request url query cursor: not on the list of what may be shown",
      "request header Authorization: not on the list of what may be shown",
      "request form passcode: its name is that of a secret",
      "response body /user/pwd: its name is that of a secret",
      "response body /user/pin: its name is that of a secret",
      "response body /note: it looks like a token, or names a secret",
      "response body /list/0/sid: its name is that of a secret",
      "response body /nested/auth: its name is that of a secret",
      "response header Set-Cookie: not on the list of what may be shown",
    ]
    let file = try JSONValue(parsing: scratch.text())
    let hidden = file["exchanges"]?.array?.first?["hidden"]?.array?.compactMap(\.string) ?? []
    #expect(hidden.sorted() == expected.sorted())
    #expect(try Cassette(scratch.file, mode: .replay).hidden.sorted() == expected.map { "Person.read \($0)" }.sorted())
    for secret in ["p4ss", token, "x1", "x2", "x3", "x4", "x5", "x6"] { #expect(try !scratch.text().contains(secret)) }
  }

  @Test("O06: an exchange without a secret has no list")
  func nothing() async throws {
    let cassette = try Cassette(scratch.file, mode: .record, over: StubTransport(.json(#"{"author":"Ann"}"#)))
    _ = try await cassette.send(request("/a"))
    #expect(try !scratch.text().contains("hidden"))
    #expect(cassette.hidden.isEmpty)
  }

  @Test("O06: a cassette that was recorded when less was hidden still replays")
  func older() async throws {
    try scratch.write(
      #"""
      {"cassette":1,"exchanges":[{"row":"Person.read","request":{"method":"POST","url":"https://api.example/a/\#(token)?page=2",
      "headers":["Content-Type: application/json"],"text":"{\"key\":\"abc\",\"sid\":5}"},
      "response":{"status":200,"headers":[],"text":"ok"}}]}
      """#)
    let sent = request(
      .post, "/a/\(token)?page=2", headers: [.contentType: "application/json"], body: Body(#"{"key":"abc","sid":5}"#))
    #expect(try await Cassette(scratch.file, mode: .replay).send(sent).head.status == .ok)
  }
}
