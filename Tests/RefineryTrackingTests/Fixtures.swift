import RefineryCore
import RefineryTesting
import Synchronization

struct Person: Codable, Identifiable, Sendable, Equatable {
  var id: Int
  var name: String
  var nickname: String?
}

extension Person: Mappable {
  static let path: URITemplate = "people"
}

/// A client whose server returns these responses.
func client(_ answers: StubTransport.StubResponse...) -> (api: Client, server: StubTransport) {
  let server = StubTransport(script: answers)
  return (Client(baseURL: "http://h:1/api", transport: server), server)
}

/// The value that a text means.
func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }

/// A value that a test's reference model may change.
final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  init(_ value: Value) { state = Mutex(value) }
  var value: Value { state.withLock { $0 } }
  func set(_ value: Value) { state.withLock { $0 = value } }
}
