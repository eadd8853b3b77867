import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryTesting

/// The model most tests speak of.
struct Person: Codable, Identifiable, Sendable, Equatable {
  var id: Int
  var name: String
  var nickname: String?
}

extension Person: Mappable {
  static let path: URITemplate = "people"
}

let base = "http://h:1/api"

/// What a call asks the wire for: `GET http://h:1/api/people/5`.
func wire<Output>(_ call: Call<Output>, base: String = base) throws -> String {
  let head = try Client(baseURL: base, transport: StubTransport()).makeRequest(for: call).head
  return "\(head.method.rawValue) \(head.scheme ?? "")://\(head.authority ?? "")\(head.path ?? "")"
}

/// The body a call sends, as text.
func sent<Output>(_ call: Call<Output>) throws -> String? {
  let body = try Client(baseURL: base, transport: StubTransport()).makeRequest(for: call).body
  return body?.data.map { String(decoding: $0, as: UTF8.self) }
}

/// A client whose server returns these responses.
func client(_ answers: StubTransport.StubResponse...) -> (api: Client, server: StubTransport) {
  let server = StubTransport(script: answers)
  return (Client(baseURL: base, transport: server), server)
}
