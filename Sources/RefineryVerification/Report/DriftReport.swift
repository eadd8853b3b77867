package import RefineryJSON

/// The drifts of a comparison as text and as JSON.
package struct DriftReport: Sendable {
  /// What was expected: the name of a table or of a description.
  package var old: String
  /// What it was compared with.
  package var new: String
  package var drifts: [Drift]
  package var notes: [String]

  package init(_ comparison: Comparison, old: String, new: String) {
    self.init(drifts: comparison.drifts, notes: comparison.notes, old: old, new: new)
  }

  init(drifts: [Drift], notes: [String], old: String, new: String) {
    (self.old, self.new, self.drifts, self.notes) = (old, new, drifts, notes)
  }

  package var breakingCount: Int { drifts.count { $0.effect == .breaking } }
  package var harmlessCount: Int { drifts.count - breakingCount }

  /// Whether a check fails: something breaks, or (strictly) anything has drifted.
  package func isFailure(strictly: Bool) -> Bool { breakingCount > 0 || strictly && !drifts.isEmpty }

  // MARK: Text

  /// The most operations that a heading names.
  private static let mostNames = 3
  /// The most operations without a row that are listed one by one.
  private static let mostNewOperations = 20

  /// A group of lines for each operation, and for the operations that share a drift: those with breaking drifts first. The last
  /// line has the counts.
  package var text: String {
    var groups: [(heading: String, drifts: [Drift])] = []
    var places: [[OperationLabel]: Int] = [:]
    let added = drifts.filter { $0.kind == .operationNew }
    let isLong = added.count > Self.mostNewOperations
    for drift in drifts where !(isLong && drift.kind == .operationNew) {
      if let place = places[drift.operations] {
        groups[place].drifts.append(drift)
      } else {
        places[drift.operations] = groups.count
        groups.append((Self.heading(drift.operations), [drift]))
      }
    }
    var lines: [String] = []
    for group in groups {
      lines.append(group.heading)
      lines += group.drifts.map { "  \($0.effect.rawValue): \($0.sentence)\(Self.place(of: $0))" }
    }
    if isLong { lines += ["\(added.count) operations are new", "  harmless: --json lists them"] }
    lines += notes.map { "note: \($0)" }
    return (lines + [summary, ""]).joined(separator: "\n")
  }

  private var summary: String {
    guard !drifts.isEmpty else { return "no drift" }
    let parts = [(breakingCount, "breaking"), (harmlessCount, "harmless")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(drifts.count == 1 ? "1 drift" : "\(drifts.count) drifts"): \(parts.joined(separator: ", "))"
  }

  private static func heading(_ operations: [OperationLabel]) -> String {
    guard !operations.isEmpty else { return "The API" }
    let names = operations.prefix(mostNames).map(\.description).joined(separator: ", ")
    return operations.count > mostNames ? "\(names) and \(operations.count - mostNames) more" : names
  }

  private static func place(of drift: Drift) -> String {
    guard let pointer = drift.newPointer ?? drift.oldPointer, pointer.contains("#") else { return "" }
    return " (\(pointer))"
  }

  // MARK: JSON

  /// The report as JSON. Names stay as they are; later versions may add members and kinds.
  ///
  /// ```json
  /// {
  ///   "old": "…", "new": "…", "breaking": 1, "harmless": 0, "notes": ["…"],
  ///   "drifts": [
  ///     {
  ///       "kind": "member-missing", "effect": "breaking", "message": "…", "directions": ["response"],
  ///       "operations": [{"name": "readPet", "method": "GET", "path": "/pets/{id}"}], "old": "#/…", "new": null
  ///     }
  ///   ]
  /// }
  /// ```
  package var json: JSONValue {
    [
      "old": .string(old), "new": .string(new), "breaking": .number(breakingCount), "harmless": .number(harmlessCount),
      "drifts": .array(drifts.map(\.json)), "notes": .array(notes.map { .string($0) }),
    ]
  }
}

extension Drift {
  fileprivate var json: JSONValue {
    [
      "kind": .string(kind.rawValue), "effect": .string(effect.rawValue), "message": .string(sentence),
      "directions": .array(directions.map { .string($0.rawValue) }), "operations": .array(operations.map(\.json)),
      "old": oldPointer.map { .string($0) } ?? .null, "new": newPointer.map { .string($0) } ?? .null,
    ]
  }
}

extension OperationLabel {
  fileprivate var json: JSONValue {
    ["name": name.map { .string($0) } ?? .null, "method": .string(method), "path": .string(path)]
  }
}
