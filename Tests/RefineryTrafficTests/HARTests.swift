import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTraffic
import Testing

@Suite struct HARTests {
  @Test("S09: a HAR of a browser is written again byte by byte")
  func unchanged() throws {
    let file = try Fixture.browser()
    let traffic = try Traffic(har: file)
    #expect(traffic.exchanges.count == 23)
    #expect(traffic.file(as: .har, redaction: nil).data == file)
  }

  @Test(
    "S09: a HAR keeps its white space, its escapes and members that are not known",
    arguments: [
      #"{"log":{"entries":[]}}"#,
      "{\r\n\t\"log\": {\r\n\t\t\"entries\": [\r\n\t\t]\r\n\t}\r\n}\r\n",
      "\u{FEFF}{\"log\":{\"_x\":[1.0e5,{\"a\":\"\\u00e9\\/\"}],\"entries\":[ {\"request\":{\"method\":\"GET\","
        + "\"url\":\"http:\\/\\/a\\u002fb\",\"_n\":1.50},\"time\":1e1} , "
        + "{\"request\":{\"method\":\"GET\",\"url\":\"http://c/\"}}"
        + " ],\"comment\":\"]}\\\"\"},\"after\":null}",
    ])
  func style(text: String) throws {
    let file = Data(text.utf8)
    #expect(try Traffic(har: file).file(as: .har, redaction: nil).data == file)
    #expect(try Traffic(har: file).file(as: .har).data == file)
  }

  @Test("S09: bodies of a HAR are the bytes that were sent and received")
  func bodies() throws {
    let exchanges = try Traffic(har: Fixture.browser()).exchanges
    func exchange(_ path: String) throws -> TrafficExchange {
      try #require(exchanges.first { $0.url.contains(path) })
    }
    let image = try exchange("/image.png")
    #expect(image.response?.body.data?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    #expect(try exchange("/latin1").response?.body.data == Data([0x4B, 0xE4, 0x73, 0x65, 0x20, 0x35, 0x30, 0x20, 0xB0]))
    #expect(try exchange("/crlf").response?.body.data == Data("one\r\ntwo\r\n\r\nthree\tend\0\u{7F}".utf8))
    #expect(try exchange("/raw").body.data == Data((0..<64).map { UInt8($0 * 4) }))
    #expect(try exchange("/text").body.data == Data("### not a separator\r\n{{x}}\n< file\n".utf8))
    #expect(try exchange("/form").body.data == Data("user=Ann+%C3%A9&password=p%26w+7".utf8))
    #expect(try exchange("/multipart").body.data?.firstRange(of: Data([0, 4, 8, 12])) != nil)
    #expect(try exchange("/cut").response?.body.data == nil)
    #expect(try exchange("/cut").response?.isCut == true)
    #expect(try exchange("/empty").response?.head.status.code == 204)
    #expect(try exchange("/redirect").response?.head.headerFields[.location] == "/json?from=redirect&token=s3cret")
    #expect(try exchange("/cookie").response?.head.headerFields[values: .setCookie].count == 2)
    #expect(exchanges.allSatisfy { $0.started != nil && $0.timings != nil })
  }

  @Test("S09: a HAR is written without secrets, and what was hidden is listed")
  func redacted() throws {
    let file = try Traffic(har: Fixture.browser()).file(as: .har)
    let text = String(decoding: file.data, as: UTF8.self)
    for secret in ["s3cret", "s3cr3t", "tok-1234", "k3y-", "p%26w", "Bearer t-", "abc9"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    #expect(file.hidden.contains { $0.hasSuffix("request header Authorization: not on the list of what may be shown") })
    #expect(file.hidden.contains { $0.hasSuffix("request form password: its name is that of a secret") })
    #expect(file.hidden.contains { $0.contains("response body /access_token") })
    #expect(file.hidden.contains { $0.hasSuffix("request body: withheld, a part of it may be secret") })
    // It is still the same traffic.
    let shown = try Traffic(har: file.data)
    #expect(shown.exchanges.count == 23)
    #expect(shown.exchanges.map(\.method) == (try Traffic(har: Fixture.browser())).exchanges.map(\.method))
    // Nothing is left to hide.
    #expect(shown.file(as: .har).data == file.data)
  }

  @Test("S09: members whose names are repeated are not in a redacted HAR, and in one that is not redacted")
  func repeated() throws {
    let entries = [
      #"{"request":{"method":"GET","url":"http://a/","headers":[],"headers":[{"name":"X-Key","value":"s3cret"}]}}"#,
      #"{"request":{"method":"GET","url":"http://a/"},"comment":"a","comment":"token=s3cret"}"#,
      #"{"_a":{"b":"\"x\":","b":[{"password":"s3cret"}]},"request":{"method":"GET","url":"http://a/"}}"#,
    ]
    for entry in entries + [""] {
      let creator = entry.isEmpty ? #""creator":{},"creator":{"key":"s3cret"},"# : ""
      let file = Data(#"{"log":{\#(creator)"entries":[\#(entry)]}}"#.utf8)
      let traffic = try Traffic(har: file)
      #expect(traffic.file(as: .har, redaction: nil).data == file)
      let shown = traffic.file(as: .har).data
      #expect(shown.firstRange(of: Data("s3cret".utf8)) == nil, "\(String(decoding: shown, as: UTF8.self))")
      #expect(try Traffic(har: shown).exchanges.count == traffic.exchanges.count)
    }
  }

  @Test("S09: members of a HAR that are not known are redacted and listed")
  func unknownMembers() throws {
    let text =
      #"{"log":{"pages":[{"title":"http://a/?token=s3cret"}],"entries":[{"request":{"method":"GET","url":"http://a/"},"#
      + #""_messages":[{"data":"{\"password\":\"s3cret\"}"}],"_n":1}]}}"#
    let file = try Traffic(har: Data(text.utf8)).file(as: .har)
    let shown = String(decoding: file.data, as: UTF8.self)
    #expect(!shown.contains("s3cret") && shown.contains(#""_n":1"#))
    #expect(
      file.hidden == [
        "the members around the entries: they look like tokens, or name a secret",
        "exchange 1 members that only HAR has: they look like tokens, or name a secret",
      ])
  }

  @Test(
    "S09: no member of an entry is copied with a secret, although its URL and its content have none",
    arguments: [
      (#""queryString":[{"name":"access_token","value":"s3cret"}]"#, ""),
      (#""queryString":{"access_token":"s3cret"}"#, ""),
      (#""headers":[{"name":"Accept","value":"*/*","_token":"s3cret","comment":"password=s3cret"}]"#, ""),
      (#""headers":[{"name":":authority","value":"ann:s3cret@a"}]"#, ""),
      (#""cookies":[{"name":"a","value":"s3cret","comment":"password=s3cret"}]"#, ""),
      (#""postData":{"mimeType":"text/plain","text":"a","comment":"password=s3cret"}"#, ""),
      (#""postData":{"mimeType":"text/plain","text":{"password":"s3cret"}}"#, ""),
      (#""postData":{"mimeType":"text/plain","params":[{"name":"a","value":"b","_token":"s3cret"}]}"#, ""),
      (#""_password":"s3cret""#, ""),
      (#""httpVersion":"password=s3cret""#, ""),
      ("", #""content":{"size":1,"mimeType":"text/plain","text":"a","comment":"password=s3cret"}"#),
      ("", #""content":{"size":1,"mimeType":"text/plain","text":"a","_raw":{"token":"s3cret"}}"#),
      ("", #""content":{"mimeType":"text/plain","text":{"password":"s3cret"}}"#),
      ("", #""content":{"mimeType":"text/plain","comment":"withheld: password=s3cret"}"#),
    ])
  func copiedMembers(request: String, response: String) throws {
    let members = [#""method":"GET""#, #""url":"http://a/""#, request].filter { !$0.isEmpty }.joined(separator: ",")
    let answer = [#""status":200"#, response].filter { !$0.isEmpty }.joined(separator: ",")
    let har = Fixture.har(#"{"request":{\#(members)},"response":{\#(answer)}}"#)
    for format in TrafficFormat.allCases {
      let file = try Traffic(har: har).file(as: format)
      #expect(!String(decoding: file.data, as: UTF8.self).contains("s3cret"), "\(format)")
    }
    let shown = try Traffic(har: har).file(as: .har).data
    #expect(try Traffic(har: shown).file(as: .har).data == shown)
  }

  @Test("S09: a list of query parameters and content without secrets are written as they were")
  func copiedMembersWithoutSecrets() throws {
    let har = Fixture.har(
      #"{"request":{"method":"GET","url":"http://a/?page=2","queryString":[{"name":"page","value":"2","comment":"x"}]},"#
        + #""response":{"status":200,"content":{"size":1,"mimeType":"text/plain","text":"a","comment":"x"}}}"#)
    let file = try Traffic(har: har).file(as: .har)
    #expect(file.data == har)
    #expect(file.hidden.isEmpty)
  }

  @Test(
    "S09: the name of an exchange and the reason of its failure are written without secrets",
    arguments: TrafficFormat.allCases)
  func names(format: TrafficFormat) throws {
    let har = Fixture.har(
      #"{"comment":"login with password=s3cret","request":{"method":"GET","url":"http://a/"},"response":{"status":0,"#
        + #""_error":"password=s3cret","_failure":{"code":"failed","phase":"before sending","reason":"password=s3cret"}}}"#)
    let file = try Traffic(har: har).file(as: format)
    #expect(!String(decoding: file.data, as: UTF8.self).contains("s3cret"))
    #expect(file.hidden.contains("exchange 1 name: it looks like a token, or names a secret"))
    #expect(file.hidden.contains("exchange 1 failure: it looks like a token, or names a secret"))
  }

  @Test("S09: a part of a HAR is a HAR")
  func part() throws {
    var traffic = try Traffic(har: Fixture.browser())
    traffic.exchanges.removeAll { !$0.url.contains("/people/") && !$0.url.contains("/raw") }
    let file = traffic.file(as: .har, redaction: nil).data
    #expect(try JSONValue(parsing: file)["log"]?["entries"]?.array?.count == 2)
    #expect(try Traffic(har: file).file(as: .har, redaction: nil).data == file)
    traffic.exchanges = []
    #expect(try JSONValue(parsing: traffic.file(as: .har, redaction: nil).data)["log"]?["entries"]?.array?.isEmpty == true)
  }

  @Test(
    "S09: a fault of a HAR names its place",
    arguments: [
      ("[]", "it does not begin with a JSON object"), ("{\"log\":{}}", "it has no `entries`"), ("{}", "it has no `log`"),
      ("{\"log\":{\"entries\":{}}}", "`log.entries` is not a list"),
      ("{\"log\":{\"entries\":[{}", "it ends within `log.entries`"),
      ("{\"log\":{\"entries\":[{},]}}", "entry 1: a comma follows the last entry"),
      ("{\"log\":{\"entries\":[{}]}", "the part around the entries is malformed JSON"),
      (
        "{\"log\":{\"entries\":[{\"request\":{\"method\":\"GET\",\"url\":\"http://a/\"}},{\"request\":1}]}}",
        "entry 2: `request` is missing"
      ),
      ("{\"log\":{\"entries\":[{\"request\":{\"method\":1}}]}}", "entry 1: `request.method` or `request.url`"),
      ("{\"log\":{\"entries\":[nonsense]}}", "entry 1: it is not JSON"), ("", "it does not begin"),
      ("{\"log", "it ends within a text"),
    ])
  func faults(text: String, reason: String) throws {
    let error = #expect(throws: TrafficError.self) { try Traffic(har: Data(text.utf8)) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test(
    "S09: a fault in an entry of a HAR names the member",
    arguments: [
      (#""headers":{}"#, "", "`request.headers` is not a list"),
      (#""headers":[{"name":"a"}]"#, "", "a member of `request.headers`"),
      (#""headers":[{"name":"a b","value":""}]"#, "", "a name in `request.headers`"),
      (#""headers":[]"#, #","response":{"status":20,"headers":[]}"#, "`response.status`"),
      (#""headers":[]"#, #","response":{"status":200,"content":{"text":"!","encoding":"base64"}}"#, "is not base64"),
      (
        #""headers":[]"#, #","response":{"status":200,"content":{"text":"a","encoding":"rot13"}}"#,
        "`response.content.encoding`"
      ),
    ])
  func memberFaults(headers: String, response: String, reason: String) throws {
    let file = Fixture.har(#"{"request":{"method":"GET","url":"http://a/",\#(headers)}\#(response)}"#)
    let error = #expect(throws: TrafficError.self) { try Traffic(har: file) }
    #expect(error?.place == "entry 1")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("S09: what a new HAR has is read from it again")
  func new() throws {
    let file = try Traffic(har: Fixture.browser())
    // Without the entries of the browser, by way of a cassette.
    let cassette = file.file(as: .cassette, redaction: nil)
    let traffic = try Traffic(cassette: cassette.data)
    let har = traffic.file(as: .har, redaction: nil)
    let again = try Traffic(har: har.data)
    #expect(again.exchanges.map(\.body) == file.exchanges.map(\.body))
    #expect(again.exchanges.map { $0.response?.body } == file.exchanges.map { $0.response?.body })
    #expect(again.file(as: .cassette, redaction: nil).data == cassette.data)
    #expect(again.file(as: .har, redaction: nil).data == har.data)
  }

  @Test(
    "S09: user information and queries are hidden without a scheme, and next to a combining mark",
    arguments: ["me:pass99@a.example/?u=https://x/", "https://h.example?\\u0301token=pass99", "https://u:pass99@\\u0301h/"])
  func strangeURLs(url: String) throws {
    let traffic = try Traffic(har: Fixture.har(#"{"request":{"method":"GET","url":"\#(url)"}}"#))
    for format in TrafficFormat.allCases {
      let text = String(decoding: traffic.file(as: format).data, as: UTF8.self)
      #expect(!text.contains("pass99"), "\(format)")
    }
    #expect(!"\(traffic.exchanges)".contains("pass99"))
  }

  @Test("S09: Base64 may have lines, and any other character in it is an error")
  func base64() throws {
    func traffic(_ text: String) throws -> Traffic {
      let content = #"{"text":"\#(text)","encoding":"base64"}"#
      return try Traffic(
        har: Fixture.har(#"{"request":{"method":"GET","url":"http://a/"},"response":{"status":200,"content":\#(content)}}"#))
    }
    #expect(try traffic(#"YWJj\r\nYWJj "#).exchanges.first?.response?.body.data == Data("abcabc".utf8))
    #expect(throws: TrafficError.self) { try traffic("@@@@-_-_YWJj") }
  }

  @Test("S09: a long text in Base64 that encodes the name of a secret is hidden")
  func longBase64() throws {
    let inner = #"{"user":"ann","password":"s3cretW"}"# + String(repeating: " ", count: 5000)
    let encoded = Data(inner.utf8).base64EncodedString()
    let har = Fixture.har(
      #"{"request":{"method":"GET","url":"http://a/"},"_webSocketMessages":[{"opcode":2,"data":"\#(encoded)"}]}"#)
    let file = try Traffic(har: har).file(as: .har)
    #expect(!String(decoding: file.data, as: UTF8.self).contains(encoded.prefix(100)))
    #expect(!file.hidden.isEmpty)
  }

  @Test("S09: a half of a character in UTF-16 is read as U+FFFD, and written as it was")
  func halves() throws {
    let har = Fixture.har(
      #"{"request":{"method":"GET","url":"http://a/"},"response":{"status":200,"#
        + #""content":{"text":"\\ud83d \ud83d\ude00 \udc00a\ud83d b\ud83d"}}}"#)
    let traffic = try Traffic(har: har)
    let body = traffic.exchanges.first?.response?.body.data
    #expect(body == Data("\\ud83d \u{1F600} \u{FFFD}a\u{FFFD} b\u{FFFD}".utf8))
    #expect(traffic.file(as: .har, redaction: nil).data == har)
  }

  @Test(
    "S09: a secret is hidden if another member, element or attribute has its name",
    arguments: [
      #"{"Parameter":{"Name":"/prod/db_password","Type":"SecureString","Value":"s3cretC"}}"#,
      #"{"Name":"Password","Value":"s3cretC"}"#, #"{"ParameterKey":"DBPassword","ParameterValue":"s3cretC"}"#,
      #"{"header":"Authorization","value":"s3cretC"}"#,
      "<member><name>password</name><value><string>s3cretC</string></value></member>",
      "<input type=hidden name=csrf_token value=s3cretC>",
    ])
  func pairs(text: String) throws {
    let content = JSONValue.object(["text": .string(text)])
    let har = Fixture.har(
      #"{"request":{"method":"GET","url":"http://a/"},"response":{"status":200,"content":\#(content.text())}}"#)
    let output = String(decoding: try Traffic(har: har).file(as: .cassette).data, as: UTF8.self)
    #expect(!output.contains("s3cretC"))
  }
}
