import Foundation
import HTTPTypes
import RefineryCore
import RefineryTraffic
import Testing

@Suite struct HTTPFileTests {
  private func read(_ text: String, files: [String: Data] = [:], variables: [String: String] = [:]) throws -> Traffic {
    struct Missing: Error {}
    return try Traffic(http: text, variables: variables) { path in
      guard let data = files[path] else { throw Missing() }
      return data
    }
  }

  @Test("S09: a file of JetBrains' client is read: names, comments, variables, URLs of several lines, handlers")
  func jetBrains() throws {
    let traffic = try read(
      """
      @host = api.example
      @base = https://{{host}}/v1

      ### Read a person
      # A comment
      // @no-redirect
      GET {{base}}/people/5
          ?fields=name
          &limit=10
      Accept: application/json
      # Another comment
      Authorization: Basic ann pass word

      > {%
        client.test("ok", function() { client.assert(response.status === 200) });
      %}

      ###
      # @name create
      POST {{base}}/people HTTP/1.1
      Content-Type: application/json

      {
        "name": "{{name}}"
      }

      > ./handler.js
      <> 2026-01-01.200.json
      >>! out.json

      ### Short
      https://b.example/x y
      """, variables: ["name": "Ann"])
    #expect(traffic.exchanges.map(\.name) == ["Read a person", "create", "Short"])
    #expect(traffic.exchanges.map(\.method) == ["GET", "POST", "GET"])
    #expect(
      traffic.exchanges.map(\.url) == [
        "https://api.example/v1/people/5?fields=name&limit=10", "https://api.example/v1/people", "https://b.example/x%20y",
      ])
    #expect(traffic.exchanges[0].headers[.authorization] == "Basic \(Data("ann:pass word".utf8).base64EncodedString())")
    #expect(traffic.exchanges[1].body.data == Data("{\n  \"name\": \"Ann\"\n}".utf8))
    #expect(
      traffic.notes == [
        "line 6: the setting @no-redirect is not kept", "line 14: a response handler is not run",
        "line 27: a response handler is not run", "line 28: the earlier response in a file is not read",
        "line 29: the response is not written to a file",
      ])
  }

  @Test("S09: a file of the REST Client is read: bodies of files, forms of several lines, multipart, a host in a field")
  func restClient() throws {
    let traffic = try read(
      """
      POST /upload HTTP/1.1
      Host: b.example:443
      Content-Type: image/png

      < ./a.png
      ###
      POST https://b.example/form
      Content-Type: application/x-www-form-urlencoded

      name=Ann
      &age=5
      ###
      POST https://b.example/parts
      Content-Type: multipart/form-data; boundary=x

      --x
      Content-Disposition: form-data; name="file"; filename="a.png"

      < ./a.png
      --x--
      ###
      POST https://b.example/template

      <@ ./t.json
      """, files: ["./a.png": Data([0xFF, 0, 0x0D]), "./t.json": Data(#"{"v":"{{v}}"}"#.utf8)], variables: ["v": "1"])
    let bodies = traffic.exchanges.map { $0.body.data ?? Data() }
    #expect(traffic.exchanges[0].url == "https://b.example:443/upload")
    #expect(bodies[0] == Data([0xFF, 0, 0x0D]))
    #expect(bodies[1] == Data("name=Ann&age=5".utf8))
    let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n"
    #expect(bodies[2] == Data(head.utf8) + Data([0xFF, 0, 0x0D]) + Data("\r\n--x--\r\n".utf8))
    #expect(bodies[3] == Data(#"{"v":"1"}"#.utf8))
  }

  @Test(
    "S09: a fault of an .http file names its line",
    arguments: [
      ("GET http://a/{{x}}", 1, "the variable {{x}} has no value"),
      ("@a = {{b}}\n@b = {{a}}\nGET http://{{a}}/", 3, "own value"),
      ("GET /x", 1, "neither a host"), ("GET http://a/\nnonsense", 2, "`Name: value`"),
      ("GET http://a/\na b: c", 2, "not the name of a field"),
      ("POST http://a/\n\n< missing", 3, "the file missing cannot be read"), ("GRAPHQL http://a/", 1, "GRAPHQL"),
      ("GET ", 1, "no URL"),
      ("\n###\ncurl http://a/", 3, "curl command"), ("GET http://a/\nAuthorization: Digest a b", 2, "Digest"),
    ])
  func faults(text: String, line: Int, reason: String) throws {
    let error = #expect(throws: TrafficError.self) { try read(text) }
    #expect(error?.place == "line \(line)")
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test("S09: the requests of a browser become an .http file that is read as the same requests, and written as the same text")
  func browser() throws {
    let traffic = try Traffic(har: Fixture.browser())
    let file = traffic.file(as: .http, redaction: nil)
    let files = Dictionary(uniqueKeysWithValues: file.attachments.map { ("./\($0.path)", $0.data) })
    let again = try read(String(decoding: file.data, as: UTF8.self), files: files)
    #expect(again.exchanges.count == traffic.exchanges.count)
    for (one, two) in zip(traffic.exchanges, again.exchanges) {
      var headers = one.headers
      headers[.contentLength] = nil
      #expect(one.method == two.method && one.url == two.url && headers == two.headers && one.body == two.body)
    }
    #expect(again.file(as: .http, redaction: nil).data == file.data)
    #expect(again.file(as: .http, redaction: nil).attachments == file.attachments)
  }

  @Test(
    "S09: a body that the format would change is in a file",
    arguments: ["a\r\nb", "### a", "{{x}}", "< f", " a", "a\n", "a\n> b", "// a", "a\0b"])
  func attachments(body: String) throws {
    let script = "curl http://a/ -H Content-Type: --data-binary @f"
    let traffic = try Traffic(curl: script) { _ in Data(body.utf8) }
    let file = traffic.file(as: .http, redaction: nil)
    #expect(file.attachments.map(\.data) == [Data(body.utf8)])
    #expect(String(decoding: file.data, as: UTF8.self) == "###\nPOST http://a/\n\n< ./bodies/1.bin\n")
  }

  @Test("S09: empty lines before a body are left out, however many there are")
  func emptyLines() throws {
    let traffic = try read("POST http://a/\n" + String(repeating: "\n", count: 200_000) + "x\n\ny\n")
    #expect(traffic.exchanges.first?.body.data == Data("x\n\ny".utf8))
  }

  @Test("S09: an .http file is written without secrets")
  func redacted() throws {
    let file = try read("GET http://a/?key=s3cret\nAuthorization: Bearer s3cret\n").file(as: .http)
    #expect(String(decoding: file.data, as: UTF8.self) == "###\nGET http://a/?key=redacted-1\nAuthorization: redacted-2\n")
    #expect(file.hidden.count == 2)
  }

  @Test("S09: the URL in a query is not taken for the scheme, and user information is not written")
  func nestedURL() throws {
    let traffic = try Traffic(http: "GET me:pass99@a.example/?u=https://x/")
    #expect(traffic.exchanges.first?.url == "http://me:pass99@a.example/?u=https://x/")
    for format in TrafficFormat.allCases {
      #expect(!String(decoding: traffic.file(as: format).data, as: UTF8.self).contains("pass99"))
    }
  }

  @Test("S09: a method may have small letters, digits and signs", arguments: ["get", "M_SEARCH", "X1"])
  func methods(method: String) throws {
    let exchange = try #require(try Traffic(http: "\(method) https://a.example/x").exchanges.first)
    #expect(exchange.method == method && exchange.url == "https://a.example/x")
  }

  @Test("S09: a host before the version is no method", arguments: ["a.example HTTP/1.1", "localhost HTTP/1.1"])
  func hosts(line: String) throws {
    let exchange = try #require(try Traffic(http: line).exchanges.first)
    #expect(exchange.method == "GET" && exchange.url == "http://\(line.prefix { $0 != " " })")
  }
}
