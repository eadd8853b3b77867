import Refinery
import RefineryTesting
import Testing

// The Swift blocks of GettingStarted.md. DocumentationTests compares them, imports included.

struct Guest: Codable, Identifiable, Sendable {
  var id: Int
  var name: String
}

extension Guest: Creatable, Readable, Enumerable {
  static let path: URITemplate = "guests"  // POST guests, GET guests/{id}, GET guests
}

struct Hello {
  static func main() async throws {
    let api = Client(baseURL: "http://127.0.0.1:8000", middleware: [RetryMiddleware()])
    let guest = try await api.send(Guest.read(5))
    print("Hello, \(guest.name)!")
    await report(6, api)
  }
}

func report(_ id: Int, _ api: Client) async {
  do {
    print(try await api.send(Guest.read(id)).name)
  } catch let error as CallError where error.kind == .notFound {
    print("there is no guest \(id)")
  } catch {
    print(error)  // such as: Guest.read (GET guests/{id}) failed by its status: status 403; after 3 ms
  }
}

func look(_ api: Client) throws {
  print(try api.explain(Guest.enumerate(["limit": 20])))
}

@Test func greets() async throws {
  let server = StubTransport(.json(#"{"id":5,"name":"Ann"}"#))
  let api = Client(baseURL: "https://stub", transport: server)
  #expect(try await api.send(Guest.read(5)).name == "Ann")
  #expect(server.requests.last?.head.path == "/guests/5")
}
