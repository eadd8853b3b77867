/// Collects drifts, each once, and finds the operations that each one reaches.
///
/// A pair of shared schemas is compared once for each direction, so what is found there belongs to every operation from which
/// it is reached. The places of the comparison are nodes of a graph; the operations are its roots.
struct DriftLedger {
  /// Two drifts with the same identity are one.
  private struct Identity: Hashable {
    let kind: Drift.Kind
    let old: String?
    let new: String?
    let detail: String
  }

  private struct Entry {
    var drift: Drift
    var nodes: Set<Int>
  }

  private var entries: [Entry] = []
  private var places: [Identity: Int] = [:]
  private var children: [[Int]] = []
  private var labels: [OperationLabel?] = []
  /// Where the comparison is.
  var current: Int

  init() {
    current = 0
    current = addNode(nil)
  }

  /// Adds a place of the comparison. A node with a label is an operation.
  mutating func addNode(_ label: OperationLabel?) -> Int {
    children.append([])
    labels.append(label)
    return children.count - 1
  }

  /// Notes that a node is reached from the current one.
  mutating func link(to node: Int) { children[current].append(node) }

  /// Records a drift at the current node. `detail` tells drifts of one kind at one place apart.
  mutating func record(
    _ kind: Drift.Kind, _ effect: Drift.Effect, _ sentence: String, old: String?, new: String?, _ direction: Drift.Direction?,
    detail: String = ""
  ) {
    // What is missing in several places of the new description is one drift of its place in the old one. The same holds for
    // what is new.
    let identity =
      switch kind {
      case .memberMissing, .branchMissing: Identity(kind: kind, old: old, new: nil, detail: detail)
      case .memberNew, .branchNew: Identity(kind: kind, old: nil, new: new, detail: detail)
      default: Identity(kind: kind, old: old, new: new, detail: detail)
      }
    if let index = places[identity] {
      entries[index].nodes.insert(current)
      entries[index].drift.effect = max(entries[index].drift.effect, effect)
      if let direction, !entries[index].drift.directions.contains(direction) {
        entries[index].drift.directions.append(direction)
      }
    } else {
      places[identity] = entries.count
      let drift = Drift(
        kind: kind, effect: effect, sentence: sentence, operations: [], directions: direction.map { [$0] } ?? [],
        oldPointer: old, newPointer: new)
      entries.append(Entry(drift: drift, nodes: [current]))
    }
  }

  /// All drifts with their operations: those that break first, and then in the order of the operations.
  func drifts() -> [Drift] {
    let reached = operationsByNode()
    let drifts = entries.enumerated().map { index, entry in
      var drift = entry.drift
      var found: Set<Int> = []
      for node in entry.nodes { found.formUnion(reached[node]) }
      let operations = found.sorted()
      drift.operations = operations.compactMap { labels[$0] }
      drift.directions.sort { $0.rawValue < $1.rawValue }
      return (drift: drift, place: [drift.effect == .breaking ? 0 : 1, operations.first ?? 0, index])
    }
    return drifts.sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.drift)
  }

  /// For each node, the operations from which it is reached.
  private func operationsByNode() -> [Set<Int>] {
    var reached = [Set<Int>](repeating: [], count: children.count)
    var waiting = labels.indices.filter { labels[$0] != nil }
    for root in waiting { reached[root] = [root] }
    var isWaiting = Set(waiting)
    var next = 0
    // What grew is passed on, until nothing grows.
    while next < waiting.count {
      let node = waiting[next]
      next += 1
      isWaiting.remove(node)
      for child in children[node] where !reached[node].isSubset(of: reached[child]) {
        reached[child].formUnion(reached[node])
        if isWaiting.insert(child).inserted { waiting.append(child) }
      }
      if next > 10_000, next * 2 > waiting.count {
        waiting.removeFirst(next)
        next = 0
      }
    }
    return reached
  }
}
