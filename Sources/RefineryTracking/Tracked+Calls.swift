import FoundationEssentials
import HTTPTypes
public import RefineryCore

extension ScopedCall where Output: Patchable & Encodable {
  /// The same call, which returns a tracked model: for read, create, update and patch.
  ///
  /// If the response is empty or lacks members that were sent, such as a response with only the new id, its members are merged
  /// into those that were sent.
  public var tracked: ScopedCall<Tracked<Output>, Parent> { mapping(at: Output.objectEnvelope) { try Tracked(reading: $0) } }
}

extension ScopedCall where Output: Sequence, Output.Element: Patchable & Encodable {
  /// The same call, which returns each element as a tracked model. The elements have no entity tags, because the tag of the
  /// response is that of the list.
  public var tracked: ScopedCall<[Tracked<Output.Element>], Parent> {
    mapping(at: Output.Element.listEnvelope) { try Tracked<Output.Element>.list(reading: &$0) }
  }
}

extension Tracked {
  /// The call that sends the changes with the row, path, header fields and options of another call; nil if there are none.
  ///
  /// Use it if the patch needs more than the values of the call that read the model: for a nested model, or for additional
  /// header fields.
  ///
  /// - Throws: `MappingError`; an error if the model is not written as a JSON object.
  public func patch(by carrier: Call<Model>) throws -> Call<Tracked>? { try patch(carriedBy: carrier) }

  private func patch<Output>(carriedBy carrier: Call<Output>) throws -> Call<Tracked>? {
    guard let difference = try TrackedDifference(self) else { return nil }
    let (expected, told) = (difference.expected, difference.told)
    var call = carrier.mapping(at: Model.objectEnvelope) { try Tracked(reading: $0, of: self, expected: expected, told: told) }
    switch difference.patch {
    case .merge(let document):
      call = call.body(document, nulls: nil, coder: coder.coder)
      if style.format == .mergePatch { call = call.header(.contentType, MergePatch.mediaType) }
    case .changes(let changes, let changeCoder):
      var id: String?
      if case .text(let text) = call.values["id"] { id = text }
      let body = try changeCoder.encode(changes: changes, towards: expected, changing: id)
      call = call.body(Body(body), contentType: changeCoder.contentType)
    case .operations(let patch):
      call = call.body(Body(patch.prefixed(by: coder.envelope).json.data()), contentType: JSONPatch.mediaType)
    }
    return conditional(call)
  }

  /// Returns the call with `If-Match` if the style sends it and there is a strong tag.
  func conditional<Output>(_ call: Call<Output>) -> Call<Output> {
    guard style.sendsIfMatch, let strongTag, call.headers[.ifMatch] == nil else { return call }
    return call.ifMatch(strongTag)
  }
}

extension Tracked where Model.Parent == Never {
  /// The call that sends the changes by the model's patch row; nil if there are none.
  ///
  /// The client's `save` sends this call.
  ///
  /// - Throws: `MappingError`; an error if the model is not written as a JSON object.
  public func patch() throws -> Call<Tracked>? { try patch(carriedBy: Call<Okay>(Model.patchEndpoint, values)) }
}

extension Tracked where Model: Updatable, Model.Parent == Never {
  /// Replaces the server's copy with the whole model: PUT, with the same condition as a patch.
  public func update(nulls: NullPolicy = .null) -> Call<Tracked> {
    let call = Call<Okay>(Model.updateEndpoint, values).body(value, nulls: nulls)
    return conditional(call.mapping(at: Model.objectEnvelope) { try Tracked(reading: $0, of: self) })
  }
}

extension Tracked where Model: Readable, Model.Parent == Never {
  /// Reads the server's copy: a new value, without the changes of this one.
  public func read(_ query: Query = [:]) -> Call<Tracked> {
    Call<Okay>(Model.readEndpoint, values, query: query)
      .mapping(at: Model.objectEnvelope) { try Tracked(reading: $0) }
      .options { $0.patchStyle = style }
  }
}

extension Tracked where Model: Deletable, Model.Parent == Never {
  /// Deletes the server's copy, with the same condition as a patch.
  public func delete() -> Call<Okay> { conditional(Call<Okay>(Model.deleteEndpoint, values)) }
}
