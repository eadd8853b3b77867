import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryVerification

// Lists: filters, order, pages.
extension MockExchange {
  func enumerate(_ kind: MockResource, _ records: inout MockRecords) throws(MockProblem) -> MockResponse {
    let all = records.records(kind.key, scope.filter { kind.scope.contains($0.key) }).map(\.value)
    let items = row.pages?.bodyPath == nil ? query : query + bodyItems()
    let page = try MockPage(self, kind, items)
    let found = try MockSelection(kind, items, pageKeys: page.keys, in: all).applied(to: all)
    let slice = try page.slice(of: found, &records)
    let elements = slice.elements.map { selected($0, kind) }
    var response = list(elements, status: 200)
    if kind.documentType != nil || !slice.members.isEmpty {
      var body = listBody(elements)
      for (path, value) in slice.members { body = body.setting(path[...], to: value) }
      if kind.documentType != nil, let included = try included(with: slice.elements, kind, records) {
        body = body.setting(["included"], to: .array(included))
      }
      response.content = encoded(body)
    }
    for field in slice.fields { response.fields.append(field) }
    return conditional(tagged(response))
  }

  /// A list in the envelope of the row.
  func list(_ elements: [JSONValue], status: Int) -> MockResponse {
    MockResponse(status, fields: [.contentType: contentType], content: encoded(listBody(elements)))
  }

  private func listBody(_ elements: [JSONValue]) -> JSONValue {
    let inner = row.row.options.itemEnvelope.parts
    let items = inner.isEmpty ? elements : elements.map { inner.reversed().reduce($0) { .object([(key: $1, value: $0)]) } }
    return wrapped(.array(items))
  }

  /// The members of the body that request a page.
  private func bodyItems() -> [MockQuery.Item] {
    var value = (try? JSONValue(parsing: request.content)) ?? .null
    for name in row.pages?.bodyPath ?? [] { value = value[name] ?? .null }
    return (value.object ?? [:]).compactMap { name, value in
      switch value {
      case .string(let text): MockQuery.Item(key: name, value: text)
      case .number(let number): MockQuery.Item(key: name, value: number.text)
      case .bool(let flag): MockQuery.Item(key: name, value: "\(flag)")
      default: nil
      }
    }
  }

  // MARK: JSON:API

  /// A record with the members that the query selects: `fields=name,age`, `_fields=...`, `fields[articles]=title`.
  func selected(_ record: JSONValue, _ kind: MockResource) -> JSONValue {
    guard let type = kind.documentType else {
      guard let names = query.first(where: { ["fields", "_fields"].contains($0.key) })?.value, !names.isEmpty,
        let object = record.object
      else { return record }
      let wanted = Set(names.split(separator: ",").map { String($0).folded })
      let members = object.filter {
        wanted.contains($0.key.folded) || $0.key == kind.idMember || $0.key == settings.versionMember
      }
      return .object(JSONValue.Object(members))
    }
    let own = query.filter { $0.key == "fields[\(type)]" }.flatMap { $0.value.split(separator: ",").map(String.init) }
    guard query.contains(where: { $0.key == "fields[\(type)]" }), var object = record.object else { return record }
    for name in ["attributes", "relationships"] {
      guard let members = object[name]?.object else { continue }
      object[name] = .object(JSONValue.Object(members.filter { own.contains($0.key) }))
    }
    return .object(object)
  }

  /// The resources that `include` names; nil without it.
  func included(
    with records: [JSONValue], _ kind: MockResource, _ all: MockRecords
  ) throws(MockProblem) -> [JSONValue]? {
    guard let include = query.first(where: { $0.key == "include" })?.value else { return nil }
    let paths = include.split(separator: ",").map { $0.split(separator: ".").map(String.init) }
    guard paths.count <= 100, paths.allSatisfy({ $0.count <= 20 }) else {
      throw MockProblem(
        400, "`include` has more than 100 paths, or a path with more than 20 names.", parameter: "include")
    }
    guard paths.allSatisfy({ plan.hasRelations($0[...], from: kind) }) else {
      throw MockProblem(400, "`include` has a path of relationships that the resources do not have.", parameter: "include")
    }
    var found: [JSONValue] = []
    var known = Set(records.map { "\(kind.documentType ?? "") \($0["id"]?.string ?? "")" })
    func add(_ path: ArraySlice<String>, of records: [JSONValue]) {
      guard let name = path.first else { return }
      var next: [JSONValue] = []
      var reached: Set<String> = []
      for record in records {
        let data = record["relationships"]?[name]?["data"] ?? .null
        for identifier in data.array ?? [data] {
          guard let type = identifier["type"]?.string, let id = identifier["id"]?.string,
            let target = plan.resource(ofDocuments: type), let record = all.record(target.key, id, [:])
          else { continue }
          guard reached.insert("\(type) \(record.id)").inserted else { continue }
          next.append(record.value)
          if known.insert("\(type) \(record.id)").inserted { found.append(selected(record.value, target)) }
        }
      }
      add(path.dropFirst(), of: next)
    }
    for path in paths { add(path[...], of: records) }
    return found
  }
}

extension JSONValue {
  /// The object with a value at the end of a path of names. Other values on the way are replaced.
  func setting(_ path: ArraySlice<String>, to value: JSONValue) -> JSONValue {
    guard let name = path.first else { return value }
    var members = object ?? [:]
    members[name] = (members[name] ?? [:]).setting(path.dropFirst(), to: value)
    return .object(members)
  }
}
