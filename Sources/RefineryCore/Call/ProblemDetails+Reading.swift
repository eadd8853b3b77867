public import FoundationEssentials

extension ProblemDetails {
  /// The maximum size of a body that is read: 64 KiB. A longer body is not an error message.
  static let maximumBody = 64 * 1024

  /// Reads an error body. Returns nil if it is not JSON, is cut off, or describes no error in a known form.
  ///
  /// The known forms are RFC 9457, JSON:API, OAuth 2.0 (RFC 6749 section 5.2), Rails, Kinto, Django REST framework
  /// (`{"field":["text"]}`,
  /// also nested and in lists), FastAPI (`{"detail":[{"loc":["body","age"],"msg":"text"}]}`, `{"detail":{"errors":[…]}}`), and
  /// the usual `{"error":"text"}`, `{"error":{"message":"text","code":1}}`, `{"message":"text"}`, `{"errors":["text"]}` and
  /// `{"errorsList":[{"title":"text","detail":"text"}]}`. They may be mixed.
  ///
  /// - Parameters:
  ///   - body: the body, at most 64 KiB.
  ///   - contentType: the response's `Content-Type`. With `application/problem+json` any object is a problem.
  ///   - status: the response's status, for a body that contains none.
  public init?(body: Data, contentType: String?, status: Int) {
    guard body.count <= Self.maximumBody, let json = try? JSONValue(parsing: body, maximumDepth: 64) else { return nil }
    var reader = ProblemDetailsReader(status: status)
    switch json {
    case .object(let object): reader.read(object)
    case .array: reader.read(["errors": json])
    default: return nil
    }
    let mediaType = contentType?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard mediaType == "application/problem+json" || reader.hasText else { return nil }
    self = reader.problem
  }
}

/// Collects a problem from the members that servers are known to use.
private struct ProblemDetailsReader {
  private(set) var problem: ProblemDetails

  init(status: Int) { problem = ProblemDetails(status: status) }

  var hasText: Bool { problem.title != nil || problem.detail != nil || !problem.items.isEmpty }

  mutating func read(_ object: JSONValue.Object) {
    problem.extensions = object
    readDetails()
    readErrorMember()
    for key in ["detail", "message"] { readNested(key) }
    readMessage()
    for key in ["errors", "errorsList", "detail", "message"] {
      let items = Self.items(in: problem.extensions[key])
      guard !items.isEmpty else { continue }
      problem.items += items
      problem.extensions[key] = nil
      if key == "errorsList" { (problem.title, problem.detail) = (items[0].title, items[0].detail) }
    }
    if !hasText { readFields() }
    summarise()
  }

  /// Reads the members of RFC 9457 section 3.1.
  private mutating func readDetails() {
    problem.type = take("type")
    problem.title = take("title")
    problem.detail = take("detail")
    problem.instance = take("instance")
    if let status = problem.extensions["status"]?.int, (100...599).contains(status) {
      problem.status = status
      problem.extensions["status"] = nil
    }
    readCode()
  }

  /// Reads the code. Kinto's `code` repeats the status, and its `errno` is the code.
  private mutating func readCode() {
    guard let code = Self.code(problem.extensions["code"]) else { return }
    let number = Self.code(problem.extensions["errno"])
    problem.code = number ?? code
    problem.extensions["code"] = nil
    if number != nil { problem.extensions["errno"] = nil }
  }

  /// Reads `error`: a text, an OAuth code next to its description, an object that contains a message, or a list.
  private mutating func readErrorMember() {
    switch problem.extensions["error"] {
    case .string(let error)?:
      problem.extensions["error"] = nil
      if let description = take("error_description") {
        problem.code = problem.code ?? error
        problem.title = problem.title ?? error
        problem.detail = problem.detail ?? description
        problem.type = problem.type ?? take("error_uri")
      } else if problem.detail != nil || problem.extensions["message"] != nil {
        problem.title = problem.title ?? error
      } else {
        problem.detail = error
      }
    case .object?: readNested("error")
    case .array(let errors)?:
      let items = Self.items(in: .array(errors))
      guard !items.isEmpty else { return }
      problem.items += items
      problem.extensions["error"] = nil
    default: break
    }
  }

  /// Reads a member that is an error object itself.
  private mutating func readNested(_ key: String) {
    guard case .object(let error)? = problem.extensions[key] else { return }
    var inner = ProblemDetailsReader(status: problem.status)
    inner.read(error)
    guard inner.hasText || inner.problem.code != nil else { return }
    problem.extensions[key] = nil
    adopt(inner.problem)
  }

  /// Reads lists of texts under the names of fields, as Django REST framework sends them.
  private mutating func readFields() {
    // One pass; each removal on its own would move all members behind it.
    var kept: [JSONValue.Object.Member] = []
    for (name, value) in problem.extensions {
      let items = Self.listedMessages(of: name, value)
      if items.isEmpty { kept.append((key: name, value: value)) } else { problem.items += items }
    }
    problem.extensions = JSONValue.Object(kept)
  }

  private mutating func adopt(_ inner: ProblemDetails) {
    problem.type = problem.type ?? inner.type
    problem.title = problem.title ?? inner.title
    problem.detail = problem.detail ?? inner.detail
    problem.instance = problem.instance ?? inner.instance
    problem.code = problem.code ?? inner.code
    problem.items += inner.items
    problem.extensions = inner.extensions.merging(problem.extensions)
  }

  private mutating func readMessage() {
    for key in ["message", "error_message", "msg"] where problem.detail == nil { problem.detail = take(key) }
  }

  /// Fills the detail of a body that only lists errors: from the first error if that has a title, otherwise from all errors.
  private mutating func summarise() {
    guard problem.detail == nil, let first = problem.items.first else { return }
    if problem.title == nil, let title = first.title {
      (problem.title, problem.detail) = (title, first.detail)
      problem.code = problem.code ?? first.code
    } else {
      let texts = problem.items.compactMap { $0.detail ?? $0.title }
      if !texts.isEmpty { problem.detail = texts.joined(separator: "\n\n") }
    }
  }

  private mutating func take(_ key: String) -> String? {
    guard let text = problem.extensions[key]?.string else { return nil }
    problem.extensions[key] = nil
    return text
  }
}

extension ProblemDetailsReader {
  private static func items(in json: JSONValue?) -> [ProblemDetails.Item] {
    switch json {
    case .array(let elements)?: elements.enumerated().flatMap { index, element in items(at: index, element) }
    case .object(let fields)?: fields.flatMap { messages(of: $0.key, $0.value) }
    default: []
    }
  }

  /// Returns one error, or the messages about one element of a list that was sent.
  private static func items(at index: Int, _ json: JSONValue) -> [ProblemDetails.Item] {
    if let item = item(json) { return [item] }
    return json.object?.flatMap { listedMessages(of: "\(index).\($0.key)", $0.value) } ?? []
  }

  private static func item(_ json: JSONValue) -> ProblemDetails.Item? {
    if let text = json.string { return ProblemDetails.Item(detail: text) }
    guard let object = json.object else { return nil }
    let source = object["source"]
    let item = ProblemDetails.Item(
      title: object["title"]?.string,
      detail: ["detail", "message", "msg", "description"].lazy.compactMap { object[$0]?.string }.first,
      code: code(object["code"]),
      status: (object["status"] ?? object["status_code"]).flatMap { $0.int ?? $0.string.flatMap { Int($0) } },
      pointer: source?["pointer"]?.string ?? object["pointer"]?.string,
      parameter: source?["parameter"]?.string,
      header: source?["header"]?.string,
      field: object["field"]?.string ?? object["loc"]?.array.map(place))
    return item == ProblemDetails.Item() ? nil : item
  }

  /// Returns Rails' messages about a field. Each is a sentence, or the end of a sentence that begins with the field's name.
  private static func messages(of field: String, _ json: JSONValue) -> [ProblemDetails.Item] {
    let field = FieldErrors.shortened(field)
    return switch json {
    case .string(let message):
      [ProblemDetails.Item(detail: sentence(field, message), field: field)]
    case .array(let messages):
      messages.compactMap(\.string).map { ProblemDetails.Item(detail: sentence(field, $0), field: field) }
    case .object(let fields):
      fields.flatMap { messages(of: "\(field).\($0.key)", $0.value) }
    default: []
    }
  }

  /// Returns messages as ``messages(of:_:)`` does, but only for texts within a list.
  private static func listedMessages(of field: String, _ json: JSONValue) -> [ProblemDetails.Item] {
    let field = FieldErrors.shortened(field)
    switch json {
    case .array(let elements):
      let texts = elements.compactMap(\.string)
      if texts.count == elements.count { return messages(of: field, json) }
      return elements.enumerated().flatMap { index, element in
        element.object?.flatMap { listedMessages(of: "\(field).\(index).\($0.key)", $0.value) } ?? []
      }
    case .object(let fields): return fields.flatMap { listedMessages(of: "\(field).\($0.key)", $0.value) }
    default: return []
    }
  }

  private static func sentence(_ field: String, _ message: String) -> String {
    let isWhole = message.first?.isUppercase == true || ["base", "non_field_errors", "__all__"].contains(field)
    guard !isWhole else { return message }
    let name = String(field.map { $0 == "_" || $0 == "." ? " " : $0 })
    return "\(name.prefix(1).uppercased())\(name.dropFirst()) \(message)"
  }

  private static func place(_ parts: [JSONValue]) -> String {
    parts.compactMap { $0.string ?? $0.number?.text }.joined(separator: ".")
  }

  private static func code(_ json: JSONValue?) -> String? { json?.string ?? json?.number?.text }
}
