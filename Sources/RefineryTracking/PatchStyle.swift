public import RefineryCore

/// How the changes of a ``Tracked`` model are sent.
///
/// Set it for a client, a model, a row or a call by `Options.patchStyle`, or for a single value by ``Tracked/style``:
///
/// ```swift
/// extension Article { static let options = Options { $0.patchStyle = PatchStyle(.jsonPatch) } }
/// ```
public struct PatchStyle: Sendable, Equatable {
  /// The formats of a patch.
  public enum Format: Sendable {
    /// The members of the object that changed, each with its whole value. The media type is the one of the coder, usually
    /// `application/json`. This is safe with every server: most servers, such as Kinto and Django REST framework, replace the
    /// whole value of a member.
    case members
    /// A merge patch with the coder's media type: only the changes, also within nested objects. Use it only for servers that
    /// merge `application/json` at every depth. Other servers delete the members that a nested object leaves out.
    case merge
    /// A merge patch as `application/merge-patch+json` (RFC 7396).
    case mergePatch
    /// A list of operations as `application/json-patch+json` (RFC 6902). It can change single elements of arrays, and it
    /// distinguishes null from a missing member.
    case jsonPatch
  }

  /// The format of the patch. Default: ``Format/members``.
  public var format: Format
  /// How properties that have become nil are sent. By default they are sent as null. With `omit`, they are left out, and the
  /// server keeps its values. This applies to all members that the model no longer encodes, such as removed keys of a
  /// dictionary.
  public var nulls: NullPolicy
  /// Whether members that were or become arrays are left out, except in a JSON patch. Default: no.
  public var ignoresArrays: Bool
  /// Whether the patch has an `If-Match` field if a strong entity tag is known. The server then refuses to overwrite changes of
  /// other clients. Default: yes.
  public var sendsIfMatch: Bool
  /// The statuses that report another version on the server. Default: 412.
  public var conflictStatuses: StatusSet
  /// Paths in the body of such a response that may contain the server's version, in addition to the model's envelope and the
  /// top level. Default: `details.existing`.
  public var conflictPlaces: [MemberPath]

  /// A style.
  public init(
    _ format: Format = .members, nulls: NullPolicy = .null, ignoresArrays: Bool = false, sendsIfMatch: Bool = true,
    conflictStatuses: StatusSet = 412, conflictPlaces: [MemberPath] = ["details.existing"]
  ) {
    self.format = format
    self.nulls = nulls
    self.ignoresArrays = ignoresArrays
    self.sendsIfMatch = sendsIfMatch
    self.conflictStatuses = conflictStatuses
    self.conflictPlaces = conflictPlaces
  }
}

extension PatchStyle: CustomStringConvertible {
  /// The format, and the settings that differ from the defaults: `merge omit`.
  public var description: String {
    var words = ["\(format)"]
    if nulls == .omit { words.append("omit") }
    if ignoresArrays { words.append("ignoresArrays") }
    if !sendsIfMatch { words.append("unconditional") }
    return words.joined(separator: " ")
  }
}

extension Options {
  /// How the changes of tracked models are sent. Default ``PatchStyle/Format/members``.
  ///
  /// The option is read when a model is received: from the call, the row, the model or the client; otherwise from the model's
  /// patch row.
  public var patchStyle: PatchStyle {
    get { self[PatchStyleKey.self] }
    set { self[PatchStyleKey.self] = newValue }
  }
}

package enum PatchStyleKey: OptionKey {
  package static let name = "patchStyle"
  package static let defaultValue = PatchStyle()
  package static let isInherited = false
}
