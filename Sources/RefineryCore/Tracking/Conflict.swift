import FoundationEssentials
import HTTPTypes

/// Somebody else changed what was to be saved: the server refused the patch, and nothing of it happened.
///
/// ```swift
/// do {
///   try await api.save(&person)
/// } catch let conflict as Conflict<Person> {
///   let theirs = try await api.theirs(in: conflict)          // the server's version
///   let rebase = try person.rebased(onto: theirs)            // my changes upon it
///   guard rebase.overlaps.isEmpty else { throw conflict }    // both changed the same members
///   person = rebase.tracked
///   try await api.save(&person)
/// }
/// ```
public struct Conflict<Model: Patchable & Encodable>: SafelyDescribed {
  /// What was to be saved, with its changes.
  public let mine: Tracked<Model>

  /// The server's version, where the answer held it: as the model's object, or at one of the style's places. Nil where it
  /// did not: ``Client/theirs(in:)`` reads it then.
  public let theirs: Tracked<Model>?

  /// All that is known about the call: row, status, header fields, body, attempts. Its kind is that of the status.
  public let error: CallError

  /// The conflict that a failed call is; nil if its status, by the style of what was to be saved, means something else.
  ///
  /// For calls that are sent by other means than `save`, such as ``Tracked/update(nulls:)``.
  public init?(_ mine: Tracked<Model>, _ error: CallError) {
    guard error.stage == .status, let status = error.status, mine.style.conflictStatuses.contains(status) else { return nil }
    self.mine = mine
    self.error = error
    theirs = Self.version(in: error, of: mine)
  }

  /// One line, safe to log: that of the call's error.
  public var description: String { "conflict: \(error.description)" }

  private static func version(in error: CallError, of mine: Tracked<Model>) -> Tracked<Model>? {
    guard !error.isBodyTruncated, let body = try? RawJSON(parsing: error.body) else { return nil }
    for place in [Model.objectEnvelope] + mine.style.conflictPlaces + [[]] {
      guard let object = body.value(at: place), object.object != nil,
        let model = try? mine.writer.decode(Model.self, from: object),
        let theirs = try? Tracked(
          model, memory: object, entityTag: error.headers?[.eTag], style: mine.style, writer: mine.writer, values: mine.values)
      else { continue }
      // Any object fits a model without required members, so the id has to be right, or the place to be a certain one.
      if theirs.values["id"] == mine.values["id"], model is any Identifiable || !place.parts.isEmpty { return theirs }
    }
    return nil
  }
}

/// One of the two who changed the same thing.
public enum ConflictSide: Sendable, Hashable {
  /// Who was refused.
  case mine
  /// Who was first.
  case theirs
}

/// Changes laid upon another version than the one that they were made to.
public struct Rebase<Model: Patchable & Encodable>: Sendable {
  /// The other version, with the changes, ready to be saved.
  public let tracked: Tracked<Model>

  /// The members that both sides changed to different values, as they are named on the wire. An array is one member.
  public let overlaps: [JSONPointer]
}

extension Tracked {
  /// The changes made to this one, laid upon the server's version: a three-way merge.
  ///
  /// A member that one side changed is as that side has it. Of a member that both changed, the preferred side's is kept, and
  /// ``Rebase/overlaps`` names it. Members that the model does not write are the server's. A ``Refreshable`` model takes all
  /// of it in place.
  ///
  /// - Throws: ``Untrackable``, ``MappingError``, and what the model's own code throws.
  public func rebased(onto theirs: Tracked, preferring side: ConflictSide = .mine) throws -> Rebase<Model> {
    let base = try baseline(style.nulls)
    let before = try theirs.baseline(style.nulls)
    // What the model does not write any more may mean that it is left alone.
    let mine = MemberChanges.carried(onto: base, from: base, to: try current(), keepsUnwritten: keepsUnwritten)
    let merge = MemberChanges.merged(base, mine: mine, theirs: before, preferring: side)
    let target = MemberChanges.carried(onto: theirs.memory, from: before, to: merge.result, keepsUnwritten: false)
    var result = theirs
    result.style = style
    if let live = value as? any Refreshable {
      try live.refresh(from: clearing(target))
      result.value = value
    } else {
      result.value = try writer.decode(Model.self, from: target)
    }
    return Rebase(tracked: result, overlaps: merge.overlaps)
  }
}

extension Rebase: Redacted {}
