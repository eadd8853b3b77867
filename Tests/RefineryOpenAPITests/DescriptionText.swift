#if Import
  import Foundation
  import RefineryJSON
  import RefineryOpenAPI

  /// Small descriptions for tests.
  enum DescriptionText {
    /// Reads a description of one file, or of several by name; the first is `api.yaml`.
    static func read(_ text: String, _ files: [String: String] = [:]) throws -> Description {
      var all = files
      all["api.yaml"] = text
      return try DescriptionReader { path in
        guard let text = all[path] else { throw CocoaError(.fileReadNoSuchFile) }
        return Data(text.utf8)
      }.read("api.yaml")
    }

    /// A description of OpenAPI with these lines of `components.schemas`, which are indented by four spaces.
    static func schemas(_ schemas: String, version: String = "3.1.0") -> String {
      """
      openapi: \(version)
      info: {title: Test, version: '1'}
      paths: {}
      components:
        schemas:
      \(schemas.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(separator: "\n"))
      """
    }

    /// A description of OpenAPI with these lines of `paths`.
    static func paths(_ paths: String, version: String = "3.1.0", _ rest: String = "") -> String {
      """
      openapi: \(version)
      info: {title: Test, version: '1'}
      \(rest)
      paths:
      \(paths.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n"))
      """
    }

    /// A description of Swagger 2 with these lines of `paths`.
    static func swagger(_ paths: String, _ rest: String = "") -> String {
      """
      swagger: '2.0'
      info: {title: Test, version: '1'}
      \(rest)
      paths:
      \(paths.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }.joined(separator: "\n"))
      """
    }
  }

  extension Description {
    /// The schema with a name; nil if there is none.
    func named(_ name: String) -> Schema? { schemas.values.first { $0.name == name }?.schema }

    /// The pointers of the findings of a kind.
    func pointers(_ kind: Finding.Kind) -> [String] { findings.filter { $0.kind == kind }.map(\.pointer) }

    /// Pointers and reasons, for the message of a failed test.
    var faults: [String] { findings.map { "\($0.kind) \($0.pointer): \($0.reason)" } }
  }

  extension Schema {
    /// The kind in short notation, such as `array(string?)`, `object(a!: string, b: integer)`, `all(#/x, object())`.
    var form: String {
      let values = values.map { "[" + $0.map(\.description).joined(separator: ",") + "]" } ?? ""
      return kindForm + values + (isNullable ? "?" : "")
    }

    private var kindForm: String {
      switch kind {
      case .any: "any"
      case .never: "never"
      case .null: "null"
      case .boolean: "boolean"
      case .integer: "integer"
      case .number: "number"
      case .string: "string"
      case .array(let items): "array(\(items.form))"
      case .object(let object): object.form
      case .reference(let key): "#" + (key.pointer.split(separator: "/").last ?? Substring(key.file))
      case .all(let parts): "all(" + parts.map(\.form).joined(separator: ", ") + ")"
      case .union(let branches, let isExclusive, let discriminator):
        (isExclusive ? "one(" : "any(") + branches.map(\.form).joined(separator: ", ") + ")" + (discriminator?.form ?? "")
      }
    }
  }

  extension Schema.Object {
    var form: String {
      var parts = properties.map { "\($0.name)\($0.isRequired ? "!" : ""): \($0.schema.form)" }
      parts += furtherRequired.map { "\($0)!" }
      switch additional {
      case .unspecified: break
      case .forbidden: parts.append("closed")
      case .any: parts.append("open")
      case .typed(let schema): parts.append("*: \(schema.form)")
      }
      return "object(" + parts.joined(separator: ", ") + ")" + (discriminator?.form ?? "")
    }
  }

  extension Schema.Discriminator {
    var form: String {
      "<\(property)" + mapping.map { " \($0.value)=\($0.schema.pointer.split(separator: "/").last ?? "")" }.joined() + ">"
    }
  }
#endif
