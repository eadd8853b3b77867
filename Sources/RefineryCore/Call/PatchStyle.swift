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
    /// The members of the object that changed, each whole, as the coder's own media type, mostly `application/json`. No
    /// server loses anything by it: most of them, such as Kinto and Django REST framework, replace a member whole.
    case members
    /// A merge patch as the coder's own media type: of an object in the object, too, only what changed in it. Only for
    /// servers that merge `application/json` at every depth: any other loses what the nested difference leaves out.
    case merge
    /// A merge patch as `application/merge-patch+json` (RFC 7396).
    case mergePatch
    /// A list of operations as `application/json-patch+json` (RFC 6902), which reaches single elements of arrays and tells
    /// a null from a member that is not there.
    case jsonPatch
  }

  /// The form of the difference. Default: ``Format/members``.
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
    _ format: Format = .members, nulls: NullPolicy = .nullified, ignoresArrays: Bool = false, sendsIfMatch: Bool = true,
    conflictStatuses: StatusSet = StatusSet(412...412), conflictPlaces: [KeyPathText] = ["details.existing"]
  ) {
    self.format = format
    self.nulls = nulls
    self.ignoresArrays = ignoresArrays
    self.sendsIfMatch = sendsIfMatch
    self.conflictStatuses = conflictStatuses
    self.conflictPlaces = conflictPlaces
  }

  /// The members that changed, each whole, as the coder's own media type.
  public static let members = PatchStyle(.members)
  /// A merge patch as the coder's own media type, for servers that merge that at every depth.
  public static let merge = PatchStyle(.merge)
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
  /// The members that changed, each whole, as the coder's own media type.
  public static let defaultValue = PatchStyle()
}
