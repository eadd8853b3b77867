#if CommandLine
  import ArgumentParser
  import Foundation
  import HTTPTypes
  import Refinery

  /// The arguments that `call` and `explain` share: the row, its values, and the client.
  struct CallArguments: ParsableArguments {
    static let help = """
      NAME=VALUE fills the placeholder of that name in the row's path. If the path has none, the value goes into the query of a \
      row without a body, and is refused for a row that takes one: use --query for the query and --body for the body. A name \
      that is given twice is a list.

      \(ToolStatus.help)
      """

    @Argument(help: "The row, such as Person.read.", completion: RootCommand.rowNames)
    var row: String

    @Argument(help: ArgumentHelp("A value of the path or the query.", valueName: "name=value"))
    var assignments: [String] = []

    @Option(
      help: "The name of one of the clients of the row's table. Default: the first.", completion: RootCommand.clientNames)
    var client: String?

    @Option(help: "The base URL of relative paths. Default: the client's, or REFINERY_BASE_URL.")
    var baseURL: String?

    @Option(help: ArgumentHelp("A value of the query.", valueName: "name=value"))
    var query: [String] = []

    @Option(help: "The body as JSON, @FILE for a file's bytes, or - for standard input. Sent unchanged.")
    var body: String?

    @Option(name: [.customShort("H"), .long], help: ArgumentHelp("A header field; repeatable.", valueName: "name:value"))
    var header: [String] = []

    @Option(help: ArgumentHelp("Basic credentials. Default: REFINERY_USER.", valueName: "user:password"))
    var user: String?

    @Option(help: ArgumentHelp("A bearer token. Default: REFINERY_BEARER.", valueName: "token"))
    var bearer: String?

    @Flag(help: "Send credentials over plain http to another machine as well.")
    var allowPlaintext = false

    @Option(
      help: ArgumentHelp("A JSON file of changes to rows, by name, instead of the client's own.", valueName: "file"),
      completion: .file())
    var overrides: String?

    @Option(help: "The limit of the whole call in seconds.")
    var timeout: Double?

    /// A call on the row with its arguments, for any response.
    func call(in session: Session) throws -> Call<Okay> {
      try call(on: RowBook(tables: session.tool.tables).row(row)) { try bytes(of: $0, session.console) }
    }

    /// A call on a row with its arguments.
    ///
    /// - Parameter content: returns the bytes that `--body` names. Standard input can be read only once.
    func call(on row: Endpoint, content: (String) throws -> Data) throws -> Call<Okay> {
      let (values, query) = try arguments(of: row)
      var call = Call<Okay>(row, values, query: query).headers(try headerChanges())
      if let timeout {
        guard timeout.isFinite, timeout > 0, timeout < 1e9 else {
          throw UsageError("--timeout takes a positive number of seconds")
        }
        call = call.timeout(.milliseconds(Int64((timeout * 1000).rounded(.up))))
      }
      if let body {
        guard ![.get, .head].contains(row.method) else { throw UsageError("\(row.name) is \(row.method), which has no body") }
        call = call.body(Body(try content(body)), contentType: "application/json")
      }
      return call
    }

    private func arguments(of row: Endpoint) throws(UsageError) -> (PathValues, Query) {
      var path: [String: [String]] = [:]
      var query = Query()
      let takesBody = row.input != nil || ![.get, .head, .delete, .options].contains(row.method)
      for (index, assignment) in assignments.enumerated() {
        let (name, value) = try Self.pair(assignment, "argument \(index + 1) after the row is not NAME=VALUE")
        if row.path.variables.contains(name) {
          path[name, default: []].append(value)
        } else if takesBody {
          throw UsageError(
            "\(row.name): its path \(row.path) has no {\(name)}, and \(row.method) takes a body: give the body as --body JSON, or a "
              + "value of the query as --query \(name)=VALUE")
        } else {
          query.append(name, .string(value))
        }
      }
      for (index, assignment) in self.query.enumerated() {
        let (name, value) = try Self.pair(assignment, "--query number \(index + 1) is not NAME=VALUE")
        query.append(name, .string(value))
      }
      let missing = row.path.pathVariables.filter { path[$0] == nil && $0 != "type" }
      guard missing.isEmpty else {
        throw UsageError("\(row.name) needs \(missing.map { "\($0)=VALUE" }.joined(separator: " ")): its path is \(row.path)")
      }
      var values = PathValues()
      for (name, texts) in path { values[name] = texts.count == 1 ? .text(texts[0]) : .list(texts) }
      return (values, query)
    }

    private static func pair(_ text: String, _ fault: String) throws(UsageError) -> (name: String, value: String) {
      guard let pair = text.pair(separatedBy: "="), !pair.name.isEmpty else { throw UsageError(fault) }
      return pair
    }

    private func headerChanges() throws(UsageError) -> HeaderChanges {
      var changes = HeaderChanges()
      for (index, line) in header.enumerated() {
        guard let pair = line.pair(separatedBy: ":"),
          let name = HTTPField.Name(pair.name.trimmingCharacters(in: .whitespaces))
        else {
          throw UsageError("header \(index + 1) is not NAME:VALUE")
        }
        let value = pair.value.trimmingCharacters(in: .whitespaces)
        // Fields of one name become a list (RFC 9110 section 5.3). Cookies have another separator (RFC 6265 section 5.4).
        changes[name] = changes[name].map { $0 + (name == .cookie ? "; " : ", ") + value } ?? value
      }
      return changes
    }

    func bytes(of body: String, _ console: Console) throws(UsageError) -> Data {
      let data: Data
      do {
        switch body {
        case "-": data = try console.readAll()
        case let path where path.hasPrefix("@"): data = try Data(contentsOf: URL(fileURLWithPath: String(path.dropFirst())))
        default: data = Data(body.utf8)
        }
      } catch {
        throw UsageError("--body: it cannot be read")
      }
      let isOther = try headerChanges()[.contentType].map { !$0.lowercased().contains("json") } ?? false
      if isOther { return data }
      do {
        _ = try JSONValue(parsing: data)
      } catch {
        throw UsageError("--body: \(ErrorSummary.text(of: error)); for another format give its Content-Type by --header")
      }
      return data
    }
  }

  extension String {
    /// The texts before and after the first separator; nil if there is no separator. Compares scalars, because a separator and
    /// a combining mark at the start of the value are one `Character`.
    func pair(separatedBy separator: Unicode.Scalar) -> (name: String, value: String)? {
      guard let index = unicodeScalars.firstIndex(of: separator) else { return nil }
      return (String(self[..<index]), String(self[unicodeScalars.index(after: index)...]))
    }
  }
#endif
