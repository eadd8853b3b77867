import HTTPTypes
public import RefineryCore

/// A model together with how the server had it, so that only what changed is sent: attributes and relationships alike.
///
/// ```swift
/// var article = try await api.send(Article.read("1").tracked)
/// article.value.title = "New"
/// try await api.save(&article)   // PATCH articles/1 {"data": {"type": ..., "id": ..., "attributes": {"title": "New"}}}
/// try await api.save(&article)   // nothing is sent
/// ```
public struct TrackedResource<Model: JSONAPIResource & Patchable>: Sendable {
  /// The model, to be changed.
  public var value: Model
  private var original: RawResource

  /// Tracks a model as the server has it.
  ///
  /// - Throws: `MappingError` where the model cannot be written.
  public init(_ value: Model) throws {
    self.value = value
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
    try changes().map { Call(Model.patchEndpoint, PathValues("id", PathValue(id: value.id))).body($0) }
  }
}

extension TrackedResource: Decodable, DocumentReadable {
  /// Reads a document, by any coder.
  ///
  /// - Throws: `MappingError` with the place of the fault.
  public init(from decoder: any Decoder) throws {
    let settings = ResourcePool.Settings(dates: .iso8601, keys: .asWritten, userInfo: [:])
    try self.init(reading: RawDocument(RawJSON(from: decoder), settings: settings))
  }

  init(reading document: RawDocument) throws { try self.init(document.one(Model.self)) }
}

extension Call where Output: JSONAPIResource & Patchable {
  /// The same call, its answer remembered.
  public var tracked: Call<TrackedResource<Output>> { decoding(TrackedResource<Output>.self) }
}

extension Client {
  /// Sends what changed, and remembers the server's answer; where nothing changed, nothing is sent.
  ///
  /// An answer without the resource, such as 204, means that the server has it as it was sent.
  ///
  /// - Throws: `CallError`; the changes are still there then. `MappingError` where the model cannot be written.
  public func save<Model: JSONAPIResource & Patchable>(
    _ tracked: inout TrackedResource<Model>
  ) async throws where Model.Parent == Never {
    guard let call = try tracked.patch() else { return }
    let answer = try await send(call.document.optional)
    tracked = try TrackedResource(answer?.data ?? tracked.value)
  }
}
