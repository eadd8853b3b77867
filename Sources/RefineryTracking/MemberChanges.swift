import RefineryCore

/// Applies the changes of one encoded document to another, and merges two sets of changes.
enum MemberChanges {
  /// Applies the changes from `old` to `new` to `document`. Members that did not change are kept, and so are members that are
  /// only in `document`.
  ///
  /// - Parameter keepsUnwritten: whether members that `new` lacks are kept instead of removed.
  static func carried(
    onto document: JSONValue, from old: JSONValue, to new: JSONValue, keepsUnwritten: Bool
  ) -> JSONValue {
    switch (document, old, new) {
    case (.object(let document), .object(let old), .object(let new)):
      var result = document
      for (key, value) in new {
        if let before = old[key] {
          if before.isIdentical(to: value) { continue }
          result[key] =
            document[key].map { carried(onto: $0, from: before, to: value, keepsUnwritten: keepsUnwritten) } ?? value
        } else {
          result[key] = value
        }
      }
      if !keepsUnwritten {
        for key in old.keys where new[key] == nil { result[key] = JSONValue?.none }
      }
      return .object(result)
    case (.array(let document), .array(let old), .array(let new)) where correspond(document, old):
      return .array(carried(onto: document, from: old, to: new, keepsUnwritten: keepsUnwritten))
    default:
      return old.isIdentical(to: new) ? document : new
    }
  }

  /// Works element by element, so that members of an element that the model does not know are kept.
  private static func carried(
    onto document: [JSONValue], from old: [JSONValue], to new: [JSONValue], keepsUnwritten: Bool
  ) -> [JSONValue] {
    // Each distinct element gets a number. The edits from one array of numbers to the other tell which elements are kept,
    // changed, removed and inserted.
    var numbers: [[UInt8]: Int] = [:]
    func number(_ element: JSONValue) -> JSONValue {
      let text = Array(identity(of: element).text().utf8)
      let number = numbers[text] ?? numbers.count
      numbers[text] = number
      return .number(number)
    }
    let (left, right) = (old.map(number), new.map(number))
    var steps = 4_000_000
    var result: [JSONValue] = []
    for edit in ArrayAlignment.edits(from: left, to: right, steps: &steps) {
      switch edit {
      case .remove: continue
      case .insert(let index): result.append(new[index])
      case .keep(let before, let after), .change(let before, let after):
        // An element with another id is another element.
        let isAnother = left[before] != right[after] && (hasID(old[before]) || hasID(new[after]))
        result.append(
          isAnother
            ? new[after]
            : carried(onto: document[before], from: old[before], to: new[after], keepsUnwritten: keepsUnwritten))
      }
    }
    return result
  }

  /// The identity of an element: its id, or the whole element if it has no id.
  private static func identity(of element: JSONValue) -> JSONValue {
    guard hasID(element), let id = element["id"] else { return element }
    return .object(["id": id])
  }

  private static func hasID(_ element: JSONValue) -> Bool { element["id"].map { !$0.isNull } ?? false }

  /// Whether the elements seem to be the same, in the same order. A model may sort or filter its elements, so they need not be.
  private static func correspond(_ document: [JSONValue], _ written: [JSONValue]) -> Bool {
    document.count == written.count && zip(document, written).allSatisfy(corresponds)
  }

  private static func corresponds(_ document: JSONValue, _ written: JSONValue) -> Bool {
    switch (document, written) {
    case (.array(let document), .array(let written)): return correspond(document, written)
    case (.object(let document), .object(let written)):
      // Most of the shared members must be equal. Not all must be: for example, a coder and a server may write a date in
      // different forms.
      var agreeing = 0
      for (key, value) in written {
        guard let other = document[key] else { continue }
        agreeing += corresponds(other, value) ? 1 : -1
      }
      return agreeing > 0 || (written.isEmpty && document.isEmpty)
    default: return document.isIdentical(to: written)
    }
  }

  /// Merges two sets of changes to one document, and lists the members that both changed to different values.
  ///
  /// Objects are merged member by member; an array that both changed counts as one member.
  static func merged(_ base: JSONValue, mine: JSONValue, theirs: JSONValue, preferring side: ConflictSide) -> Merge {
    var merge = Merge(side: side)
    merge.result = merge.value(base, mine, theirs, at: .root) ?? .null
    return merge
  }

  struct Merge {
    let side: ConflictSide
    var result = JSONValue.null
    var overlaps: [JSONPointer] = []

    /// Nil for a missing member.
    fileprivate mutating func value(
      _ base: JSONValue?, _ mine: JSONValue?, _ theirs: JSONValue?, at pointer: JSONPointer
    ) -> JSONValue? {
      if same(mine, base) || same(mine, theirs) { return theirs }
      if same(theirs, base) { return mine }
      guard case .object(let base)? = base, case .object(let mine)? = mine, case .object(let theirs)? = theirs else {
        overlaps.append(pointer)
        return side == .mine ? mine : theirs
      }
      var result = theirs
      let added = mine.keys.filter { theirs[$0] == nil }
      for key in theirs.keys + added {
        result[key] = value(base[key], mine[key], theirs[key], at: pointer.appending(key))
      }
      return .object(result)
    }

    private func same(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
      switch (left, right) {
      case (nil, nil): true
      case (let left?, let right?): left.isIdentical(to: right)
      default: false
      }
    }
  }
}
