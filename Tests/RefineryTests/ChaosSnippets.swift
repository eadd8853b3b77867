import Refinery
import RefineryChaos

// The Swift block of RefineryChaos.md. DocumentationTests compares it, imports included.

func drill() throws -> Client {
  let rules: [ChaosRule] = [
    .init(.failure(TransportError(.connectionLost, phase: .waiting)), rate: 0.1),
    .init(.latency(.seconds(2)), rate: 0.05, rows: ["Person.read"]),
    .init(.status(.serviceUnavailable), rate: 0.02),
  ]
  let chaos = try ChaosMiddleware(rules, isEnabled: true)
  return Client(baseURL: "https://api.example.com", middleware: [RetryMiddleware(), chaos])
}
