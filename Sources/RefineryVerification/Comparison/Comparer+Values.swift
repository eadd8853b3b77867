import RefineryJSON
import RefineryOpenAPI

extension Comparer {
  /// Compares everything but null.
  mutating func compare(_ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place) {
    compareDeprecation(old, new, place)
    switch (old.form, new.form) {
    case (.any, _) where rules.table != nil, (_, .any) where rules.table != nil: return
    case (.object(let oldObject), .object(let newObject)):
      compareMembers(oldObject, newObject, old, new, direction, place)
    case (.array(let oldItems), .array(let newItems)):
      compareLimits(old, new, direction, place)
      compare(oldItems, newItems, direction, place.element)
    case (.any, .union), (.union, .any): compareTypes(old, new, direction, place)
    case (.union, .union), (.union, _), (_, .union):
      compareUnions(old, new, direction, place)
    default:
      guard compareTypes(old, new, direction, place) else { return }
      compareFormats(old, new, direction, place)
      compareEnumerations(old, new, direction, place)
      compareLimits(old, new, direction, place)
      compareDefaults(old, new, direction, place)
    }
  }

  mutating func compareNullability(
    _ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place, at pointers: (String, String)? = nil
  ) {
    guard old.acceptsNull != new.acceptsNull else { return }
    // An optional property of a table is left out of requests, so it sends no null.
    if rules.table != nil, direction == .request { return }
    // The types of one place say null in their own way.
    if case .any = old.form { return }
    if case .any = new.form { return }
    let (oldPointer, newPointer) = pointers ?? (old.pointer, new.pointer)
    record(
      .nullability, new.acceptsNull ? .wider : .narrower,
      new.acceptsNull ? "\(place) may be null now" : "\(place) may no longer be null", oldPointer, newPointer, direction)
  }

  private mutating func compareDeprecation(_ old: FlatSchema, _ new: FlatSchema, _ place: Place) {
    guard rules.table == nil, old.isDeprecated != new.isDeprecated else { return }
    ledger.record(
      .deprecated, .harmless, "\(place) is \(new.isDeprecated ? "deprecated now" : "no longer deprecated")", old: old.pointer,
      new: new.pointer, nil)
  }

  /// Returns whether the types are the same, or nearly: whether more can be compared.
  @discardableResult
  mutating func compareTypes(_ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place) -> Bool {
    let change: Change
    switch (old.form, new.form) {
    case (.any, .any), (.never, .never), (.null, .null), (.boolean, .boolean), (.integer, .integer), (.number, .number),
      (.string, .string):
      return true
    case (.number, .integer) where rules.table?.times.contains(old.pointer) ?? false: return true
    case (.integer, .number), (_, .any), (.never, _): change = .wider
    case (.number, .integer), (.any, _), (_, .never): change = .narrower
    default: change = .different
    }
    record(
      .type, change, "\(place) is of type \(new.typeName) now, not \(old.typeName)", old.pointer, new.pointer, direction)
    return false
  }

  /// Formats that decide on the type of a property. Others, such as `email`, are only documentation.
  private static let typedFormats: Set<String> = [
    "date-time", "date", "time", "byte", "binary", "uuid", "int32", "int64", "float", "double", "decimal", "unix-time",
    "date-time-rfc1123", "date-time-rfc2822", "http-date", "int8", "int16", "uint8", "uint16", "uint32", "uint64",
  ]

  private mutating func compareFormats(_ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place) {
    guard old.format != new.format else { return }
    if rules.table != nil {
      guard let oldFormat = old.format, let newFormat = new.format, Self.typedFormats.contains(oldFormat),
        Self.typedFormats.contains(newFormat)
      else { return }
    }
    let oldFormat = old.format.flatMap { Self.typedFormats.contains($0) ? $0 : nil }
    let newFormat = new.format.flatMap { Self.typedFormats.contains($0) ? $0 : nil }
    let text = "\(place) has \(new.formatText) now, not \(old.formatText)"
    let change: Change
    switch (oldFormat, newFormat) {
    case (nil, nil):
      return ledger.record(.format, .harmless, text, old: old.pointer, new: new.pointer, direction)
    case (nil, _), ("int64", "int32"), ("double", "float"), ("int32", "int16"): change = .narrower
    case (_, nil), ("int32", "int64"), ("float", "double"), ("int16", "int32"): change = .wider
    default: change = .different
    }
    record(.format, change, text, old.pointer, new.pointer, direction)
  }

  private mutating func compareEnumerations(
    _ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place
  ) {
    let isFrozen = rules.table?.frozen.contains(old.pointer) ?? !rules.acceptsUnknownCases
    switch (old.values, new.values) {
    case (nil, nil): return
    case (nil, _?):
      // The type of a table says nothing of its values.
      guard rules.table == nil else { return }
      record(.enumeration, .narrower, "\(place) has only listed values now", old.pointer, new.pointer, direction)
    case (_?, nil):
      // The description of a table's frozen enumeration may simply not list the values.
      guard rules.table == nil else { return }
      let effect: Drift.Effect = direction == .response && isFrozen ? .breaking : .harmless
      ledger.record(
        .enumeration, effect, "\(place) is no longer limited to listed values", old: old.pointer, new: new.pointer, direction)
    case (let oldValues?, let newValues?):
      let (oldSet, newSet) = (Set(oldValues), Set(newValues))
      guard oldSet != newSet else { return }
      for value in oldValues where !newSet.contains(value) && !value.isNull {
        record(
          .enumValueMissing, .narrower, "\(place) no longer has the value \(value.text())", old.pointer, new.pointer, direction,
          detail: value.text())
      }
      for value in newValues where !oldSet.contains(value) && !value.isNull {
        let effect: Drift.Effect = direction == .response && isFrozen ? .breaking : .harmless
        if rules.table != nil, direction == .request { continue }
        ledger.record(
          .enumValueNew, effect, "\(place) has the new value \(value.text())", old: old.pointer, new: new.pointer, direction,
          detail: value.text())
      }
    }
  }

  private mutating func compareDefaults(_ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place) {
    guard rules.table == nil, direction == .request, old.defaultValue != new.defaultValue else { return }
    func text(_ value: JSONValue?) -> String { value.map { $0.text() } ?? "none" }
    ledger.record(
      .defaultValue, .harmless, "\(place) has the default \(text(new.defaultValue)) now, not \(text(old.defaultValue))",
      old: old.pointer, new: new.pointer, direction)
  }

  // MARK: Limits

  mutating func compareLimits(_ old: FlatSchema, _ new: FlatSchema, _ direction: Drift.Direction, _ place: Place) {
    guard rules.table == nil else { return }
    func limit<Bound: Equatable>(
      _ name: String, _ oldBound: Bound?, _ newBound: Bound?, _ isNarrower: (Bound, Bound) -> Bool,
      _ text: (Bound) -> String
    ) {
      guard oldBound != newBound else { return }
      let change: Change =
        switch (oldBound, newBound) {
        case (_, nil): .wider
        case (nil, _): .narrower
        case (let oldBound?, let newBound?): isNarrower(oldBound, newBound) ? .narrower : .wider
        }
      // Clients do not check what they read, so a limit of a response breaks nothing.
      let effect = direction == .response ? .harmless : effect(of: change, direction)
      ledger.record(
        .limit, effect,
        "\(name) of \(place) is \(newBound.map(text) ?? "without a limit") now, not "
          + (oldBound.map(text) ?? "without a limit"), old: old.pointer, new: new.pointer, direction, detail: name)
    }
    let (oldLimits, newLimits) = (old.limits, new.limits)
    limit("the pattern", oldLimits.pattern, newLimits.pattern, { _, _ in true }, { $0 })
    limit("the minimum", oldLimits.minimum, newLimits.minimum, { $0.isLess(than: $1) }, \.text)
    limit("the maximum", oldLimits.maximum, newLimits.maximum, { $1.isLess(than: $0) }, \.text)
    limit("the least length", oldLimits.minimumLength, newLimits.minimumLength, { $0 < $1 }, { "\($0)" })
    limit("the greatest length", oldLimits.maximumLength, newLimits.maximumLength, { $0 > $1 }, { "\($0)" })
    limit("the least count", oldLimits.minimumCount, newLimits.minimumCount, { $0 < $1 }, { "\($0)" })
    limit("the greatest count", oldLimits.maximumCount, newLimits.maximumCount, { $0 > $1 }, { "\($0)" })
    limit(
      "the uniqueness", oldLimits.uniqueItems ? true : nil, newLimits.uniqueItems ? true : nil, { _, _ in true },
      { _ in "required" })
  }
}

extension FlatSchema {
  /// Whether null is a value.
  var acceptsNull: Bool { if case .null = form { true } else { isNullable } }
}

extension FlatSchema {
  fileprivate var formatText: String { format.map { "the format \($0)" } ?? "no format" }
}

extension JSONValue.Number {
  fileprivate func isLess(than other: JSONValue.Number) -> Bool {
    if let left = decimal, let right = other.decimal { return left < right }
    return (double ?? 0) < (other.double ?? 0)
  }
}
