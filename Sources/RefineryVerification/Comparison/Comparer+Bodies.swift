import RefineryOpenAPI

extension Comparer {
  mutating func compareBodies(_ old: RequestBody?, _ new: RequestBody?, _ operation: Operation) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil):
      ledger.record(
        .bodyMissing, .breaking, "the operation has no request body any more", old: old.pointer, new: operation.pointer,
        .request)
    case (nil, let new?):
      ledger.record(
        .bodyNew, new.isRequired ? .breaking : .harmless,
        "the operation has a new \(new.isRequired ? "required" : "optional") request body", old: nil, new: new.pointer,
        .request)
    case (let old?, let new?):
      if old.isRequired != new.isRequired {
        ledger.record(
          .bodyRequired, new.isRequired ? .breaking : .harmless,
          "the request body is \(new.isRequired ? "required now" : "no longer required")", old: old.pointer, new: new.pointer,
          .request)
      }
      compareContent(old.content, new.content, .request, "the request body", old.pointer, new.pointer)
    }
  }

  /// Compares the media types of a body, and their schemas.
  mutating func compareContent(
    _ old: [MediaType], _ new: [MediaType], _ direction: Drift.Direction, _ subject: String, _ oldPointer: String,
    _ newPointer: String
  ) {
    var (oldLeft, newLeft) = (old, new)
    let pairs = Self.pairs(&oldLeft, &newLeft, by: \.type)
    for (oldType, newType) in pairs { compare(oldType, newType, direction, subject, isAlone: old.count == 1) }
    if pairs.isEmpty, oldLeft.count == 1, newLeft.count == 1 {
      ledger.record(
        .mediaTypeChanged, .breaking, "\(subject) is \(newLeft[0].type) now, not \(oldLeft[0].type)",
        old: oldLeft[0].pointer, new: newLeft[0].pointer, direction)
      if oldLeft[0].isJSON, newLeft[0].isJSON { compare(oldLeft[0], newLeft[0], direction, subject, isAlone: true) }
      return
    }
    if direction == .response, old.isEmpty != new.isEmpty {
      let effect: Drift.Effect = new.isEmpty ? .breaking : .harmless
      ledger.record(
        new.isEmpty ? .bodyMissing : .bodyNew, effect, "\(subject) has \(new.isEmpty ? "no body any more" : "a body now")",
        old: oldPointer, new: newPointer, direction)
      return
    }
    for type in oldLeft {
      ledger.record(
        .mediaTypeMissing, .breaking, "\(subject) is no longer there as \(type.type)", old: type.pointer, new: newPointer,
        direction, detail: type.type)
    }
    for type in newLeft {
      ledger.record(
        .mediaTypeNew, .harmless, "\(subject) is there as \(type.type) as well", old: oldPointer, new: type.pointer, direction,
        detail: type.type)
    }
  }

  private mutating func compare(
    _ old: MediaType, _ new: MediaType, _ direction: Drift.Direction, _ subject: String, isAlone: Bool
  ) {
    let place = Place(root: isAlone ? subject : "\(subject) (\(new.type))")
    compare(old.schema, new.schema, direction, place, old.pointer, new.pointer)
    if old.itemSchema != nil || new.itemSchema != nil {
      compare(old.itemSchema, new.itemSchema, direction, Place(root: "each item of \(place)"), old.pointer, new.pointer)
    }
    for (name, oldEncoding) in old.encoding.sorted(by: { $0.key < $1.key }) {
      guard let newEncoding = new.encoding[name], !oldEncoding.isSame(as: newEncoding) else { continue }
      ledger.record(
        .encoding, direction == .request ? .breaking : .harmless, "the part `\(name)` of \(place) is written differently",
        old: old.pointer, new: new.pointer, direction, detail: name)
    }
  }

  private mutating func compare(
    _ old: Schema?, _ new: Schema?, _ direction: Drift.Direction, _ place: Place, _ oldPointer: String, _ newPointer: String
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, let new?): compare(old, new, direction, place)
    case (nil, let new?): compare(Schema(.any, at: oldPointer), new, direction, place)
    case (let old?, nil): compare(old, Schema(.any, at: newPointer), direction, place)
    }
  }
}

extension MediaType {
  /// `application/json`, or a type that is written in JSON.
  var isJSON: Bool { type.hasSuffix("/json") || type.hasSuffix("+json") || type == "*/*" }
}

extension Encoding {
  fileprivate func isSame(as other: Encoding) -> Bool {
    contentType == other.contentType && style == other.style && explodes == other.explodes
  }
}
