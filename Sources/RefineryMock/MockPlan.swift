import FoundationEssentials
import HTTPTypes
import RefineryCore
import RefineryJSON
import RefineryJSONAPI
import RefineryOpenAPI
import RefineryVerification

/// What the server knows of its tables: rows, resources, and which records belong to which. It does not change.
struct MockPlan: Sendable {
  private(set) var rows: [MockRow] = []
  /// By key.
  private(set) var resources: [String: MockResource] = [:]
  /// The keys of the resources, parents before their children.
  private(set) var order: [String] = []
  let routes: RowRoutes
  /// The literals that begin the paths of rows: no base path begins with one of them.
  let starts: Set<String>

  init(_ tables: [EndpointTable], _ settings: MockSettings) {
    let coder = settings.coder
    for table in tables {
      let batches = table.rows.flatMap { row in
        ["createAll", "updateAll"].compactMap { name in
          row.operation == .create || row.operation == .update ? row.name.replacingLastPart(with: name) : nil
        }
      }.compactMap { table[$0] }
      let all = EndpointTable(table.name, rows: table.rows + Set(batches.map(\.name)).sorted().compactMap { table[$0] })
      let description = TableDescription(all, coder: coder)
      let schemas = description.description
      let inferred = InferredOperations(description)
      for (index, shape) in description.rows.enumerated() { rows.append(MockRow(shape, inferred[index], schemas, coder)) }
    }
    routes = RowRoutes(rows.map(\.shape))
    starts = Set(
      rows.filter { !$0.shape.isAbsolute }.compactMap { $0.shape.path.segments.first }.filter {
        !$0.isEmpty && !$0.contains("{")
      })
    addResources(settings)
    addParents()
  }

  // MARK: Resources

  private mutating func addResources(_ settings: MockSettings) {
    for key in rows.compactMap(\.resource) where resources[key] == nil {
      let own = rows.filter { $0.resource == key }
      if var resource = MockResource(key, own) {
        if let member = settings.idMembers[key] { resource.idMember = member }
        resources[key] = resource
        order.append(key)
      }
    }
  }

  /// Finds the records that records belong to: a path that begins with the path of one record is below it.
  private mutating func addParents() {
    let items = order.compactMap { key in
      resources[key].flatMap { resource in resource.item.map { (key: key, item: $0, resource) } }
    }
    for key in order {
      guard let shape = rows.first(where: { $0.resource == key && !$0.shape.isAbsolute && $0.operation != nil })?.shape else {
        continue
      }
      var parents: [(depth: Int, parent: MockResource.Parent)] = []
      for other in items where other.key != key {
        let path = other.item.path.withoutSlash.segments
        guard !path.isEmpty, path.count < shape.path.segments.count, shape.path.segments.starts(with: path) else { continue }
        let names = Dictionary(zip(other.item.variables, shape.variables)) { first, _ in first }
        let id = other.2.isSingleton ? nil : names[other.2.idVariable ?? ""]
        parents.append((path.count, MockResource.Parent(resource: other.key, names: names, idVariable: id)))
      }
      resources[key]?.parents = parents.sorted { $0.depth > $1.depth }.map(\.parent)
    }
    order.sort { (resources[$0]?.parents.count ?? 0, $0) < (resources[$1]?.parents.count ?? 0, $1) }
  }

  /// The resource whose records a custom row reads: a resource of the same model.
  func resource(of type: any Any.Type) -> MockResource? {
    order.lazy.compactMap { resources[$0] }.first { $0.type.map { $0 == type } ?? false }
  }

  /// The resource whose JSON:API documents have this type.
  func resource(ofDocuments type: String) -> MockResource? {
    order.lazy.compactMap { resources[$0] }.first { $0.documentType == type }
  }

  /// Whether a path of JSON:API relationships begins at a resource, as far as their types are known.
  func hasRelations(_ path: ArraySlice<String>, from kind: MockResource) -> Bool {
    guard let name = path.first else { return false }
    guard kind.schema != nil else { return true }
    guard let relation = kind.relations.first(where: { kind.memberName(of: $0.name) == name }) else { return false }
    guard path.count > 1, let target = relation.type.flatMap({ resource(ofDocuments: $0) }) else { return true }
    return hasRelations(path.dropFirst(), from: target)
  }

  func resource(named key: String) throws(MockServer.Fault) -> MockResource {
    if let kind = resources[key] { return kind }
    let known = order.joined(separator: ", ")
    throw MockServer.Fault("there is no resource \(Redaction.escaped(key)); resources: \(known)")
  }

  // MARK: Routes

  /// The rows of the path of a request, best first.
  func matches(_ path: String) -> [RowRoutes.Match] {
    routes.matches(path).filter { match in
      // A base path does not begin as the path of a row does.
      match.shape.isAbsolute || match.prefix.first.map { !starts.contains($0) } ?? true
    }
  }
}

extension MockRow {
  init(
    _ shape: TableDescription.RowShape, _ inferred: InferredOperations.Entry?, _ schemas: Description, _ coder: any Coder
  ) {
    let coder = shape.row.options.coder ?? coder
    var shape = shape
    if let inferred, shape.row.operation == nil { shape.envelope = inferred.envelope }
    let operation = shape.row.operation ?? inferred?.operation
    self.init(
      shape: shape, operation: operation,
      resource: operation == nil ? nil : inferred?.resource ?? shape.row.name.withoutLastPart, coder: coder,
      inputEnvelope: UnwrappedCoder(coder).envelope, schemas: schemas, pages: shape.row.options.pagination?.form)
  }
}

extension String {
  /// `Person` for `Person.read`.
  var withoutLastPart: String { lastIndex(of: ".").map { String(self[..<$0]) } ?? self }

  fileprivate func replacingLastPart(with name: String) -> String { "\(withoutLastPart).\(name)" }
}
