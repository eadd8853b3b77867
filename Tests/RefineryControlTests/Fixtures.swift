import RefineryCore
import RefineryTesting

struct Person: Codable, Identifiable, Sendable, Equatable {
  var id: Int
  var name: String
}

extension Person: Mappable {
  static let path: URITemplate = "people"
}

let base = "http://h:1/api"

/// A client whose server returns these responses.
func client(_ answers: StubTransport.StubResponse...) -> (api: Client, server: StubTransport) {
  let server = StubTransport(script: answers)
  return (Client(baseURL: base, transport: server), server)
}
