import Foundation
import HTTPTypes
import RefineryCore
import RefineryTesting
import RefineryTraffic
import Testing

@Suite struct TrafficCassetteTests {
  private func file(_ data: Data) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "traffic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "cassette.json")
    try data.write(to: file)
    return file
  }

  @Test("S09: the HAR of a browser is a cassette that replays, whose content is decoded")
  func replays() async throws {
    let traffic = try Traffic(har: Fixture.browser())
    let output = traffic.file(as: .cassette)
    let place = try file(output.data)
    defer { try? FileManager.default.removeItem(at: place.deletingLastPathComponent()) }
    let cassette = try Cassette(place, mode: .replay)
    let url = try #require(traffic.exchanges.first { $0.url.contains("/gzip") }?.url)
    let request = Request(
      endpoint: Endpoint("zipped", .get, "gzip"),
      head: HTTPRequest(
        method: .get, scheme: "http", authority: String(url.dropFirst(7).prefix { $0 != "/" }), path: "/gzip?n=1"))
    let response = try await cassette.send(request)
    #expect(response.head.headerFields[.contentEncoding] == nil)
    let body = try await response.body.collect()
    #expect(response.head.headerFields[.contentLength] == "\(body.count)")
    #expect(try JSONValue(parsing: body)["zipped"]?.bool == true)
    #expect(output.notes.count == 1)
  }

  @Test("S09: a failure of a HAR becomes a failure of the cassette")
  func failure() throws {
    let har = Fixture.har(
      #"{"request":{"method":"GET","url":"http://a/"},"response":{"status":0,"_error":"net::ERR_ABORTED"}}"#)
    let cassette = try JSONValue(parsing: Traffic(har: har).file(as: .cassette).data)
    #expect(cassette["exchanges"]?[0]?["failure"]?["reason"]?.string == "net::ERR_ABORTED")
    let again = try Traffic(har: Traffic(cassette: Traffic(har: har).file(as: .cassette).data).file(as: .har).data)
    #expect(again.file(as: .cassette).data == (try Traffic(har: har)).file(as: .cassette).data)
  }

  @Test("S09: a cassette that cannot be read says why")
  func faults() throws {
    let error = #expect(throws: TrafficError.self) { try Traffic(cassette: Data("{}".utf8)) }
    #expect(error?.description.contains("it is not a cassette") == true)
  }

  @Test("S09: a cassette that is read and written again is equal")
  func equal() throws {
    let headers: JSONValue = ["Transfer-Encoding: chunked", "Content-Encoding: gzip", "Content-Length: 99"]
    let request: JSONValue = ["method": "GET", "url": "http://a/", "headers": []]
    let response: JSONValue = ["status": 200, "headers": headers, "text": "abc"]
    let exchange: JSONValue = ["row": "", "request": request, "response": response]
    let cassette: JSONValue = ["cassette": 1, "exchanges": [exchange]]
    let data = Data((cassette.text(pretty: true) + "\n").utf8)
    let file = try Traffic(cassette: data).file(as: .cassette, redaction: nil)
    #expect(file.data == data && file.notes.isEmpty)
  }

  @Test("S09: a message of a cassette has at most 1,000 header fields")
  func fields() throws {
    func traffic(_ count: Int) throws -> Traffic {
      let headers = JSONValue.array(Array(repeating: "a: b", count: count))
      let response: JSONValue = ["status": 200, "headers": headers]
      let exchange: JSONValue = [
        "row": "", "request": ["method": "GET", "url": "http://a/", "headers": []], "response": response,
      ]
      let cassette: JSONValue = ["cassette": 1, "exchanges": [exchange]]
      return try Traffic(cassette: Data(cassette.text().utf8))
    }
    #expect(try traffic(1000).exchanges.count == 1)
    let error = #expect(throws: TrafficError.self) { try traffic(1001) }
    #expect(error?.reason == "a message has more than 1000 header fields")
  }

  @Test(
    "S09: binary content with the name of a secret is withheld",
    arguments: [
      ("application/msgpack", [0x82, 0xA4] + Array("user".utf8) + [0xA3] + Array("ann".utf8) + [0xA8], [0xA7]),
      ("application/cbor", [0xA1, 0x68], [0x67]), ("application/bson", [0x21, 0, 0, 0, 2], [0, 7, 0, 0, 0]),
      ("application/octet-stream", [0xFF], [0xFF]),
    ] as [(String, [UInt8], [UInt8])])
  func binary(type: String, before: [UInt8], between: [UInt8]) throws {
    for (name, isHidden) in [("password", true), ("Password", true), ("username", false)] {
      let bytes = Data(before + Array(name.utf8) + between + Array("s3cretQ".utf8) + [0])
      let content = #"{"mimeType":"\#(type)","text":"\#(bytes.base64EncodedString())","encoding":"base64"}"#
      let response = #"{"status":200,"headers":[{"name":"Content-Type","value":"\#(type)"}],"content":\#(content)}"#
      let har = Fixture.har(#"{"request":{"method":"GET","url":"http://a/"},"response":\#(response)}"#)
      let output = try JSONValue(parsing: Traffic(har: har).file(as: .cassette).data)
      #expect((output["exchanges"]?[0]?["response"]?["withheld"] != nil) == isHidden, "\(type) \(name)")
    }
  }
}
