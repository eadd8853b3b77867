import Refinery

// The Swift blocks of RefineryEvents.md. DocumentationTests compares them, imports included.

struct Price: Decodable, Sendable {
  static let changes = Endpoint("Price.changes", .get, "prices")

  let amount: Int
}

func follow(_ api: Client) async throws {
  for try await event in api.events(Call<Price>(Price.changes)) {
    print(event.name, event.data.amount)
  }
}

struct Delta: Decodable, Sendable {
  static let stream = Endpoint("Completion.create", .post, "completions", Options { $0.eventSentinel = "[DONE]" })

  let text: String
}

func complete(_ prompt: [String: String], with api: Client) async throws {
  for try await event in api.events(Call<Delta>(Delta.stream).body(prompt)) {
    print(event.data.text)
  }
}
