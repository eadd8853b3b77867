import Foundation
import RefineryCore
import RefineryTraffic

// The Swift blocks of RefineryTraffic.md. TrafficPageTests compares them.

func makeCassette(from har: URL, to cassette: URL) throws -> [String] {
  let traffic = try Traffic(har: Data(contentsOf: har))
  let file = traffic.file(as: .cassette)
  try file.data.write(to: cassette)
  return file.hidden
}

func record(over transport: any Transport, to har: URL) async throws {
  let recorder = TrafficRecorder(transport)
  let api = Client(baseURL: "https://api.example.com", transport: recorder)
  _ = try await api.send(Call<JSONValue>(Endpoint("Person.list", .get, "people")))
  try recorder.traffic.file(as: .har).data.write(to: har)
  print(recorder.dropped.exchanges, "exchanges were dropped")
}
