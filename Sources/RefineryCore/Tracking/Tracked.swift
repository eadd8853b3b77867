import FoundationEssentials

/// A model together with what the server was last known to have, so that only what changed is sent.
///
/// ```swift
/// var person = try await api.send(Person.read(5).tracked)
/// person.value.name = "Bo"
/// try await api.save(&person)      // PATCH people/5 {"name":"Bo"}
/// try await api.save(&person)      // nothing is sent
/// ```
///
/// The difference is taken between two writings of the model by one coder, so what the model does not write never appears in
/// it: members it does not know, or only reads. Numbers count by value and objects whatever the order of their members.
///
/// A value: a copy remembers for itself. A reference model is compared with how it was written when it was received; one that
/// is ``Refreshable`` keeps its identity when the answer to a patch arrives, any other is replaced.
public struct Tracked<Model: Patchable & Encodable>: Sendable {
  /// The model, to be changed.
  public var value: Model

  /// What the server is known to have: the object of its last answer, with all members that the model does not know.
  public let memory: RawJSON

  /// The entity tag that came with it, as it was sent; nil where none did, as for elements of lists. If it is set, it goes
  /// with the next patch as `If-Match`, unless ``style`` says otherwise. A weak tag stays at home: by RFC 9110 section
  /// 13.1.1 it could never match.
  public var entityTag: String?

  /// How changes are sent.
  public var style: PatchStyle

  let writer: ModelWriter
  /// What fills the placeholders of the model's paths.
  let values: PathValues
  private let written: RawJSON
  private let writtenNulls: NullPolicy

  init(
    _ value: Model, memory: RawJSON?, entityTag: String?, style: PatchStyle, writer: ModelWriter, values: PathValues
  ) throws {
    self.value = value
    self.entityTag = entityTag
    self.style = style
    self.writer = writer
    written = try writer.object(of: value, nulls: style.nulls)
    writtenNulls = style.nulls
    self.memory = memory ?? written
    guard self.memory.object != nil else { throw Untrackable(model: Model.self, reason: "its memory is not an object") }
    var values = values
    // The id as it is now: a patch that changes the id has to go to the old one.
    if let identified = value as? any Identifiable { values["id"] = Self.pathValue(of: identified) }
    self.values = values
  }

  private static func pathValue<Identified: Identifiable>(of model: Identified) -> PathValue { PathValue(id: model.id) }

  /// Tracks a model that did not just come from a server, such as one that was stored.
  ///
  /// - Parameters:
  ///   - value: the model as the server has it.
  ///   - memory: what the server has, where that is more than the model knows.
  ///   - entityTag: the tag of that version.
  ///   - style: how changes are sent.
  ///   - coder: how the model is written: as the client does it that will send the changes.
  ///   - placeholders: what fills the placeholders of the model's paths beside the id.
  /// - Throws: ``Untrackable``, ``MappingError``.
  public init(
    _ value: Model, memory: RawJSON? = nil, entityTag: String? = nil, style: PatchStyle? = nil,
    coder: any Coder = Model.coder ?? JSONCoder(), placeholders: PathValues = PathValues()
  ) throws {
    try self.init(
      value, memory: memory, entityTag: entityTag, style: style ?? Model.patchEndpoint.options[PatchStyleOption.self],
      writer: ModelWriter(coder), values: placeholders)
  }
}

extension Tracked {
  /// The changes since the server's last answer, as a merge patch; empty where there are none. Nothing is sent.
  ///
  /// - Throws: ``Untrackable``, ``MappingError``.
  public func changes() throws -> MergePatch {
    try MergePatch.make(from: memory, to: target(), nulls: .asRemoval, ignoresArrays: style.ignoresArrays)
  }

  /// The changes since the server's last answer, as a JSON patch of what the server has; empty where there are none.
  ///
  /// - Throws: ``Untrackable``, ``MappingError``.
  public func operations() throws -> JSONPatch { JSONPatch.make(from: memory, to: try target()) }

  /// The entity tag, if it can be a condition.
  var strongTag: String? { entityTag.flatMap { $0.isEmpty || $0.hasPrefix("W/") ? nil : $0 } }

  /// Whether the model's silence about a member leaves it alone.
  var keepsUnwritten: Bool { style.nulls == .valued }

  /// What the server will have once all changes are made.
  func target() throws -> RawJSON {
    MemberChanges.carried(onto: memory, from: try baseline(style.nulls), to: try current(), keepsUnwritten: keepsUnwritten)
  }

  /// The model as it is written now.
  func current() throws -> RawJSON { try writer.object(of: value, nulls: style.nulls) }

  /// The model as it was written when it was received.
  func baseline(_ nulls: NullPolicy) throws -> RawJSON {
    if nulls == writtenNulls { return written }
    return try writer.object(of: writer.decode(Model.self, from: memory), nulls: nulls)
  }
}

extension Tracked: Redacted {}
