import FoundationEssentials
import HTTPTypes
package import RefineryCore
package import RefineryJSON

extension MockResponse {
  /// The responses of a stub file by row: `{"Person.portrait": {"status": 200, "fields": {"X-A": "b"}, "json": {}}}`, or with
  /// `text` in place of `json`.
  package static func stubs(_ json: JSONValue, for tables: [EndpointTable]) throws(MockServer.Fault) -> [String: MockResponse] {
    guard let object = json.object else {
      throw MockServer.Fault("it is \(json.kindName) and must be an object with row names")
    }
    var stubs: [String: MockResponse] = [:]
    for (name, stub) in object {
      guard tables.contains(where: { $0[name] != nil }) else {
        let nearest = tables.lazy.compactMap { $0.nearestName(to: name) }.first.map { "; did you mean \($0)?" } ?? ""
        throw MockServer.Fault("there is no row \(Redaction.escaped(name))\(nearest)")
      }
      stubs[name] = try stub.response(of: name)
    }
    return stubs
  }
}

extension JSONValue {
  fileprivate func response(of row: String) throws(MockServer.Fault) -> MockResponse {
    guard let members = object else { throw MockServer.Fault("\(row) is \(kindName) and must be an object") }
    let known: Set = ["status", "fields", "json", "text"]
    if let other = members.keys.first(where: { !known.contains($0) }) {
      throw MockServer.Fault("\(row) has `\(Redaction.escaped(other))`; a stub has status, fields, and json or text")
    }
    let status = members["status"] ?? 200
    guard let code = status.int, (200...599).contains(code) else {
      throw MockServer.Fault("the status of \(row) must be a number from 200 to 599")
    }
    var response = MockResponse(code)
    guard members["json"] == nil || members["text"] == nil else { throw MockServer.Fault("\(row) has both json and text") }
    if let value = members["json"] {
      response.fields[.contentType] = "application/json"
      response.content = value.data()
    } else if let value = members["text"] {
      guard let text = value.string else { throw MockServer.Fault("the text of \(row) is \(value.kindName)") }
      response.fields[.contentType] = "text/plain; charset=utf-8"
      response.content = Data(text.utf8)
    }
    let wrongFields = MockServer.Fault("the fields of \(row) must be names of header fields with texts")
    guard let fields = (members["fields"] ?? [:]).object else { throw wrongFields }
    for (name, value) in fields {
      guard let field = HTTPField.Name(name), let text = value.string else { throw wrongFields }
      response.fields[field] = text
    }
    return response
  }
}
