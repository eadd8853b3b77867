import FoundationEssentials
import HTTPTypes

extension Call where Output: Patchable & Encodable {
  /// The same call, its answer remembered: for read, create, update and patch alike.
  ///
  /// Where something was sent and the answer is empty, or lacks members that were sent, such as one with the new id alone,
  /// it is laid over what was sent.
  public var tracked: Call<Tracked<Output>> {
    remapped(Mapping(at: { Output.objectEnvelope }) { try Tracked(reading: &$0) })
  }

  /// The same call, its answer remembered; its changes will be sent in this style.
  public func tracked(_ style: PatchStyle) -> Call<Tracked<Output>> { tracked.option(PatchStyleOption.self, style) }
}

extension Call where Output: Sequence, Output.Element: Patchable & Encodable {
  /// The same call, each element of its list remembered. They have no entity tags: that of the answer is the list's.
  public var tracked: Call<[Tracked<Output.Element>]> {
    remapped(Mapping(at: { Output.Element.listEnvelope }) { try Tracked<Output.Element>.list(reading: &$0) })
  }

  /// The same call, each element of its list remembered; their changes will be sent in this style.
  public func tracked(_ style: PatchStyle) -> Call<[Tracked<Output.Element>]> {
    tracked.option(PatchStyleOption.self, style)
  }
}

extension Tracked {
  /// The call that sends the changes, by the row and with the path, header fields and options of another call; nil where
  /// there are none.
  ///
  /// This is how a model is saved whose row needs more than what it was read with: one that is nested in another, or one
  /// whose request carries a header field of its own.
  ///
  /// - Throws: ``Untrackable``, ``MappingError``.
  public func patch(by carrier: Call<Model>) throws -> Call<Tracked>? {
    guard let difference = try TrackedDifference(self) else { return nil }
    var call = carrier.remapped(
      Mapping<Tracked>(at: { Model.objectEnvelope }) { answer in
        try Tracked(reading: &answer, of: self, expected: difference.expected, told: difference.told)
      })
    switch difference.patch {
    case .merge(let document):
      call.payload = .value(document, nulls: nil, coder: writer.coder)
      if style.format == .mergePatch { call.headers[.contentType] = MergePatch.mediaType }
    case .changes(let changes, let coder):
      var id: String?
      if case .text(let text) = call.values["id"] { id = text }
      let body = try coder.encode(changes: changes, towards: difference.expected, changing: id)
      call.payload = .body(Body(body), contentType: coder.contentType)
    case .operations(let patch):
      call.payload = .body(Body(patch.prefixed(by: writer.envelope).json.data()), contentType: JSONPatch.mediaType)
    }
    return conditional(call)
  }

  /// With `If-Match`, where the style wants it and there is something to match.
  func conditional<Output>(_ call: Call<Output>) -> Call<Output> {
    guard style.sendsIfMatch, let strongTag, call.headers[.ifMatch] == nil else { return call }
    return call.ifMatch(strongTag)
  }
}

extension Tracked where Model.Parent == Never {
  /// The call that sends the changes by the model's patch row; nil where there are none.
  ///
  /// The client's `save` does the same, and sends it.
  ///
  /// - Throws: ``Untrackable``, ``MappingError``.
  public func patch() throws -> Call<Tracked>? {
    try patch(by: Call(Model.patchEndpoint, values, mapping: .object))
  }
}

extension Tracked where Model: Updatable, Model.Parent == Never {
  /// Replaces what the server has by all of this model: PUT, under the same condition as a patch.
  public func update(nulls: NullPolicy = .nullified) -> Call<Tracked> {
    let payload = Payload.value(value, nulls: nulls)
    return conditional(
      Call(
        Model.updateEndpoint, values, payload: payload,
        mapping: Mapping(at: { Model.objectEnvelope }) { try Tracked(reading: &$0, of: self) }))
  }
}

extension Tracked where Model: Readable, Model.Parent == Never {
  /// Reads what the server has now: a new value, without the changes made to this one.
  public func read(_ query: Query = [:]) -> Call<Tracked> {
    Call<Model>(Model.readEndpoint, values, query: query, mapping: .object).tracked(style)
  }
}

extension Tracked where Model: Deletable, Model.Parent == Never {
  /// Deletes what the server has, under the same condition as a patch.
  public func delete() -> Call<Okay> { conditional(Call(Model.deleteEndpoint, values, mapping: .okay)) }
}
