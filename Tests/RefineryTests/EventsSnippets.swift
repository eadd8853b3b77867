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

enum Change: Sendable { case moved(Price), closed(String) }

func watch(_ api: Client) async throws {
  let changes = api.events(Call<Okay>(Price.changes)) { event, coder -> Change? in
    switch event.name {
    case "price": .moved(try event.decode(Price.self, by: coder))
    case "close": .closed(event.data)
    default: nil
    }
  }
  for try await change in changes {
    print(change)
    if case .closed = change { break }
  }
}
