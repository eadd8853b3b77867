import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct ClientReportTests {
  private struct Sign: Middleware {
    var stage: ChainStage? { .signing }
    func respond(to request: Request, next: Next) async throws -> Response { try await next(request) }
  }

  private func client(_ url: String) -> Client {
    Client(
      name: "crm", baseURL: url, headers: [.authorization: "c4n4ry"], middleware: [Sign()],
      transport: StubTransport(.status(200)), options: Options { $0.timeout = .seconds(4) })
  }

  @Test("O10: a report is JSON with stable names, holds no secret, and is read back")
  func json() throws {
    let report = client("https://api.example.com/v1/").report
    let data = try JSONEncoder().encode(report)
    let json = try JSONValue(parsing: data)
    #expect(json["name"] == "crm" && json["baseURL"]?.string?.hasPrefix("https://api.example.com/v1") == true)
    #expect(json["chain"] == [["name": "RedirectMiddleware", "stage": "redirect"], ["name": "Sign", "stage": "signing"]])
    #expect(json["transport"] == "StubTransport" && json["headers"] == ["Authorization"])
    #expect(json["options"] == ["timeout=4.0 seconds"] && json["overrides"] == [] && json["problems"] == [])
    #expect(json.object?.contains { $0.key == "capabilities" } == true)
    #expect(try JSONDecoder().decode(Client.Report.self, from: data) == report)
    #expect(!"\(json)\(report)".contains("c4n4ry"))
  }

  @Test("O10: an unusable base URL has no member; its problem is named")
  func unusable() throws {
    let report = client("ftp://ann:c4n4ry@api.example.com").report
    let json = try JSONValue(parsing: try JSONEncoder().encode(report))
    #expect(json.object?.contains { $0.key == "baseURL" } == false && !report.problems.isEmpty)
    #expect(report.description.hasPrefix("base URL   unusable\n") && !"\(json)\(report)".contains("c4n4ry"))
  }
}
