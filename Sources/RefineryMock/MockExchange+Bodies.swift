import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryOpenAPI
import RefineryVerification

extension MockExchange {
  /// The value that a call sent, without the members around it.
  func sent() throws(MockProblem) -> JSONValue {
    let body = try body()
    if body.array != nil { return body }
    var value = body
    for name in row.inputEnvelope {
      guard let inner = value[name] else {
        throw MockProblem(
          422, "The body has no member `\(name)`, in which this server expects the record.",
          faults: [MockProblem.Fault(pointer: "", detail: "`\(name)` is missing")])
      }
      value = inner
    }
    return value
  }

  /// The body as JSON.
  func body() throws(MockProblem) -> JSONValue {
    // Forms with files, which are not read.
    if row.isInferred, request.fields[.contentType]?.lowercased().hasPrefix("multipart/") == true { return [:] }
    try checkMediaType()
    guard request.content.contains(where: { $0 > 0x20 }) else {
      throw MockProblem(400, "The request has no content, and this row needs a body.")
    }
    let type = request.fields[.contentType]?.firstType.lowercased() ?? ""
    do {
      if type == "application/x-www-form-urlencoded" { return Self.form(request.content) }
      if !row.coder.contentType.contains("json"), !type.contains("json") {
        return try row.coder.decode(JSONValue.self, from: request.content, at: [])
      }
      return try JSONValue(parsing: request.content)
    } catch let error as JSONValue.Malformed {
      throw MockProblem(400, "The body is malformed JSON at line \(error.line), column \(error.column).")
    } catch {
      throw MockProblem(400, "The body cannot be read as \(row.coder.contentType.firstType).")
    }
  }

  private func checkMediaType() throws(MockProblem) {
    guard let type = request.fields[.contentType]?.firstType.lowercased() else { return }
    let own = row.coder.contentType.firstType.lowercased()
    let isJSON = own.contains("json") && (type == "application/json" || type.hasSuffix("+json"))
    let isForm = type == "application/x-www-form-urlencoded" && !row.isJSONAPI
    guard type == own || isJSON || isForm else {
      throw MockProblem(415, "The media type of the request is not the one of this row: send \(own).", fields: [.accept: own])
    }
  }

  private static func form(_ content: Data) -> JSONValue {
    let items = MockQuery.split("/?" + String(decoding: content, as: UTF8.self)).items
    return .object(items.map { (key: $0.key, value: .string($0.value)) })
  }

  // MARK: Models

  /// Checks the members of a record against the shape of the model.
  ///
  /// - Parameter isNew: whether the server adds members, such as the id.
  func check(_ record: JSONValue, isNew: Bool) throws(MockProblem) {
    guard let resource else { return }
    guard record.object != nil else {
      throw MockProblem(
        422, "The body is \(record.kindName) and must be an object.",
        faults: [MockProblem.Fault(pointer: pointer([]), detail: "the body is \(record.kindName) and must be an object")])
    }
    guard let schema = row.isInferred ? row.shape.input : resource.schema else { return }
    let schemas = row.isInferred ? row.schemas : resource.schemas ?? row.schemas
    var check = ValueCheck(schemas)
    let related = Set(resource.relations.map(\.name))
    let faults = check.findings(in: resource.flat(record), schema).compactMap { finding -> MockProblem.Fault? in
      if let first = finding.tokens.first, related.contains(first) { return nil }
      if case .missing(let name) = finding.fault, finding.tokens.isEmpty {
        if related.contains(name) || isNew && (name == resource.idMember || name.isServerMade) { return nil }
      }
      guard let detail = finding.sentence else { return nil }
      var tokens = finding.tokens
      if case .missing(let name) = finding.fault { tokens.append(name) }
      return MockProblem.Fault(pointer: pointer(tokens), detail: "\(Self.name(of: tokens)) \(detail)")
    }
    guard let first = faults.first else { return }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more)" : ""
    throw MockProblem(422, "\(first.detail)\(more)", faults: faults)
  }

  /// Checks that a record can be read as its model, for what no schema says, such as the form of a date.
  func checkReading(_ record: JSONValue) throws(MockProblem) {
    guard let resource, let type = resource.type as? any Decodable.Type, !row.isInferred else { return }
    do {
      try resource.read(type, record)
    } catch {
      let path = (error as? MappingError)?.codingPath.filter { $0 != "data" || resource.documentType == nil } ?? []
      let detail = "\(Self.name(of: path)) cannot be read as the model has it: \(ErrorSummary.text(of: error))"
      throw MockProblem(422, detail, faults: [MockProblem.Fault(pointer: pointer(path), detail: detail)])
    }
  }

  /// The pointer into the body for the place of a member in a record.
  private func pointer(_ tokens: [String]) -> String {
    guard let resource, resource.documentType != nil else {
      return JSONPointer(tokens: row.inputEnvelope + tokens).description
    }
    guard let first = tokens.first, !MockResource.structural.contains(first) else {
      return JSONPointer(tokens: ["data"] + tokens).description
    }
    let place = resource.relations.contains { $0.name == first } ? "relationships" : "attributes"
    return JSONPointer(tokens: ["data", place, resource.memberName(of: first)] + tokens.dropFirst()).description
  }

  private static func name(of tokens: [String]) -> String {
    guard !tokens.isEmpty else { return "the body" }
    let path = tokens.reduce("") { path, token in
      Int(token) != nil ? "\(path)[\(token)]" : path.isEmpty ? token : "\(path).\(token)"
    }
    return "`\(path)`"
  }
}

extension ValueCheck.Finding {
  /// What is wrong, without the name of the member; nil for what is not wrong.
  fileprivate var sentence: String? {
    switch fault {
    case .null: "is null and must be \(schema.words)"
    case .type: "is \(value.isNumberThat(schema) ? "not whole" : value.words) and must be \(schema.words)"
    case .missing: "is missing"
    case .unlisted: "must be one of \((schema.values ?? []).map { $0.text() }.joined(separator: ", "))"
    case .unknown: nil
    }
  }
}

extension FlatSchema {
  /// The type in words.
  fileprivate var words: String {
    switch form {
    case .any, .never, .union: "another value"
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONValue {
  fileprivate var words: String { if case .string = self { "text" } else { kindName } }

  fileprivate func isNumberThat(_ schema: FlatSchema) -> Bool {
    if case .integer = schema.form, case .number = self { true } else { false }
  }
}

extension String {
  /// Whether servers usually set a member of this name, so that a new record need not have it.
  var isServerMade: Bool {
    let folded = folded
    let names = ["href", "url", "self", "links", "meta", "version", "etag", "revision", "rev", "slug"]
    return names.contains(folded) || folded.hasPrefix("created") || folded.hasPrefix("updated") || folded.hasPrefix("modified")
      || folded.hasPrefix("lastmodified") || hasSuffix("_at") || hasSuffix("At") || folded == "count" || hasSuffix("_count")
      || hasSuffix("Count")
  }

  /// Whether servers set the time of a change in a member of this name.
  var isTimeOfChange: Bool {
    let folded = folded
    return ["created", "updated", "modified", "lastmodified"].contains {
      folded.hasPrefix($0) && ["", "at", "on", "date", "time"].contains(folded.dropFirst($0.count))
    }
  }
}
