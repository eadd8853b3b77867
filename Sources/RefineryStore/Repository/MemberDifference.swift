import RefineryCore
import RefineryTracking

/// Differences between objects, member by member and at every depth. A list is compared as a whole. Texts are equal only if
/// their code points are equal.
enum MemberDifference {
  /// Returns the body that a row sends for the difference: the members that differ, each as a whole. For a row with the style
  /// of a merge patch, only the changes within these members.
  static func changes(from old: JSONValue, to new: JSONValue, by row: Endpoint) -> JSONValue {
    switch row.options.patchStyle.format {
    case .merge, .mergePatch: patch(from: old, to: new)
    case .members, .jsonPatch: members(from: old, to: new)
    }
  }

  /// The media type of that body; nil for the media type of the row's coder.
  static func mediaType(of row: Endpoint) -> String? {
    row.options.patchStyle.format == .mergePatch ? MergePatch.mediaType : nil
  }

  /// The members that differ, each as a whole, with null for members that `new` lacks.
  static func members(from old: JSONValue, to new: JSONValue) -> JSONValue {
    guard let before = old.object, let after = new.object else { return new }
    var changed: JSONValue.Object = [:]
    for (key, value) in after where before[key]?.isIdentical(to: value) != true { changed[key] = value }
    for key in before.keys where after[key] == nil { changed[key] = JSONValue.null }
    return .object(changed)
  }

  /// A merge patch from `old` to `new` (RFC 7396): the members that differ, and null for members that `new` lacks. Empty if
  /// nothing differs.
  static func patch(from old: JSONValue, to new: JSONValue) -> JSONValue {
    // If null means removal, every difference can be written as a merge patch.
    (try? MergePatch.make(from: old, to: new, writesNulls: true).document) ?? new
  }

  /// Applies the changes from `old` to `new` to another object. Unlike a patch, this can set a member to null.
  static func carried(from old: JSONValue, to new: JSONValue, onto target: JSONValue) -> JSONValue {
    guard let before = old.object, let after = new.object, var result = target.object else { return new }
    for (key, value) in after where before[key]?.isIdentical(to: value) != true {
      if let inner = before[key], let there = result[key], inner.object != nil, value.object != nil {
        result[key] = carried(from: inner, to: value, onto: there)
      } else {
        result[key] = value
      }
    }
    for key in before.keys where after[key] == nil { result[key] = JSONValue?.none }
    return .object(result)
  }

  /// The changes of both sides since `base`, member by member. If both changed the same member, the value of `side` wins.
  static func merge(base: JSONValue?, mine: JSONValue?, theirs: JSONValue?, preferring side: ConflictSide) -> JSONValue? {
    if mine.isIdentical(to: theirs) || mine.isIdentical(to: base) { return theirs }
    if theirs.isIdentical(to: base) { return mine }
    guard let own = mine?.object, let other = theirs?.object else { return side == .mine ? mine : theirs }
    let known = base?.object
    var result = other
    for key in own.keys + other.keys.filter({ own[$0] == nil }) {
      result[key] = merge(base: known?[key], mine: own[key], theirs: other[key], preferring: side)
    }
    return .object(result)
  }

  /// Whether `whole` contains every member of `part`, at every depth.
  static func contains(_ whole: JSONValue, _ part: JSONValue) -> Bool {
    guard let members = part.object, let all = whole.object else { return whole.isIdentical(to: part) }
    return members.allSatisfy { key, value in contains(all[key] ?? .null, value) }
  }
}

extension JSONValue? {
  /// Whether both are nil or both are the same JSON.
  fileprivate func isIdentical(to other: JSONValue?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let left?, let right?): left.isIdentical(to: right)
    default: false
    }
  }
}
