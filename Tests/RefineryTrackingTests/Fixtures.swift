import RefineryCore
import RefineryTesting

struct Person: Codable, Identifiable, Sendable, Equatable {
  var id: Int
  var name: String
  var nickname: String?
}

extension Person: Mappable {
  static let path: URITemplate = "people"
}

/// A client whose server returns these responses.
func client(_ answers: StubTransport.Answer...) -> (api: Client, server: StubTransport) {
  let server = StubTransport(script: answers)
  return (Client(baseURL: "http://h:1/api", transport: server), server)
}
