import FoundationEssentials
public import RefineryCore

/// A model together with the last known state of the server, so that only changes are sent.
///
/// ```swift
/// var person = try await api.send(Person.read(5).tracked)
/// person.value.name = "Bo"
/// try await api.save(&person)      // PATCH people/5 {"name":"Bo"}
/// try await api.save(&person)      // nothing is sent
/// ```
///
/// Both states are encoded by the same coder and compared, so members that the model does not encode never appear in the
/// difference. Numbers are compared by value; the order of members is ignored.
///
/// It is a value: a copy keeps its own state. A model that is a class is compared with its encoded state at the time when it
/// was received. The response to a patch updates a `Refreshable` model in place, and replaces any other model.
public struct Tracked<Model: Patchable & Encodable>: Sendable {
  /// The model; change it freely.
  public var value: Model

  /// The last known state of the server: the object of its last response, including the members that the model does not know.
  public let memory: JSONValue

  /// The entity tag of that response; nil if it had none, and for elements of lists. The next patch sends the tag as
  /// `If-Match`, unless ``style`` disables that. A weak tag is not sent, because it could never match (RFC 9110 section
  /// 13.1.1).
  public var entityTag: String?

  /// How changes are sent.
  public var style: PatchStyle

  let coder: UnwrappedCoder
  /// The values for the placeholders of the model's paths.
  let values: PathValues
  private let written: JSONValue
  private let writtenNulls: NullPolicy

  init(
    _ value: Model, memory: JSONValue?, entityTag: String?, style: PatchStyle, coder: UnwrappedCoder, values: PathValues
  ) throws {
    self.value = value
    self.entityTag = entityTag
    self.style = style
    self.coder = coder
    written = try coder.object(of: value, nulls: style.nulls)
    writtenNulls = style.nulls
    self.memory = memory ?? written
    guard self.memory.object != nil else { throw Untrackable(model: Model.self, reason: "its memory is not an object") }
    var values = values
    // The id at this time, because a patch that changes the id must be sent to the old id.
    if let identified = value as? any Identifiable { values["id"] = Self.pathValue(of: identified) }
    self.values = values
  }

  private static func pathValue<Identified: Identifiable>(of model: Identified) -> PathValue { PathValue(id: model.id) }

  /// Tracks a model that does not come from a call, such as a stored model.
  ///
  /// - Parameters:
  ///   - value: the model in the server's state.
  ///   - memory: the server's object, if it has more members than the model.
  ///   - entityTag: the tag of that version.
  ///   - style: how changes are sent.
  ///   - coder: the coder of the client that will send the changes.
  ///   - placeholders: the values for the placeholders of the model's paths, other than the id.
  /// - Throws: `MappingError`; an error if the model is not written as a JSON object.
  public init(
    _ value: Model, memory: JSONValue? = nil, entityTag: String? = nil, style: PatchStyle? = nil,
    coder: any Coder = Model.coder ?? JSONCoder(), placeholders: PathValues = PathValues()
  ) throws {
    try self.init(
      value, memory: memory, entityTag: entityTag, style: style ?? Model.patchEndpoint.options.patchStyle,
      coder: UnwrappedCoder(coder), values: placeholders)
  }
}

extension Tracked {
  /// The changes since the server's last response, as a merge patch; empty if there are none. Sends nothing.
  ///
  /// - Throws: `MappingError`; an error if the model is not written as a JSON object.
  public func changes() throws -> MergePatch {
    try MergePatch.make(from: memory, to: target(), writesNulls: true, ignoresArrays: style.ignoresArrays)
  }

  /// The changes since the server's last response, as a JSON patch; empty if there are none. Sends nothing.
  ///
  /// - Throws: `MappingError`; an error if the model is not written as a JSON object.
  public func operations() throws -> JSONPatch { JSONPatch.make(from: memory, to: try target()) }

  /// The entity tag, if it can be a condition.
  var strongTag: String? { entityTag.flatMap { $0.isEmpty || $0.hasPrefix("W/") ? nil : $0 } }

  /// Whether a member that the model does not encode is kept.
  var keepsUnwritten: Bool { style.nulls == .omit }

  /// The server's expected state after the changes.
  func target() throws -> JSONValue {
    MemberChanges.carried(onto: memory, from: try baseline(style.nulls), to: try current(), keepsUnwritten: keepsUnwritten)
  }

  /// The model, encoded now.
  func current() throws -> JSONValue { try coder.object(of: value, nulls: style.nulls) }

  /// The model, as encoded when it was received.
  func baseline(_ nulls: NullPolicy) throws -> JSONValue {
    if nulls == writtenNulls { return written }
    return try coder.object(of: coder.decode(Model.self, from: memory), nulls: nulls)
  }
}

extension Tracked: Redacted {}
