import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryOpenAPI
import RefineryVerification

/// One request, and what the response needs: its row, the row's resource, and the values of its path.
struct MockExchange {
  let request: MockRequest
  let path: String
  let query: [MockQuery.Item]
  let row: MockRow
  let resource: MockResource?
  /// The values of the path of the row.
  let values: [String: String]
  /// The path before that of the row, without a slash at its end.
  let prefix: String
  let settings: MockSettings
  let plan: MockPlan

  /// The values of the path that are not the id of the record.
  var scope: [String: String] { values.filter { $0.key != row.idVariable } }
  /// The id of the record; empty for a singleton.
  var id: String {
    let id = row.idVariable.flatMap { values[$0] } ?? ""
    return resource?.canonical(id) ?? id
  }

  /// The URL of a target on this server: absolute if the request names its host.
  func url(_ target: String) -> String {
    guard let host = HTTPField.Name("Host").flatMap({ request.fields[$0] }), !host.isEmpty else { return target }
    return "http://\(host)\(target)"
  }

  /// The path of a record of the row's resource.
  func location(of id: String) -> String {
    guard let resource, let item = resource.item, let variable = resource.idVariable, !item.isAbsolute else {
      return resource?.isSingleton == true
        ? path : "\(path.hasSuffix("/") ? String(path.dropLast()) : path)/\(MockQuery.encoded(id))"
    }
    var values = values
    values[variable] = id
    var names = item.variables[...]
    let segments = item.path.segments.map { segment in
      segment.split(separator: "{}", omittingEmptySubsequences: false).map(String.init).reduce(nil as String?) {
        text, literal in
        guard let text else { return literal }
        return text + MockQuery.encoded(names.popFirst().flatMap { values[$0] } ?? "") + literal
      } ?? ""
    }
    return "\(prefix)/\(segments.joined(separator: "/"))"
  }

  // MARK: Responses

  /// The response to a problem, in the form of the row.
  func response(to problem: MockProblem) -> MockResponse {
    if row.isJSONAPI { return problem.documentResponse }
    let errors = row.shape.errors
    if let schema = errors[.code(problem.status)] ?? errors[.range(problem.status / 100)] {
      var made = MadeUpValues(seed: settings.randomSeed)
      if case .object(let members)? = made.value(schema, in: row.schemas), !members.isEmpty {
        return problem.response(filling: members)
      }
    }
    return problem.response
  }

  /// A response with one record, in the envelope of the row.
  func response(_ record: MockRecords.Record, status: Int = 200) -> MockResponse {
    var fields: HTTPFields = [.contentType: contentType]
    fields[.eTag] = tag(of: record)
    let body = wrapped(record.value)
    return MockResponse(status, fields: fields, content: encoded(body))
  }

  /// The media type of responses.
  var contentType: String { row.coder.contentType.contains("json") ? row.coder.accept.firstType : row.coder.contentType }

  /// A value within the members around it.
  func wrapped(_ value: JSONValue) -> JSONValue {
    let envelope = row.shape.envelope.isEmpty ? row.row.options.envelope.parts : row.shape.envelope
    return envelope.reversed().reduce(value) { .object([(key: $1, value: $0)]) }
  }

  /// The bytes of a body.
  func encoded(_ body: JSONValue) -> Data {
    guard !row.coder.contentType.contains("json"), let data = try? row.coder.encode(body, nulls: nil) else {
      return body.data()
    }
    return data
  }

  // MARK: Entity tags

  /// The strong entity tag of a record.
  func tag(of record: MockRecords.Record) -> String {
    if let resource, let tag = settings.entityTag?(resource.key, record.id) { return "\"\(tag)\"" }
    if let version = settings.versionMember, let value = record.value[version] {
      return "\"\(value.number?.text ?? value.text())\""
    }
    return Self.tag(of: record.value.data())
  }

  /// The strong entity tag of content.
  static func tag(of content: Data) -> String {
    let hash = content.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))\""
  }

  /// Checks the conditions of a request that changes a record (RFC 9110 section 13).
  func checkConditions(_ current: MockRecords.Record?) throws(MockProblem) {
    let tag = current.map { self.tag(of: $0) }
    if let wanted = request.fields[.ifMatch], !Self.matches(wanted, tag) {
      throw MockProblem(
        412, "The record has been changed or removed since its entity tag was read: read it again.",
        fields: tag.map { [.eTag: $0] } ?? [:])
    }
    if let unwanted = request.fields[.ifNoneMatch], Self.matches(unwanted, tag, isWeak: true) {
      throw MockProblem(
        412, "The record exists, and the request asks that it does not.", fields: tag.map { [.eTag: $0] } ?? [:])
    }
  }

  /// The response without content if the client has this state already, and 412 if it wants another one (RFC 9110 section 13).
  /// A response that is no success has no state.
  func conditional(_ response: MockResponse) -> MockResponse {
    guard (200..<300).contains(response.status) else { return response }
    if let wanted = request.fields[.ifMatch], !Self.matches(wanted, response.fields[.eTag]) {
      return self.response(to: MockProblem(412, "The state of `If-Match` is no longer the current one."))
    }
    guard let known = request.fields[.ifNoneMatch], Self.matches(known, response.fields[.eTag], isWeak: true) else {
      return response
    }
    guard request.method == .get || request.method == .head else {
      return self.response(to: MockProblem(412, "The state of `If-None-Match` is the current one."))
    }
    var fields = response.fields
    fields[.contentType] = nil
    return MockResponse(304, fields: fields)
  }

  private static func matches(_ list: String, _ tag: String?, isWeak: Bool = false) -> Bool {
    guard let tag else { return false }
    return list.split(separator: ",").contains { entry in
      var entry = entry.trimmed
      if entry == "*" { return true }
      if isWeak, entry.hasPrefix("W/") { entry = entry.dropFirst(2) }
      return entry == tag[...]
    }
  }
}

extension StringProtocol {
  /// Without spaces at its ends.
  var trimmed: Substring {
    let text = Substring(self).drop { $0 == " " || $0 == "\t" }
    return text.dropLast(text.reversed().prefix { $0 == " " || $0 == "\t" }.count)
  }

  /// The first of several media types, without parameters.
  var firstType: String { String(prefix { $0 != "," && $0 != ";" }.trimmed) }
}
