#if CommandLine
  import ArgumentParser
  import Foundation
  import HTTPTypes
  import Refinery

  /// What `call` and `explain` have in common: a row, what it is used with, and the client.
  struct CallArguments: ParsableArguments {
    static let help = """
      NAME=VALUE fills a placeholder of the row's path where the path has one of that name, and goes into the query where it \
      has not; given twice, it is a list. \(ToolStatus.help)
      """

    @Argument(help: "The row, such as Person.read.")
    var row: String

    @Argument(help: ArgumentHelp("What fills the path, and the query.", valueName: "name=value"))
    var assignments: [String] = []

    @Option(help: "Where relative paths begin. The environment's REFINERY_BASE_URL unless given.")
    var baseURL: String?

    @Option(help: "The body as JSON, @FILE for a file's bytes, or - for standard input. Sent as it is given.")
    var body: String?

    @Option(name: [.customShort("H"), .long], help: ArgumentHelp("A header field.", valueName: "name:value"))
    var header: [String] = []

    @Option(help: ArgumentHelp("Basic credentials. REFINERY_USER unless given.", valueName: "user:password"))
    var user: String?

    @Option(help: ArgumentHelp("A bearer token. REFINERY_BEARER unless given.", valueName: "token"))
    var bearer: String?

    @Flag(help: "Send credentials over plain http to another machine as well.")
    var allowPlaintext = false

    @Option(help: ArgumentHelp("A JSON file of changes to rows, by name.", valueName: "file"))
    var overrides: String?

    @Option(help: "The limit of the whole call in seconds.")
    var timeout: Double?

    /// The row with its arguments; any answer will do.
    func call(in session: Session) throws -> Call<Okay> {
      let row = try RowBook(tables: session.tool.tables).row(row)
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
        call = call.body(Body(try bytes(of: body, session.console)), contentType: "application/json")
      }
      return call
    }

    private func arguments(of row: Endpoint) throws(UsageError) -> (PathValues, Query) {
      var path: [String: [String]] = [:]
      var query = Query()
      for (index, assignment) in assignments.enumerated() {
        let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let name = parts.first, !name.isEmpty else {
          throw UsageError("argument \(index + 1) after the row is not NAME=VALUE")
        }
        if row.path.variables.contains(name) {
          path[name, default: []].append(parts[1])
        } else {
          query.append(name, .string(parts[1]))
        }
      }
      let missing = row.path.pathVariables.filter { path[$0] == nil && $0 != "type" }
      guard missing.isEmpty else {
        throw UsageError("\(row.name) needs \(missing.map { "\($0)=VALUE" }.joined(separator: " ")): its path is \(row.path)")
      }
      var values = PathValues()
      for (name, texts) in path { values[name] = texts.count == 1 ? .text(texts[0]) : .list(texts) }
      return (values, query)
    }

    private func headerChanges() throws(UsageError) -> HeaderChanges {
      var changes = HeaderChanges()
      for (index, line) in header.enumerated() {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let name = HTTPField.Name(parts[0].trimmingCharacters(in: .whitespaces)) else {
          throw UsageError("header \(index + 1) is not NAME:VALUE")
        }
        changes[name] = parts[1].trimmingCharacters(in: .whitespaces)
      }
      return changes
    }

    private func bytes(of body: String, _ console: Console) throws(UsageError) -> Data {
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
      let isOther = header.contains { $0.lowercased().hasPrefix("content-type:") && !$0.lowercased().contains("json") }
      if isOther { return data }
      do {
        _ = try RawJSON(parsing: data)
      } catch {
        throw UsageError("--body: \(ErrorSummary.text(of: error)); for another format give its Content-Type by --header")
      }
      return data
    }
  }

  extension CallArguments {
    /// The client, with the standard chain. `standIn` takes the place of a base URL that nobody gave.
    func client(in session: Session, standIn: String? = nil, traces: Bool = false) throws -> Client {
      let given = baseURL ?? session.console.environment["REFINERY_BASE_URL"]
      guard let baseURL = try given ?? origin(in: session) ?? standIn else {
        throw UsageError("--base-url is missing: where does \(row) live?")
      }
      let chain = Chain(
        logs: session.console.complain, calls: traces ? .lines : .silent, attempts: traces ? .details : nil,
        auth: try credential(session.console.environment).map { AuthMiddleware($0, allowPlaintext: allowPlaintext) })
      var client = Client(baseURL: baseURL, middleware: chain.links, transport: session.tool.transport)
      if let overrides {
        let table = RowBook(tables: session.tool.tables).joined
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: overrides)) else {
          throw UsageError("--overrides: the file cannot be read")
        }
        client.overrides = try EndpointOverrides(json: data, for: table)
      }
      if let problem = client.problems.first { throw UsageError(problem) }
      return client
    }

    /// Where an absolute row goes, so that credentials given for it may go there.
    private func origin(in session: Session) throws(UsageError) -> String? {
      let path = try RowBook(tables: session.tool.tables).row(row).path
      guard path.isAbsolute else { return nil }
      let origin = path.text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
        .joined(separator: "/")
      return origin.contains("{") ? nil : origin
    }

    private func credential(_ environment: [String: String]) throws(UsageError) -> Credential? {
      let isGiven = user != nil || bearer != nil
      switch (isGiven ? user : environment["REFINERY_USER"], isGiven ? bearer : environment["REFINERY_BEARER"]) {
      case (nil, nil): return nil
      case (_?, _?): throw UsageError("a user and a bearer token exclude each other")
      case (nil, let token?): return .bearer(token)
      case (let pair?, nil):
        let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw UsageError("the user is not USER:PASSWORD") }
        return .basic(user: parts[0], password: parts[1])
      }
    }
  }
#endif
