import RefineryJSON
import RefineryOpenAPI
import RefineryTesting

/// Compares the body of a response with the schema that a row reads.
struct BodyCheck {
  private var values: ValueCheck
  let knowledge: TableKnowledge
  private(set) var ledger: DriftLedger

  init(_ description: Description, _ knowledge: TableKnowledge, _ ledger: DriftLedger) {
    values = ValueCheck(description)
    self.knowledge = knowledge
    self.ledger = ledger
  }

  /// Makes an operation the place of what is found next.
  mutating func enter(_ node: Int) { ledger.current = node }

  mutating func addNode(_ label: OperationLabel) -> Int { ledger.addNode(label) }

  mutating func record(
    _ kind: Drift.Kind, _ effect: Drift.Effect, _ sentence: String, _ pointer: String?, _ detail: String = ""
  ) {
    ledger.record(kind, effect, sentence, old: pointer, new: nil, .response, detail: detail)
  }

  /// Checks a value. Returns whether it is what the schema says, apart from what is harmless.
  @discardableResult
  mutating func check(_ value: JSONValue, _ schema: Schema, _ place: Place) -> Bool {
    values.findings(in: value, schema, place).reduce(true) { isFine, finding in record(finding) && isFine }
  }

  /// Records a finding. Returns whether it is harmless.
  private mutating func record(_ finding: ValueCheck.Finding) -> Bool {
    let (flat, place, value) = (finding.schema, finding.place, finding.value)
    switch finding.fault {
    case .null: record(.nullability, .breaking, "\(place) is null", flat.pointer)
    case .type:
      let type = value.schemaType
      record(.type, .breaking, "\(place) is of type \(type), not \(flat.typeName)", flat.pointer, type)
    case .missing(let name):
      record(.memberMissing, .breaking, "the member `\(name)` of \(place) is not there", flat.pointer, name)
    case .unknown(let name):
      guard !knowledge.partial.contains(flat.pointer) else { return true }
      // What is new has no pointer in the table, so the place tells it from others.
      ledger.record(
        .memberNew, .harmless, "\(place) has a new member `\(name)`", old: nil, new: flat.pointer, .response, detail: name)
      return true
    case .unlisted:
      // A hidden value may be any of them.
      if let text = value.string, Cassette.isMark(text) { return true }
      let isFrozen = knowledge.frozen.contains(flat.pointer)
      record(
        .enumValueNew, isFrozen ? .breaking : .harmless, "\(place) has the new value \(value.text())", flat.pointer,
        value.text())
      return !isFrozen
    }
    return false
  }
}
