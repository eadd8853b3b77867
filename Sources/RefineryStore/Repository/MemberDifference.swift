import RefineryCore

/// Which of two copies of a record holds where they cannot both.
public enum ConflictSide: Sendable, Hashable {
  /// This store's.
  case client
  /// The server's.
  case server
}

/// Differences between objects, member by member and at every depth; lists count as wholes.
enum MemberDifference {
  /// The members that `new` has otherwise than `old`, null for those it lacks (RFC 7396). No members for no difference.
  static func patch(from old: RawJSON, to new: RawJSON) -> RawJSON {
    guard let before = old.object, let after = new.object else { return new }
    var patch = RawJSON.Object()
    for (key, value) in after where before[key] != value {
      if case .object? = before[key], case .object = value {
        patch[key] = self.patch(from: before[key] ?? .null, to: value)
      } else {
        patch[key] = value
      }
    }
    for key in before.keys where after[key] == nil { patch[key] = .null }
    return .object(patch)
  }

  /// RFC 7396 section 2.
  static func apply(_ patch: RawJSON, to target: RawJSON) -> RawJSON {
    guard let changes = patch.object else { return patch }
    var result = target.object ?? RawJSON.Object()
    for (key, value) in changes {
      if value.isNull {
        result[key] = nil
      } else if case .object = value {
        result[key] = apply(value, to: result[key] ?? .null)
      } else {
        result[key] = value
      }
    }
    return .object(result)
  }

  /// What both sides changed since `base`, member by member; `side` has its way where they changed the same one.
  static func merge(base: RawJSON?, mine: RawJSON?, theirs: RawJSON?, preferring side: ConflictSide) -> RawJSON? {
    if mine == theirs || mine == base { return theirs }
    if theirs == base { return mine }
    guard let own = mine?.object, let other = theirs?.object else { return side == .client ? mine : theirs }
    let known = base?.object
    var result = other
    for key in own.keys + other.keys.filter({ own[$0] == nil }) {
      result[key] = merge(base: known?[key], mine: own[key], theirs: other[key], preferring: side)
    }
    return .object(result)
  }

  /// Whether `whole` says all that `part` says: every member of it, at every depth.
  static func contains(_ whole: RawJSON, _ part: RawJSON) -> Bool {
    guard let members = part.object, let all = whole.object else { return whole == part }
    return members.allSatisfy { key, value in contains(all[key] ?? .null, value) }
  }
}
