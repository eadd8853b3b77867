/// Changes to a JSON document, written as a document: the members that change, and null for each member to remove (RFC 7396).
///
/// ```swift
/// let patch = try MergePatch.make(from: old, to: new)      // {"name":"Bo","nickname":null}
/// let same = patch.apply(to: old)                          // == new
/// ```
///
/// Null means removal, so a merge patch cannot set a member to null. An array that changes is sent whole. A ``JSONPatch`` has
/// neither of these limits.
public struct MergePatch: Sendable, Hashable {
  /// `application/merge-patch+json`.
  public static let mediaType = "application/merge-patch+json"

  /// The changes.
  public var document: JSONValue

  /// Creates a patch with this document. Every JSON document is a valid patch. One that is not an object replaces the whole
  /// target.
  public init(_ document: JSONValue) { self.document = document }

  /// Whether the patch changes no object.
  public var isEmpty: Bool { document.object?.isEmpty ?? false }

  /// Applies the changes and returns the new document.
  public func apply(to target: JSONValue) -> JSONValue { Self.merged(target, document) }

  private static func merged(_ target: JSONValue, _ patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var result = target.object ?? [:]
    // All removals are made in one pass, because each removal from an object moves the members after it.
    let removed = Set(changes.filter { $0.value.isNull }.map(\.key))
    if !removed.isEmpty { result = JSONValue.Object(result.filter { !removed.contains($0.key) }) }
    for (key, change) in changes where !change.isNull { result[key] = merged(result[key] ?? .null, change) }
    return .object(result)
  }
}

extension MergePatch {
  /// Returns the changes that turn `old` into `new`. If both are equal objects, there are none. If `new` is not an object, the
  /// patch is `new`.
  ///
  /// A member that is only in `new` is added. A member that differs is changed. A member that is only in `old` becomes null.
  /// Two objects are compared member by member. An array that changes is written whole.
  ///
  /// It is guaranteed that `make(from: a, to: b).apply(to: a) == b`, unless arrays are ignored or nulls are written as
  /// removals.
  ///
  /// - Parameters:
  ///   - old: the document before.
  ///   - new: the document after.
  ///   - writesNulls: whether members may become null. A server that follows the RFC removes them; many others store null.
  ///     Elements of arrays may always become null.
  ///   - ignoresArrays: whether members that are arrays before or after the change are left out.
  /// - Throws: ``Inexpressible`` if `new` has nulls that a merge patch cannot express.
  public static func make(
    from old: JSONValue, to new: JSONValue, writesNulls: Bool = false, ignoresArrays: Bool = false
  ) throws(Inexpressible) -> MergePatch {
    guard case .object(let members) = new else { return MergePatch(new) }
    var comparison = Comparison(refusesNulls: !writesNulls, ignoresArrays: ignoresArrays)
    let changes = comparison.changes(from: old.object ?? [:], to: members, at: .root)
    guard comparison.faults.isEmpty else { throw Inexpressible(pointers: comparison.faults) }
    return MergePatch(.object(changes))
  }

  /// A merge patch cannot express that members become null, because null means removal.
  public struct Inexpressible: Error, Equatable, CustomStringConvertible {
    /// The members.
    public let pointers: [JSONPointer]

    /// One line, safe to log. It shows names of members but no values.
    public var description: String {
      let shown = pointers.prefix(3).map(\.safeText).joined(separator: ", ")
      return "a merge patch cannot set members to null: \(shown)\(pointers.count > 3 ? " and more" : ""); use a JSON patch"
    }
  }
}

private struct Comparison {
  let refusesNulls: Bool
  let ignoresArrays: Bool
  var faults: [JSONPointer] = []

  mutating func changes(
    from old: JSONValue.Object, to new: JSONValue.Object, at pointer: JSONPointer
  ) -> JSONValue.Object {
    var changes: JSONValue.Object = [:]
    for (key, value) in new {
      if let change = change(from: old[key], to: value, at: pointer.appending(key)) { changes[key] = change }
    }
    for (key, value) in old where new[key] == nil && !(ignoresArrays && value.array != nil) { changes[key] = .null }
    return changes
  }

  private mutating func change(from old: JSONValue?, to new: JSONValue, at pointer: JSONPointer) -> JSONValue? {
    if ignoresArrays, old?.array != nil || new.array != nil { return JSONValue?.none }
    if case .object(let members) = new {
      let changes = changes(from: old?.object ?? [:], to: members, at: pointer)
      if changes.isEmpty, old?.object != nil { return JSONValue?.none }
      return .object(changes)
    }
    if let old, old.isIdentical(to: new) { return JSONValue?.none }
    if new.isNull, refusesNulls { faults.append(pointer) }
    return new
  }
}

extension MergePatch: Codable, CustomStringConvertible {
  /// Reads a patch: any JSON value.
  public init(from decoder: any Decoder) throws { document = try JSONValue(from: decoder) }

  /// Writes the patch as its document.
  public func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }

  /// The patch as compact JSON. It is content, so it may contain secrets.
  public var description: String { document.text() }
}
