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
}
