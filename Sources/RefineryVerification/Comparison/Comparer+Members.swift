import RefineryOpenAPI

extension Comparer {
  mutating func compareMembers(
    _ old: FlatObject, _ new: FlatObject, _ oldSchema: FlatSchema, _ newSchema: FlatSchema, _ direction: Drift.Direction,
    _ place: Place
  ) {
    let isPartial = rules.table?.partial.contains(oldSchema.pointer) ?? false
    // A table reads a dictionary, or the description only says "an object": there is nothing to compare.
    if rules.table != nil {
      let isMap = old.properties.isEmpty || new.properties.isEmpty && new.furtherRequired.isEmpty && new.unions.isEmpty
      if isMap { return compareMaps(old, new, oldSchema, newSchema, direction, place) }
    }
    for property in old.properties {
      let oldProperty = visible(property, direction, in: &self.old)
      let newProperty = new[property.name].flatMap { visible($0, direction, in: &self.new) }
      switch (oldProperty, newProperty) {
      case (nil, nil): break
      case (let oldProperty?, let newProperty?):
        compareRequired(oldProperty, newProperty, direction, place)
        compare(oldProperty.schema, newProperty.schema, direction, place.member(property.name))
      // A table has one model for both directions.
      case (_?, nil) where rules.table != nil && new[property.name] != nil: break
      case (let oldProperty?, nil):
        recordMissing(oldProperty, of: new, oldSchema, newSchema, direction, place)
      case (nil, let newProperty?):
        recordNew(newProperty, newSchema, direction, place)
      }
    }
    if !isPartial {
      for property in new.properties where old[property.name] == nil {
        guard let property = visible(property, direction, in: &self.new) else { continue }
        if old.furtherRequired.contains(property.name) { continue }
        recordNew(property, newSchema, direction, place)
      }
      compareFurtherRequired(old, new, oldSchema, newSchema, direction, place)
    }
    if rules.table == nil {
      compareMaps(old, new, oldSchema, newSchema, direction, place)
      compareInnerUnions(old, new, oldSchema, newSchema, direction, place)
    }
  }

  /// The property as this direction sees it: requests have no read-only members, and responses no write-only ones.
  private func visible(
    _ property: Schema.Property, _ direction: Drift.Direction, in view: inout SchemaView
  ) -> Schema.Property? {
    let target = view.target(of: property.schema)?.schema
    let isReadOnly = property.schema.isReadOnly || target?.isReadOnly ?? false
    let isWriteOnly = property.schema.isWriteOnly || target?.isWriteOnly ?? false
    return direction == .request ? (isReadOnly ? nil : property) : (isWriteOnly ? nil : property)
  }

  private mutating func compareRequired(
    _ old: Schema.Property, _ new: Schema.Property, _ direction: Drift.Direction, _ place: Place
  ) {
    guard old.isRequired != new.isRequired else { return }
    let text = "the member `\(new.name)` of \(place) is \(new.isRequired ? "required now" : "no longer required")"
    record(
      .memberRequired, new.isRequired ? .narrower : .wider, text, old.schema.pointer, new.schema.pointer, direction)
  }

  private mutating func recordMissing(
    _ property: Schema.Property, of object: FlatObject, _ oldSchema: FlatSchema, _ newSchema: FlatSchema,
    _ direction: Drift.Direction, _ place: Place
  ) {
    let text = "the member `\(property.name)` of \(place) is no longer there"
    var effect = Drift.Effect.breaking
    if rules.table != nil {
      // One of the branches of a union may have it.
      if !object.unions.isEmpty { return }
      // The table reads it only if it is there.
      if direction == .response, !property.isRequired { effect = .harmless }
      if direction == .request {
        if rules.table?.lenient.contains(oldSchema.pointer) ?? false { return }
        if case .forbidden = object.additional {} else { effect = .harmless }
      }
    }
    ledger.record(
      .memberMissing, effect, text, old: property.schema.pointer, new: newSchema.pointer, direction, detail: property.name)
  }

  private mutating func recordNew(
    _ property: Schema.Property, _ newSchema: FlatSchema, _ direction: Drift.Direction, _ place: Place
  ) {
    let isDemanded = direction == .request && property.isRequired
    ledger.record(
      .memberNew, isDemanded ? .breaking : .harmless,
      "\(place) has a new \(property.isRequired ? "required" : "optional") member `\(property.name)`", old: nil,
      new: property.schema.pointer, direction, detail: property.name)
  }

  private mutating func compareFurtherRequired(
    _ old: FlatObject, _ new: FlatObject, _ oldSchema: FlatSchema, _ newSchema: FlatSchema, _ direction: Drift.Direction,
    _ place: Place
  ) {
    func isRequired(_ name: String, in object: FlatObject) -> Bool {
      object[name]?.isRequired ?? object.furtherRequired.contains(name)
    }
    let names = old.furtherRequired.union(new.furtherRequired).sorted()
    for name in names where isRequired(name, in: old) != isRequired(name, in: new) {
      // A required member that has a property on one side only is a new or a missing member.
      let isNew = isRequired(name, in: new)
      if (isNew ? old : new)[name] != nil || (isNew ? new : old)[name] == nil {
        record(
          .memberRequired, isNew ? .narrower : .wider,
          "the member `\(name)` of \(place) is \(isNew ? "required now" : "no longer required")", oldSchema.pointer,
          newSchema.pointer, direction, detail: name)
      }
    }
  }

  // MARK: Other members

  private mutating func compareMaps(
    _ old: FlatObject, _ new: FlatObject, _ oldSchema: FlatSchema, _ newSchema: FlatSchema, _ direction: Drift.Direction,
    _ place: Place
  ) {
    func record(_ change: Change, _ text: String) {
      self.record(
        .additionalMembers, change, "\(place) \(text)", oldSchema.pointer, newSchema.pointer, direction)
    }
    switch (old.additional, new.additional) {
    case (.typed(let oldValue), .typed(let newValue)):
      compare(oldValue, newValue, direction, Place(root: place.root, path: "\(place.path){}"))
    case (.forbidden, .forbidden): break
    case _ where rules.table != nil: break
    case (_, .forbidden): record(.narrower, "has no members beyond those listed now")
    // Clients ignore members that they do not know.
    case (.forbidden, _):
      ledger.record(
        .additionalMembers, .harmless, "\(place) may have members beyond those listed now", old: oldSchema.pointer,
        new: newSchema.pointer, direction)
    case (_, .typed): record(.narrower, "has further members of one type only now")
    case (.typed, _):
      let isMap = old.properties.isEmpty
      ledger.record(
        .additionalMembers, isMap ? effect(of: .wider, direction) : .harmless,
        "\(place) has further members of any type now", old: oldSchema.pointer, new: newSchema.pointer, direction)
    default: break
    }
  }
}
