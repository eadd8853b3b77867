import RefineryOpenAPI

/// How strictly two descriptions are compared.
package struct ComparisonRules: Sendable {
  /// Whether clients accept enum values and union branches that they do not know, as imported tables do.
  package var acceptsUnknownCases = true
  /// What is known of the old description if it was made from a table; nil for a real description.
  package var table: TableKnowledge?

  package init() {}
}

/// What a description that was made from Swift types cannot say in its schemas.
package struct TableKnowledge: Sendable {
  /// The pointers of objects of which some members may be unknown.
  package var partial: Set<String> = []
  /// The pointers of objects of which not all members are sent: a model that serves for requests and responses.
  package var lenient: Set<String> = []
  /// The pointers of enumerations that accept no other value.
  package var frozen: Set<String> = []
  /// The pointers of numbers that are points in time, and so are whole if the description says so.
  package var times: Set<String> = []

  package init() {}
}

/// What a change of a schema does to the set of its values.
enum Change {
  case wider, narrower, different

  var reversed: Change {
    switch self {
    case .wider: .narrower
    case .narrower: .wider
    case .different: .different
    }
  }
}

/// A place in a sentence: `items[].name` of `Person`.
struct Place: CustomStringConvertible {
  var root: String
  var path = ""

  var description: String { path.isEmpty ? root : "`\(path)` of \(root)" }

  func member(_ name: String) -> Place { Place(root: root, path: path.isEmpty ? name : "\(path).\(name)") }
  var element: Place { Place(root: root, path: "\(path)[]") }
}

/// Compares two descriptions: operations, then the schemas that they reach.
///
/// Each pair of shared schemas is compared once for each direction, so cycles end and the work is linear in the size of the
/// descriptions.
struct Comparer {
  private struct Pair: Hashable {
    let old: String
    let new: String
    let direction: Drift.Direction
  }

  private struct Pending {
    let old: Schema
    let new: Schema
    /// The shared schemas; nil for a schema at one place.
    let oldTarget: NamedSchema?
    let newTarget: NamedSchema?
    let direction: Drift.Direction
    let node: Int
  }

  var old: SchemaView
  var new: SchemaView
  let rules: ComparisonRules
  var ledger = DriftLedger()
  /// The number of pairs of schemas that were compared.
  private(set) var comparisons = 0
  /// Whether some pairs were left out.
  private(set) var isCutOff = false
  private var nodes: [Pair: Int] = [:]
  private var waiting: [Pending] = []
  /// The number of partners of each shared schema.
  private var partners: [String: Int] = [:]
  /// A schema with more partners is compared with the first ones only. Real descriptions have a few.
  private static let mostPartners = 16

  init(_ old: Description, _ new: Description, _ rules: ComparisonRules) {
    self.old = SchemaView(old)
    self.new = SchemaView(new)
    self.rules = rules
  }

  func effect(of change: Change, _ direction: Drift.Direction) -> Drift.Effect {
    switch (change, direction) {
    case (.wider, .request), (.narrower, .response): .harmless
    default: .breaking
    }
  }

  /// Whether a change is no drift, because the types of a table are more tolerant than the description.
  func isTolerated(_ change: Change, _ direction: Drift.Direction) -> Bool {
    rules.table != nil && effect(of: change, direction) == .harmless
  }

  mutating func record(
    _ kind: Drift.Kind, _ change: Change, _ sentence: String, _ old: String?, _ new: String?, _ direction: Drift.Direction,
    detail: String = ""
  ) {
    guard !isTolerated(change, direction) else { return }
    ledger.record(kind, effect(of: change, direction), sentence, old: old, new: new, direction, detail: detail)
  }

  // MARK: Pairs of schemas

  mutating func compare(_ old: Schema, _ new: Schema, _ direction: Drift.Direction, _ place: Place) {
    let (oldTarget, newTarget) = (self.old.target(of: old), self.new.target(of: new))
    guard oldTarget != nil || newTarget != nil else {
      comparisons += 1
      let (old, new) = (self.old.flat(old), self.new.flat(new))
      compareNullability(old, new, direction, place)
      return compare(old, new, direction, place)
    }
    // Null at this place is a matter of this place, unless both sides say it in their shared schemas.
    let (oldFlat, newFlat) = (self.old.flat(old), self.new.flat(new))
    let isShared =
      oldTarget.map { self.old.flat($0).isNullable } != newTarget.map { self.new.flat($0).isNullable }
      && oldTarget != nil && newTarget != nil
    if rules.table == nil, old.isDeprecated != new.isDeprecated, oldTarget != nil, newTarget != nil {
      ledger.record(
        .deprecated, .harmless, "\(place) is \(new.isDeprecated ? "deprecated now" : "no longer deprecated")",
        old: old.pointer, new: new.pointer, nil)
    }
    if !isShared { compareNullability(oldFlat, newFlat, direction, place, at: (old.pointer, new.pointer)) }
    wait(old, oldTarget, new, newTarget, direction)
  }

  private mutating func wait(
    _ old: Schema, _ oldTarget: NamedSchema?, _ new: Schema, _ newTarget: NamedSchema?, _ direction: Drift.Direction
  ) {
    let pair = Pair(
      old: oldTarget.map { "\($0.key)" } ?? "inline \(old.pointer)",
      new: newTarget.map { "\($0.key)" } ?? "inline \(new.pointer)", direction: direction)
    if let node = nodes[pair] { return ledger.link(to: node) }
    let partner = "\(oldTarget == nil ? "new \(pair.new)" : pair.old) \(direction)"
    guard partners[partner, default: 0] < Self.mostPartners else {
      isCutOff = true
      return
    }
    partners[partner, default: 0] += 1
    let node = ledger.addNode(nil)
    nodes[pair] = node
    ledger.link(to: node)
    waiting.append(
      Pending(
        old: oldTarget?.schema ?? old, new: newTarget?.schema ?? new, oldTarget: oldTarget, newTarget: newTarget,
        direction: direction, node: node))
  }

  /// Compares the pairs of shared schemas that were met, and those that these meet.
  mutating func compareWaiting() {
    while let next = waiting.popLast() {
      ledger.current = next.node
      comparisons += 1
      let oldFlat = next.oldTarget.map { old.flat($0) } ?? old.flat(next.old)
      let newFlat = next.newTarget.map { new.flat($0) } ?? new.flat(next.new)
      let place = Place(root: (next.newTarget ?? next.oldTarget).map { "`\($0.name)`" } ?? "a schema")
      if next.oldTarget != nil, next.newTarget != nil { compareNullability(oldFlat, newFlat, next.direction, place) }
      compare(oldFlat, newFlat, next.direction, place)
    }
  }
}
