import FoundationEssentials
import HTTPTypes
public import RefineryCore

/// The server refused a patch and changed nothing, because its version of the model is not the one that the patch was made for.
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
  /// The model to save, with its changes.
  public let mine: Tracked<Model>

  /// The server's version, if the response contained it: as the model's object, or at one of ``PatchStyle/conflictPlaces``. If
  /// this is nil, ``RefineryCore/Client/theirs(in:)`` reads the version from the server.
  public let theirs: Tracked<Model>?

  /// The error of the call, with row, status, header fields, body and attempts. Its kind depends on the status.
  public let error: CallError

  /// The conflict of a failed call; nil if its status is not one of the style's conflict statuses.
  ///
  /// Use it for calls that `save` does not send, such as ``Tracked/update(nulls:)``.
  public init?(_ mine: Tracked<Model>, _ error: CallError) {
    guard error.stage == .status, let status = error.status, mine.style.conflictStatuses.contains(status) else { return nil }
    self.mine = mine
    self.error = error
    theirs = Self.version(in: error, of: mine)
  }

  /// One line, safe to log: the description of the call's error.
  public var description: String { "conflict: \(error.description)" }

  private static func version(in error: CallError, of mine: Tracked<Model>) -> Tracked<Model>? {
    guard let body = try? JSONValue(parsing: error.body) else { return nil }
    for place in [Model.objectEnvelope] + mine.style.conflictPlaces + [[]] {
      guard let object = body.value(at: place), object.object != nil,
        let model = try? mine.coder.decode(Model.self, from: object),
        let theirs = try? Tracked(
          model, memory: object, entityTag: error.headers?[.eTag], style: mine.style, coder: mine.coder, values: mine.values)
      else { continue }
      // A model without required members can be decoded from any object. So the id must match. A model without an id is read
      // only from a named place.
      if theirs.values["id"] == mine.values["id"], model is any Identifiable || !place.parts.isEmpty { return theirs }
    }
    return nil
  }
}

/// One of the two sides of a conflict.
public enum ConflictSide: Sendable, Hashable {
  /// The local change, which was refused.
  case mine
  /// The server's version.
  case theirs
}

extension Tracked {
  /// Applies the changes of this model to the server's version: a three-way merge.
  ///
  /// A member that one side changed gets that side's value. A member that both changed gets the preferred side's value. Members
  /// that the model does not encode are the server's. A `Refreshable` model is updated in place.
  ///
  /// - Returns: the other version with the changes, ready to be saved; and the members that both sides changed to different
  ///   values, by their names in JSON. An array is one member.
  /// - Throws: `MappingError`, and the errors of the model's own code; an error if the model is not written as a JSON object.
  public func rebased(
    onto theirs: Tracked, preferring side: ConflictSide = .mine
  ) throws -> (tracked: Tracked, overlaps: [JSONPointer]) {
    let before = try theirs.baseline(style.nulls)
    let merge = try merged(with: before, preferring: side)
    let target = MemberChanges.carried(onto: theirs.memory, from: before, to: merge.result, keepsUnwritten: false)
    var result = theirs
    result.style = style
    if let live = value as? any Refreshable {
      try live.refresh(from: clearing(target))
      result.value = value
    } else {
      result.value = try coder.decode(Model.self, from: target)
    }
    return (result, merge.overlaps)
  }

  /// Returns the members that both sides changed to different values. It does not refresh the model.
  func overlaps(with theirs: Tracked) throws -> [JSONPointer] {
    try merged(with: theirs.baseline(style.nulls), preferring: .mine).overlaps
  }

  private func merged(with theirs: JSONValue, preferring side: ConflictSide) throws -> MemberChanges.Merge {
    let base = try baseline(style.nulls)
    // If the model no longer encodes a member, it may have left the member unchanged.
    let mine = MemberChanges.carried(onto: base, from: base, to: try current(), keepsUnwritten: keepsUnwritten)
    return MemberChanges.merged(base, mine: mine, theirs: theirs, preferring: side)
  }
}
