#if CommandLine
  import Endpoints
  import Foundation
  import Refinery
  import RefineryCommand
  import Testing

  extension Servers {
    @Suite("refinery call against Kinto", Server.kinto.trait) struct KintoCommandTests {
      private let place = ["bucket=blog", "collection=articles"]

      private func call(_ row: String, _ arguments: String...) async throws -> Outcome {
        let environment = ["REFINERY_BASE_URL": Blog.url ?? "", "REFINERY_USER": "alice:pw"]
        let transcript = Transcript(environment: environment)
        let status = await Tool("refinery", tables: Catalogue.tables).run(
          ["call", row] + place + arguments, on: transcript)
        return Outcome(status: status, data: try? JSONValue(parsing: transcript.output)["data"], errors: transcript.errors)
      }

      private struct Outcome {
        let status: ToolStatus
        let data: JSONValue?
        let errors: String
      }

      @Test("B09: refinery call enumerates with limit and filter")
      func enumerate() async throws {
        let page = try await call("Record.enumerate", "_limit=3", "author=p001")
        #expect(page.status == .okay, "\(page.errors)")
        #expect(page.data?.array?.map { $0["author"] } == ["p001", "p001", "p001"])
      }

      @Test("B01, B05, B11, B13, B16: refinery call reads, creates, updates, is refused when stale, patches and deletes")
      func cycle() async throws {
        #expect(try await call("Record.read", "id=a0001").data?["title"] == "Article 1")

        let id = "id=\(UUID().uuidString.lowercased())"
        let created = try await call(
          "Record.create", "--body", #"{"data":{"id":"\#(id.dropFirst(3))","title":"New","author":"scratch"}}"#)
        #expect(created.status == .okay, "\(created.errors)")
        let version = try #require(created.data?["last_modified"]?.int)

        let condition = "If-Match: \"\(version)\""
        let newer = #"{"data":{"title":"Newer","author":"scratch"}}"#
        let updated = try await call("Record.update", id, "--body", newer, "-H", condition)
        #expect(updated.data?["title"] == "Newer", "\(updated.errors)")
        let stale = try await call("Record.update", id, "--body", newer, "-H", condition)
        #expect(stale.status == .clientError)
        #expect(stale.data == nil)
        let lines = stale.errors.split(separator: "\n", maxSplits: 1)
        #expect(lines.first?.contains("status 412") == true)
        #expect(try JSONValue(parsing: String(lines.last ?? ""))["details"]?["existing"]?["title"] == "Newer")

        #expect(try await call("Record.patch", id, "--body", #"{"data":{"rating":3}}"#).data?["rating"] == 3)
        #expect(try await call("Record.delete", id).status == .okay)
        #expect(try await call("Record.read", id).status == .clientError)
      }
    }
  }
#endif
