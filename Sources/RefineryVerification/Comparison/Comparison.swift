package import RefineryOpenAPI

/// The drifts between two descriptions of an API: what clients of the old one meet if the server follows the new one.
package struct Comparison: Sendable {
  /// Those that break first.
  package let drifts: [Drift]
  /// What a reader should know of the comparison itself.
  package let notes: [String]
  /// The number of pairs of schemas that were compared.
  package let comparisons: Int

  package init(_ old: Description, _ new: Description, rules: ComparisonRules = ComparisonRules()) {
    var comparer = Comparer(old, new, rules)
    comparer.compareDescriptions()
    self.init(comparer)
  }

  init(_ comparer: Comparer, notes: [String] = []) {
    drifts = comparer.ledger.drifts()
    comparisons = comparer.comparisons
    self.notes = notes + (comparer.isCutOff ? ["some schemas are used in too many ways to compare all of them"] : [])
  }
}

extension Comparer {
  mutating func compareDescriptions() {
    let match = OperationMatch(old.description.operations, new.description.operations)
    let start = ledger.current
    compareSchemes()
    let hasMoved = match.pairs.contains {
      PathShape(old.description.operations[$0.old].path) != PathShape(new.description.operations[$0.new].path)
    }
    compareServers(
      old.description.servers, new.description.servers, "the API", pathsCount: !hasMoved, "servers", "servers")
    for pair in match.pairs {
      let (oldOperation, newOperation) = (old.description.operations[pair.old], new.description.operations[pair.new])
      ledger.current = ledger.addNode(newOperation.label)
      compare(oldOperation, newOperation)
    }
    for index in match.missing {
      let operation = old.description.operations[index]
      ledger.current = ledger.addNode(operation.label)
      ledger.record(
        .operationMissing, .breaking, "the operation is no longer there", old: operation.pointer, new: nil, nil)
    }
    for index in match.added {
      let operation = new.description.operations[index]
      ledger.current = ledger.addNode(operation.label)
      ledger.record(.operationNew, .harmless, "the operation is new", old: nil, new: operation.pointer, nil)
    }
    compareWaiting()
    ledger.current = start
  }

  private mutating func compare(_ old: Operation, _ new: Operation) {
    if !isSamePlace(old, new) {
      ledger.record(
        .operationMoved, .breaking, "the operation is \(new.method) \(new.path) now, not \(old.method) \(old.path)",
        old: old.pointer, new: new.pointer, nil)
    }
    compareDeprecation(old, new)
    if old.servers != nil || new.servers != nil {
      compareServers(
        old.servers ?? self.old.description.servers, new.servers ?? self.new.description.servers, "the operation",
        pathsCount: true, old.pointer, new.pointer)
    }
    compareSecurity(old.security, new.security, old.pointer, new.pointer)
    compareParameters(of: old, new)
    compareBodies(old.body, new.body, new)
    compareResponses(of: old, new)
  }

  mutating func compareDeprecation(_ old: Operation, _ new: Operation) {
    guard old.isDeprecated != new.isDeprecated else { return }
    ledger.record(
      .deprecated, .harmless, "the operation is \(new.isDeprecated ? "deprecated now" : "no longer deprecated")",
      old: old.pointer, new: new.pointer, nil)
  }

  /// Whether the URLs are the same, with the paths of the servers.
  private func isSamePlace(_ old: Operation, _ new: Operation) -> Bool {
    guard old.method == new.method else { return false }
    let (oldShape, newShape) = (PathShape(old.path), PathShape(new.path))
    if oldShape == newShape { return true }
    func shapes(_ operation: Operation, _ description: Description) -> Set<PathShape> {
      let servers = operation.servers ?? description.servers
      return Set(servers.map { PathShape(PathShape.path(ofServer: $0.url) + operation.path) })
    }
    return !shapes(old, self.old.description).isDisjoint(with: shapes(new, self.new.description))
  }

  private mutating func compareServers(
    _ old: [Server], _ new: [Server], _ subject: String, pathsCount: Bool, _ oldPointer: String, _ newPointer: String
  ) {
    func place(_ server: Server) -> String {
      let url = server.url.hasSuffix("/") ? String(server.url.dropLast()) : server.url
      return pathsCount ? url : String(url.dropLast(PathShape.path(ofServer: url).count))
    }
    let (oldPlaces, newPlaces) = (old.map(place), new.map(place))
    let (oldSet, newSet) = (Set(oldPlaces), Set(newPlaces))
    guard oldSet != newSet, !old.isEmpty || !new.isEmpty else { return }
    let missing = oldPlaces.filter { !newSet.contains($0) }
    let added = newPlaces.filter { !oldSet.contains($0) }
    // Clients use the first server, unless they choose.
    let breaks = oldPlaces.first.map { !newSet.contains($0) } ?? false
    let parts =
      (missing.isEmpty ? [] : ["no longer has \(missing.joined(separator: ", "))"])
      + (added.isEmpty ? [] : ["has the new \(added.count == 1 ? "server" : "servers") \(added.joined(separator: ", "))"])
    ledger.record(
      .server, breaks ? .breaking : .harmless, "\(subject) \(parts.joined(separator: ", and "))", old: oldPointer,
      new: newPointer, nil)
  }
}

extension Operation {
  var label: OperationLabel { OperationLabel(name: id, method: method, path: path) }
}
