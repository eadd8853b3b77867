import Refinery

// The Swift block of RefineryGzip.md. DocumentationTests compares it, imports included.

func uploads() -> Client {
  Client(
    baseURL: "https://api.example.com",
    middleware: [GzipMiddleware(requests: .large), RetryMiddleware()])  // compresses content from 10 KiB
}
