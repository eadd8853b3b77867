import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI

/// Why a request is refused. Its texts have names of members and types, and no values of the request.
struct MockProblem: Error {
  /// A member of a body that is not as it must be.
  struct Fault: Sendable {
    /// A JSON pointer into the body.
    let pointer: String
    let detail: String
  }

  var status: Int
  var detail: String
  var faults: [Fault] = []
  var fields: HTTPFields = [:]
  /// The parameter of the query that is wrong.
  var parameter: String?

  init(_ status: Int, _ detail: String, faults: [Fault] = [], fields: HTTPFields = [:], parameter: String? = nil) {
    self.status = status
    self.parameter = parameter
    self.detail = detail
    self.faults = faults
    self.fields = fields
  }

  /// The standard name of the status.
  var title: String {
    let phrase = ReasonPhrase.text(of: status)
    return phrase.isEmpty ? "Status \(status)" : phrase
  }

  /// The response: problem details (RFC 9457).
  var response: MockResponse {
    var body: JSONValue.Object = [
      "type": "about:blank", "title": .string(title), "status": .number(status), "detail": .string(detail),
    ]
    if !faults.isEmpty {
      body["errors"] = .array(faults.map { ["detail": .string($0.detail), "pointer": .string("#\($0.pointer)")] })
    }
    return response(.object(body), "application/problem+json")
  }

  /// The response as a JSON:API document.
  var documentResponse: MockResponse {
    var common: JSONValue.Object = ["status": .string("\(status)"), "title": .string(title)]
    if let parameter { common["source"] = ["parameter": .string(parameter)] }
    let errors: [JSONValue] =
      faults.isEmpty
      ? [.object(common.merging(["detail": .string(detail)]))]
      : faults.map { fault in
        .object(common.merging(["detail": .string(fault.detail), "source": ["pointer": .string(fault.pointer)]]))
      }
    return response(["errors": .array(errors)], JSONAPI.mediaType)
  }

  /// The response with the members of an error type of the row.
  func response(filling example: JSONValue.Object) -> MockResponse {
    var body = example
    for (name, value) in example {
      switch (name.lowercased(), value) {
      case ("status", .number), ("code", .number), ("status_code", .number), ("statuscode", .number):
        body[name] = .number(status)
      case ("status", .string), ("code", .string), ("error", .string), ("title", .string): body[name] = .string(title)
      case ("message", _), ("detail", _), ("description", _), ("error_description", _): body[name] = .string(detail)
      default: break
      }
    }
    return response(.object(body), "application/json")
  }

  private func response(_ body: JSONValue, _ type: String) -> MockResponse {
    var fields = fields
    fields[.contentType] = type
    return MockResponse(status, fields: fields, content: body.data())
  }
}
