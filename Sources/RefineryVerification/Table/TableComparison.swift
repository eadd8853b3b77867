import HTTPTypes
package import RefineryCore
package import RefineryOpenAPI

extension Comparison {
  /// The drifts between a table and a description: what its calls meet if the server follows the description.
  ///
  /// What the types of the table do not say is not compared, and a type that accepts more than the description promises is no
  /// drift.
  ///
  /// - Parameter coder: the coder of the client, for rows without one.
  package init(_ table: EndpointTable, against description: RefineryOpenAPI.Description, coder: (any Coder)? = nil) {
    let shapes = TableDescription(table, coder: coder)
    var rules = ComparisonRules()
    rules.table = shapes.knowledge
    var comparer = Comparer(shapes.description, description, rules)
    let notes = comparer.compareRows(shapes.rows)
    self.init(comparer, notes: notes)
  }
}

extension Comparer {
  /// Returns what cannot be compared.
  fileprivate mutating func compareRows(_ rows: [TableDescription.RowShape]) -> [String] {
    let match = RowMatch(rows, new.description)
    var notes: [String] = []
    for (shape, index) in zip(rows, match.operations) {
      guard let index else {
        ledger.current = ledger.addNode(shape.label(nil))
        ledger.record(
          .operationMissing, .breaking, "the description has no operation for the row", old: shape.row.name, new: nil, nil)
        continue
      }
      let operation = new.description.operations[index]
      ledger.current = ledger.addNode(shape.label(operation.path))
      compareQuery(shape, operation, &notes)
      compareBody(shape, operation)
      compareResponses(shape, operation)
      if operation.isDeprecated { notes.append("\(shape.row.name): the operation is deprecated") }
    }
    for index in match.unused {
      let operation = new.description.operations[index]
      ledger.current = ledger.addNode(operation.label)
      ledger.record(.operationNew, .harmless, "no row of the table makes calls of it", old: nil, new: operation.pointer, nil)
    }
    compareWaiting()
    return notes
  }

  private mutating func compareQuery(
    _ shape: TableDescription.RowShape, _ operation: RefineryOpenAPI.Operation, _ notes: inout [String]
  ) {
    let row = shape.row
    let variables = row.path.queryVariables
    let fixed = Self.fixedQuery(of: row.path.text)
    let described = operation.parameters.filter { $0.place == .query }
    let names = Set(described.map { Self.base(of: $0.name) })
    let isFree = operation.parameters.contains { $0.place == .querystring || $0.place == .query && $0.takesAnyName }
    for name in variables + fixed where !names.contains(Self.base(of: name)) && !isFree {
      ledger.record(
        .parameterMissing, .breaking, "the description has no query parameter `\(name)`", old: "\(row.name)/query/\(name)",
        new: operation.pointer, .request)
    }
    // Without variables for its query, a row takes any query. A call of a capability has none unless the caller adds it.
    let isDeclared = !variables.isEmpty
    let known = Set((variables + fixed).map { Self.base(of: $0) })
    for parameter in described where !known.contains(Self.base(of: parameter.name)) {
      if parameter.isRequired, isDeclared || row.operation != nil {
        recordNew(parameter)
      } else if parameter.isRequired {
        notes.append("\(row.name): its calls need the query parameter \(parameter.name), which the row does not show")
      } else if isDeclared {
        recordNew(parameter)
      }
    }
    for parameter in operation.parameters where parameter.isRequired {
      let isSet = HTTPField.Name(parameter.name).map { row.options.headers[$0] != nil } ?? false
      let isStandard = ["authorization", "accept", "content-type"].contains(parameter.name.lowercased())
      if parameter.place == .header && !isSet && !isStandard || parameter.place == .cookie {
        notes.append(
          "\(row.name): its calls need the \(parameter.place.rawValue) \(parameter.name), which the row does not show")
      }
    }
  }

  /// `filter` of `filter[name]`.
  private static func base(of name: String) -> String { String(name.prefix { $0 != "[" }) }

  /// The names in a literal query.
  private static func fixedQuery(of template: String) -> [String] {
    guard let start = template.firstIndex(of: "?"),
      start == template.startIndex || template[template.index(before: start)] != "{"
    else { return [] }
    let query = template[template.index(after: start)...].prefix { $0 != "{" && $0 != "#" }
    return query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
  }

  // MARK: Bodies

  private mutating func compareBody(_ shape: TableDescription.RowShape, _ operation: RefineryOpenAPI.Operation) {
    let row = shape.row
    switch (row.input, operation.body) {
    case (nil, nil): break
    case (nil, let body?):
      guard body.isRequired else { return }
      ledger.record(
        .bodyNew, .breaking, "the operation needs a request body, and the row sends none", old: row.name, new: body.pointer,
        .request)
    case (_?, nil):
      ledger.record(
        .bodyMissing, .breaking, "the operation has no request body, and the row sends one", old: row.name,
        new: operation.pointer, .request)
    case (_?, let body?):
      let type = row.options.coder?.contentType.prefix { $0 != ";" }.lowercased()
      let media = body.content.first { $0.type == type ?? "application/json" } ?? body.content.first { $0.isJSON }
      if let type, media == nil || media?.type != type && !type.isJSONType {
        ledger.record(
          .mediaTypeMissing, .breaking, "the description has no request body as \(type)", old: row.name, new: body.pointer,
          .request)
        return
      }
      guard let input = shape.input, let schema = (media ?? body.content.first)?.schema else { return }
      compare(input, schema, .request, Place(root: "the request body"))
    }
  }

  // MARK: Responses

  private mutating func compareResponses(_ shape: TableDescription.RowShape, _ operation: RefineryOpenAPI.Operation) {
    let row = shape.row
    let successes = operation.responses.filter { response in
      switch response.statuses {
      case .code(let code): row.options.successCodes.contains(code)
      case .range(let first): row.options.successCodes.contains(first * 100)
      case .default: false
      }
    }
    let defaults = operation.responses.filter { $0.statuses == .default }
    if successes.isEmpty, operation.responses.contains(where: \.statuses.isSuccess) {
      ledger.record(
        .statusMissing, .breaking, "no response of the operation has a status that the row takes for success", old: row.name,
        new: operation.pointer, .response)
    }
    // Without a success of its own, `default` describes it.
    for response in successes.isEmpty ? defaults : successes { compareOutput(shape, response, isOnly: successes.count == 1) }
    compareErrors(shape, operation)
  }

  private mutating func compareOutput(_ shape: TableDescription.RowShape, _ response: RefineryOpenAPI.Response, isOnly: Bool) {
    guard let output = shape.output else { return }
    if response.content.isEmpty {
      guard isOnly, !shape.isOptional else { return }
      ledger.record(
        .bodyMissing, .breaking, "the response \(response.statuses.text) has no body, and the row reads one",
        old: shape.row.name, new: response.pointer, .response)
      return
    }
    // A row for events, or for a file, asks for another type than JSON.
    let accepted = shape.row.options.headers[.accept]?.prefix { $0 != ";" && $0 != "," }.lowercased()
    let media = response.content.first { $0.isJSON && $0.type == accepted ?? $0.type }
    guard let schema = media?.schema else { return }
    compare(output, schema, .response, Place(root: "the response \(response.statuses.text)"))
  }

  private mutating func compareErrors(_ shape: TableDescription.RowShape, _ operation: RefineryOpenAPI.Operation) {
    for response in operation.responses {
      guard let schema = response.content.first(where: \.isJSON)?.schema, let error = shape.errors[response.statuses] else {
        continue
      }
      compare(error, schema, .response, Place(root: "the response \(response.statuses.text)"))
    }
  }
}

extension TableDescription.RowShape {
  /// The row with the path of its operation, or with its own.
  fileprivate func label(_ path: String?) -> OperationLabel {
    OperationLabel(name: row.name, method: row.method.rawValue, path: path ?? row.template)
  }
}

extension RefineryOpenAPI.Parameter {
  /// Whether its members are parameters of any name: an object that is written member by member.
  fileprivate var takesAnyName: Bool {
    if case .object = schema.kind { style == .form && explodes } else { false }
  }
}

extension String {
  fileprivate var isJSONType: Bool { hasSuffix("/json") || hasSuffix("+json") }
}
