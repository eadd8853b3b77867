/// How the changes of a ``Tracked`` model are sent.
///
/// Give one to a client, a model, a row or a call by ``PatchStyleOption``, or to a single value by ``Tracked/style``:
///
/// ```swift
/// extension Article { static let options = Options().setting(PatchStyleOption.self, .jsonPatch) }
/// ```
public struct PatchStyle: Sendable, Equatable {
  /// The forms a difference can have.
  public enum Format: String, Sendable {
    /// A merge patch as the coder's own media type, mostly `application/json`: of an object in the object, too, only what
    /// changed in it. For servers that merge at every depth.
    case merge
    /// The members of the object that changed, each whole, as the coder's own media type. For servers that merge the top
    /// level alone and would lose what a nested difference leaves out, as Kinto does for `application/json`.
    case members
    /// A merge patch as `application/merge-patch+json` (RFC 7396).
    case mergePatch
    /// A list of operations as `application/json-patch+json` (RFC 6902), which reaches single elements of arrays and tells
    /// a null from a member that is not there.
    case jsonPatch
  }

  /// The form of the difference. Default: ``Format/merge``.
  public var format: Format
  /// What becomes of properties that have no value any more. By default they are cleared: null. With `valued` whatever
  /// the model does not write is left out, so that the server keeps what it has: keys taken from a dictionary as well.
  public var nulls: NullPolicy
  /// Whether members, but for a JSON patch, that were or become arrays are left out, as RepositoryKit does. Default: no.
  public var ignoresArrays: Bool
  /// Whether `If-Match` goes with the patch where a strong entity tag is known, so that nobody else's changes are overwritten
  /// unseen. Default: yes.
  public var sendsIfMatch: Bool
  /// The statuses that mean that the server has another version. Default: 412.
  public var conflictStatuses: StatusSet
  /// Where in the body of such an answer the server's version may be, beside the model's envelope and the top. Default:
  /// `details.existing`.
  public var conflictPlaces: [KeyPathText]

  /// A style.
  public init(
    _ format: Format = .merge, nulls: NullPolicy = .nullified, ignoresArrays: Bool = false, sendsIfMatch: Bool = true,
    conflictStatuses: StatusSet = StatusSet(412...412), conflictPlaces: [KeyPathText] = ["details.existing"]
  ) {
    self.format = format
    self.nulls = nulls
    self.ignoresArrays = ignoresArrays
    self.sendsIfMatch = sendsIfMatch
    self.conflictStatuses = conflictStatuses
    self.conflictPlaces = conflictPlaces
  }

  /// A merge patch as the coder's own media type.
  public static let merge = PatchStyle(.merge)
  /// The members that changed, each whole.
  public static let members = PatchStyle(.members)
  /// A merge patch as `application/merge-patch+json`.
  public static let mergePatch = PatchStyle(.mergePatch)
  /// A JSON patch.
  public static let jsonPatch = PatchStyle(.jsonPatch)
}

extension PatchStyle: CustomStringConvertible {
  /// The format, and what differs from the defaults: `merge valued`.
  public var description: String {
    var words = [format.rawValue]
    if nulls == .valued { words.append("valued") }
    if ignoresArrays { words.append("ignoresArrays") }
    if !sendsIfMatch { words.append("unconditional") }
    return words.joined(separator: " ")
  }
}

/// How the changes of tracked models are sent: see ``PatchStyle``.
///
/// It counts when a model is received: what call, row, model or client say then, or else what the model's patch row says.
public enum PatchStyleOption: OptionKey {
  /// `patchStyle`.
  public static let name = "patchStyle"
  /// A merge patch as the coder's own media type.
  public static let defaultValue = PatchStyle()
}
