import HTTPTypes
public import RefineryCore

/// A model together with how the server had it, so that only what changed is sent: attributes and relationships alike.
///
/// ```swift
/// var article = try await api.send(Article.read("1").trackedResource)
/// article.value.title = "New"
/// try await api.save(&article)   // PATCH articles/1 {"data": {"type": ..., "id": ..., "attributes": {"title": "New"}}}
/// try await api.save(&article)   // nothing is sent
/// ```
/// This is what `Tracked` is for other models: by JSON:API an attribute or linkage that changes is sent whole, where a merge
/// patch would send the parts of it that differ.
public struct TrackedResource<Model: JSONAPIResource & Patchable>: Sendable {
  /// The model, to be changed.
  public var value: Model
  /// The entity tag of the server's version, such as that of the reply it came with. If it is set, it goes with the changes as
  /// `If-Match`; saving takes over the one of the answer. Nil unless given.
  public var entityTag: String?
  private let original: RawResource

  /// Tracks a model as the server has it.
  ///
  /// - Throws: `MappingError` where the model cannot be written.
  public init(_ value: Model, entityTag: String? = nil) throws {
    self.value = value
    self.entityTag = entityTag
    original = try value.written()
  }

  /// What would be sent: the attributes and relationships that differ; nil where none does.
  ///
  /// - Throws: `MappingError` where the model cannot be written.
  public func changes() throws -> GenericResource? { try value.changes(since: original) }
}

extension TrackedResource where Model.Parent == Never {
  /// The call that sends the changes; nil where there are none. The client's `save` sends it and remembers the answer.
  ///
  /// - Throws: `MappingError` where the model cannot be written.
  public func patch() throws -> Call<Model>? {
    guard let changes = try changes() else { return nil }
    let call = Call<Model>(Model.patchEndpoint, PathValues("id", PathValue(id: value.id))).body(changes)
    return entityTag.map { call.ifMatch($0) } ?? call
  }
}

extension TrackedResource: Decodable, ResourceReadable {
  /// Reads a model as it is written outside of documents.
  public init(from decoder: any Decoder) throws { try self.init(Model(from: decoder)) }

  init(reading resource: RawResource, in pool: ResourcePool) throws {
    try self.init(ResourceReader<Model>(pool).value(of: resource))
  }
}

extension Call where Output: JSONAPIResource & Patchable {
  /// The same call, its answer remembered.
  public var trackedResource: Call<TrackedResource<Output>> { decoding(TrackedResource<Output>.self) }

  /// JSON:API resources are tracked by ``TrackedResource``.
  @available(*, unavailable, renamed: "trackedResource")
  public var tracked: Call<Tracked<Output>> { decoding(Output.self).tracked(PatchStyle()) }

  /// JSON:API has one style of changes.
  @available(*, unavailable, renamed: "trackedResource")
  public func tracked(_ style: PatchStyle) -> Call<Tracked<Output>> { tracked }
}

extension Call where Output: Sequence, Output.Element: JSONAPIResource & Patchable {
  /// The same call, each element of its list remembered.
  public var trackedResources: Call<[TrackedResource<Output.Element>]> {
    decoding([TrackedResource<Output.Element>].self)
  }

  /// JSON:API resources are tracked by ``TrackedResource``.
  @available(*, unavailable, renamed: "trackedResources")
  public var tracked: Call<[Tracked<Output.Element>]> { tracked(PatchStyle()) }

  /// JSON:API has one style of changes.
  @available(*, unavailable, renamed: "trackedResources")
  public func tracked(_ style: PatchStyle) -> Call<[Tracked<Output.Element>]> { tracked }
}

extension Tracked where Model: JSONAPIResource {
  /// A JSON:API resource is tracked by ``TrackedResource``.
  @available(*, unavailable, message: "use TrackedResource for JSON:API")
  public init(_ value: Model) throws { try self.init(value, memory: nil) }
}

extension Client {
  /// Sends what changed, and remembers the server's answer; where nothing changed, nothing is sent.
  ///
  /// An answer without the resource, such as 204, means that the server has it as it was sent.
  ///
  /// - Returns: the reply; nil where there was nothing to send.
  /// - Throws: `CallError`, with status 412 where the server has another version than that of the entity tag; the changes are
  ///   still there then. `MappingError` where the model cannot be written.
  @discardableResult
  public func save<Model: JSONAPIResource & Patchable>(
    _ tracked: inout TrackedResource<Model>
  ) async throws -> Reply<Document<Model>?>? where Model.Parent == Never {
    guard let call = try tracked.patch() else { return nil }
    let reply = try await reply(to: call.document.optional)
    tracked = try TrackedResource(
      reply.value?.data ?? tracked.value, entityTag: tracked.entityTag == nil ? nil : reply.entityTag)
    return reply
  }
}
