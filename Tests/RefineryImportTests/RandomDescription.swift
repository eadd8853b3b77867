#if Import
  import RefineryTesting

  /// Descriptions with random schemas: nested, with references anywhere, and with names that nobody would choose.
  struct RandomDescription {
    private var random: SeededRandom
    private var names: [String]
    private var properties = 0

    /// Names of schemas, properties, parameters and values.
    static let nasty = [
      "User", "user", "USER", "Date", "String", "Error", "Type", "self", "Self", "init", "default", "in", "2fa", "a.b", "a-b",
      "a_b",
      "größe", "+1", "-1", "list", "unread", "members", "body", "form", "Any", "none", "None", "Optional", "description",
      "hash",
      "encode", "content", "other", "branches", "discriminator", "knownValues", "rawValue", "func", "Int", "URL", "Call",
      "created_at",
      "createdAt", "CreatedAt", "IDs", "id", "ID", "x/y~z", "🎉", "value", "_", "__", "operator", "await", "Field", "JSONValue",
    ]

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      names = []
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(random.next() % UInt64(list.count))] }
    private mutating func chance(_ percent: UInt64) -> Bool { random.next() % 100 < percent }

    private mutating func some(_ count: Int) -> [String] {
      var names: [String] = []
      for _ in 0..<count {
        let name = pick(Self.nasty)
        if !names.contains(name) { names.append(name) }
      }
      return names
    }

    private static func quoted(_ name: String) -> String { "\"\(name)\"" }
    private static func pointer(_ name: String) -> String {
      name.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private mutating func reference() -> String { "{\"$ref\": \"#/components/schemas/\(Self.pointer(pick(names)))\"}" }

    private mutating func schema(_ depth: Int) -> String {
      guard depth > 0 else { return chance(50) ? reference() : scalar() }
      switch random.next() % 10 {
      case 0, 1: return scalar()
      case 2, 3: return reference()
      case 4: return "{\"type\": \"array\", \"items\": \(schema(depth - 1))}"
      case 5:
        let keyword = pick(["oneOf", "anyOf"])
        let branches = (0..<(1 + Int(random.next() % 3))).map { _ in schema(depth - 1) }
        let tag = chance(20) ? ", \"discriminator\": {\"propertyName\": \"\(pick(["id", "self", "x"]))\"}" : ""
        return "{\"\(keyword)\": [\((branches + (chance(20) ? ["{\"type\": \"null\"}"] : [])).joined(separator: ", "))]\(tag)}"
      case 6: return "{\"allOf\": [\(schema(depth - 1)), \(schema(depth - 1))]}"
      case 7: return "{\"type\": \"object\", \"additionalProperties\": \(chance(50) ? "true" : schema(depth - 1))}"
      default: return object(depth)
      }
    }

    private mutating func scalar() -> String {
      switch random.next() % 8 {
      case 0: return "{\"type\": \"integer\"\(chance(30) ? ", \"format\": \"unix-time\"" : "")}"
      case 1: return "{\"type\": \"number\", \"format\": \"\(pick(["decimal", "double", "float"]))\"}"
      case 2: return "{\"type\": \"boolean\"}"
      case 3: return "{\"type\": [\"string\", \"null\"]}"
      case 4:
        return
          "{\"type\": \"string\", \"format\": \"\(pick(["date", "date-time", "byte", "int64", "decimal", "binary", "rfc2822"]))\"}"
      case 5: return "{\"type\": \"string\", \"enum\": [\(some(4).map(Self.quoted).joined(separator: ", "))]}"
      case 6: return "{\"type\": \"integer\", \"enum\": [1, -1, 20]}"
      default: return chance(80) ? "{\"type\": \"string\"}" : "{}"
      }
    }

    private mutating func object(_ depth: Int) -> String {
      let names = some(1 + Int(random.next() % 6))
      let properties = names.map { "\(Self.quoted($0)): \(schema(depth - 1))" }
      let required = names.filter { _ in chance(40) }
      var members = ["\"type\": \"object\"", "\"properties\": {\(properties.joined(separator: ", "))}"]
      if !required.isEmpty { members.append("\"required\": [\(required.map(Self.quoted).joined(separator: ", "))]") }
      if chance(20) { members.append("\"additionalProperties\": \(schema(depth - 1))") }
      return "{\(members.joined(separator: ", "))}"
    }

    /// The parts of a description: its operations by path, and its schemas by name.
    mutating func parts() -> (paths: [String], schemas: [String]) {
      names = some(12)
      let schemas = names.map { name in "\(Self.quoted(name)): \(schema(3))" }
      let paths = (0..<6).map { index in
        let places = some(4).map { name in
          "{\"name\": \(Self.quoted(name)), \"in\": \"\(pick(["query", "header", "cookie"]))\", \"schema\": \(schema(1))}"
        }
        let id = chance(60) ? "\"operationId\": \(Self.quoted(pick(Self.nasty) + "\(index)")), " : ""
        let media = pick(["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])
        return """
          "/p\(index)/{id}": {"post": {\(id)"tags": [\(Self.quoted(pick(Self.nasty)))],
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}, \(places.joined(separator: ", "))],
            "requestBody": {"required": \(chance(50)), "content": {"\(media)": {"schema": \(schema(2))}}},
            "responses": {
              "200": {"description": "d", "content": {"application/json": {"schema": \(schema(2))}}},
              "\(pick(["202", "204", "4XX", "default"]))": {"description": "d", "content": {"application/json": {"schema": \(reference())}}}}}}
          """
      }
      return (paths, schemas)
    }

    /// The description with its parts in this order.
    static func text(_ paths: [String], _ schemas: [String]) -> String {
      """
      {"openapi": "3.1.0", "info": {"title": "Random", "version": "1"}, "paths": {\(paths.joined(separator: ",\n"))},
      "components": {"schemas": {\(schemas.joined(separator: ",\n"))}}}
      """
    }
  }
#endif
