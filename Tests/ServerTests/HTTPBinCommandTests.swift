#if CommandLine
  import Endpoints
  import Foundation
  import Refinery
  import RefineryCommand
  import Testing

  extension Servers {
    @Suite("refinery call against httpbin", Server.httpbin.trait) struct HTTPBinCommandTests {
      private func call(_ arguments: [String]) async -> (status: ToolStatus, transcript: Transcript) {
        let environment = ["REFINERY_BASE_URL": Server.httpbin.url ?? ""]
        let transcript = Transcript(environment: environment)
        let status = await Tool("refinery", tables: Catalogue.tables).run(
          ["call"] + arguments, on: transcript)
        return (status, transcript)
      }

      @Test(
        "The exit status of refinery call follows the outcome",
        arguments: [
          (["HTTPBin.get", "a=1"], ToolStatus.okay), (["HTTPBin.status", "code=404"], .clientError),
          (["HTTPBin.status", "code=501"], .serverError), (["HTTPBin.delay", "seconds=10", "--timeout", "0.3"], .timeout),
          (["HTTPBin.get", "--base-url", "http://127.0.0.1:1"], .transport), (["HTTPBin.gte"], .usage),
          (["HTTPBin.basicAuth", "user=a", "password=b"], .clientError),
          (["HTTPBin.basicAuth", "user=a", "password=b", "--user", "a:b"], .okay),
        ])
      func statuses(arguments: [String], expected: ToolStatus) async {
        let (status, transcript) = await call(arguments)
        #expect(status == expected, "\(transcript.errors)")
      }

      @Test("refinery call prints what was sent back, and with --trace the lines of each attempt, redacted")
      func trace() async throws {
        let (status, transcript) = await call(
          ["HTTPBin.post", "--body", #"{"a":1}"#, "--query", "q=x y", "--bearer", "t0ken", "-H", "X-Odd: c4n4ry", "--trace"])
        #expect(status == .okay)
        let echo = try JSONValue(parsing: transcript.output)
        #expect(echo["json"] == ["a": 1])
        #expect(echo["args"] == ["q": "x y"])
        #expect(echo["headers"]?["Authorization"] == "Bearer t0ken")
        #expect(echo["headers"]?["X-Odd"] == "c4n4ry")
        #expect(transcript.errors.contains(Redaction.mark))
      }
    }
  }
#endif
