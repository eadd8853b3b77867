import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct ErrorCoderTests {
  private struct Refused: Decodable, Error { let errorCode: Int }

  private struct Job: Codable, Identifiable, Sendable, Deletable {
    static let path: URITemplate = "jobs"
    static let coder: (any Coder)? = JSONCoder(keys: .snakeCase)
    static let options = Options { $0.errors.add(Refused.self, for: 409) }
    static let customEndpoints = [stopEndpoint]
    var id: Int

    static let stopEndpoint = endpoint("stop", .post, "jobs/{id}/stop", output: Okay.self)
    static func stop(_ id: Int) -> Call<Okay> { Call<Okay>(stopEndpoint, ["id": PathValue(id: id)]) }
  }

  @Test("O08: the coder of a model reads the error bodies of rows that send and return no value", arguments: [0, 1])
  func errors(index: Int) async throws {
    let calls = [Job.delete(5), Job.stop(5)]
    let (api, _) = client(.json(#"{"error_code":7}"#, status: 409))
    let error = try #require(await #expect(throws: CallError.self) { try await api.send(calls[index]) })
    #expect(error.details(as: Refused.self)?.errorCode == 7)
    #expect(EndpointTable("Jobs", [Job.self]).problems == [])
  }
}
