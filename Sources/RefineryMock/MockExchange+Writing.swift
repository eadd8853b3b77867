import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryVerification

// Create, update, patch and delete.
extension MockExchange {
  /// Creates one record, or several.
  func create(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    let sent = try sent()
    guard case .array(let elements) = sent else {
      let record = try insert(sent, kind, &records)
      var response = response(record, status: row.row.options.successCodes.contains(201) ? 201 : 200)
      response.fields[.location] = url(location(of: record.id))
      return response
    }
    let before = records
    var created: [JSONValue] = []
    do {
      for element in elements { created.append(try insert(element, kind, &records).value) }
    } catch {
      // All or none.
      records = before
      throw error
    }
    return list(created, status: row.row.options.successCodes.contains(201) ? 201 : 200)
  }

  private func insert(
    _ sent: JSONValue, _ kind: MockResource, _ records: inout MockRecords
  ) throws(MockProblem) -> MockRecords.Record {
    try checkType(sent, kind)
    try check(sent, isNew: true)
    let id: String
    if kind.isSingleton {
      let current = records.record(kind.key, "", scope)
      try checkConditions(current)
      guard current == nil else { throw MockProblem(409, "\(kind.name) exists already.") }
      id = ""
    } else if let given = kind.id(of: sent), !given.isEmpty, kind.idKind != .integer || Int(given).map({ $0 > 0 }) ?? false {
      guard records.record(kind.key, given, scope) == nil else {
        throw MockProblem(409, "There is a \(kind.name) with this \(kind.idMember) already.")
      }
      id = given
    } else {
      id = records.makeID(of: kind)
    }
    let value = completed(sent, kind, id)
    try checkReading(value)
    return records.put(value, kind, id, scope)
  }

  /// A new record with the members that the server makes.
  private func completed(_ sent: JSONValue, _ kind: MockResource, _ id: String) -> JSONValue {
    guard var members = sent.object else { return sent }
    if !kind.isSingleton { members[kind.idMember] = kind.json(of: id, in: members) }
    if let type = kind.documentType {
      members["type"] = .string(type)
      members["lid"] = nil
    }
    let flat = kind.flat(.object(members)).object ?? [:]
    var made = MadeUpValues(seed: MadeUpValues.seed(settings.randomSeed, kind.key, id))
    var missing: JSONValue.Object = [:]
    for (name, value) in made.object(of: kind, id: nil)
    where flat[name] == nil && !value.isNull && (row.isInferred || kind.isServerMade(name)) {
      missing[name] = value
    }
    if row.isInferred { return kind.repaired(.object(members.merging(missing))) }
    guard !missing.isEmpty else { return .object(members) }
    guard kind.documentType != nil else { return .object(members.merging(missing)) }
    let further = kind.document(missing, id: nil)["attributes"]?.object ?? [:]
    members["attributes"] = .object((members["attributes"]?.object ?? [:]).merging(further))
    return .object(members)
  }

  /// Replaces a record, or creates it if clients choose the ids of its resource.
  func update(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    if kind.documentType != nil { return try patch(kind, &records) }
    let current = records.record(kind.key, id, scope)
    try checkConditions(current)
    let sent = try sent()
    if current == nil, kind.idKind == .integer, !kind.isSingleton { throw missing(kind) }
    try checkID(sent, kind)
    try check(sent, isNew: true)
    let value = current == nil ? completed(sent, kind, id) : named(replacing(current, by: sent, kind), kind, current)
    try checkReading(value)
    let record = records.put(value, kind, id, scope)
    return response(record, status: current == nil && row.row.options.successCodes.contains(201) ? 201 : 200)
  }

  /// What a client sent, with the members of the record that the server had made.
  private func replacing(_ current: MockRecords.Record?, by sent: JSONValue, _ kind: MockResource) -> JSONValue {
    guard var members = sent.object else { return sent }
    for (name, value) in current?.value.object ?? [:] where members[name] == nil && kind.isServerMade(name) {
      members[name] = value
    }
    return .object(members)
  }

  /// Changes a record: by a merge patch (RFC 7396), or by a JSON patch (RFC 6902) if the media type says so.
  func patch(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    guard let current = records.record(kind.key, id, scope) else {
      try checkConditions(nil)
      throw missing(kind)
    }
    try checkConditions(current)
    let changed = try changed(current.value, kind)
    if changed.object != nil { try checkID(changed, kind) }
    try check(changed, isNew: false)
    let value = named(changed, kind, current)
    try checkReading(value)
    return response(records.put(value, kind, id, scope))
  }

  private func changed(_ current: JSONValue, _ kind: MockResource) throws(MockProblem) -> JSONValue {
    if request.fields[.contentType]?.firstType.lowercased() == JSONPatch.mediaType {
      let body = try body()
      do {
        return try JSONPatch(body).apply(to: current)
      } catch let error as JSONPatch.Failure {
        throw MockProblem(
          error.operation == "test" ? 409 : 422, "The JSON patch cannot be applied: its operation \(error.index) fails.")
      } catch {
        throw MockProblem(400, "The body is not a JSON patch.")
      }
    }
    let sent = try sent()
    guard kind.documentType != nil else { return MergePatch(sent).apply(to: current) }
    try checkType(sent, kind)
    return merged(sent, into: current)
  }

  /// Replaces several records, each named by its id. All or none.
  func updateAll(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    guard case .array(let elements) = try sent() else {
      throw MockProblem(422, "The body must be a list of records.")
    }
    let before = records
    var updated: [JSONValue] = []
    do throws(MockProblem) {
      for element in elements {
        guard let id = kind.id(of: element), let current = records.record(kind.key, id, scope) else {
          throw MockProblem(404, "One of the records does not exist, so none was changed.")
        }
        try check(element, isNew: true)
        let value = kind.documentType == nil ? replacing(current, by: element, kind) : merged(element, into: current.value)
        try checkReading(value)
        updated.append(records.put(value, kind, id, scope).value)
      }
    } catch {
      records = before
      throw error
    }
    return list(updated, status: 200)
  }

  /// A document whose attributes and relationships are replaced one by one, each as a whole.
  private func merged(_ sent: JSONValue, into current: JSONValue) -> JSONValue {
    var object = current.object ?? [:]
    for name in ["attributes", "relationships"] {
      guard let changes = sent[name]?.object else { continue }
      object[name] = .object((object[name]?.object ?? [:]).merging(changes))
    }
    if let id = sent["id"] { object["id"] = id }
    return .object(object)
  }

  /// Deletes a record, and all that belong to it.
  func delete(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    let current = records.record(kind.key, id, scope)
    try checkConditions(current)
    guard let current else { throw missing(kind) }
    records.remove(current, of: kind)
    guard let output = row.row.output, output != "Okay" else { return MockResponse(204) }
    // A server of an imported table returns what its row says.
    return row.resource == nil || row.shape.output == nil ? MockResponse(204) : example(records)
  }

  // MARK: Checks

  func missing(_ kind: MockResource) -> MockProblem {
    MockProblem(404, kind.isSingleton ? "There is no \(kind.name)." : "There is no \(kind.name) with this \(kind.idMember).")
  }

  /// Checks that a body does not name another record than the path.
  private func checkID(_ sent: JSONValue, _ kind: MockResource) throws(MockProblem) {
    guard !kind.isSingleton, kind.documentType != nil, let own = kind.id(of: sent), own != id else { return }
    throw MockProblem(409, "The id in the body is not the one of the path.")
  }

  private func checkType(_ sent: JSONValue, _ kind: MockResource) throws(MockProblem) {
    guard let type = kind.documentType else { return }
    guard let given = sent["type"]?.string else {
      throw MockProblem(
        422, "The resource has no type.", faults: [MockProblem.Fault(pointer: "/data/type", detail: "`type` is missing")])
    }
    guard given == type else { throw MockProblem(409, "The type of the resource is not \(type).") }
  }

  /// The record with the id of the path.
  private func named(_ sent: JSONValue, _ kind: MockResource, _ current: MockRecords.Record?) -> JSONValue {
    guard !kind.isSingleton, var members = sent.object else { return sent }
    if let known = current?.value[kind.idMember] {
      members[kind.idMember] = known
    } else {
      members[kind.idMember] = kind.json(of: id)
    }
    return .object(members)
  }
}
