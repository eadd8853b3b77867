import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryVerification

// Read, and custom rows.
extension MockExchange {
  func read(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    guard let record = records.record(kind.key, id, scope) else { throw missing(kind) }
    return conditional(try document(record, kind, records))
  }

  /// The response with a record; for JSON:API, with what the query includes and without what it leaves out.
  private func document(
    _ record: MockRecords.Record, _ kind: MockResource, _ records: MockRecords
  ) throws(MockProblem) -> MockResponse {
    var response = response(record)
    guard kind.documentType != nil else { return response }
    var members: JSONValue.Object = ["data": selected(record.value, kind)]
    let included = try included(with: [record.value], kind, records)
    if let included { members["included"] = .array(included) }
    members["links"] = ["self": .string(url(request.target))]
    response.content = JSONValue.object(members).data()
    // The other records change without this one.
    if included != nil { response.fields[.eTag] = Self.tag(of: response.content) }
    return response
  }

  /// Checks that the records exist that this one belongs to.
  func checkParents(_ kind: MockResource, _ records: MockRecords) throws(MockProblem) {
    for link in kind.parents {
      guard let parent = plan.resources[link.resource],
        let place = link.place(in: scope, idVariable: parent.idVariable)
      else { continue }
      // Without a way to create parents, and without seeds, any parent is there.
      if !parent.isCreatable, records.records(parent.key, [:]).isEmpty { continue }
      guard records.record(parent.key, place.id, place.scope) != nil else {
        throw MockProblem(404, "There is no \(parent.name) of this path.")
      }
    }
  }

  // MARK: Custom rows

  /// The response of a custom row: a given example, the records of its model, or made-up values.
  func custom(_ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    let status = Self.statuses.first { row.row.options.successCodes.contains($0) } ?? 200
    if let example = settings.examples[row.name] {
      return conditional(tagged(MockResponse(status, fields: [.contentType: contentType], content: encoded(example))))
    }
    guard let output = row.row.outputType else {
      return row.row.output == nil || row.row.output == "Okay" ? MockResponse(204) : example(records)
    }
    if output == Okay.self { return MockResponse(204) }
    let element = (output as? any ListType.Type)?.elementType
    let model = element ?? output
    if let kind = plan.resource(of: model) {
      if element != nil { return try enumerate(kind, &records) }
      if kind.isSingleton, let record = records.record(kind.key, "", [:]) { return conditional(response(record)) }
      if let id = values["id"] ?? row.shape.variables.last.flatMap({ values[$0] }) {
        guard let record = records.record(kind.key, id, scope.filter { kind.scope.contains($0.key) }) else {
          throw missing(kind)
        }
        return request.method == .get ? conditional(response(record)) : response(record)
      }
      if let record = records.records(kind.key, [:]).first { return response(record, status: status) }
    }
    if output == Data.self { return content("application/octet-stream", records) }
    if output == String.self { return content("text/plain; charset=utf-8", records) }
    return conditional(tagged(example(records)))
  }

  private static let statuses = [200, 201, 202, 204]

  /// Some bytes: an image if the row asks for one.
  private func content(_ type: String, _ records: MockRecords) -> MockResponse {
    let wanted = row.row.options.headers[.accept].map { $0.firstType } ?? ""
    let isNamed = wanted.contains("/") && !wanted.contains("*")
    return MockResponse(
      200, fields: [.contentType: isNamed ? wanted : type], content: Data("made up by the mock server".utf8))
  }

  /// An example of the row's output.
  func example(_ records: MockRecords) -> MockResponse {
    let status = Self.statuses.first { row.row.options.successCodes.contains($0) } ?? 200
    var made = MadeUpValues(seed: MadeUpValues.seed(settings.randomSeed, row.name, path))
    made.references = MockSeeds.references(records)
    guard let schema = row.shape.output, let value = made.value(schema, in: row.schemas) else {
      return MockResponse(status, fields: [.contentType: contentType], content: encoded(wrapped([:])))
    }
    var body = value
    if let id = values["id"] ?? row.shape.variables.last.flatMap({ values[$0] }), case .object(var members) = body,
      let known = members["id"]
    {
      members["id"] = known.string == nil ? Int(id).map { .number($0) } ?? known : .string(id)
      body = .object(members)
    }
    return MockResponse(status, fields: [.contentType: contentType], content: encoded(body))
  }

  /// The response with the entity tag of its content, unless it has one.
  func tagged(_ response: MockResponse) -> MockResponse {
    guard response.fields[.eTag] == nil else { return response }
    var response = response
    response.fields[.eTag] = Self.tag(of: response.content)
    return response
  }
}
