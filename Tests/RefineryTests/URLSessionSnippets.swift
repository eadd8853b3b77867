import Refinery

// The Swift block of RefineryURLSession.md. DocumentationTests compares it, imports included.

func small() throws -> Client {
  Client(baseURL: "https://api.example.com", transport: try URLSessionTransport(usesFoundationInternals: false))
}
