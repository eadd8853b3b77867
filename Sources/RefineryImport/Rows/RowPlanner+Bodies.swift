import RefineryJSON
import RefineryOpenAPI

extension RowPlanner {
  /// One way to send the body of an operation.
  struct Body {
    /// What the name of its function has at the end, if there are several.
    var suffix: String
    var arguments: [Row.Argument]
  }

  /// The ways to send the body: for each kind of media type, the first.
  mutating func bodies(of operation: Operation, name: String) -> [Body] {
    guard let request = operation.body, !request.content.isEmpty else { return [] }
    var bodies: [Body] = []
    var carried: Set<String> = []
    let json = request.content.filter { MediaKind($0.type) == .json }
    let hint = TypePlanner.Hint("\(name) body")
    for kind in [MediaKind.json, .form, .multipart, .bytes, .text] {
      let ofKind = request.content.filter { MediaKind($0.type) == kind }
      guard let media = ofKind.first(where: { kind != .multipart || $0.type == "multipart/form-data" }) else { continue }
      let suffix = bodies.isEmpty ? "" : kind.suffix
      // Beside another kind, bytes and text are not carried.
      if bodies.isEmpty || (kind != .bytes && kind != .text) { carried.insert(media.pointer) }
      switch kind {
      case .json:
        // `jsonBody` reports those of another type.
        carried.formUnion(json.map(\.pointer))
        bodies.append(Body(suffix: suffix, arguments: jsonBody(json, request, hint)))
      case .form:
        var argument = bodyArgument(request)
        argument.type = media.schema.map { types.use($0, hint).type } ?? .dictionary(.string)
        for (name, encoding) in media.encoding.sorted(by: { $0.key < $1.key }) where encoding.explodes == false {
          types.report(.left, media.pointer, "the values of \"\(name)\" are sent by a name for each, not joined")
        }
        let styles = media.encoding.values.compactMap(\.style)
        argument.place = .body(.form(usesBrackets: styles.contains(.deepObject)))
        bodies.append(Body(suffix: suffix, arguments: [argument]))
      case .multipart:
        bodies.append(Body(suffix: suffix, arguments: parts(of: media, request, hint)))
      case .bytes, .text:
        if !bodies.isEmpty { continue }
        var argument = bodyArgument(request)
        argument.type = kind == .text ? .string : .body
        argument.place = .body(
          kind == .text
            ? .text(mediaType: media.type) : .bytes(mediaType: media.type == "*/*" ? "application/octet-stream" : media.type))
        bodies.append(Body(suffix: suffix, arguments: [argument]))
      }
    }
    let sent = request.content.first { carried.contains($0.pointer) }?.type
    for media in request.content where !carried.contains(media.pointer) {
      types.report(
        .left, media.pointer,
        sent.map { "the body is sent as \($0), not as \(media.type)" }
          ?? "a body of type \(media.type) is not carried; send it by `body(_:contentType:)`")
    }
    return bodies
  }

  private func bodyArgument(_ request: RequestBody) -> Row.Argument {
    var argument = Row.Argument(
      label: "body", type: .json, isOptional: !request.isRequired, place: .body(.json(mediaType: nil)),
      pointer: request.pointer, wireName: "body")
    argument.documentation = request.description.map { DocumentationText.lines($0, width: 100) } ?? []
    return argument
  }

  private mutating func jsonBody(_ json: [MediaType], _ request: RequestBody, _ hint: TypePlanner.Hint) -> [Row.Argument] {
    var argument = bodyArgument(request)
    let media = json[0]
    if let schema = media.schema {
      let use = types.use(schema, hint)
      argument.type = use.coding == nil ? use.type : .json
      if use.isNullable { types.report(.note, media.pointer, "the body may be null; leave it out for that") }
    }
    // The types of patches may be objects or lists.
    if argument.type == .dictionary(.json), json.count > 1 || media.type.contains("patch") { argument.type = .json }
    let concrete = media.type == "*/*" || media.type.hasSuffix("/*") ? "application/json" : media.type
    guard json.count > 1 else {
      argument.place = .body(.json(mediaType: concrete == "application/json" ? nil : concrete))
      return [argument]
    }
    for other in json.dropFirst() {
      if let schema = other.schema, types.use(schema, hint).type != argument.type {
        types.report(.left, other.pointer, "the body has the type of \(media.type); as \(other.type) it would have another")
      }
    }
    // One model, and several media types that say what it means, such as those of patches.
    var choice = Row.Argument(
      label: "mediaType", type: .string, isOptional: false, place: .mediaType, pointer: request.pointer, wireName: "mediaType")
    choice.defaultValue = concrete.literal
    choice.documentation = ["The media type of the body: \(json.map { "`\($0.type)`" }.joined(separator: ", "))."]
    argument.place = .body(.json(mediaType: ""))
    return [argument, choice]
  }

  /// The parts of a form: an argument for each property, or the whole form.
  private mutating func parts(of media: MediaType, _ request: RequestBody, _ hint: TypePlanner.Hint) -> [Row.Argument] {
    guard let schema = media.schema, let object = types.members(of: schema), !object.properties.isEmpty else {
      var argument = bodyArgument(request)
      argument.type = .form
      argument.place = .body(.multipart)
      return [argument]
    }
    return object.properties.map { property in
      let encoding = media.encoding[property.name]
      var argument = Row.Argument(
        label: "", type: .string, isOptional: !property.isRequired || !request.isRequired,
        place: .part(.init(name: property.name, form: .text, isList: false, contentType: encoding?.contentType)),
        pointer: property.schema.pointer, wireName: property.name)
      argument.documentation = types.documentation(of: property.schema)
      var inner = types.resolve(property.schema)
      var isList = false
      if case .array(let items) = inner.kind {
        isList = true
        inner = types.resolve(items)
      } else if let element = fileOfList(inner) {
        isList = true
        inner = element
      }
      var form = Row.Argument.Part.Form.text
      if isFile(inner, encoding) {
        form = .file
        argument.type = .part
      } else {
        let use = types.use(isList ? inner : property.schema, TypePlanner.Hint("\(hint.name) \(property.name)"))
        (argument.type, argument.coding) = (use.type, use.coding)
        asWord(&argument)
        if !types.isScalar(use.type) { form = .json }
      }
      if isList { argument.type = .array(argument.type) }
      let contentType = encoding?.contentType.flatMap { $0.contains(",") || $0.contains("*") ? nil : $0 }
      argument.place = .part(.init(name: property.name, form: form, isList: isList, contentType: contentType))
      return argument
    }
  }

  /// The file of a list, if a part is one file or several.
  private func fileOfList(_ schema: Schema) -> Schema? {
    guard case .union(let branches, _, _) = schema.kind else { return nil }
    for case .array(let items) in branches.map({ types.resolve($0).kind }) {
      let element = types.resolve(items)
      if isFile(element, nil) { return element }
    }
    return nil
  }

  private func isFile(_ schema: Schema, _ encoding: Encoding?) -> Bool {
    switch schema.kind {
    case .string:
      if schema.format == "binary" || schema.contentEncoding?.lowercased() == "binary" { return true }
      if schema.contentMediaType == "application/octet-stream" { return true }
      guard let type = encoding?.contentType else { return false }
      return !type.hasPrefix("text/") && !type.contains("json")
    case .union(let branches, _, _): return branches.contains { isFile(types.resolve($0), encoding) }
    case .any: return true
    default: return false
    }
  }
}

extension TypePlanner {
  /// The members of a schema that describes objects.
  mutating func members(of schema: Schema) -> Schema.Object? {
    let schema = resolve(schema)
    switch schema.kind {
    case .object(let object): return object
    case .all(let parts), .union(let parts, _, _):
      var merger = ObjectMerger()
      let isOptional = if case .union = schema.kind { true } else { false }
      for part in parts { if let object = members(of: part) { merger.add(object, isOptional: isOptional) } }
      if isOptional, merger.hasMembers {
        report(.note, schema.pointer, "the parts of all alternatives of the form are optional arguments")
      }
      return merger.hasMembers ? merger.object : nil
    default: return nil
    }
  }
}

/// What a body is, by its media type.
enum MediaKind: Hashable {
  case json, form, multipart, text, bytes

  init(_ type: String) {
    switch type {
    case "application/json", "*/*", "application/*", "text/json": self = .json
    case "application/x-www-form-urlencoded": self = .form
    case _ where type.hasSuffix("+json") || type.hasPrefix("application/json;"): self = .json
    case _ where type.hasPrefix("multipart/"): self = .multipart
    case _ where type.hasPrefix("text/"): self = .text
    default: self = .bytes
    }
  }

  /// Whether a media type has one JSON value on each line.
  static func isLines(_ type: String) -> Bool {
    [
      "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines",
      "application/x-jsonlines", "application/json-lines", "text/x-ndjson", "text/x-jsonl",
    ].contains(type)
  }

  /// What the name of a function has that sends this kind in place of another.
  var suffix: String {
    switch self {
    case .json: " as json"
    case .form: " as form"
    case .multipart: " as multipart"
    case .text: " as text"
    case .bytes: " as bytes"
    }
  }
}
