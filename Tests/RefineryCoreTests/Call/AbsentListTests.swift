import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting
import Testing

@Suite struct AbsentListTests {
  private let empty = Options { $0.acceptsAbsentList = true }

  private func people(_ body: String, at envelope: MemberPath, _ options: Options) async throws -> [Person] {
    let (api, _) = client(.json(body))
    let row = Endpoint("Person.enumerate", .get, "people", options, output: [Person].self)
    return try await api.send(Call<[Person]>(row).envelope(envelope))
  }

  private func streamed(_ body: String, at envelope: MemberPath, _ options: Options) async throws -> [Person] {
    let (api, _) = client(.json(body))
    let row = Endpoint("Person.enumerate", .get, "people", options, output: [Person].self)
    return try await api.stream(Call<[Person]>(row).envelope(envelope)).reduce(into: []) { $0.append($1) }
  }

  @Test(
    "A list that is missing or null has no elements, if the row says so, whole or streamed",
    arguments: [
      (#"{"kvs":null}"#, "kvs"), (#"{"more":false}"#, "kvs"), ("{}", "kvs"), (#"{"data":{}}"#, "data.kvs"),
      (#"{"data":{"kvs":null}}"#, "data.kvs"), ("null", ""),
    ] as [(String, MemberPath)])
  func absent(body: String, envelope: MemberPath) async throws {
    #expect(try await people(body, at: envelope, empty) == [])
    #expect(try await streamed(body, at: envelope, empty) == [])
    await #expect(throws: CallError.self) { try await people(body, at: envelope, Options()) }
    await #expect(throws: CallError.self) { try await streamed(body, at: envelope, Options()) }
  }

  @Test(
    "Anything else in the place of the list stays a fault",
    arguments: [
      ("{}", "data.kvs"), (#"{"data":null}"#, "data.kvs"), (#"{"kvs":{}}"#, "kvs"), (#"{"kvs":""}"#, "kvs"),
      (#"{"kvs":[null]}"#, "kvs"), (#"{"kvs":[{"id":1}]}"#, "kvs"), ("{", "kvs"), ("", "kvs"), ("[", ""),
    ] as [(String, MemberPath)])
  func faults(body: String, envelope: MemberPath) async throws {
    await #expect(throws: CallError.self) { try await people(body, at: envelope, empty) }
    await #expect(throws: CallError.self) { try await streamed(body, at: envelope, empty) }
  }

  @Test("A list that is there is read as always, and an empty body is an empty list only without an envelope")
  func present() async throws {
    #expect(try await people(#"{"kvs":[{"id":1,"name":"a"}]}"#, at: "kvs", empty).map(\.id) == [1])
    #expect(try await people("", at: [], empty) == [])
    #expect(try await streamed("", at: [], empty) == [])
  }
}
