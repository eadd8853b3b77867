import RefineryJSON
import RefineryOpenAPI

extension RowPlanner {
  struct Responses {
    /// One way to read the response, with what the name of its function has at the end.
    var outputs: [(suffix: String, output: Row.Output, accept: String?)] = []
    var errors: [(statuses: String, type: SwiftType)] = []
  }

  mutating func responses(of operation: Operation, name: String) -> Responses {
    var result = Responses()
    var successes = operation.responses.filter { $0.statuses.isSuccess }
    for index in successes.indices where [.code(204), .code(205)].contains(successes[index].statuses) {
      // RFC 9110 sections 15.3.5 and 15.3.6.
      if !successes[index].content.isEmpty {
        types.report(
          .fault, successes[index].pointer, "a response with this status has no content; what is described is not read")
      }
      successes[index].content = []
    }
    let others = operation.responses.filter { !$0.statuses.isSuccess }
    let fallback = others.first { $0.statuses == .default }
    if successes.isEmpty, let fallback, !operation.responses.contains(where: { $0.statuses.isError }) {
      successes = [fallback]
    }
    result.outputs = outputs(of: successes, operation, name)
    result.errors = errors(of: others.filter { !successes.map(\.pointer).contains($0.pointer) }, name)
    return result
  }

  // MARK: Successes

  private mutating func outputs(
    of successes: [Response], _ operation: Operation, _ name: String
  ) -> [(suffix: String, output: Row.Output, accept: String?)] {
    guard operation.method != "HEAD" else { return [("", .okay, nil)] }
    let isEmptyPossible = successes.contains { $0.content.isEmpty }
    var json: [SwiftType] = []
    var isNullable = false
    var first: (kind: MediaKind, media: MediaType)?
    var events: MediaType?
    var lines: MediaType?
    for response in successes {
      for media in response.content {
        let kind = MediaKind(media.type)
        if media.type == "text/event-stream" {
          events = events ?? media
        } else if MediaKind.isLines(media.type) {
          lines = lines ?? media
        } else if kind == .json, !media.type.contains("stream=") {
          let use = output(media, TypePlanner.Hint("\(name) result"))
          isNullable = isNullable || use.isNullable
          if !json.contains(use.type) { json.append(use.type) }
        } else {
          first = first ?? (kind, media)
        }
      }
    }
    var outputs: [(suffix: String, output: Row.Output, accept: String?)] = []
    if json.count > 1 { json = [union(of: json, successes, name)] }
    if let type = json.first {
      outputs.append(("", .value(type, isOptional: isEmptyPossible || isNullable), nil))
      if let first, first.media.type != "application/xml", first.kind == .text || first.kind == .bytes,
        !isKubernetesForm(first.media)
      {
        types.report(.note, first.media.pointer, "read as JSON; for \(first.media.type), set `Accept` and read `call.data`")
      }
    } else if let (kind, media) = first {
      outputs.append(
        (
          "", kind == .text ? .value(.string, isOptional: isEmptyPossible) : .value(.data, isOptional: isEmptyPossible),
          accept(media)
        ))
    }
    if let events {
      let schema = events.itemSchema.map { dataOfEvent($0) } ?? events.schema
      let use = schema.map { types.use($0, TypePlanner.Hint("\(name) event")) } ?? TypeUse(.json)
      let type = use.type.isReadable ? use.type : .json
      outputs.append((outputs.isEmpty ? "" : " events", .events(type), "text/event-stream"))
    }
    if let lines {
      let use = (lines.itemSchema ?? lines.schema).map { types.use($0, TypePlanner.Hint("\(name) line")) } ?? TypeUse(.json)
      let type = use.type.isReadable ? use.type : .json
      outputs.append((outputs.isEmpty ? "" : " lines", .value(.array(type), isOptional: false), lines.type))
    }
    return outputs.isEmpty ? [("", .okay, nil)] : outputs
  }

  /// The data of an event that is described as a whole (OpenAPI 3.2).
  private mutating func dataOfEvent(_ schema: Schema) -> Schema {
    guard let members = types.members(of: schema), let data = members.properties.first(where: { $0.name == "data" }) else {
      return schema
    }
    return data.schema
  }

  private func isKubernetesForm(_ media: MediaType) -> Bool { media.type.contains("yaml") || media.type.contains("protobuf") }

  private func accept(_ media: MediaType) -> String? { media.type == "*/*" ? nil : media.type }

  private mutating func output(_ media: MediaType, _ hint: TypePlanner.Hint) -> TypeUse {
    guard let schema = media.itemSchema ?? media.schema else { return TypeUse(.json) }
    var use = types.use(schema, hint)
    if use.coding != nil {
      types.report(.note, media.pointer, "the whole response has a form of its own, so it is read as JSON")
      use = TypeUse(.json, isNullable: use.isNullable)
    }
    if case .string = types.resolve(schema).kind, types.resolve(schema).format == "binary" { use.type = .data }
    if use.type == .json { use.isNullable = false }
    return use
  }

  /// A union of the bodies of several successes.
  private mutating func union(of found: [SwiftType], _ successes: [Response], _ name: String) -> SwiftType {
    let branches = successes.flatMap { response in
      response.content.filter { MediaKind($0.type) == .json }.compactMap { media -> Schema? in media.schema }
    }
    guard branches.count > 1 else { return .json }
    let pointer = (successes.first?.pointer ?? "").split(separator: "/").dropLast().joined(separator: "/")
    let schema = Schema(.union(branches, isExclusive: false, nil), at: "\(pointer)#success")
    return types.use(schema, TypePlanner.Hint("\(name) result")).type
  }

  // MARK: Errors

  private mutating func errors(of responses: [Response], _ name: String) -> [(statuses: String, type: SwiftType)] {
    // By type, in the order of the description; the general statuses come last.
    var found: [(type: SwiftType, sets: [Response.Statuses])] = []
    for response in responses {
      guard response.statuses.isError || response.statuses == .default else {
        if case .code(let code) = response.statuses, code != 304, !response.content.isEmpty {
          types.report(.note, response.pointer, "a body with status \(code) is read by `reply`, not as the output")
        }
        continue
      }
      guard let media = response.content.first(where: { MediaKind($0.type) == .json }), let schema = media.schema else {
        continue
      }
      let use = types.use(schema, TypePlanner.Hint("\(name) \(response.statuses.word)"))
      guard case .model(let id) = use.type, case let form = types.book[id].form, !form.isEnumeration else {
        if use.type != .json, use.type != .dictionary(.json) {
          types.report(.note, media.pointer, "an error body that is not an object is read by `CallError`, as text or JSON")
        }
        continue
      }
      types.book[id].isError = true
      if let index = found.firstIndex(where: { $0.type == use.type }) {
        found[index].sets.append(response.statuses)
      } else {
        found.append((use.type, [response.statuses]))
      }
    }
    // The entry that is added last comes first, so the widest statuses are added first.
    var entries: [(width: Int, statuses: String, type: SwiftType)] = []
    for (type, sets) in found {
      if sets.contains(.default) { entries.append((2, "StatusSet(300...599)", type)) }
      let ranges = sets.compactMap { if case .range(let hundred) = $0 { hundred } else { nil } }
      if !ranges.isEmpty {
        let text = ranges.map { "\($0)00...\($0)99" }.joined(separator: ", ")
        entries.append((1, "StatusSet(\(text))", type))
      }
      let codes = sets.compactMap { if case .code(let code) = $0 { code } else { nil } }
      if !codes.isEmpty {
        entries.append((0, codes.count == 1 ? "\(codes[0])" : "[\(codes.map(String.init).joined(separator: ", "))]", type))
      }
    }
    let order = entries.enumerated().sorted { ($1.element.width, $0.offset) < ($0.element.width, $1.offset) }.map(\.element)
    // A type for all statuses makes its own narrower entries superfluous, if no other type is between them.
    if Set(order.map(\.type)).count == 1, let widest = order.first, widest.width == 2 {
      return [(widest.statuses, widest.type)]
    }
    return order.map { ($0.statuses, $0.type) }
  }
}

extension Response.Statuses {
  var isError: Bool {
    switch self {
    case .code(let code): code >= 400
    case .range(let hundred): hundred >= 4
    case .default: false
    }
  }

  /// What the name of a type without one has.
  var word: String {
    switch self {
    case .code(let code): "error \(code)"
    case .range(let hundred): "error \(hundred)xx"
    case .default: "error"
    }
  }
}

extension Model.Form {
  var isEnumeration: Bool { if case .enumeration = self { true } else { false } }
}

extension SwiftType {
  /// Whether an event can have it as its data.
  var isReadable: Bool { if case .optional = self { false } else { true } }
}
