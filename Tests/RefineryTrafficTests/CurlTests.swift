import Foundation
import HTTPTypes
import RefineryCore
import RefineryTraffic
import Testing

@Suite struct CurlTests {
  private func read(_ script: String, files: [String: Data] = [:], variables: [String: String] = [:]) throws -> Traffic {
    struct Missing: Error {}
    return try Traffic(curl: script, variables: variables) { path in
      guard let data = files[path] else { throw Missing() }
      return data
    }
  }

  private func one(_ script: String, files: [String: Data] = [:]) throws -> TrafficExchange {
    let exchanges = try read(script, files: files).exchanges
    #expect(exchanges.count == 1)
    return try #require(exchanges.first)
  }

  private func text(_ exchange: TrafficExchange) -> String? { exchange.body.data.map { String(decoding: $0, as: UTF8.self) } }

  @Test("S09: the command that Chrome copies is read as the request that it sends")
  func chrome() throws {
    let exchange = try one(
      #"""
      curl 'https://api.example/people?a\[\]=1' \
        -H 'accept: application/json' \
        -H 'content-type: application/json' \
        -b 'a=1; session=s' \
        -H $'x-quote: it\'s \u0021 \ud83d\ude00 \u00e9' \
        --data-raw $'{"a":"it\'s"}\r\n' \
        --compressed \
        --insecure
      """#)
    #expect(exchange.method == "POST")
    #expect(exchange.url == "https://api.example/people?a[]=1")
    #expect(exchange.headers[.accept] == "application/json")
    #expect(exchange.headers[.cookie] == "a=1; session=s")
    #expect(exchange.headers[try #require(HTTPField.Name("x-quote"))] == "it's ! \u{1F600} \u{E9}")
    #expect(text(exchange) == "{\"a\":\"it's\"}\r\n")
  }

  @Test(
    "S09: quotes are those of bash",
    arguments: [
      (#"curl http://a/ -d a\ b"#, "a b"), (#"curl http://a/ -d "a\"b\\c\d\`\$""#, #"a"b\c\d`$"#),
      (#"curl http://a/ -d 'a'"b"c$'d\x41\101\tq'"#, "abcdAA\tq"), ("curl http://a/ -d 'a\nb'", "a\nb"),
      ("curl http://a/ -d \"a\\\nb\"", "ab"), ("curl http://a/ -da", "a"), ("curl -sSda http://a/", "a"),
      (#"curl http://a/ -d "$NAME-${NAME}""#, "v-v"), ("curl http://a/ -d 'a' -d b=c", "a&b=c"),
      ("curl http://a/ -d a#b # c", "a#b"),
      ("$ curl http://a/ -d a", "a"), ("/usr/bin/curl http://a/ -d a; ", "a"), ("curl http://a/ \\\r\n -d a\r\n", "a"),
      ("curl http://a/ -d '@f'", "xy"), ("curl http://a/ --data-binary @f", "x\r\ny\n"), ("curl http://a/ --data-raw @f", "@f"),
      ("curl http://a/ --data-urlencode 'a=b c&\u{E9}'", "a=b+c%26%C3%A9"),
      ("curl http://a/ --data-urlencode '=b c'", "b+c"),
      ("curl http://a/ --data-urlencode 'me@ex.com=x'", "me@ex.com=x"), ("curl http://a/ -d {a,b", "{a,b"),
      ("curl http://a/ -d '$5'\"{a,b}\"", "$5{a,b}"), ("curl http://a/ -d {a}", "{a}"), ("curl http://a/ -d a$", "a$"),
      ("curl http://a/ --data-urlencode 'b c'", "b+c"), ("curl http://a/ --data-urlencode a@f", "a=x%0D%0Ay%0A"),
      (#"curl http://a/ --json '{"a":' --json '1}'"#, #"{"a":1}"#), ("curl -T f http://a/b", "x\r\ny\n"),
    ])
  func quotes(script: String, body: String) throws {
    let exchange = try #require(read(script, files: ["f": Data("x\r\ny\n".utf8)], variables: ["NAME": "v"]).exchanges.first)
    #expect(text(exchange) == body)
  }

  @Test(
    "S09: options become the parts of the request that curl makes of them",
    arguments: [
      ("curl a.example", "GET http://a.example/"), ("curl -I http://a/", "HEAD http://a/"),
      ("curl -X PATCH http://a/ -d a", "PATCH http://a/ content-type=application/x-www-form-urlencoded"),
      ("curl -G http://a/?x=1 -d y=2 --data-urlencode 'z= '", "GET http://a/?x=1&y=2&z=+"),
      ("curl http://a -G -d y=2", "GET http://a/?y=2"), ("curl http://a?x", "GET http://a/?x"),
      ("curl -u ann:pass http://a/", "GET http://a/ authorization=Basic YW5uOnBhc3M="),
      ("curl http://ann:p%40ss@a/", "GET http://a/ authorization=Basic YW5uOnBAc3M="),
      ("curl --oauth2-bearer t http://a/", "GET http://a/ authorization=Bearer t"),
      ("curl -A me -e http://b/ -r 0-5 http://a/", "GET http://a/ user-agent=me referer=http://b/ range=bytes=0-5"),
      ("curl -b a=1 -b b=2 http://a/", "GET http://a/ cookie=a=1;b=2"),
      ("curl -d a -H Content-Type: http://a/", "POST http://a/"),
      ("curl -d a -H 'Content-Type: text/plain' http://a/", "POST http://a/ content-type=text/plain"),
      ("curl -H 'X-Empty;' http://a/", "GET http://a/ x-empty="),
      ("curl --json 1 http://a/", "POST http://a/ content-type=application/json accept=application/json"),
      ("curl --url-query a=b http://a/?c", "GET http://a/?c&a=b"), ("curl -g 'http://a/{x}[1-3]'", "GET http://a/{x}[1-3]"),
      ("curl 'me:pass99@a.example/?u=https://x/'", "GET http://a.example/?u=https://x/ authorization=Basic bWU6cGFzczk5"),
      ("curl 'a.example/cb?to=https://x/y'", "GET http://a.example/cb?to=https://x/y"),
      ("curl --url-query a=b --url-query +c 'http://a/#d'", "GET http://a/?a=b&c#d"),
      ("curl -G http://a/", "GET http://a/"), ("curl -G 'http://a/?x=1'", "GET http://a/?x=1"),
      ("curl -e '' http://a/", "GET http://a/"), ("curl -A '' http://a/", "GET http://a/"),
      ("curl -T 'my file.txt' http://a/", "PUT http://a/my%20file.txt"),
      ("curl 'http://me:p&ss99@a/'", "GET http://a/ authorization=Basic bWU6cCZzczk5"),
      ("curl 'http://[::1]:80/'", "GET http://[::1]:80/"), ("curl -T f http://a/b/", "PUT http://a/b/f"),
    ])
  func options(script: String, request: String) throws {
    let exchange = try one(script, files: ["f": Data("x".utf8), "my file.txt": Data("x".utf8)])
    let fields = exchange.headers.map { " \($0.name.canonicalName)=\($0.value)" }.joined()
    #expect("\(exchange.method) \(exchange.url)\(fields)" == request)
  }

  @Test("S09: the parts of a form become multipart content")
  func form() throws {
    let exchange = try one(
      #"curl http://a/ -F 'name=Ann;type=text/plain' -F 'file=@b.png;filename="x;y.png"' -F 'text=<t' "#
        + "--form-string 'raw=@z;a'",
      files: ["b.png": Data([0, 0xFF]), "t": Data("content".utf8)])
    #expect(exchange.headers[.contentType] == "multipart/form-data; boundary=refinery-boundary-0")
    var expected = Data("--refinery-boundary-0\r\nContent-Disposition: form-data; name=\"name\"\r\n".utf8)
    expected += Data("Content-Type: text/plain\r\n\r\nAnn\r\n--refinery-boundary-0\r\nContent-Disposition: form-data; ".utf8)
    expected += Data("name=\"file\"; filename=\"x;y.png\"\r\nContent-Type: image/png\r\n\r\n".utf8) + Data([0, 0xFF])
    expected += Data("\r\n--refinery-boundary-0\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\ncontent\r\n".utf8)
    expected += Data("--refinery-boundary-0\r\nContent-Disposition: form-data; name=\"raw\"\r\n\r\n@z;a\r\n".utf8)
    #expect(exchange.body.data == expected + Data("--refinery-boundary-0--\r\n".utf8))
  }

  @Test(
    "S09: the quotes and the types of a form are those of curl",
    arguments: [
      (#"filter=name="Ann""#, "\r\n\r\nname=\"Ann\"\r\n"), (#"f=type="a""#, "\r\n\r\ntype=\"a\"\r\n"),
      ("f=@b.bin;filename=x.png", "filename=\"x.png\"\r\nContent-Type: image/png\r\n"),
      ("f=@b.bin", "Content-Type: application/octet-stream\r\n"), ("f=a;filename=x.png", "Content-Type: image/png\r\n"),
      ("f=@b.bin;type=text/csv; charset=utf-8", "Content-Type: text/csv; charset=utf-8\r\n"),
    ])
  func formTypes(part: String, content: String) throws {
    let exchange = try one("curl http://a/ -F '\(part)'", files: ["b.bin": Data("x".utf8)])
    #expect(text(exchange)?.contains(content) == true, "\(text(exchange) ?? "")")
  }

  @Test("S09: a body that is left out does not change the normal form", arguments: [TrafficFormat.curl, .http])
  func withheld(format: TrafficFormat) throws {
    let har = Fixture.har(#"{"comment":"upload","request":{"method":"POST","url":"http://a/","bodySize":59}}"#)
    let first = try Traffic(har: har).file(as: format)
    let text = String(decoding: first.data, as: UTF8.self)
    let again = format == .curl ? try Traffic(curl: text) : try Traffic(http: text)
    #expect(again.exchanges.first?.name == "upload")
    #expect(again.file(as: format).data == first.data)
    #expect(first.notes.contains("exchange 1: the body is left out: the HAR file does not have it"))
  }

  @Test("S09: a script has several commands, with their names")
  func several() throws {
    let traffic = try read(
      """
      #!/bin/bash
      # name: first one
      curl http://a/ &&
      curl http://b/ --next -d x http://c/ http://d/; curl http://e/
      """)
    #expect(traffic.exchanges.map(\.url) == ["http://a/", "http://b/", "http://c/", "http://d/", "http://e/"])
    #expect(traffic.exchanges.map(\.name) == ["first one", "", "", "", ""])
    #expect(traffic.exchanges.map(\.method) == ["GET", "GET", "POST", "POST", "GET"])
  }

  @Test(
    "S09: what cannot be converted is an error that names it and its line",
    arguments: [
      ("curl http://a/ --dataa b", 1, "--dataa"), ("curl http://a/ \\\n -sB", 2, "-B"), ("curl -H", 1, "-H has no value"),
      ("curl 'http://a/", 1, "a quote ' is not closed"), ("\ncurl \"a", 2, "a quote \""), ("curl $'a", 1, "a quote $'"),
      ("wget http://a/", 1, "the command is not curl"), ("curl http://a/ | jq", 1, "a pipe"),
      ("curl http://a/ > f", 1, "--output"),
      ("curl http://a/ -d @- <<EOF", 1, "`<`"), ("curl http://a/$X", 1, "the variable X has no value"),
      ("curl http://a/ -d \"$(date)\"", 1, "$(...)"), ("curl http://a/ -d `date`", 1, "backticks"),
      ("curl \"http://a/\" ^\n -H a", 1, "cmd of Windows"), ("curl -d a -F b=c http://a/", 1, "several bodies"),
      ("curl 'http://a/{b,c}'", 1, "a set or a range"), ("curl --digest -u a:b http://a/", 1, "--digest"),
      ("curl -b jar http://a/", 1, "the cookies are in a file"), ("curl -d @missing http://a/", 1, "missing"),
      ("curl -d @- http://a/", 1, "standard input"), ("curl -H 'a b: c' http://a/", 1, "a header"), ("curl -s", 1, "no URL"),
      ("curl -u ann http://a/", 1, "asks for a password"), ("curl http://a/ -d \"price=$5\"", 1, "the shell replaces $5"),
      ("curl http://a/ -d $$", 1, "the shell replaces $$"), ("curl http://a/ -d $\"a\"", 1, "the shell replaces $\""),
      ("curl http://a/ -d {\"a\":1,\"b\":2}", 1, "{a,b}"),
      ("curl http://a/ -F '=(;type=multipart/mixed'", 1, "parts of its own"),
      ("curl -K f http://a/", 1, "--config"), ("curl 'http://a/b c'", 1, "a space"),
    ])
  func faults(script: String, line: Int, reason: String) throws {
    let error = #expect(throws: TrafficError.self) { try read(script) }
    #expect(error?.place == "line \(line)")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("S09: an error about a command does not show its values")
  func safeErrors() throws {
    for script in ["curl http://a/ --tokenn=s3cret", "curl http://a/ -H 's3cret value'", "curl http://a/ -F s3cret"] {
      let error = #expect(throws: TrafficError.self) { try read(script) }
      #expect(error?.description.contains("s3cret") == false)
    }
  }

  @Test("S09: the normal form of a command is read as the same request, and written as the same text")
  func normalForm() throws {
    let script = #"""
      # name: Person.create
      curl -sSLk --max-time 5 'https://api.example/people?a\[\]=1' -u ann:pass -H "X-Quote: it's" -H 'X-Empty;' -H Accept: \
        -d name=Ann -d @f -o out.json
      curl http://b/ -X POST
      curl http://c/ -I
      curl http://d/ -H Content-Type: --data-binary $'a\r\n\xff\'\\'
      curl http://e/f -T zero
      """#
    let files = ["f": Data("b=c".utf8), "zero": Data([0, 1, 2])]
    let first = try read(script, files: files)
    let file = first.file(as: .curl, redaction: nil)
    #expect(
      String(decoding: file.data, as: UTF8.self) == #"""
        # name: Person.create
        curl 'https://api.example/people?a[]=1' \
          --globoff \
          --header $'X-Quote: it\'s' \
          --header 'X-Empty;' \
          --header 'Authorization: Basic YW5uOnBhc3M=' \
          --header 'Content-Type: application/x-www-form-urlencoded' \
          --data-raw 'name=Ann&b=c' \
          --silent \
          --show-error \
          --location \
          --insecure \
          --max-time '5' \
          --header 'Accept:' \
          --output 'out.json'

        curl 'http://b/' \
          --request 'POST'

        curl 'http://c/' \
          --head

        curl 'http://d/' \
          --header 'Content-Type:' \
          --data-raw $'a\r\n\xff\'\\'

        curl 'http://e/f' \
          --request 'PUT' \
          --header 'Content-Type:' \
          --data-binary '@bodies/5.bin'

        """#)
    #expect(file.attachments.map(\.path) == ["bodies/5.bin"] && file.attachments.map(\.data) == [Data([0, 1, 2])])
    let again = try read(String(decoding: file.data, as: UTF8.self), files: ["bodies/5.bin": Data([0, 1, 2])])
    #expect(again.file(as: .curl, redaction: nil).data == file.data)
    for (one, two) in zip(first.exchanges, again.exchanges) {
      #expect(one.method == two.method && one.url == two.url && one.headers == two.headers && one.body == two.body)
    }
  }

  @Test("S09: the requests of one command have at most 64 MiB together")
  func size() throws {
    let data = String(repeating: "a", count: 90_000)
    #expect(try read("curl -d \(data)" + String(repeating: " a", count: 700)).exchanges.count == 700)
    let error = #expect(throws: TrafficError.self) { try read("curl -d \(data)" + String(repeating: " a", count: 800)) }
    #expect(error?.reason == "the requests to 800 URLs have more than 64 MiB: split the command")
  }

  @Test("S09: thousands of options and queries are read once each")
  func manyOptions() throws {
    let options = (0..<20_000).map { " -o\($0) --url-query a" }.joined()
    let exchange = try one("curl http://a/\(options)")
    #expect(exchange.url.utf8.count == "http://a/?".utf8.count + 20_000 * 2 - 1)
  }

  @Test("S09: a command is written without secrets")
  func redacted() throws {
    let file = try read(
      "curl 'https://u:p4ss@a/?token=s3cret&page=2' -H 'X-Api-Key: s3cret' --proxy-user 'me:s3cret' -d 'password=s3cret&a=b'"
    ).file(as: .curl)
    let text = String(decoding: file.data, as: UTF8.self)
    #expect(!text.contains("s3cret") && !text.contains("p4ss"))
    #expect(text.contains("page=2") && text.contains("a=b"))
    #expect(file.hidden.contains("exchange 1 request option --proxy-user: it holds a credential"))
    #expect(file.hidden.contains { $0.hasPrefix("exchange 1 request header X-Api-Key") })
    #expect(file.hidden.contains { $0.hasPrefix("exchange 1 request form password") })
  }

  @Test(
    "S09: an option with the URL of a proxy or a resolver is written without its value",
    arguments: ["--socks4", "--socks4a", "--socks5", "--socks5-hostname", "--doh-url", "--proxy"])
  func redactedOptions(name: String) throws {
    let file = try read("curl http://a/ \(name) 'https://me:s3cret@proxy.example/'").file(as: .curl)
    #expect(String(decoding: file.data, as: UTF8.self).contains("\(name) 'redacted-1'"))
    #expect(file.hidden == ["exchange 1 request option \(name): it holds a credential"])
  }

  @Test("S09: the requests of a browser become commands that are read as the same requests")
  func browser() throws {
    let traffic = try Traffic(har: Fixture.browser())
    let file = traffic.file(as: .curl, redaction: nil)
    let files = Dictionary(uniqueKeysWithValues: file.attachments.map { ($0.path, $0.data) })
    let again = try read(String(decoding: file.data, as: UTF8.self), files: files)
    #expect(again.exchanges.count == traffic.exchanges.count)
    for (one, two) in zip(traffic.exchanges, again.exchanges) {
      var headers = one.headers
      headers[.contentLength] = nil
      #expect(one.method == two.method && one.url == two.url && headers == two.headers && one.body == two.body)
    }
    #expect(file.notes == ["the responses are left out, because the format has none"])
  }
}
