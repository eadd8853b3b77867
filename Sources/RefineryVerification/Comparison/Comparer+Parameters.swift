import RefineryOpenAPI

extension Comparer {
  mutating func compareParameters(of old: Operation, _ new: Operation) {
    comparePathParameters(of: old, new)
    var oldLeft = old.parameters.filter { $0.place != .path }
    var newLeft = new.parameters.filter { $0.place != .path }
    for (oldParameter, newParameter) in Self.pairs(&oldLeft, &newLeft, by: \.key) {
      compare(oldParameter, newParameter)
    }
    for (oldParameter, newParameter) in Self.pairs(&oldLeft, &newLeft, by: { $0.name.lowercased() }) {
      ledger.record(
        .parameterPlace, .breaking,
        "the parameter `\(newParameter.name)` is in the \(newParameter.place.rawValue) now, not in the "
          + oldParameter.place.rawValue, old: oldParameter.pointer, new: newParameter.pointer, .request)
      compare(oldParameter, newParameter)
    }
    for parameter in oldLeft {
      ledger.record(
        .parameterMissing, .breaking, "the \(parameter.place.rawValue) parameter `\(parameter.name)` is no longer there",
        old: parameter.pointer, new: nil, .request, detail: parameter.name)
    }
    for parameter in newLeft { recordNew(parameter) }
  }

  mutating func recordNew(_ parameter: Parameter) {
    ledger.record(
      .parameterNew, parameter.isRequired ? .breaking : .harmless,
      "there is a new \(parameter.isRequired ? "required" : "optional") \(parameter.place.rawValue) parameter "
        + "`\(parameter.name)`", old: nil, new: parameter.pointer, .request, detail: parameter.name)
  }

  /// Path parameters are compared by their position, because their names are not sent.
  private mutating func comparePathParameters(of old: Operation, _ new: Operation) {
    func ordered(_ operation: Operation) -> [Parameter?] {
      let parameters = operation.parameters.filter { $0.place == .path }
      return PathShape.variables(of: operation.path).map { name in parameters.first { $0.name == name } }
    }
    let (oldParameters, newParameters) = (ordered(old), ordered(new))
    // With another number of variables, the path itself has drifted.
    guard oldParameters.count == newParameters.count else { return }
    for case (let old?, let new?) in zip(oldParameters, newParameters) { compare(old, new) }
  }

  private mutating func compare(_ old: Parameter, _ new: Parameter) {
    let subject = "the \(new.place.rawValue) parameter `\(new.name)`"
    func record(_ kind: Drift.Kind, _ effect: Drift.Effect, _ text: String) {
      ledger.record(kind, effect, "\(subject) \(text)", old: old.pointer, new: new.pointer, .request)
    }
    if old.isRequired != new.isRequired {
      record(
        .parameterRequired, new.isRequired ? .breaking : .harmless,
        new.isRequired ? "is required now" : "is no longer required")
    }
    if old.isDeprecated != new.isDeprecated {
      record(.deprecated, .harmless, new.isDeprecated ? "is deprecated now" : "is no longer deprecated")
    }
    if old.contentType != new.contentType {
      record(
        .parameterStyle, .breaking,
        "is written as \(new.contentType ?? "plain text") now, not as \(old.contentType ?? "plain text")")
    } else if old.contentType == nil, old.place == new.place, isWrittenDifferently(old, new) {
      record(.parameterStyle, .breaking, "is written in the style \(new.styleText) now, not \(old.styleText)")
    }
    compare(old.schema, new.schema, .request, Place(root: subject))
  }

  /// Whether the text that is sent differs. For a value without parts, most styles are the same.
  private mutating func isWrittenDifferently(_ old: Parameter, _ new: Parameter) -> Bool {
    guard old.style != new.style || old.explodes != new.explodes else { return false }
    if [old.style, new.style].contains(where: { [.matrix, .label].contains($0) }), old.style != new.style { return true }
    let forms = [self.old.flat(old.schema).form, self.new.flat(new.schema).form]
    return forms.contains { form in
      switch form {
      case .array, .object, .union, .any: true
      default: false
      }
    }
  }

  /// Removes the pairs with equal keys from both lists, and returns them.
  static func pairs<Element>(
    _ old: inout [Element], _ new: inout [Element], by key: (Element) -> String
  ) -> [(Element, Element)] {
    var places: [String: [Int]] = [:]
    for index in new.indices.reversed() { places[key(new[index]), default: []].append(index) }
    var found: [(old: Int, new: Int)] = []
    for index in old.indices {
      if let place = places[key(old[index])]?.popLast() { found.append((index, place)) }
    }
    let pairs = found.map { (old[$0.old], new[$0.new]) }
    let (known, kept) = (Set(found.map(\.old)), Set(found.map(\.new)))
    old = old.indices.filter { !known.contains($0) }.map { old[$0] }
    new = new.indices.filter { !kept.contains($0) }.map { new[$0] }
    return pairs
  }
}

extension Parameter {
  /// Equal for the same parameter. Case does not matter in names of header fields.
  fileprivate var key: String { "\(place.rawValue) \(place == .header ? name.lowercased() : name)" }

  fileprivate var styleText: String { "\(style.rawValue)\(explodes ? ", exploded" : "")" }
}
