package import RefineryOpenAPI

/// A description as a table: its rows by tag, its models, and what was not carried.
package struct TableImport: Sendable {
  package private(set) var name: String
  package private(set) var groups: [Group]
  package private(set) var models: ModelBook
  package private(set) var lock: NameLock
  package private(set) var findings: [Finding]
  let description: Description
  let options: ImportOptions
  /// The operations that were imported.
  package let operations: [Operation]

  /// Plans the table.
  ///
  /// - Parameters:
  ///   - description: the API.
  ///   - options: what is taken of it.
  ///   - lock: the names of an earlier import.
  /// - Throws: ``ImportError`` if an option names nothing.
  package init(_ description: Description, _ options: ImportOptions = ImportOptions(), lock: NameLock = NameLock())
    throws(ImportError)
  {
    let operations = try Selection(options).of(description)
    var planner = RowPlanner(description, options)
    planner.plan(operations)
    self.description = description
    self.operations = operations
    self.options = options
    findings = description.findings + planner.types.findings
    groups = planner.groups
    models = planner.types.book
    self.lock = lock
    let title = Words(description.title).upperCamel
    name = options.name ?? (title.isEmpty ? "API" : title)
    guard name.isName else { throw ImportError(description: "\"\(name)\" is not a name of Swift: give another by --name") }
    arrange()
    findings = Self.distinct(findings)
  }

  private static func distinct(_ findings: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  private mutating func arrange() {
    var arrangement = Arrangement(groups, models)
    arrangement.markUses()
    arrangement.settlePresence()
    arrangement.breakCycles()
    arrangement.joinTwins()
    models = arrangement.models
    findings += arrangement.findings
    var naming = Naming(lock, namespace: name)
    naming.name(&models, used: arrangement.used)
    naming.name(&groups, models)
    lock = naming.lock
    used = arrangement.used
  }

  /// The models that rows need, in the order in which they were found.
  package private(set) var used: [ModelID] = []
}

/// What an import cannot do.
package struct ImportError: Error, CustomStringConvertible {
  package let description: String
}

/// Chooses operations by tag, by id, or by method and path.
struct Selection {
  private let only: [String]
  private let without: [String]

  init(_ options: ImportOptions) {
    only = options.only
    without = options.without
  }

  func of(_ description: Description) throws(ImportError) -> [Operation] {
    for name in only + without where !description.operations.contains(where: { matches($0, name) }) {
      throw ImportError(description: "\"\(name)\" is not a tag, an operationId or a \"METHOD /path\" of the description")
    }
    let chosen = description.operations.filter { operation in
      (only.isEmpty || only.contains { matches(operation, $0) }) && !without.contains { matches(operation, $0) }
    }
    guard !chosen.isEmpty else { throw ImportError(description: "no operation is left to import") }
    return chosen
  }

  private func matches(_ operation: Operation, _ name: String) -> Bool {
    operation.tags.contains(name) || operation.id == name || "\(operation.method) \(operation.path)" == name
  }
}
