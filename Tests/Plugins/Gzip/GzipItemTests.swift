import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryGzip
import RefineryTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct GzipItemTests {
  struct Row: Codable, Sendable { var id: Int }
  static let rows = Endpoint("Row.enumerate", .get, "rows")

  @Test("L06: the items of a compressed list are read while it arrives", arguments: [1, 100, 10_000])
  func items(size: Int) async throws {
    let text = "[" + (0..<5000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    let pieces = try Gzip.compress(Data(text.utf8)).pieces(of: size)
    let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: "gzip"]
    let stub = StubTransport(.status(200, headers: headers, body: Body(Chunks(pieces))))
    let api = Client(baseURL: "http://stub", middleware: [GzipMiddleware()], transport: stub)
    var ids: [Int] = []
    for try await row in api.stream(Call<[Row]>(Self.rows)) { ids.append(row.id) }
    #expect(ids == Array(0..<5000))
    #expect(stub.requests.first?.head.headerFields[.acceptEncoding]?.contains("gzip") == true)
  }
}
