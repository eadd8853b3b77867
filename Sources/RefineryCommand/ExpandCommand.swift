#if CommandLine
  import ArgumentParser
  import RefineryCore

  struct ExpandCommand: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "expand", abstract: "Expand a URI template (RFC 6570).",
      discussion: """
        The variables are a JSON object. A text, number or boolean is a text, an array a list, an object a map, and null is an \
        undefined variable. With --json-lines every line of standard input is an object with `template` and `variables`, and \
        every line of output one with `expansion` or `error`; a bad line never stops it.
        """)

    @Argument(help: "The template, such as '{/list*}{?keys*}'.")
    var template: String?

    @Option(help: "The variables as a JSON object.")
    var variables = "{}"

    @Flag(help: "Expand one template per line of standard input.")
    var jsonLines = false

    func validate() throws {
      if jsonLines == (template != nil) {
        throw ValidationError("Give either a template, or --json-lines and templates on standard input.")
      }
    }

    func run(in session: Session) async throws -> ToolStatus {
      if let template {
        guard let variables = try? JSONValue(parsing: variables) else { throw UsageError("--variables is not JSON") }
        session.console.print(try Self.expand(template, variables))
        return .okay
      }
      while !session.console.hasLostResults(), let line = session.console.readLine() {
        session.console.print(Self.answer(to: line).text())
      }
      return .okay
    }

    private static func answer(to line: String) -> JSONValue {
      do {
        let order = try JSONValue(parsing: line)
        guard let template = order["template"]?.string else { throw UsageError("the line has no `template` that is text") }
        return ["expansion": .string(try expand(template, order["variables"] ?? [:]))]
      } catch {
        return ["error": .string(ErrorSummary.text(of: error))]
      }
    }

    private static func expand(_ template: String, _ variables: JSONValue) throws -> String {
      guard let members = variables.object else { throw UsageError("the variables are not a JSON object") }
      var values = PathValues()
      for (name, json) in members {
        guard let value = PathValue(json: json) else {
          throw UsageError("variable \(name) is neither text, number, boolean, null, nor a flat list or map of these")
        }
        values[name] = value
      }
      return try URITemplate(template).expand(values)
    }
  }

  extension PathValue {
    /// A JSON value as a variable; nil if it is nested too deeply. Members without a value are ignored (section 2.3).
    init?(json: JSONValue) {
      switch json {
      case .null: self = .undefined
      case .array(let elements):
        var texts: [String] = []
        for element in elements where !element.isNull {
          guard let text = element.scalarText else { return nil }
          texts.append(text)
        }
        self = .list(texts)
      case .object(let members):
        var pairs: [Pair] = []
        for (key, member) in members where !member.isNull {
          guard let text = member.scalarText else { return nil }
          pairs.append(Pair(key, text))
        }
        self = .map(pairs)
      default:
        guard let text = json.scalarText else { return nil }
        self = .text(text)
      }
    }
  }

  extension JSONValue {
    fileprivate var scalarText: String? {
      switch self {
      case .string(let text): text
      case .number(let number): number.text
      case .bool(let value): value ? "true" : "false"
      default: nil
      }
    }
  }
#endif
